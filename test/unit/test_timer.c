/* SPDX-License-Identifier: MIT */
#include "timer.h"

#include <errno.h>

#include "err.h"
#include "limits.h"
#include "test.h"

enum { RECORDS_MAX = 64 };

/* What fired, in its order. */
static struct wick_timer *fired[RECORDS_MAX];
static size_t fired_count;
static struct wick_timers set;

static void record(struct wick_timer *timer)
{
    CHECK(fired_count < RECORDS_MAX);
    fired[fired_count++] = timer;
}

static void begin(uint64_t now_ns)
{
    fired_count = 0;
    wick_timers_init(&set, now_ns);
}

static void start(struct wick_timer *timer, uint64_t delay_ns)
{
    CHECK_INT(wick_timer_start(&set, timer, delay_ns, record), 0);
}

WICK_TEST(fires_in_order_of_due_time)
{
    struct wick_timer timers[3] = {0};

    begin(1000);
    start(&timers[0], 30);
    start(&timers[1], 10);
    start(&timers[2], 20);
    CHECK_INT(wick_timers_next_due_ns(&set), 1010);
    CHECK_INT(wick_timers_run(&set, 1009), 0);
    CHECK_INT(wick_timers_run(&set, 1010), 1);
    CHECK_INT(wick_timers_run(&set, 5000), 2);
    CHECK(fired[0] == &timers[1]);
    CHECK(fired[1] == &timers[2]);
    CHECK(fired[2] == &timers[0]);
    CHECK(wick_timers_next_due_ns(&set) == UINT64_MAX);
}

WICK_TEST(fires_in_order_of_start_when_due_together)
{
    struct wick_timer timers[20] = {0};

    begin(0);
    for (size_t i = 0; i < ARRAY_LEN(timers); i++) {
        start(&timers[i], 5);
    }
    CHECK_INT(wick_timers_run(&set, 5), ARRAY_LEN(timers));
    for (size_t i = 0; i < ARRAY_LEN(timers); i++) {
        CHECK(fired[i] == &timers[i]);
    }
}

WICK_TEST(restart_moves_behind_those_due_together)
{
    struct wick_timer timers[2] = {0};

    begin(0);
    start(&timers[0], 5);
    start(&timers[1], 5);
    start(&timers[0], 5);
    CHECK_INT(wick_timers_run(&set, 5), 2);
    CHECK(fired[0] == &timers[1]);
    CHECK(fired[1] == &timers[0]);
}

WICK_TEST(fires_once_and_is_inactive_in_its_callback)
{
    struct wick_timer timer = {0};

    begin(0);
    start(&timer, 1);
    CHECK(wick_timer_is_active(&timer));
    CHECK_INT(wick_timers_run(&set, 100), 1);
    CHECK(!wick_timer_is_active(&timer));
    CHECK_INT(wick_timers_run(&set, 200), 0);
}

WICK_TEST(stop_is_final_and_idempotent)
{
    struct wick_timer timer = {0};

    begin(0);
    wick_timer_stop(&set, &timer);
    start(&timer, 1);
    wick_timer_stop(&set, &timer);
    wick_timer_stop(&set, &timer);
    CHECK_INT(wick_timers_run(&set, 100), 0);
    CHECK_INT(fired_count, 0);
}

static struct wick_timer *victim;

static void stop_victim(struct wick_timer *timer)
{
    record(timer);
    wick_timer_stop(&set, victim);
}

WICK_TEST(callback_stops_a_timer_due_in_the_same_run)
{
    struct wick_timer first = {0};
    struct wick_timer second = {0};

    begin(0);
    victim = &second;
    CHECK_INT(wick_timer_start(&set, &first, 1, stop_victim), 0);
    start(&second, 1);
    CHECK_INT(wick_timers_run(&set, 1), 1);
    CHECK(fired[0] == &first);
}

static void start_again(struct wick_timer *timer)
{
    record(timer);
    CHECK_INT(wick_timer_start(&set, timer, 0, start_again), 0);
}

WICK_TEST(timer_started_by_a_callback_waits_for_the_next_run)
{
    struct wick_timer endless = {0};
    struct wick_timer late = {0};

    begin(0);
    CHECK_INT(wick_timer_start(&set, &endless, 1, start_again), 0);
    start(&late, 3);
    CHECK_INT(wick_timers_run(&set, 3), 2);
    CHECK(fired[1] == &late);
    CHECK_INT(wick_timers_run(&set, 3), 1);
    CHECK(fired[2] == &endless);
    wick_timers_release(&set);
}

WICK_TEST(repeat_keeps_its_rhythm_when_late)
{
    struct wick_timer timer = {0};

    begin(0);
    CHECK_INT(wick_timer_start_repeat(&set, &timer, 10, record), 0);
    CHECK_INT(wick_timers_run(&set, 14), 1);
    CHECK_INT(wick_timers_next_due_ns(&set), 20);
    CHECK_INT(wick_timers_run(&set, 20), 1);
    CHECK_INT(wick_timers_next_due_ns(&set), 30);
    wick_timers_release(&set);
}

WICK_TEST(repeat_makes_no_burst_after_a_pause)
{
    struct wick_timer timer = {0};

    begin(0);
    CHECK_INT(wick_timer_start_repeat(&set, &timer, 10, record), 0);
    CHECK_INT(wick_timers_run(&set, 1000003), 1);
    CHECK_INT(wick_timers_next_due_ns(&set), 1000010);
    CHECK_INT(wick_timers_run(&set, 1000003), 0);
    wick_timers_release(&set);
}

