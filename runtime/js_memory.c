/* SPDX-License-Identifier: MIT */
#include "js_memory.h"

#include "arena.h"
#include "file.h"
#include "footprint.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"
#include "warm.h"

#include <stdio.h>
#include <unistd.h>

static bool has_stats;

/* All zero where there is no /proc. */
static struct wick_footprint footprint_now(void)
{
    struct wick_footprint footprint = {0};

    (void)!wick_footprint_get(&footprint);
    return footprint;
}

void wick_js_memory_write_stats(void)
{
    has_stats = true;
}

/* Whether what is alive leaves the next invocation no room. */
static bool is_stuck(struct wick_js *js)
{
    struct wick_jsc_memory m;

    wick_jsc_settle(js->ctx, WICK_SETTLE_KEEP);
    wick_jsc_memory_get(js->ctx, &m);
    return m.heap_used_bytes + m.array_buffer_bytes >
           m.heap_limit_bytes / 4 * 3;
}

/*
 * When nothing of an invocation is on the stack: collects what it has left and
 * gives the pages back, if that is much. The full engine has memory, and
 * another thread for this.
 */
static void settle(struct wick_js *js)
{
    static size_t settled_bytes;
    size_t least = wick_size_max(WICK_SETTLE_MIN, settled_bytes / 2);

    if (!js->is_smol || wick_jsc_heap_bytes(js->ctx) < settled_bytes + least) {
        return;
    }
    wick_jsc_settle(js->ctx, WICK_SETTLE_KEEP);
    wick_warm_release_executable();
    settled_bytes = wick_jsc_heap_bytes(js->ctx);
}

static void write_stats(struct wick_js *js,
                        const struct wick_arena_stats *arena)
{
    struct wick_footprint footprint = footprint_now();
    struct wick_jsc_memory m;
    char line[320];

    wick_jsc_memory_get(js->ctx, &m);
    size_t limit = m.heap_limit_bytes == SIZE_MAX ? 0 : m.heap_limit_bytes;
    int len = snprintf(
        line, sizeof(line),
        "wick: memory rss=%zu private=%zu heap=%zu capacity=%zu limit=%zu "
        "external=%zu code=%zu arena=%zu returned=%zu\n",
        footprint.resident_bytes / WICK_KIB, footprint.private_bytes / WICK_KIB,
        m.heap_used_bytes / WICK_KIB, m.heap_capacity_bytes / WICK_KIB,
        limit / WICK_KIB, m.array_buffer_bytes / WICK_KIB,
        m.jit_used_bytes / WICK_KIB, arena->last_peak / WICK_KIB,
        arena->last_returned / WICK_KIB);

    if (len > 0) {
        (void)!wick_file_write_all(STDERR_FILENO, line, (size_t)len);
    }
}

bool wick_js_memory_end_invocation(struct wick_js *js,
                                   const struct wick_arena_stats *arena,
                                   bool is_suspect)
{
    settle(js);
    if (has_stats) {
        write_stats(js, arena);
    }
    return !is_suspect || !is_stuck(js);
}
