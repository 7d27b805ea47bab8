/* SPDX-License-Identifier: MIT */
#include "version.h"

#include <errno.h>
#include <string.h>

#include "test.h"

/* What the build generates for the executables. */
const struct wick_library wick_libraries[] = {{"one", "1.0"}, {"two", "2.0"}};
const size_t wick_library_count = ARRAY_LEN(wick_libraries);
const char wick_build_hash[] = "0123456789abcdef";

WICK_TEST(a_line_a_library)
{
    char text[256] = "";
    FILE *out = fmemopen(text, sizeof(text), "w");

    CHECK(out);
    CHECK_INT(wick_version_print(out), 0);
    CHECK(fclose(out) == 0);
    CHECK(strstr(text, " (0123456789abcdef)\n  one             1.0\n"
                       "  two             2.0\n"));
}

WICK_TEST(a_full_disk_is_an_error)
{
    FILE *out = fopen("/dev/full", "w");

    CHECK(out);
    CHECK_INT(wick_version_print(out), -ENOSPC);
    (void)fclose(out);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(a_line_a_library),
    WICK_TEST_ENTRY(a_full_disk_is_an_error),
};

WICK_TEST_MAIN(tests)
