/* SPDX-License-Identifier: MIT */
/*
 * How much the heap of JavaScript may hold, so that the process is never the
 * one that the kernel kills. Pure arithmetic over what was measured; jsc/ asks
 * before and after each collection.
 *
 * What the heap accounts for (cells, and the strings and buffers they own) is
 * not what is resident: code, fragmentation, the allocator's reserve and the
 * request arena come on top, and a collection itself needs memory. So the
 * limit is not a number of the start: before each collection it follows from
 * what is resident beside the heap at that time.
 */
#ifndef WICK_MEMORY_LIMIT_H
#define WICK_MEMORY_LIMIT_H

#include "base.h"

/* Lifetime: the caller's. All in bytes. */
struct wick_memory_limit {
    /* Configured. */
    size_t heap_max;     /* live objects, whatever is free */
    size_t resident_max; /* private pages of the process; 0 is no bound */
    /* Measured. */
    size_t base; /* resident beside the heap, at the least */
    size_t live; /* after the last collection */
    /* What follows. */
    size_t ceiling; /* the heap, with nothing left for a collection */
    size_t heap;    /* collect when it is this large; more alive is too much */
    size_t single;  /* one allocation that fits whatever is garbage */
    size_t grace;   /* as much may be alive after a call was ended */
};

/*
 * Before the first collection: @base private bytes are resident. @heap_max and
 * @resident_max as above, 0 for no bound.
 */
void wick_memory_limit_init(struct wick_memory_limit *limit, size_t heap_max,
                            size_t resident_max, size_t base);

/* Changes @heap_max, 0 for no bound, as if measured again. */
void wick_memory_limit_set_heap(struct wick_memory_limit *limit,
                                size_t heap_max);

/*
 * Before a collection: @resident private bytes, the heap accounting for
 * @heap of them, garbage included.
 */
void wick_memory_limit_measure(struct wick_memory_limit *limit, size_t resident,
                               size_t heap);

/* Whether a heap of @heap bytes is so near that free memory should go back. */
bool wick_memory_limit_is_near(const struct wick_memory_limit *limit,
                               size_t heap);

/*
 * Whether @bytes more fit, although nothing is collected, while @resident
 * private bytes are resident and the heap accounts for @heap of them, garbage
 * included. What is not larger than @limit->single may be allocated in any
 * case.
 */
bool wick_memory_limit_has_room(const struct wick_memory_limit *limit,
                                size_t resident, size_t heap, size_t bytes);

/*
 * How much more may become resident beside the @resident private bytes that
 * are, before the process has what it may have. SIZE_MAX: there is no bound.
 */
size_t wick_memory_limit_left(const struct wick_memory_limit *limit,
                              size_t resident);

/*
 * Whether so much is left only, of it @left, that garbage which the collector
 * does not account for is worth a collection.
 */
bool wick_memory_limit_is_short(const struct wick_memory_limit *limit,
                                size_t left);

/*
 * Whether @resident private bytes are as many as the process can have without
 * being killed for them.
 */
bool wick_memory_limit_is_lost(const struct wick_memory_limit *limit,
                               size_t resident);

/*
 * After a collection that left @live bytes. True when a full one (@is_full)
 * left more than may be: what runs has to end.
 */
bool wick_memory_limit_judge(struct wick_memory_limit *limit, size_t live,
                             bool is_full);

/*
 * A call was ended and everything collected, which left @live bytes: lets the
 * report of it run even where that is still too much.
 */
void wick_memory_limit_forgive(struct wick_memory_limit *limit, size_t live);

/*
 * Whether @live bytes after that are so much that the next call has no room:
 * what holds them outlives calls, and only a new process is rid of it.
 */
bool wick_memory_limit_is_stuck(const struct wick_memory_limit *limit,
                                size_t live);

#endif
