/* SPDX-License-Identifier: MIT */
#include "loop.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

#include "err.h"
#include "limits.h"
#include "loop_case.h"
#include "mem.h"

LOOP_TEST(nothing_to_do_returns_at_once)
{
    CHECK(!wick_loop_is_alive(loop));
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_WAIT), 0);
    CHECK_INT(wick_loop_stats(loop)->waits, 0);
}

LOOP_TEST(start_refuses_negative_descriptors)
{
    struct loop_case_op rx = {0};
    char byte;

    wick_op_recv(&rx.op, -1, &byte, 1);
    CHECK_INT(wick_loop_start(loop, &rx.op, loop_case_on_done), -EBADF);
    CHECK(!wick_op_is_in_flight(&rx.op));
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    CHECK_INT(rx.calls, 0);
}

LOOP_TEST(cancel_before_the_turn)
{
    struct loop_case_op rx = {0};
    char byte;
    int ends[2];

    loop_case_pair(ends);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    loop_case_start(loop, &rx);
    wick_loop_cancel(loop, &rx.op);
    wick_loop_cancel(loop, &rx.op);
    CHECK_INT(rx.calls, 0);
    CHECK_INT(loop_case_finish(loop, &rx), -ECANCELED);
    loop_case_close_pair(ends);
}

LOOP_TEST(cancel_while_in_flight)
{
    struct loop_case_op rx = {0};
    struct loop_case_op poll = {0};
    char byte;
    int ends[2];

    loop_case_pair(ends);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    wick_op_poll(&poll.op, ends[1], POLLIN);
    loop_case_start(loop, &rx);
    loop_case_start(loop, &poll);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    wick_loop_cancel(loop, &rx.op);
    wick_loop_cancel(loop, &poll.op);
    CHECK_INT(loop_case_finish(loop, &rx), -ECANCELED);
    CHECK_INT(loop_case_finish(loop, &poll), -ECANCELED);
    /* Nothing was consumed, and the descriptor works on. */
    CHECK_INT(write(ends[1], "z", 1), 1);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    CHECK_INT(loop_case_await(loop, &rx), 1);
    CHECK_INT(byte, 'z');
    loop_case_close_pair(ends);
}

LOOP_TEST(cancel_of_what_is_done_keeps_the_result)
{
    struct loop_case_op rx = {0};
    char byte;
    int ends[2];

    loop_case_pair(ends);
    CHECK_INT(write(ends[1], "z", 1), 1);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    CHECK_INT(loop_case_await(loop, &rx), 1);
    wick_loop_cancel(loop, &rx.op);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    CHECK_INT(rx.op.result, 1);
    loop_case_close_pair(ends);
}

/* A second operation and a cancel of the first, in a callback. */
static struct loop_case_op chained;
static struct loop_case_op victim;
static char chained_byte;

static void start_chained(struct wick_op *op)
{
    struct wick_loop *loop =
        wick_op_is_in_flight(&victim.op) ? victim.op.loop : NULL;

    CHECK(!wick_op_is_in_flight(op));
    CHECK(loop);
    wick_loop_cancel(loop, &victim.op);
    CHECK_INT(victim.calls, 0);
    wick_op_recv(&chained.op, op->fd, &chained_byte, 1);
    loop_case_start(loop, &chained);
}

LOOP_TEST(callbacks_may_start_and_cancel)
{
    struct wick_op first = {0};
    char byte;
    char other;
    int ends[2];
    int silent[2];

    loop_case_pair(ends);
    loop_case_pair(silent);
    victim = (struct loop_case_op){0};
    chained = (struct loop_case_op){0};
    wick_op_recv(&victim.op, silent[0], &other, 1);
    loop_case_start(loop, &victim);
    CHECK_INT(write(ends[1], "ab", 2), 2);
    wick_op_recv(&first, ends[0], &byte, 1);
    CHECK_INT(wick_loop_start(loop, &first, start_chained), 0);
    CHECK_INT(loop_case_finish(loop, &victim), -ECANCELED);
    CHECK_INT(loop_case_finish(loop, &chained), 1);
    CHECK_INT(chained_byte, 'b');
    loop_case_close_pair(ends);
    loop_case_close_pair(silent);
}

