/* SPDX-License-Identifier: MIT */
/* What the epoll back end promises beyond the tests that both pass. */
#include "loop_epoll.h"

#include "loop_case.h"

static void run_on_epoll(void (*body)(struct wick_loop *loop))
{
    loop_case_run(WICK_LOOP_EPOLL, body);
}

#define EPOLL_TEST(name)                      \
    static void name(struct wick_loop *loop); \
    WICK_TEST(name##_epoll)                   \
    {                                         \
        run_on_epoll(name);                   \
    }                                         \
    static void name(struct wick_loop *loop)

static uint64_t calls_of(const struct wick_loop *loop)
{
    return wick_loop_stats(loop)->system_calls;
}

/* A buffer that was filled is worth a try before the next sleep. */
EPOLL_TEST(full_buffers_are_read_on_without_sleeping)
{
    struct loop_case_op rx = {0};
    char bytes[4];
    int ends[2];

    loop_case_pair(ends);
    wick_op_recv(&rx.op, ends[0], bytes, 4);
    loop_case_start(loop, &rx);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    CHECK_INT(write(ends[1], "0123456789", 10), 10);
    CHECK_INT(loop_case_finish(loop, &rx), 4);
    uint64_t calls = calls_of(loop);
    wick_op_recv(&rx.op, ends[0], bytes, 4);
    CHECK_INT(loop_case_await(loop, &rx), 4);
    CHECK_INT(calls_of(loop) - calls, 1);
    loop_case_close_pair(ends);
}

/* Operations that complete at once must not starve those that wait. */
EPOLL_TEST(prompt_operations_do_not_starve_the_rest)
{
    struct loop_case_op rx = {0};
    struct loop_case_op tx = {0};
    char byte;
    int ends[2];
    int sink[2];
    int turns = 0;

    loop_case_pair(ends);
    loop_case_pair(sink);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    loop_case_start(loop, &rx);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    CHECK_INT(write(ends[1], "x", 1), 1);
    while (rx.calls == 0) {
        wick_op_send(&tx.op, sink[0], "y", 1);
        CHECK_INT(loop_case_await(loop, &tx), 1);
        CHECK(++turns < 100);
    }
    loop_case_close_pair(ends);
    loop_case_close_pair(sink);
}

/* The peer's end of a connection that nobody reads must not spin. */
EPOLL_TEST(hang_ups_that_nobody_waits_for_end_the_watch)
{
    struct loop_case_op rx = {0};
    struct loop_case_op other = {0};
    char byte;
    int ends[2];
    int quiet[2];

    loop_case_pair(ends);
    loop_case_pair(quiet);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    loop_case_start(loop, &rx);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    CHECK_INT(write(ends[1], "x", 1), 1);
    CHECK_INT(loop_case_finish(loop, &rx), 1);
    CHECK_INT(close(ends[1]), 0);
    wick_op_recv(&other.op, quiet[0], &byte, 1);
    loop_case_start(loop, &other);
    /* The event, and with it the watch, is taken once. */
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    uint64_t calls = calls_of(loop);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    CHECK_INT(calls_of(loop) - calls, 1);
    /* And the end of the connection is still to be had. */
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    CHECK_INT(loop_case_await(loop, &rx), 0);
    wick_loop_drain(loop);
    CHECK_INT(close(ends[0]), 0);
    loop_case_close_pair(quiet);
}

EPOLL_TEST(closing_ends_what_waits_for_the_descriptor)
{
    struct loop_case_op rx = {0};
    struct loop_case_op closing = {0};
    char byte;
    int ends[2];

    loop_case_pair(ends);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    loop_case_start(loop, &rx);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    wick_op_close(&closing.op, ends[0]);
    CHECK_INT(loop_case_await(loop, &closing), 0);
    CHECK_INT(rx.op.result, -ECANCELED);
    CHECK_INT(close(ends[1]), 0);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(full_buffers_are_read_on_without_sleeping_epoll),
    WICK_TEST_ENTRY(prompt_operations_do_not_starve_the_rest_epoll),
    WICK_TEST_ENTRY(hang_ups_that_nobody_waits_for_end_the_watch_epoll),
    WICK_TEST_ENTRY(closing_ends_what_waits_for_the_descriptor_epoll),
};

WICK_TEST_MAIN(tests)
