/* SPDX-License-Identifier: MIT */
#include "loop_signal.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "child.h"
#include "limits.h"
#include "loop_case.h"

static char told[128];
static bool has_cascade;

static void on_signal(int number)
{
    size_t len = strlen(told);

    (void)snprintf(told + len, sizeof(told) - len, "%d ", number);
    if (has_cascade) {
        has_cascade = false;
        CHECK_INT(raise(number), 0);
    }
}

static void watch(struct wick_loop *loop, int number)
{
    told[0] = '\0';
    CHECK_INT(wick_loop_signal_watch(loop, number, on_signal), 0);
    CHECK(wick_loop_signal_is_watched(number));
}

static void send_signal(int number)
{
    CHECK_INT(raise(number), 0);
}

LOOP_TEST(a_signal_is_told_in_a_turn)
{
    watch(loop, SIGUSR2);
    CHECK(!wick_loop_is_alive(loop));
    send_signal(SIGUSR2);
    CHECK_STR(told, "");
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 1);
    CHECK_STR(told, "12 ");
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    wick_loop_signal_unwatch(SIGUSR2);
    CHECK(!wick_loop_signal_is_watched(SIGUSR2));
}

LOOP_TEST(each_that_came_is_told)
{
    watch(loop, SIGUSR2);
    watch(loop, SIGTERM);
    send_signal(SIGTERM);
    send_signal(SIGUSR2);
    send_signal(SIGTERM);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 1);
    CHECK_STR(told, "12 15 15 ");
    wick_loop_signal_unwatch(SIGUSR2);
    wick_loop_signal_unwatch(SIGTERM);
}

LOOP_TEST(one_that_comes_while_another_is_told)
{
    watch(loop, SIGUSR2);
    has_cascade = true;
    send_signal(SIGUSR2);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 1);
    CHECK_STR(told, "12 ");
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 1);
    CHECK_STR(told, "12 12 ");
    wick_loop_signal_unwatch(SIGUSR2);
}

static void *send_to_process(WICK_UNUSED void *context)
{
    (void)kill(getpid(), SIGUSR2);
    return NULL;
}

/* The sleep has no other end than the signal. */
LOOP_TEST(a_signal_ends_the_sleep)
{
    pthread_t thread;

    watch(loop, SIGUSR2);
    wick_loop_ref(loop);
    CHECK_INT(pthread_create(&thread, NULL, send_to_process, NULL), 0);
    while (told[0] == '\0') {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
    }
    CHECK_STR(told, "12 ");
    CHECK_INT(pthread_join(thread, NULL), 0);
    wick_loop_unref(loop);
    wick_loop_signal_unwatch(SIGUSR2);
}

LOOP_TEST(what_was_not_told_is_forgotten)
{
    watch(loop, SIGUSR2);
    send_signal(SIGUSR2);
    wick_loop_signal_unwatch(SIGUSR2);
    CHECK_INT(wick_loop_signal_watch(loop, SIGUSR2, on_signal), 0);
    (void)wick_loop_run_once(loop, WICK_LOOP_NOWAIT);
    CHECK_STR(told, "");
    wick_loop_signal_unwatch(SIGUSR2);
    wick_loop_signal_unwatch(SIGUSR2);
}

LOOP_TEST(numbers_that_cannot_be_caught)
{
    const int numbers[] = {INT_MIN, -1, 0, SIGKILL, SIGSTOP, 65, INT_MAX};

    for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
        CHECK_INT(wick_loop_signal_watch(loop, numbers[i], on_signal), -EINVAL);
        CHECK(!wick_loop_signal_is_watched(numbers[i]));
        wick_loop_signal_unwatch(numbers[i]);
    }
}

/* What a child does with a loop of its own; the parent looks how it ended. */
static struct wick_loop *child_loop(void)
{
    struct wick_loop *loop;

    CHECK_INT(wick_loop_new(&loop, NULL, NULL), 0);
    return loop;
}

static void unwatch_and_die(void)
{
    watch(child_loop(), SIGTERM);
    wick_loop_signal_unwatch(SIGTERM);
    (void)raise(SIGTERM);
}

WICK_TEST(the_default_comes_back)
{
    struct test_child child;

    test_child_run(&child, unwatch_and_die);
    CHECK_INT(child.signal, SIGTERM);
}

static void unwatch_ignored(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    (void)sigaction(SIGPIPE, &ignore, NULL);
    watch(child_loop(), SIGPIPE);
    wick_loop_signal_unwatch(SIGPIPE);
    (void)raise(SIGPIPE);
    _exit(7);
}

WICK_TEST(so_does_what_was_ignored)
{
    struct test_child child;

    test_child_run(&child, unwatch_ignored);
    CHECK_INT(child.status, 7);
}

static void hold(void)
{
    struct wick_loop *loop = child_loop();

    watch(loop, SIGTERM);
    wick_loop_signal_hold(SIGTERM);
    wick_loop_signal_unwatch(SIGTERM);
    (void)raise(SIGTERM);
    (void)wick_loop_run_once(loop, WICK_LOOP_NOWAIT);
    _exit(strcmp(told, "15 ") == 0 ? 7 : 8);
}

WICK_TEST(what_is_held_stays)
{
    struct test_child child;

    test_child_run(&child, hold);
    CHECK_INT(child.status, 7);
}

static void read_beyond_the_file(void)
{
    FILE *file = tmpfile();

    if (!file) {
        _exit(9);
    }
    char *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fileno(file), 0);
    watch(child_loop(), SIGBUS);
    (void)raise(SIGBUS);
    _exit(page[0]);
}

/* Sent by raise() it waits for its turn; by the kernel it ends the process. */
WICK_TEST(a_fault_is_fatal)
{
    struct test_child child;

    test_child_run(&child, read_beyond_the_file);
    CHECK_INT(child.signal, SIGBUS);
}

static const struct wick_test tests[] = {
    LOOP_TEST_ENTRIES(a_signal_is_told_in_a_turn),
    LOOP_TEST_ENTRIES(each_that_came_is_told),
    LOOP_TEST_ENTRIES(one_that_comes_while_another_is_told),
    LOOP_TEST_ENTRIES(a_signal_ends_the_sleep),
    LOOP_TEST_ENTRIES(what_was_not_told_is_forgotten),
    LOOP_TEST_ENTRIES(numbers_that_cannot_be_caught),
    WICK_TEST_ENTRY(the_default_comes_back),
    WICK_TEST_ENTRY(so_does_what_was_ignored),
    WICK_TEST_ENTRY(what_is_held_stays),
    WICK_TEST_ENTRY(a_fault_is_fatal),
};

WICK_TEST_MAIN(tests)