LOOP_TEST(unreferenced_operations_do_not_keep_it_alive)
{
    struct loop_case_op rx = {0};
    char byte;
    int ends[2];

    loop_case_pair(ends);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    loop_case_start(loop, &rx);
    wick_loop_set_ref(loop, &rx.op, false);
    wick_loop_set_ref(loop, &rx.op, false);
    CHECK(!wick_loop_is_alive(loop));
    CHECK_INT(wick_loop_in_flight(loop), 1);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_WAIT), 0);
    wick_loop_set_ref(loop, &rx.op, true);
    CHECK(wick_loop_is_alive(loop));
    CHECK_INT(write(ends[1], "x", 1), 1);
    CHECK_INT(loop_case_finish(loop, &rx), 1);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    wick_loop_set_ref(loop, &rx.op, false);
    loop_case_start(loop, &rx);
    CHECK(!wick_loop_is_alive(loop));
    wick_loop_drain(loop);
    CHECK_INT(rx.op.result, -ECANCELED);
    CHECK(!wick_loop_is_alive(loop));
    loop_case_close_pair(ends);
}

static void restart_once(struct wick_op *op)
{
    struct loop_case_op *end = container_of(op, struct loop_case_op, op);

    if (++end->calls == 1) {
        CHECK_INT(wick_loop_start(victim.op.loop, op, restart_once), 0);
    }
}

LOOP_TEST(drain_cancels_what_callbacks_start)
{
    struct loop_case_op rx = {0};
    char byte;
    int ends[2];

    loop_case_pair(ends);
    victim = (struct loop_case_op){0};
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    CHECK_INT(wick_loop_start(loop, &rx.op, restart_once), 0);
    wick_op_poll(&victim.op, ends[1], POLLHUP);
    loop_case_start(loop, &victim);
    wick_loop_drain(loop);
    CHECK_INT(rx.calls, 2);
    CHECK_INT(victim.calls, 1);
    CHECK_INT(wick_loop_in_flight(loop), 0);
    loop_case_close_pair(ends);
}

static char trace[128];

static void add_trace(const char *what)
{
    size_t len = strlen(trace);

    (void)snprintf(trace + len, sizeof(trace) - len, "%s ", what);
}

static void hook_before_sleep(void *context)
{
    CHECK(context == trace);
    add_trace("before");
}

static void hook_after_poll(void *context)
{
    CHECK(context == trace);
    add_trace("poll");
}

static void hook_after_timers(void *context)
{
    CHECK(context == trace);
    add_trace("timers");
}

static void trace_op(WICK_UNUSED struct wick_op *op)
{
    add_trace("op");
}

static void trace_timer(WICK_UNUSED struct wick_timer *timer)
{
    add_trace("timer");
}

static void trace_post(WICK_UNUSED struct wick_post *post)
{
    add_trace("post");
}

LOOP_TEST(a_turn_has_its_order)
{
    const struct wick_loop_hooks hooks = {
        .context = trace,
        .before_sleep = hook_before_sleep,
        .after_poll = hook_after_poll,
        .after_timers = hook_after_timers,
    };
    struct wick_timer timer = {0};
    struct wick_post post = {.on_post = trace_post};
    struct wick_op rx = {0};
    char byte;
    int ends[2];

    loop_case_pair(ends);
    trace[0] = '\0';
    wick_loop_set_hooks(loop, &hooks);
    CHECK_INT(wick_loop_enable_posts(loop), 0);
    CHECK_INT(wick_timer_start(wick_loop_timers(loop), &timer, 0, trace_timer),
              0);
    wick_op_recv(&rx, ends[0], &byte, 1);
    CHECK_INT(write(ends[1], "x", 1), 1);
    CHECK_INT(wick_loop_start(loop, &rx, trace_op), 0);
    wick_loop_post(loop, &post);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_WAIT), 3);
    CHECK_STR(trace, "before post op poll timer timers ");
    wick_loop_set_hooks(loop, &(struct wick_loop_hooks){0});
    loop_case_close_pair(ends);
}

static struct loop_case_op late;

static void start_late(void *context)
{
    if (late.op.kind == WICK_OP_NONE) {
        wick_op_send(&late.op, *(int *)context, "x", 1);
        loop_case_start(chained.op.loop, &late);
    }
}

