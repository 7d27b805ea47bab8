/* SPDX-License-Identifier: MIT */
#include "timer.h"

#include "err.h"
#include "limits.h"

static struct wick_timer *timer_of(const struct wick_heap_node *node)
{
    return container_of(node, struct wick_timer, node);
}

static bool is_due_before(const struct wick_heap_node *a,
                          const struct wick_heap_node *b)
{
    const struct wick_timer *left = timer_of(a);
    const struct wick_timer *right = timer_of(b);

    if (left->due_ns != right->due_ns) {
        return left->due_ns < right->due_ns;
    }
    return left->sequence < right->sequence;
}

static struct wick_timer *first_of(const struct wick_timers *timers)
{
    struct wick_heap_node *node = wick_heap_get_min(&timers->heap);

    return node ? timer_of(node) : NULL;
}

void wick_timers_init(struct wick_timers *timers, uint64_t now_ns)
{
    *timers = (struct wick_timers){.now_ns = now_ns};
    wick_heap_init(&timers->heap, is_due_before);
}

void wick_timers_release(struct wick_timers *timers)
{
    struct wick_timer *timer;

    while ((timer = first_of(timers)) != NULL) {
        wick_timer_stop(timers, timer);
    }
    WICK_ASSERT(timers->ref_count == 0);
}

void wick_timers_set_now(struct wick_timers *timers, uint64_t now_ns)
{
    if (now_ns > timers->now_ns) {
        timers->now_ns = now_ns;
    }
}

/* setTimeout(f, Infinity) arrives as a huge delay; saturate. */
static uint64_t add_saturated(uint64_t time_ns, uint64_t delay_ns)
{
    uint64_t sum;

    return __builtin_add_overflow(time_ns, delay_ns, &sum) ? UINT64_MAX : sum;
}

static void insert(struct wick_timers *timers, struct wick_timer *timer,
                   uint64_t due_ns)
{
    timer->due_ns = due_ns;
    timer->sequence = timers->next_sequence++;
    timer->is_active = true;
    timers->ref_count += !timer->is_unref;
    wick_heap_insert(&timers->heap, &timer->node);
}

static int start(struct wick_timers *timers, struct wick_timer *timer,
                 uint64_t delay_ns, wick_timer_fn on_due)
{
    WICK_ASSERT(on_due);

    if (!timer->is_active && timers->heap.count >= WICK_TIMERS_MAX) {
        return -WICK_ETOOMANY;
    }
    wick_timer_stop(timers, timer);
    timer->on_due = on_due;
    insert(timers, timer, add_saturated(timers->now_ns, delay_ns));
    return 0;
}

int wick_timer_start(struct wick_timers *timers, struct wick_timer *timer,
                     uint64_t delay_ns, wick_timer_fn on_due)
{
    int err = start(timers, timer, delay_ns, on_due);

    if (err == 0) {
        timer->interval_ns = 0;
    }
    return err;
}

int wick_timer_start_repeat(struct wick_timers *timers,
                            struct wick_timer *timer, uint64_t interval_ns,
                            wick_timer_fn on_due)
{
    WICK_ASSERT(interval_ns >= 1);

    int err = start(timers, timer, interval_ns, on_due);

    if (err == 0) {
        timer->interval_ns = interval_ns;
    }
    return err;
}

void wick_timer_stop(struct wick_timers *timers, struct wick_timer *timer)
{
    if (!timer->is_active) {
        return;
    }
    wick_heap_remove(&timers->heap, &timer->node);
    timers->ref_count -= !timer->is_unref;
    timer->is_active = false;
}

void wick_timer_set_ref(struct wick_timers *timers, struct wick_timer *timer,
                        bool is_ref)
{
    if (timer->is_unref == !is_ref) {
        return;
    }
    timer->is_unref = !is_ref;
    if (timer->is_active && is_ref) {
        timers->ref_count++;
    } else if (timer->is_active) {
        timers->ref_count--;
    }
}

uint64_t wick_timers_next_due_ns(const struct wick_timers *timers)
{
    const struct wick_timer *timer = first_of(timers);

    return timer ? timer->due_ns : UINT64_MAX;
}

/* The first due time of @timer's rhythm that lies after @now_ns. */
static uint64_t next_period(const struct wick_timer *timer, uint64_t now_ns)
{
    uint64_t late_ns = now_ns - timer->due_ns;
    uint64_t passed_ns = late_ns - late_ns % timer->interval_ns;

    return add_saturated(timer->due_ns + passed_ns, timer->interval_ns);
}

size_t wick_timers_run(struct wick_timers *timers, uint64_t now_ns)
{
    struct wick_timer *timer;
    size_t count = 0;

    wick_timers_set_now(timers, now_ns);
    now_ns = timers->now_ns;
    uint64_t sequence_end = timers->next_sequence;

    /*
     * A timer that a callback starts is due at @now_ns or later and has a
     * higher sequence than all that were there: it sorts behind them.
     */
    while ((timer = first_of(timers)) != NULL && timer->due_ns <= now_ns &&
           timer->sequence < sequence_end) {
        wick_timer_stop(timers, timer);
        if (timer->interval_ns != 0) {
            insert(timers, timer, next_period(timer, now_ns));
        }
        count++;
        timer->on_due(timer);
    }
    return count;
}
