/* SPDX-License-Identifier: MIT */
/* What the io_uring back end promises beyond the tests that both pass. */
#include "loop_uring.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>

#include "loop_case.h"
#include "mem.h"

/* A loop with a ring of @entries, or the test is skipped. */
static struct wick_loop *new_loop(unsigned entries)
{
    const struct wick_loop_config config = {.backend = WICK_LOOP_URING,
                                            .ring_entries = entries};
    char why[WICK_LOOP_WHY_SIZE];
    struct wick_loop *loop;

    if (wick_loop_new(&loop, &config, why) < 0) {
        SKIP(why);
    }
    return loop;
}

static uint64_t enters_of(const struct wick_loop *loop)
{
    return wick_loop_stats(loop)->enters;
}

/* Sleep and submission of any number of operations are one call. */
WICK_TEST(a_turn_is_one_system_call)
{
    enum { OPS = 100 };
    static struct loop_case_op polls[OPS];
    struct wick_loop *loop = new_loop(0);
    int ends[2];

    loop_case_pair(ends);
    for (int i = 0; i < OPS; i++) {
        polls[i] = (struct loop_case_op){0};
        wick_op_poll(&polls[i].op, ends[0], POLLOUT);
        loop_case_start(loop, &polls[i]);
    }
    uint64_t calls = wick_loop_stats(loop)->system_calls;
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_WAIT), OPS);
    CHECK_INT(wick_loop_stats(loop)->system_calls - calls, 1);
    CHECK_INT(wick_loop_stats(loop)->enters, 1);
    wick_loop_free(loop);
    loop_case_close_pair(ends);
}

/* Answers the first byte at the descriptor that @context points to. */
static void *answer(void *context)
{
    int fd = *(int *)context;
    char byte;
    bool is_done = read(fd, &byte, 1) == 1 && write(fd, &byte, 1) == 1;

    return is_done ? context : NULL;
}

/* The sleep goes on behind the end of a send that is known to be quick. */
WICK_TEST(a_request_and_its_answer_are_one_call)
{
    struct loop_case_op rx = {0};
    struct loop_case_op tx = {0};
    struct wick_loop *loop = new_loop(0);
    pthread_t peer;
    void *is_done;
    char byte = 0;
    int ends[2];

    loop_case_pair(ends);
    CHECK_INT(fcntl(ends[1], F_SETFL, 0), 0);
    CHECK_INT(pthread_create(&peer, NULL, answer, &ends[1]), 0);
    wick_op_send(&tx.op, ends[0], "x", 1);
    wick_op_set_quick(&tx.op);
    loop_case_start(loop, &tx);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    loop_case_start(loop, &rx);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_WAIT), 2);
    CHECK_INT(enters_of(loop), 1);
    CHECK_INT(byte, 'x');
    CHECK_INT(pthread_join(peer, &is_done), 0);
    CHECK(is_done);
    wick_loop_free(loop);
    loop_case_close_pair(ends);
}

/* A quick send that fails is an end like any other. */
WICK_TEST(a_quick_send_that_fails_ends)
{
    struct loop_case_op tx = {0};
    struct wick_loop *loop = new_loop(0);
    int ends[2];

    loop_case_pair(ends);
    CHECK_INT(close(ends[1]), 0);
    wick_op_send(&tx.op, ends[0], "x", 1);
    wick_op_set_quick(&tx.op);
    struct loop_case_op poll_op = {0};
    wick_op_poll(&poll_op.op, ends[0], POLLOUT);
    loop_case_start(loop, &tx);
    loop_case_start(loop, &poll_op);
    CHECK_INT(loop_case_finish(loop, &tx), -EPIPE);
    CHECK(loop_case_finish(loop, &poll_op) > 0);
    wick_loop_free(loop);
    CHECK_INT(close(ends[0]), 0);
}

