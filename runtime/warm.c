/* SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "warm.h"

#include <sys/mman.h>

void *wick_warm_map(struct wick_warm *warm, wick_warm_map_fn *map, void *at,
                    size_t size, int protection, int flags, int fd,
                    off_t offset)
{
    void *got = map(at, size, protection, flags, fd, offset);

    if (warm->is_done || got == MAP_FAILED || size != WICK_WARM_SEGMENT ||
        !(flags & MAP_ANONYMOUS) || !(protection & PROT_WRITE)) {
        return got;
    }
    warm->is_done = true;
    /* Over what was just mapped and holds nothing yet; if it fails it faults.
     */
    (void)map(got, WICK_WARM_BYTES, protection,
              flags | MAP_FIXED | MAP_POPULATE, fd, offset);
    return got;
}
