/* SPDX-License-Identifier: MIT */
/*
 * Memory that is there before it is asked for. A start executes and reads some
 * hundreds of pages of the executable, and writes to some hundreds of the
 * allocator's; each of them faulted in alone costs twenty times what it costs
 * in one call that populates them all.
 *
 * The executable is linked by runtime/embed/order.txt: what a start touches
 * lies side by side, between the symbols below. And it is linked with
 * --wrap=mmap, so that the allocator's call comes here.
 */
#ifndef WICK_WARM_H
#define WICK_WARM_H

#include "base.h"

#include <sys/types.h>

/* Around the functions and the constants of a start, by the order file. */
extern const char wick_warm_rodata_begin[];
extern const char wick_warm_rodata_end[];
void wick_warm_text_begin(void);
void wick_warm_text_end(void);

/*
 * Populates the pages from @begin to @end, which are mapped, for reading; none
 * when @end is not after @begin. 0 or -errno: -EINVAL on a kernel before 5.14,
 * where they fault in.
 */
int wick_warm_populate(const void *begin, const void *end);

/* The same for what a start executes and reads of the executable. */
void wick_warm_executable(void);

/*
 * The whole pages from @begin to @end, of a file that is mapped privately and
 * was not written to, are no longer the process's; it reads them again from
 * the kernel's cache. 0 or -errno.
 */
int wick_warm_release(const void *begin, const void *end);

/*
 * The same for what is read and executed behind those symbols. A collection,
 * a compilation or a parse of megabytes executes some megabytes that the next
 * invocation does not need, and the kernel leaves what it has mapped.
 */
void wick_warm_release_executable(void);

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
