/* SPDX-License-Identifier: MIT */
/*
 * The memory of an invocation: what it leaves behind is given back, and the
 * line that WICK_MEMSTATS=1 writes.
 */
#ifndef WICK_JS_MEMORY_H
#define WICK_JS_MEMORY_H

#include "js.h"

struct wick_arena_stats;

/*
 * From now on wick_js_memory_end_invocation() writes a line to stderr, numbers
 * in KiB:
 *
 *   wick: memory rss=N private=N heap=N capacity=N limit=N external=N code=N
 *   arena=N returned=N
 *
 * resident and, of it, private pages; objects with their strings, what the
 * heap has room for, and the most that may be alive (0: no limit);
 * ArrayBuffers; generated code; what the invocation took from the arena, and
 * what of that its end gave back.
 */
void wick_js_memory_write_stats(void);

/*
 * Between two invocations, @arena having been reset: gives back what the last
 * one has left behind, if that is much (WICK_SETTLE_MIN). False when the next
 * has no room: @is_suspect says that the last one failed for want of memory,
 * and what is alive still is more than three quarters of what may be.
 */
WICK_NODISCARD bool wick_js_memory_end_invocation(
    struct wick_js *js, const struct wick_arena_stats *arena, bool is_suspect);

#endif
