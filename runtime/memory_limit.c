/* SPDX-License-Identifier: MIT */
#include "memory_limit.h"

#include "limits.h"

/*
 * A collection marks with a stack of its own: 8 bytes for each member of the
 * array that it walks, against at least 24 for the member and its place in the
 * array, 72 for an object. A sixth of the heap covers all but arrays of
 * nothing else than tiny cells, and those take from WICK_TEXT_RESIDENT.
 */
#define MARK_SHARE 6

/*
 * What is allocated between the decision and the next check in a loop, and by
 * what lies around one large allocation.
 */
#define SLACK (2 * WICK_MIB)

/* The engine's growth: at least this until the next collection. */
#define EDEN_MIN (4 * WICK_MIB)

/*
 * Of WICK_TEXT_RESIDENT what the last words may take: there is no memory for
 * anything else then, the executable's pages included.
 */
#define LAST (6 * WICK_MIB)

/* Enough to write a log record and an error document. */
#define GRACE (4 * WICK_MIB)

static size_t sub_or_zero(size_t from, size_t less)
{
    return from > less ? from - less : 0;
}

/*
 * What is left, less what the engine fills until it collects again. Growing
 * by copying needs old and new at once, at growth by half 5/3 of the new.
 */
static size_t single_for(const struct wick_memory_limit *limit)
{
    size_t room = sub_or_zero(limit->ceiling, limit->live);
    size_t eden = wick_size_max(EDEN_MIN, limit->live);
    size_t until_collected = sub_or_zero(limit->heap, limit->live);

    eden = wick_size_min(eden, until_collected);
    return sub_or_zero(room, eden) / 5 * 3;
}

static void derive(struct wick_memory_limit *limit, size_t beside)
{
    size_t heap_max = limit->heap_max == 0 ? SIZE_MAX : limit->heap_max;

    if (limit->resident_max == 0) {
        limit->ceiling = heap_max;
        limit->heap = heap_max;
    } else {
        size_t room = sub_or_zero(limit->resident_max, beside);
        size_t usable = sub_or_zero(room, SLACK);
        usable = usable / (MARK_SHARE + 1) * MARK_SHARE;
        limit->ceiling = wick_size_min(room, heap_max);
        limit->heap = wick_size_min(usable, heap_max);
    }
    limit->single = single_for(limit);
}

void wick_memory_limit_init(struct wick_memory_limit *limit, size_t heap_max,
                            size_t resident_max, size_t base)
{
    *limit = (struct wick_memory_limit){
        .heap_max = heap_max,
        .resident_max = resident_max,
        .base = base,
    };
    derive(limit, base);
}

void wick_memory_limit_set_heap(struct wick_memory_limit *limit,
                                size_t heap_max)
{
    limit->heap_max = heap_max;
    derive(limit, limit->base);
}

void wick_memory_limit_measure(struct wick_memory_limit *limit, size_t resident,
                               size_t heap)
{
    /* Buffers that nobody has written to yet are no room for others. */
    derive(limit, wick_size_max(sub_or_zero(resident, heap), limit->base));
}

bool wick_memory_limit_is_near(const struct wick_memory_limit *limit,
                               size_t heap)
{
    return sub_or_zero(limit->heap, heap) < EDEN_MIN;
}

bool wick_memory_limit_has_room(const struct wick_memory_limit *limit,
                                size_t resident, size_t heap, size_t bytes)
{
    size_t in_use = wick_size_max(resident, limit->base + heap);

    if (limit->heap_max > 0 && bytes > sub_or_zero(limit->heap_max, heap)) {
        return false;
    }
    return limit->resident_max == 0 ||
           bytes <= sub_or_zero(limit->resident_max, in_use + SLACK);
}

size_t wick_memory_limit_left(const struct wick_memory_limit *limit,
                              size_t resident)
{
    if (limit->resident_max == 0) {
        return SIZE_MAX;
    }
    return sub_or_zero(limit->resident_max, resident + SLACK);
}

bool wick_memory_limit_is_short(const struct wick_memory_limit *limit,
                                size_t left)
{
    return left < limit->resident_max / 8;
}

bool wick_memory_limit_is_lost(const struct wick_memory_limit *limit,
                               size_t resident)
{
    return limit->resident_max > 0 && resident >= limit->resident_max + LAST;
}

bool wick_memory_limit_judge(struct wick_memory_limit *limit, size_t live,
                             bool is_full)
{
    limit->live = live;
    limit->single = single_for(limit);
    if (live <= limit->heap) {
        limit->grace = 0;
        return false;
    }
    return is_full && live > limit->grace;
}

void wick_memory_limit_forgive(struct wick_memory_limit *limit, size_t live)
{
    limit->live = live;
    limit->single = single_for(limit);
    limit->grace = live > limit->heap ? live + GRACE : 0;
}

bool wick_memory_limit_is_stuck(const struct wick_memory_limit *limit,
                                size_t live)
{
    return live > limit->heap / 4 * 3;
}