LOOP_TEST(before_sleep_still_joins_the_submission)
{
    int ends[2];
    const struct wick_loop_hooks hooks = {.context = &ends[0],
                                          .before_sleep = start_late};

    loop_case_pair(ends);
    late = (struct loop_case_op){0};
    chained = (struct loop_case_op){0};
    wick_op_recv(&chained.op, ends[1], &chained_byte, 1);
    loop_case_start(loop, &chained);
    wick_loop_set_hooks(loop, &hooks);
    CHECK_INT(loop_case_finish(loop, &chained), 1);
    CHECK_INT(late.calls, 1);
    CHECK(wick_loop_stats(loop)->turns <= 2);
    wick_loop_set_hooks(loop, &(struct wick_loop_hooks){0});
    loop_case_close_pair(ends);
}

LOOP_TEST(timers_wake_the_sleep)
{
    struct wick_timer timer = {0};

    trace[0] = '\0';
    CHECK_INT(
        wick_timer_start(wick_loop_timers(loop), &timer, 1500000, trace_timer),
        0);
    uint64_t due_ns = wick_timers_next_due_ns(wick_loop_timers(loop));
    CHECK(wick_loop_is_alive(loop));
    while (wick_loop_is_alive(loop)) {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
    }
    CHECK_STR(trace, "timer ");
    CHECK(wick_loop_now_ns(loop) >= due_ns);
}

LOOP_TEST(stay_awake_spares_one_sleep)
{
    struct loop_case_op rx = {0};
    char byte;
    int ends[2];

    loop_case_pair(ends);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    loop_case_start(loop, &rx);
    wick_loop_stay_awake(loop);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_WAIT), 0);
    CHECK_INT(wick_loop_stats(loop)->waits, 0);
    wick_loop_drain(loop);
    CHECK_INT(rx.op.result, -ECANCELED);
    loop_case_close_pair(ends);
}

enum { POSTS = 1000, POSTERS = 4 };

struct numbered_post {
    struct wick_post post;
    int poster;
    int number;
};

static struct numbered_post posts[POSTERS][POSTS];
static int next_number[POSTERS];
static int received_posts;
static struct wick_loop *posted_loop;

static void on_numbered(struct wick_post *post)
{
    struct numbered_post *numbered =
        container_of(post, struct numbered_post, post);

    CHECK_INT(numbered->number, next_number[numbered->poster]);
    next_number[numbered->poster]++;
    received_posts++;
}

static void *run_poster(void *context)
{
    int poster = *(int *)context;

    for (int i = 0; i < POSTS; i++) {
        posts[poster][i] = (struct numbered_post){
            .post = {.on_post = on_numbered}, .poster = poster, .number = i};
        wick_loop_post(posted_loop, &posts[poster][i].post);
    }
    return NULL;
}

LOOP_TEST(posts_arrive_in_order_from_many_threads)
{
    static int ids[POSTERS];
    pthread_t threads[POSTERS];

    posted_loop = loop;
    received_posts = 0;
    memset(next_number, 0, sizeof(next_number));
    CHECK_INT(wick_loop_enable_posts(loop), 0);
    CHECK_INT(wick_loop_enable_posts(loop), 0);
    wick_loop_ref(loop);
    for (int i = 0; i < POSTERS; i++) {
        ids[i] = i;
        CHECK_INT(pthread_create(&threads[i], NULL, run_poster, &ids[i]), 0);
    }
    while (received_posts < POSTERS * POSTS) {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
    }
    for (int i = 0; i < POSTERS; i++) {
        CHECK_INT(pthread_join(threads[i], NULL), 0);
    }
    wick_loop_unref(loop);
    CHECK(!wick_loop_is_alive(loop));
}

static uint64_t thawed_ns;

static void hook_on_thaw(WICK_UNUSED void *context, uint64_t frozen_ns)
{
    thawed_ns = frozen_ns;
}

/* The threshold of one nanosecond makes the clocks' own jitter a freeze. */
WICK_TEST(freeze_is_reported_from_its_threshold_on)
{
    const struct wick_loop_hooks hooks = {.on_thaw = hook_on_thaw};
    struct wick_loop_config config = {.backend = WICK_LOOP_EPOLL,
                                      .freeze_least_ns = 1};
    struct wick_loop *loop;

    thawed_ns = 0;
    CHECK_INT(wick_loop_new(&loop, &config, NULL), 0);
    wick_loop_set_hooks(loop, &hooks);
    while (thawed_ns == 0) {
        CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    }
    wick_loop_free(loop);

    thawed_ns = 0;
    config.freeze_least_ns = UINT64_MAX;
    CHECK_INT(wick_loop_new(&loop, &config, NULL), 0);
    wick_loop_set_hooks(loop, &hooks);
    for (int i = 0; i < 1000; i++) {
        CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    }
    CHECK_INT(thawed_ns, 0);
    wick_loop_free(loop);
}

