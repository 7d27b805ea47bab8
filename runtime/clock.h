/* SPDX-License-Identifier: MIT */
/*
 * Time. The monotonic clock drives timers, the real one deadlines and log
 * lines. The platform freezes the process between invocations; the watch
 * below notices by comparing the two.
 */
#ifndef WICK_CLOCK_H
#define WICK_CLOCK_H

#include "base.h"

#define WICK_NS_PER_US 1000u
#define WICK_NS_PER_MS 1000000u
#define WICK_NS_PER_S  1000000000u

/* Nanoseconds of CLOCK_MONOTONIC, which stands still while frozen. */
uint64_t wick_clock_monotonic_ns(void);

/* The same in whole milliseconds, rounded down. */
uint64_t wick_clock_monotonic_ms(void);

/* Nanoseconds since 1970-01-01 UTC; may jump in either direction. */
int64_t wick_clock_real_ns(void);

/* The same in whole milliseconds, rounded towards the past. */
int64_t wick_clock_real_ms(void);

/* CPU nanoseconds that this process has used, all threads. */
uint64_t wick_clock_cpu_ns(void);

/*
 * Writes @real_ms as "2026-11-30T12:11:15.042Z" and a NUL into @text.
 * Years outside 0 to 9999 get the sign and six digits of ECMA-262's expanded
 * form. Any int64_t of milliseconds that a Date can hold (8.64e15 either way)
 * fits; an assertion guards the rest.
 */
#define WICK_CLOCK_ISO_SIZE 28
void wick_clock_format_iso(int64_t real_ms, char text[WICK_CLOCK_ISO_SIZE]);

/* Lifetime: the owner's. The two clocks as last seen. */
struct wick_clock_watch {
    uint64_t monotonic_ns;
    int64_t real_ns;
};

/* Begins to watch at these two readings. */
void wick_clock_watch_init(struct wick_clock_watch *watch,
                           uint64_t monotonic_ns, int64_t real_ns);

/*
 * The nanoseconds by which the real clock has run ahead of the monotonic one
 * since the last call: how long the process was frozen, 0 when it was not or
 * when the real clock was set back. Readings become the new reference.
 */
uint64_t wick_clock_watch_update(struct wick_clock_watch *watch,
                                 uint64_t monotonic_ns, int64_t real_ns);

#endif
