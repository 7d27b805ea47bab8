/* SPDX-License-Identifier: MIT */
#include "loop_child.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "loop_case.h"
#include "loop_signal.h"

/* Lifetime: a test's. */
struct counted {
    struct wick_child child;
    int calls;
};

static int ends;
static int signals_told;

static void on_exit_of(struct wick_child *child)
{
    struct counted *counted = container_of(child, struct counted, child);

    counted->calls++;
    ends++;
}

static void on_signal(int number)
{
    signals_told += number == SIGCHLD;
}

/* A shell that runs @script. */
static int start(struct wick_loop *loop, struct counted *counted,
                 const char *script)
{
    char *args[] = {(char *)"sh", (char *)"-c", (char *)(uintptr_t)script,
                    NULL};
    char *const env[] = {NULL};
    const int stdio[] = {-1, -1, 2};
    const struct wick_spawn what = {.file = "sh",
                                    .args = args,
                                    .env = env,
                                    .stdio = stdio,
                                    .stdio_count = ARRAY_LEN(stdio)};

    counted->calls = 0;
    return wick_child_start(loop, &counted->child, &what, on_exit_of);
}

static void run_until_dead(struct wick_loop *loop)
{
    while (wick_loop_is_alive(loop)) {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
    }
}

LOOP_TEST(an_end_is_told_in_a_turn)
{
    struct counted one;

    CHECK_INT(start(loop, &one, "exit 5"), 0);
    CHECK(one.child.pid > 0);
    CHECK(wick_loop_is_alive(loop));
    run_until_dead(loop);
    CHECK_INT(one.calls, 1);
    CHECK_INT(WEXITSTATUS(one.child.status), 5);
    CHECK_INT(wick_child_kill(&one.child, SIGTERM), -ESRCH);
}

/* Many ends may come as one signal. */
LOOP_TEST(two_hundred_at_once)
{
    static struct counted all[200];

    ends = 0;
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        CHECK_INT(start(loop, &all[i], i % 2 ? "exit 1" : "kill -9 $$"), 0);
    }
    run_until_dead(loop);
    CHECK_INT(ends, ARRAY_LEN(all));
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        int status = all[i].child.status;

        CHECK_INT(all[i].calls, 1);
        CHECK_INT(i % 2 ? WEXITSTATUS(status) : WTERMSIG(status),
                  i % 2 ? 1 : 9);
    }
}

LOOP_TEST(one_that_is_killed)
{
    struct counted one;

    CHECK_INT(start(loop, &one, "exec sleep 100"), 0);
    CHECK_INT(wick_child_kill(&one.child, 0), 0);
    CHECK_INT(wick_child_kill(&one.child, SIGTERM), 0);
    run_until_dead(loop);
    CHECK_INT(WTERMSIG(one.child.status), SIGTERM);
}

LOOP_TEST(one_that_keeps_nothing_alive)
{
    struct counted one;

    CHECK_INT(start(loop, &one, "exec sleep 100"), 0);
    wick_child_set_ref(&one.child, false);
    wick_child_set_ref(&one.child, false);
    CHECK(!wick_loop_is_alive(loop));
    wick_child_set_ref(&one.child, true);
    CHECK(wick_loop_is_alive(loop));
    wick_child_set_ref(&one.child, false);
    CHECK_INT(wick_child_kill(&one.child, SIGKILL), 0);
    /* It is told all the same. */
    wick_loop_ref(loop);
    while (one.calls == 0) {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
    }
    wick_loop_unref(loop);
    CHECK(!wick_loop_is_alive(loop));
}

LOOP_TEST(a_start_that_fails_is_not_called_back)
{
    struct counted one = {.calls = 0};
    char *args[] = {(char *)"x", NULL};
    char *const env[] = {NULL};
    const struct wick_spawn what = {
        .file = "/nowhere", .args = args, .env = env};

    CHECK_INT(wick_child_start(loop, &one.child, &what, on_exit_of), -ENOENT);
    CHECK(!wick_loop_is_alive(loop));
    /* The signal of the process that has not become a program. */
    CHECK(wick_loop_run_once(loop, WICK_LOOP_NOWAIT) >= 0);
    CHECK_INT(one.calls, 0);
}

/* The first child takes a descriptor, by which its end wakes the loop. */
LOOP_TEST(without_a_descriptor_nothing_is_started)
{
    struct counted one = {.calls = 0};
    struct rlimit before = loop_case_leave_fds(0);

    int err = start(loop, &one, "exit 0");
    loop_case_restore_fds(before);
    CHECK_INT(err, -EMFILE);
    CHECK(!wick_loop_is_alive(loop));
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
    struct sigaction now;
    CHECK_INT(sigaction(SIGCHLD, NULL, &now), 0);
    CHECK(now.sa_handler == SIG_DFL);
    CHECK_INT(start(loop, &one, "exit 0"), 0);
    run_until_dead(loop);
    CHECK_INT(one.calls, 1);
}

/* Both who has children and who listens to the signal get it. */
LOOP_TEST(the_signal_may_be_watched_as_well)
{
    struct counted one;

    signals_told = 0;
    CHECK_INT(wick_loop_signal_watch(loop, SIGCHLD, on_signal), 0);
    CHECK_INT(start(loop, &one, "exit 0"), 0);
    run_until_dead(loop);
    CHECK_INT(one.calls, 1);
    CHECK_INT(signals_told, 1);
    CHECK(wick_loop_signal_is_watched(SIGCHLD));
    wick_loop_signal_unwatch(SIGCHLD);
    /* The other way round: it is the children's still. */
    CHECK_INT(start(loop, &one, "exit 0"), 0);
    CHECK_INT(wick_loop_signal_watch(loop, SIGCHLD, on_signal), 0);
    wick_loop_signal_unwatch(SIGCHLD);
    run_until_dead(loop);
    CHECK_INT(one.calls, 1);
    struct sigaction now;
    CHECK_INT(sigaction(SIGCHLD, NULL, &now), 0);
    CHECK(now.sa_handler == SIG_DFL);
}

/* Who waits for all children takes the status away; the end is told. */
LOOP_TEST(one_that_somebody_else_has_waited_for)
{
    struct counted one;

    CHECK_INT(start(loop, &one, "exit 5"), 0);
    CHECK_INT(waitpid(one.child.pid, NULL, 0), one.child.pid);
    run_until_dead(loop);
    CHECK_INT(one.calls, 1);
    CHECK_INT(one.child.status, 0);
}

static const struct wick_test tests[] = {
    LOOP_TEST_ENTRIES(an_end_is_told_in_a_turn),
    LOOP_TEST_ENTRIES(two_hundred_at_once),
    LOOP_TEST_ENTRIES(one_that_is_killed),
    LOOP_TEST_ENTRIES(one_that_keeps_nothing_alive),
    LOOP_TEST_ENTRIES(a_start_that_fails_is_not_called_back),
    LOOP_TEST_ENTRIES(without_a_descriptor_nothing_is_started),
    LOOP_TEST_ENTRIES(the_signal_may_be_watched_as_well),
    LOOP_TEST_ENTRIES(one_that_somebody_else_has_waited_for),
};

WICK_TEST_MAIN(tests)