WICK_TEST(repeat_stops_in_its_own_callback)
{
    struct wick_timer timer = {0};

    begin(0);
    victim = &timer;
    CHECK_INT(wick_timer_start_repeat(&set, &timer, 10, stop_victim), 0);
    CHECK_INT(wick_timers_run(&set, 10), 1);
    CHECK(!wick_timer_is_active(&timer));
    CHECK_INT(wick_timers_run(&set, 100), 0);
}

WICK_TEST(start_turns_a_repeat_into_a_single_shot)
{
    struct wick_timer timer = {0};

    begin(0);
    CHECK_INT(wick_timer_start_repeat(&set, &timer, 10, record), 0);
    start(&timer, 10);
    CHECK_INT(wick_timers_run(&set, 10), 1);
    CHECK(!wick_timer_is_active(&timer));
}

WICK_TEST(endless_delay_saturates)
{
    struct wick_timer timer = {0};

    begin(1000);
    start(&timer, UINT64_MAX);
    CHECK(wick_timers_next_due_ns(&set) == UINT64_MAX);
    CHECK_INT(wick_timers_run(&set, UINT64_MAX - 1), 0);
    wick_timers_release(&set);
    CHECK(!wick_timer_is_active(&timer));
}

WICK_TEST(time_never_runs_backwards)
{
    struct wick_timer timer = {0};

    begin(1000);
    wick_timers_set_now(&set, 500);
    start(&timer, 10);
    CHECK_INT(wick_timers_next_due_ns(&set), 1010);
    CHECK_INT(wick_timers_run(&set, 900), 0);
    wick_timers_release(&set);
}

WICK_TEST(references_count_active_timers_alone)
{
    struct wick_timer timers[2] = {0};

    begin(0);
    wick_timer_set_ref(&set, &timers[0], false);
    start(&timers[0], 10);
    CHECK_INT(set.ref_count, 0);
    start(&timers[1], 10);
    CHECK_INT(set.ref_count, 1);
    wick_timer_set_ref(&set, &timers[1], false);
    wick_timer_set_ref(&set, &timers[1], false);
    CHECK_INT(set.ref_count, 0);
    wick_timer_set_ref(&set, &timers[0], true);
    CHECK_INT(set.ref_count, 1);
    CHECK_INT(wick_timers_run(&set, 10), 2);
    CHECK_INT(set.ref_count, 0);
}

/* A million timers take Valgrind minutes: the count alone is set. */
WICK_TEST(limit_is_an_error_and_spares_active_timers)
{
    struct wick_timer active = {0};
    struct wick_timer refused = {0};

    begin(0);
    start(&active, 10);
    set.heap.count = WICK_TIMERS_MAX;
    CHECK_INT(wick_timer_start(&set, &refused, 1, record), -WICK_ETOOMANY);
    CHECK_INT(wick_timer_start_repeat(&set, &refused, 1, record),
              -WICK_ETOOMANY);
    CHECK(!wick_timer_is_active(&refused));
    CHECK(wick_timer_is_active(&active));
    set.heap.count = 1;
    start(&active, 5);
    CHECK_INT(wick_timers_run(&set, 1000), 1);
    CHECK(fired[0] == &active);
}

/* A small reproducible sequence (Lehmer). */
static uint32_t next_random(uint32_t *seed)
{
    *seed = (uint32_t)((uint64_t)*seed * 48271 % 2147483647);
    return *seed;
}

static uint64_t last_due_ns;
static uint64_t last_sequence;
static size_t disorder_count;

static void check_order(struct wick_timer *timer)
{
    if (timer->due_ns < last_due_ns ||
        (timer->due_ns == last_due_ns && timer->sequence < last_sequence)) {
        disorder_count++;
    }
    last_due_ns = timer->due_ns;
    last_sequence = timer->sequence;
}

WICK_TEST(ten_thousand_timers_stay_in_order)
{
    enum { COUNT = 10000 };
    static struct wick_timer many[COUNT];
    uint32_t seed = 1;
    size_t stopped = 0;

    begin(0);
    last_due_ns = 0;
    last_sequence = 0;
    disorder_count = 0;
    for (int i = 0; i < COUNT; i++) {
        CHECK_INT(wick_timer_start(&set, &many[i], next_random(&seed) % 500,
                                   check_order),
                  0);
    }
    for (int i = 0; i < COUNT; i += 3) {
        wick_timer_stop(&set, &many[i]);
        stopped++;
    }
    CHECK_INT(wick_timers_run(&set, 500), COUNT - stopped);
    CHECK_INT(disorder_count, 0);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(fires_in_order_of_due_time),
    WICK_TEST_ENTRY(fires_in_order_of_start_when_due_together),
    WICK_TEST_ENTRY(restart_moves_behind_those_due_together),
    WICK_TEST_ENTRY(fires_once_and_is_inactive_in_its_callback),
    WICK_TEST_ENTRY(stop_is_final_and_idempotent),
    WICK_TEST_ENTRY(callback_stops_a_timer_due_in_the_same_run),
    WICK_TEST_ENTRY(timer_started_by_a_callback_waits_for_the_next_run),
    WICK_TEST_ENTRY(repeat_keeps_its_rhythm_when_late),
    WICK_TEST_ENTRY(repeat_makes_no_burst_after_a_pause),
    WICK_TEST_ENTRY(repeat_stops_in_its_own_callback),
    WICK_TEST_ENTRY(start_turns_a_repeat_into_a_single_shot),
    WICK_TEST_ENTRY(endless_delay_saturates),
    WICK_TEST_ENTRY(time_never_runs_backwards),
    WICK_TEST_ENTRY(references_count_active_timers_alone),
    WICK_TEST_ENTRY(limit_is_an_error_and_spares_active_timers),
    WICK_TEST_ENTRY(ten_thousand_timers_stay_in_order),
};

WICK_TEST_MAIN(tests)