WICK_TEST(an_idle_turn_makes_no_system_call)
{
    struct loop_case_op rx = {0};
    struct wick_loop *loop = new_loop(0);
    char byte;
    int ends[2];

    loop_case_pair(ends);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    loop_case_start(loop, &rx);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    uint64_t enters = enters_of(loop);
    for (int i = 0; i < 10; i++) {
        CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    }
    CHECK_INT(enters_of(loop), enters);
    wick_loop_drain(loop);
    wick_loop_free(loop);
    loop_case_close_pair(ends);
}

/* More operations than both rings hold, all of them complete at once. */
WICK_TEST(a_small_ring_takes_everything)
{
    enum { OPS = 3000 };
    struct loop_case_op *polls = wick_alloc_zero(OPS, sizeof(*polls));
    struct wick_loop *loop = new_loop(4);
    int ends[2];

    loop_case_pair(ends);
    for (int i = 0; i < OPS; i++) {
        wick_op_poll(&polls[i].op, ends[0], POLLOUT);
        loop_case_start(loop, &polls[i]);
    }
    for (int i = 0; i < OPS; i++) {
        CHECK_INT(loop_case_finish(loop, &polls[i]), POLLOUT);
    }
    wick_loop_free(loop);
    loop_case_close_pair(ends);
    wick_free(polls);
}

/* Cancels need entries too, and there are more of them than the ring has. */
WICK_TEST(a_small_ring_cancels_everything)
{
    enum { OPS = 500 };
    struct loop_case_op *polls = wick_alloc_zero(OPS, sizeof(*polls));
    struct wick_loop *loop = new_loop(4);
    int ends[2];

    loop_case_pair(ends);
    for (int i = 0; i < OPS; i++) {
        wick_op_poll(&polls[i].op, ends[0], POLLIN);
        loop_case_start(loop, &polls[i]);
    }
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    for (int i = 0; i < OPS; i++) {
        wick_loop_cancel(loop, &polls[i].op);
    }
    for (int i = 0; i < OPS; i++) {
        CHECK_INT(loop_case_finish(loop, &polls[i]), -ECANCELED);
    }
    wick_loop_free(loop);
    loop_case_close_pair(ends);
    wick_free(polls);
}

/* Chains need three entries in a row and wait for room in a ring of four. */
WICK_TEST(a_small_ring_reads_whole_files)
{
    enum { READS = 300 };
    struct loop_case_op *reads = wick_alloc_zero(READS, sizeof(*reads));
    char(*bytes)[8] = wick_alloc_zero(READS, sizeof(*bytes));
    struct wick_loop *loop = new_loop(4);
    char path[64] = "/tmp/wick-loop-XXXXXX";
    int fd = mkstemp(path);

    CHECK(fd >= 0);
    CHECK_INT(write(fd, "text", 4), 4);
    CHECK_INT(close(fd), 0);
    for (int i = 0; i < READS; i++) {
        wick_op_read_file(&reads[i].op, path, bytes[i], sizeof(bytes[i]));
        loop_case_start(loop, &reads[i]);
    }
    for (int i = 0; i < READS; i++) {
        CHECK_INT(loop_case_finish(loop, &reads[i]), 4);
        CHECK_STR(bytes[i], "text");
    }
    wick_loop_free(loop);
    CHECK_INT(unlink(path), 0);
    wick_free(reads);
    wick_free(bytes);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(a_turn_is_one_system_call),
    WICK_TEST_ENTRY(a_request_and_its_answer_are_one_call),
    WICK_TEST_ENTRY(a_quick_send_that_fails_ends),
    WICK_TEST_ENTRY(an_idle_turn_makes_no_system_call),
    WICK_TEST_ENTRY(a_small_ring_takes_everything),
    WICK_TEST_ENTRY(a_small_ring_cancels_everything),
    WICK_TEST_ENTRY(a_small_ring_reads_whole_files),
};

WICK_TEST_MAIN(tests)
