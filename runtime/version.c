/* SPDX-License-Identifier: MIT */
#include "version.h"

#include <errno.h>

const char wick_version[] = "0.1.0";
const char wick_node_version[] = "22.12.0";

int wick_version_print(FILE *out)
{
    int done = fprintf(out, "wick %s (%s)\n", wick_version, wick_build_hash);

    for (size_t i = 0; done >= 0 && i < wick_library_count; i++) {
        done = fprintf(out, "  %-15s %s\n", wick_libraries[i].name,
                       wick_libraries[i].version);
    }
    return done < 0 || fflush(out) != 0 ? -errno : 0;
}
