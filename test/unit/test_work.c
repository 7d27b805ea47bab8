/* SPDX-License-Identifier: MIT */
#include "work.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "err.h"
#include "limits.h"
#include "loop_case.h"
#include "mem.h"

/* Lifetime: a test's. */
struct job {
    struct wick_work work;
    int number;
    int calls;
    pthread_t thread;
};

static pthread_t loop_thread;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static int64_t run_square(struct wick_work *work)
{
    struct job *job = container_of(work, struct job, work);

    job->thread = pthread_self();
    return (int64_t)job->number * job->number;
}

static int64_t run_gated(struct wick_work *work)
{
    (void)pthread_mutex_lock(&gate);
    (void)pthread_mutex_unlock(&gate);
    return run_square(work);
}

static void on_done(struct wick_work *work)
{
    struct job *job = container_of(work, struct job, work);

    CHECK(pthread_equal(pthread_self(), loop_thread));
    job->calls++;
}

static void start(struct wick_loop *loop, struct job *job, wick_work_run_fn run)
{
    int calls = job->calls;

    loop_thread = pthread_self();
    CHECK_INT(
        wick_work_start(wick_loop_workers(loop), &job->work, run, on_done), 0);
    CHECK_INT(job->calls, calls);
}

static void run_until_idle(struct wick_loop *loop)
{
    while (wick_loop_is_alive(loop)) {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
    }
}

LOOP_TEST(runs_elsewhere_and_returns_here)
{
    struct job job = {.number = 7};

    CHECK_INT(wick_work_pool_threads(wick_loop_workers(loop)), 0);
    start(loop, &job, run_square);
    CHECK(wick_loop_is_alive(loop));
    run_until_idle(loop);
    CHECK_INT(job.calls, 1);
    CHECK_INT(job.work.result, 49);
    CHECK(!pthread_equal(job.thread, loop_thread));
    CHECK_INT(wick_work_pool_threads(wick_loop_workers(loop)), 1);
    /* And again with the same memory. */
    start(loop, &job, run_square);
    run_until_idle(loop);
    CHECK_INT(job.calls, 2);
}

LOOP_TEST(threads_are_bounded)
{
    enum { JOBS = 500 };
    static struct job jobs[JOBS];

    (void)pthread_mutex_lock(&gate);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = (struct job){.number = i};
        start(loop, &jobs[i], run_gated);
    }
    CHECK_INT(wick_work_pool_threads(wick_loop_workers(loop)),
              WICK_WORKERS_DEFAULT);
    (void)pthread_mutex_unlock(&gate);
    run_until_idle(loop);
    for (int i = 0; i < JOBS; i++) {
        CHECK_INT(jobs[i].calls, 1);
        CHECK_INT(jobs[i].work.result, i * i);
    }
}

LOOP_TEST(cancel_takes_what_is_queued)
{
    enum { JOBS = WICK_WORKERS_DEFAULT + 2 };
    static struct job jobs[JOBS];
    struct job *last = &jobs[JOBS - 1];

    (void)pthread_mutex_lock(&gate);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = (struct job){.number = i};
        start(loop, &jobs[i], run_gated);
    }
    wick_work_cancel(&last->work);
    wick_work_cancel(&last->work);
    CHECK_INT(last->calls, 0);
    CHECK(wick_loop_run_once(loop, WICK_LOOP_NOWAIT) >= 0);
    CHECK_INT(last->calls, 1);
    CHECK_INT(last->work.result, -ECANCELED);
    wick_work_cancel(&last->work);
    (void)pthread_mutex_unlock(&gate);
    run_until_idle(loop);
    CHECK_INT(last->calls, 1);
    CHECK_INT(jobs[JOBS - 2].calls, 1);
}

LOOP_TEST(drain_waits_for_what_runs)
{
    static struct job jobs[20];

    for (size_t i = 0; i < ARRAY_LEN(jobs); i++) {
        jobs[i] = (struct job){.number = (int)i};
        start(loop, &jobs[i], run_square);
    }
    wick_loop_drain(loop);
    for (size_t i = 0; i < ARRAY_LEN(jobs); i++) {
        CHECK_INT(jobs[i].calls, 1);
        CHECK(jobs[i].work.result == (int64_t)(i * i) ||
              jobs[i].work.result == -ECANCELED);
    }
    CHECK(!wick_loop_is_alive(loop));
}

static int64_t run_signal_mask(WICK_UNUSED struct wick_work *work)
{
    sigset_t mask;

    return pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0 &&
           sigismember(&mask, SIGTERM);
}

LOOP_TEST(signals_stay_with_the_loop)
{
    struct job job = {0};
    sigset_t mask;

    start(loop, &job, run_signal_mask);
    run_until_idle(loop);
    CHECK_INT(job.work.result, 1);
    CHECK_INT(pthread_sigmask(SIG_BLOCK, NULL, &mask), 0);
    CHECK_INT(sigismember(&mask, SIGTERM), 0);
}

LOOP_TEST(queue_is_limited)
{
    struct job *jobs = wick_alloc_zero(WICK_WORK_QUEUE_MAX + 1, sizeof(*jobs));

    (void)pthread_mutex_lock(&gate);
    for (size_t i = 0; i < WICK_WORK_QUEUE_MAX; i++) {
        start(loop, &jobs[i], run_gated);
    }
    CHECK_INT(wick_work_start(wick_loop_workers(loop),
                              &jobs[WICK_WORK_QUEUE_MAX].work, run_gated,
                              on_done),
              -WICK_ETOOMANY);
    (void)pthread_mutex_unlock(&gate);
    wick_loop_drain(loop);
    CHECK_INT(jobs[0].calls, 1);
    CHECK_INT(jobs[WICK_WORK_QUEUE_MAX - 1].calls, 1);
    CHECK_INT(jobs[WICK_WORK_QUEUE_MAX].calls, 0);
    wick_free(jobs);
}

static const struct wick_test tests[] = {
    LOOP_TEST_ENTRIES(runs_elsewhere_and_returns_here),
    LOOP_TEST_ENTRIES(threads_are_bounded),
    LOOP_TEST_ENTRIES(cancel_takes_what_is_queued),
    LOOP_TEST_ENTRIES(drain_waits_for_what_runs),
    LOOP_TEST_ENTRIES(signals_stay_with_the_loop),
    LOOP_TEST_ENTRIES(queue_is_limited),
};

WICK_TEST_MAIN(tests)
