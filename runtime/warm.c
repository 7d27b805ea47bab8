/* SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "warm.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

/* Linux 5.14; the headers of musl 1.2.3 do not have it. */
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

/* The end of what is executed, by the linker. */
extern const char etext[];

const char wick_warm_rodata_begin[] = "begin";
const char wick_warm_rodata_end[] = "end";

void wick_warm_text_begin(void)
{
}

void wick_warm_text_end(void)
{
}

int wick_warm_populate(const void *begin, const void *end)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const char *from = (const char *)begin - (uintptr_t)begin % page;

    if ((uintptr_t)begin >= (uintptr_t)end) {
        return 0;
    }
    size_t size = (size_t)((const char *)end - from);
    size = (size + page - 1) / page * page;
    return madvise((void *)from, size, MADV_POPULATE_READ) == 0 ? 0 : -errno;
}

void wick_warm_executable(void)
{
    if (wick_warm_populate((const void *)wick_warm_text_begin,
                           (const void *)wick_warm_text_end) == 0) {
        (void)wick_warm_populate(wick_warm_rodata_begin, wick_warm_rodata_end);
    }
}

int wick_warm_release(const void *begin, const void *end)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const char *from =
        (const char *)begin + (page - (uintptr_t)begin % page) % page;
    uintptr_t to = (uintptr_t)end / page * page;

    if ((uintptr_t)from >= to) {
        return 0;
    }
    size_t size = to - (uintptr_t)from;
    return madvise((void *)from, size, MADV_DONTNEED) == 0 ? 0 : -errno;
}

void wick_warm_release_executable(void)
{
    (void)wick_warm_release(wick_warm_rodata_end,
                            (const void *)wick_warm_text_begin);
    (void)wick_warm_release((const void *)wick_warm_text_end, etext);
}

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
