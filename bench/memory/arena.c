/* SPDX-License-Identifier: MIT */
/*
 * What the request arena costs an invocation: microseconds of CPU and calls
 * for allocating and filling @event bytes and then resetting, by size of the
 * event and of the warm head. "none" never gives anything back; "populate"
 * announces the size first. Prints one table; `make bench-arena` runs it.
 */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "arena.h"
#include "clock.h"
#include "limits.h"

#define BYTES_PER_ROW (256 * WICK_MIB)
#define ROUNDS_MAX    20000u
#define ROUNDS_MIN    50u

struct variant {
    const char *name;
    size_t warm;
    bool has_populate;
};

struct result {
    double us;     /* of CPU, of an invocation */
    double faults; /* page faults of an invocation */
    double calls;  /* madvise calls of an invocation */
};

static void invoke(struct wick_arena *arena, size_t event, bool has_populate)
{
    if (has_populate) {
        wick_arena_populate(arena, event);
    }
    memset(wick_arena_alloc(arena, event), 'x', event);
    wick_arena_reset(arena);
}

static uint64_t fault_count(void)
{
    struct rusage usage;

    int err = getrusage(RUSAGE_SELF, &usage);
    WICK_ASSERT(err == 0);
    return (uint64_t)usage.ru_minflt;
}

static struct result measure(const struct variant *variant, size_t event)
{
    struct wick_arena_config config = {
        .reserve = WICK_ARENA_MAX,
        .max = WICK_ARENA_MAX,
        .warm = variant->warm,
    };
    struct wick_arena arena;
    size_t rounds = wick_size_min(BYTES_PER_ROW / event, ROUNDS_MAX);

    rounds = wick_size_max(rounds, ROUNDS_MIN);
    int err = wick_arena_init(&arena, &config);
    WICK_ASSERT(err == 0);
    invoke(&arena, event, variant->has_populate);
    uint64_t calls = wick_arena_get_stats(&arena)->madvise_count;
    uint64_t faults = fault_count();
    uint64_t start_ns = wick_clock_cpu_ns();
    for (size_t i = 0; i < rounds; i++) {
        invoke(&arena, event, variant->has_populate);
    }
    double count = (double)rounds;
    struct result result = {
        (double)(wick_clock_cpu_ns() - start_ns) / count / 1000,
        (double)(fault_count() - faults) / count,
        (double)(wick_arena_get_stats(&arena)->madvise_count - calls) / count,
    };
    wick_arena_release(&arena);
    return result;
}

int main(void)
{
    static const size_t events[] = {
        1024,           4096,     16 * WICK_KIB, 64 * WICK_KIB,
        256 * WICK_KIB, WICK_MIB, 6 * WICK_MIB};
    static const struct variant variants[] = {
        {"warm 0", 0, false},
        {"warm 16K", 16 * WICK_KIB, false},
        {"warm 64K", 64 * WICK_KIB, false},
        {"warm 256K", 256 * WICK_KIB, false},
        {"64K populate", 64 * WICK_KIB, true},
        {"none", WICK_ARENA_MAX, false},
    };

    printf("%-14s %10s %12s %10s %10s\n", "arena", "event", "CPU us", "faults",
           "madvise");
    for (size_t e = 0; e < ARRAY_LEN(events); e++) {
        for (size_t v = 0; v < ARRAY_LEN(variants); v++) {
            struct result result = measure(&variants[v], events[e]);

            printf("%-14s %10zu %12.2f %10.1f %10.1f\n", variants[v].name,
                   events[e], result.us, result.faults, result.calls);
        }
    }
    return 0;
}
