/* SPDX-License-Identifier: MIT */
/*
 * Timers: a heap ordered by due time, then by creation, so that two timers
 * due at the same moment fire in the order they were started (HTML, "run
 * steps after a timeout").
 *
 * Knows nothing of the loop, of clocks and of JavaScript: the owner of the
 * set says what time it is. A loop has one set (loop.h).
 */
#ifndef WICK_TIMER_H
#define WICK_TIMER_H

#include "base.h"
#include "heap.h"

struct wick_timer;
typedef void (*wick_timer_fn)(struct wick_timer *timer);

/*
 * Lifetime: embedded in its owner, zeroed before its first use, not freed or
 * moved while it is active. All fields are private.
 */
struct wick_timer {
    struct wick_heap_node node;
    uint64_t due_ns;
    uint64_t sequence;
    uint64_t interval_ns; /* 0: fires once */
    wick_timer_fn on_due;
    bool is_active;
    bool is_unref;
};

/* Lifetime: the owner's storage. All fields are private. */
struct wick_timers {
    struct wick_heap heap;
    size_t ref_count; /* active timers that are not unreferenced */
    uint64_t now_ns;
    uint64_t next_sequence;
};

/* An empty set at time @now_ns. */
void wick_timers_init(struct wick_timers *timers, uint64_t now_ns);

/* Stops all timers without calling them. */
void wick_timers_release(struct wick_timers *timers);

/* Sets the time that starts count from; never backwards. */
void wick_timers_set_now(struct wick_timers *timers, uint64_t now_ns);

/*
 * Starts @timer to fire once, @delay_ns from the set's time, or moves it if
 * it is active. Saturates. Fails with -WICK_ETOOMANY at WICK_TIMERS_MAX;
 * @on_due is then never called, and a timer that was active still is.
 */
WICK_NODISCARD int wick_timer_start(struct wick_timers *timers,
                                    struct wick_timer *timer, uint64_t delay_ns,
                                    wick_timer_fn on_due);

/*
 * The same, then again every @interval_ns (at least 1) after the first due
 * time, without drift: a late call does not move the next. Periods that have
 * passed altogether are left out, so that no burst follows a long pause.
 */
WICK_NODISCARD int wick_timer_start_repeat(struct wick_timers *timers,
                                           struct wick_timer *timer,
                                           uint64_t interval_ns,
                                           wick_timer_fn on_due);

/*
 * Stops @timer; its callback is not called again. Nothing happens when it is
 * not active. May be called in any timer's callback.
 */
void wick_timer_stop(struct wick_timers *timers, struct wick_timer *timer);

/* Whether an active @timer keeps the set's owner alive; at first it does. */
void wick_timer_set_ref(struct wick_timers *timers, struct wick_timer *timer,
                        bool is_ref);

static inline bool wick_timer_is_active(const struct wick_timer *timer)
{
    return timer->is_active;
}

/* When the first timer is due, or UINT64_MAX when there is none. */
uint64_t wick_timers_next_due_ns(const struct wick_timers *timers);

/*
 * Calls every timer that is due at @now_ns, which becomes the set's time, in
 * order. A timer that fires once is inactive in its callback, so that it may
 * be started again or freed there. Timers started by callbacks wait for the
 * next run. Returns how many fired.
 */
size_t wick_timers_run(struct wick_timers *timers, uint64_t now_ns);

#endif
