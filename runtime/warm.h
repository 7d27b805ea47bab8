/* SPDX-License-Identifier: MIT */
/*
 * The allocator's memory, there before it is asked for. A start writes to some
 * three hundred pages of the allocator's first segment; each of them faulted in
 * alone costs twenty times what it costs in one call that populates them all.
 * The call is MAP_POPULATE: Lambda's kernel (5.10) does not know
 * MADV_POPULATE_WRITE.
 *
 * The executable is linked with --wrap=mmap, so that the allocator's call
 * comes here.
 */
#ifndef WICK_WARM_H
#define WICK_WARM_H

#include "base.h"

#include <sys/types.h>

/* mmap(2), or what stands in for it. */
typedef void *wick_warm_map_fn(void *at, size_t size, int protection, int flags,
                               int fd, off_t offset);

/* What mimalloc maps first: a segment. */
#define WICK_WARM_SEGMENT ((size_t)32 << 20)
/*
 * Of it what is populated: where the last block of a start with one small
 * function lies.
 */
#define WICK_WARM_BYTES ((size_t)3 << 20)

/* Lifetime: process. */
struct wick_warm {
    bool is_done;
};

/*
 * mmap(2) by way of @map with the same arguments, result and errno. The first
 * segment of the allocator comes with its begin populated.
 */
void *wick_warm_map(struct wick_warm *warm, wick_warm_map_fn *map, void *at,
                    size_t size, int protection, int flags, int fd,
                    off_t offset);

#endif