static void on_signal(WICK_UNUSED int number)
{
}

/* A signal ends the turn, so that its handler's work is seen, not the loop. */
LOOP_TEST(a_signal_ends_the_turn_alone)
{
    const struct sigaction action = {.sa_handler = on_signal};
    const struct itimerval often = {{0, 1000}, {0, 1000}};
    const struct itimerval never = {0};
    struct sigaction old;
    struct loop_case_op rx = {0};
    char byte;
    int ends[2];

    loop_case_pair(ends);
    CHECK_INT(sigaction(SIGALRM, &action, &old), 0);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    loop_case_start(loop, &rx);
    /* Again and again: the first may come before the sleep. */
    CHECK_INT(setitimer(ITIMER_REAL, &often, NULL), 0);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_WAIT), 0);
    CHECK_INT(setitimer(ITIMER_REAL, &never, NULL), 0);
    CHECK_INT(rx.calls, 0);
    CHECK_INT(write(ends[1], "x", 1), 1);
    CHECK_INT(loop_case_finish(loop, &rx), 1);
    CHECK_INT(sigaction(SIGALRM, &old, NULL), 0);
    loop_case_close_pair(ends);
}

LOOP_TEST(operations_are_limited)
{
    struct wick_op *many = wick_alloc_zero(WICK_OPS_MAX + 1, sizeof(*many));
    static int ends[2];

    loop_case_pair(ends);
    for (size_t i = 0; i <= WICK_OPS_MAX; i++) {
        wick_op_poll(&many[i], ends[0], POLLIN);
        int err = wick_loop_start(loop, &many[i], trace_op);
        CHECK_INT(err, i < WICK_OPS_MAX ? 0 : -WICK_ETOOMANY);
    }
    trace[0] = '\0';
    wick_loop_drain(loop);
    loop_case_close_pair(ends);
    wick_free(many);
}

WICK_TEST(names_of_back_ends_are_parsed)
{
    enum wick_loop_backend backend = WICK_LOOP_EPOLL;

    CHECK_INT(wick_loop_backend_parse(NULL, &backend), 0);
    CHECK_INT(backend, WICK_LOOP_AUTO);
    CHECK_INT(wick_loop_backend_parse("uring", &backend), 0);
    CHECK_INT(backend, WICK_LOOP_URING);
    CHECK_INT(wick_loop_backend_parse("", &backend), 0);
    CHECK_INT(backend, WICK_LOOP_AUTO);
    CHECK_INT(wick_loop_backend_parse("epoll", &backend), 0);
    CHECK_INT(backend, WICK_LOOP_EPOLL);
    CHECK_INT(wick_loop_backend_parse("kqueue", &backend), -EINVAL);
    CHECK_INT(wick_loop_backend_parse("io_uring", &backend), -EINVAL);
    CHECK_INT(backend, WICK_LOOP_EPOLL);
}

static const struct wick_test tests[] = {
    LOOP_TEST_ENTRIES(nothing_to_do_returns_at_once),
    LOOP_TEST_ENTRIES(start_refuses_negative_descriptors),
    LOOP_TEST_ENTRIES(cancel_before_the_turn),
    LOOP_TEST_ENTRIES(cancel_while_in_flight),
    LOOP_TEST_ENTRIES(cancel_of_what_is_done_keeps_the_result),
    LOOP_TEST_ENTRIES(callbacks_may_start_and_cancel),
    LOOP_TEST_ENTRIES(unreferenced_operations_do_not_keep_it_alive),
    LOOP_TEST_ENTRIES(drain_cancels_what_callbacks_start),
    LOOP_TEST_ENTRIES(a_turn_has_its_order),
    LOOP_TEST_ENTRIES(before_sleep_still_joins_the_submission),
    LOOP_TEST_ENTRIES(timers_wake_the_sleep),
    LOOP_TEST_ENTRIES(stay_awake_spares_one_sleep),
    LOOP_TEST_ENTRIES(posts_arrive_in_order_from_many_threads),
    WICK_TEST_ENTRY(freeze_is_reported_from_its_threshold_on),
    LOOP_TEST_ENTRIES(a_signal_ends_the_turn_alone),
    LOOP_TEST_ENTRIES(operations_are_limited),
    WICK_TEST_ENTRY(names_of_back_ends_are_parsed),
};

WICK_TEST_MAIN(tests)
