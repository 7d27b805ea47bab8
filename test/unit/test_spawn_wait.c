/* SPDX-License-Identifier: MIT */
#include "spawn_wait.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "limits.h"
#include "loop_case.h"

/* Lifetime: process; far too large for a stack. */
static struct wick_spawn_wait wait_state;
static struct wick_spawn_pipe pipes[3];
static char *args[4] = {(char *)"sh", (char *)"-c", NULL, NULL};
static char *const no_env[] = {NULL};

/* A shell that runs @script, with pipes to its standard descriptors. */
static struct wick_spawn_wait *describe(const char *script)
{
    args[2] = (char *)(uintptr_t)script;
    wait_state = (struct wick_spawn_wait){
        .what = {.file = "sh", .args = args, .env = no_env, .stdio_count = 3},
        .pipes = pipes,
        .pipe_count = 3,
        .kill_signal = SIGTERM,
    };
    for (size_t i = 0; i < 3; i++) {
        pipes[i] = (struct wick_spawn_pipe){.index = i, .is_output = i > 0};
        wick_buf_init(&pipes[i].text, WICK_BUF_MAX);
    }
    return &wait_state;
}

static void run(struct wick_spawn_wait *wait)
{
    int fds = loop_case_count_fds();

    wick_spawn_wait(wait);
    CHECK_INT(loop_case_count_fds(), fds);
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
}

static void release(void)
{
    for (size_t i = 0; i < 3; i++) {
        wick_buf_release(&pipes[i].text);
    }
}

WICK_TEST(input_output_and_status)
{
    struct wick_spawn_wait *wait = describe("cat; echo no >&2; exit 3");

    pipes[0].input = (const uint8_t *)"hello";
    pipes[0].input_len = 5;
    run(wait);
    CHECK_INT(wait->err, 0);
    CHECK_INT(wait->pipe_err, 0);
    CHECK(wait->pid > 0);
    CHECK_INT(WEXITSTATUS(wait->status), 3);
    CHECK_STR(wick_buf_cstr(&pipes[1].text), "hello");
    CHECK_STR(wick_buf_cstr(&pipes[2].text), "no\n");
    release();
}

/* More than sockets hold, in both directions at once. */
WICK_TEST(a_megabyte_through_a_filter)
{
    static uint8_t bytes[1 << 20];
    struct wick_spawn_wait *wait = describe("cat");

    for (size_t i = 0; i < sizeof(bytes); i++) {
        bytes[i] = (uint8_t)(i * 31 >> 3);
    }
    pipes[0].input = bytes;
    pipes[0].input_len = sizeof(bytes);
    run(wait);
    CHECK_INT(pipes[1].text.len, sizeof(bytes));
    CHECK_INT(memcmp(pipes[1].text.data, bytes, sizeof(bytes)), 0);
    release();
}

WICK_TEST(input_that_nobody_reads)
{
    static const uint8_t bytes[1 << 20];
    struct wick_spawn_wait *wait = describe("exec true");

    pipes[0].input = bytes;
    pipes[0].input_len = sizeof(bytes);
    run(wait);
    CHECK_INT(wait->err, 0);
    CHECK_INT(wait->status, 0);
    CHECK(wait->pipe_err == -EPIPE || wait->pipe_err == -ECONNRESET);
    release();
}

WICK_TEST(too_much_output_ends_it)
{
    struct wick_spawn_wait *wait = describe("exec cat /dev/zero");

    wait->output_max = 1000;
    run(wait);
    CHECK_INT(wait->err, -ENOBUFS);
    /* Killed, or told by its pipe before the signal came. */
    CHECK(WTERMSIG(wait->status) == SIGTERM ||
          WTERMSIG(wait->status) == SIGPIPE);
    CHECK(pipes[1].text.len > 1000);
    release();
}

WICK_TEST(time_ends_it)
{
    struct wick_spawn_wait *wait = describe("exec sleep 100");

    wait->timeout_ms = 5;
    wait->kill_signal = SIGKILL;
    run(wait);
    CHECK_INT(wait->err, -ETIMEDOUT);
    CHECK_INT(WTERMSIG(wait->status), SIGKILL);
    release();
}

/* There is nothing to be polled but the end of the process. */
WICK_TEST(time_ends_one_without_pipes)
{
    struct wick_spawn_wait *wait = describe("exec sleep 100");

    wait->pipe_count = 0;
    for (size_t i = 0; i < 3; i++) {
        wait->stdio[i] = WICK_SPAWN_IGNORE;
    }
    wait->timeout_ms = 5;
    run(wait);
    CHECK_INT(wait->err, -ETIMEDOUT);
    CHECK_INT(WTERMSIG(wait->status), SIGTERM);
}

WICK_TEST(time_that_is_not_needed)
{
    struct wick_spawn_wait *wait = describe("exit 0");

    wait->timeout_ms = 60000;
    run(wait);
    CHECK_INT(wait->err, 0);
    CHECK_INT(wait->status, 0);
    release();
}

WICK_TEST(a_signal_that_does_not_exist_is_sigkill)
{
    struct wick_spawn_wait *wait = describe("exec sleep 100");

    wait->timeout_ms = 5;
    wait->kill_signal = 1000;
    run(wait);
    CHECK_INT(WTERMSIG(wait->status), SIGKILL);
    release();
}

WICK_TEST(a_start_that_fails)
{
    struct wick_spawn_wait *wait = describe("");

    wait->what.file = "/nowhere";
    run(wait);
    CHECK_INT(wait->err, -ENOENT);
    CHECK_INT(wait->pid, 0);
    release();
}

WICK_TEST(no_descriptors_are_left)
{
    struct wick_spawn_wait *wait = describe("exit 0");
    int fds = loop_case_count_fds();

    /* The n-th pipe is the one that does not come about. */
    for (rlim_t more = 0; more < 6; more++) {
        struct rlimit before = loop_case_leave_fds(more);

        wick_spawn_wait(wait);
        loop_case_restore_fds(before);
        CHECK_INT(wait->err, -EMFILE);
        CHECK_INT(wait->pid, 0);
        CHECK_INT(loop_case_count_fds(), fds);
    }
    release();
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(input_output_and_status),
    WICK_TEST_ENTRY(a_megabyte_through_a_filter),
    WICK_TEST_ENTRY(input_that_nobody_reads),
    WICK_TEST_ENTRY(too_much_output_ends_it),
    WICK_TEST_ENTRY(time_ends_it),
    WICK_TEST_ENTRY(time_ends_one_without_pipes),
    WICK_TEST_ENTRY(time_that_is_not_needed),
    WICK_TEST_ENTRY(a_signal_that_does_not_exist_is_sigkill),
    WICK_TEST_ENTRY(a_start_that_fails),
    WICK_TEST_ENTRY(no_descriptors_are_left),
};

WICK_TEST_MAIN(tests)
