/* SPDX-License-Identifier: MIT */
/* accept4(2) and pipe2(2). */
#define _GNU_SOURCE

#include "mock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"

/* Removes the task root and the files that the scenario put there. */
static void remove_root(const struct mock *mock)
{
    pid_t pid = fork();

    if (pid == 0) {
        (void)execl("/bin/rm", "rm", "-rf", "--", mock->root, (char *)NULL);
        _exit(127);
    }
    if (pid > 0) {
        (void)waitpid(pid, NULL, 0);
    }
}

static void kill_child(struct mock *mock)
{
    if (mock->child.pid > 0) {
        (void)kill(mock->child.pid, SIGKILL);
        (void)waitpid(mock->child.pid, &mock->child.status, 0);
        mock->child.pid = 0;
    }
}

void mock_fail(struct mock *mock, const char *format, ...)
{
    va_list args;

    (void)printf("%s:%d: ", mock->path, mock->line);
    va_start(args, format);
    (void)vprintf(format, args);
    va_end(args);
    kill_child(mock);
    (void)printf("\n--- stdout\n%s--- stderr\n%s---\n",
                 wick_buf_cstr(&mock->child.output[0]),
                 wick_buf_cstr(&mock->child.output[1]));
    (void)fflush(stdout);
    remove_root(mock);
    exit(1);
}

static void read_output(struct mock *mock, int index)
{
    struct mock_child *child = &mock->child;
    char piece[4096];
    ssize_t got = read(child->output_fds[index], piece, sizeof(piece));

    if (got < 0 && errno == EINTR) {
        return;
    }
    if (got <= 0) {
        (void)close(child->output_fds[index]);
        child->output_fds[index] = -1;
        return;
    }
    if (wick_buf_append(&child->output[index], piece, (size_t)got) < 0) {
        mock_fail(mock, "too much output");
    }
}

static bool has_output_ended(const struct mock_child *child)
{
    return child->output_fds[0] < 0 && child->output_fds[1] < 0;
}

static int left_ms(struct mock *mock, const char *what)
{
    uint64_t now = wick_clock_monotonic_ns();

    if (now >= mock->limit_ns) {
        mock_fail(mock, "still waiting for %s", what);
    }
    return (int)((mock->limit_ns - now) / WICK_NS_PER_MS) + 1;
}

/* One poll(2) of @fd (or -1) and the outputs. True when @fd is ready. */
static bool poll_once(struct mock *mock, int fd, short events, const char *what)
{
    struct pollfd fds[3] = {
        {.fd = fd, .events = events},
        {.fd = mock->child.output_fds[0], .events = POLLIN},
        {.fd = mock->child.output_fds[1], .events = POLLIN},
    };

    if (poll(fds, 3, left_ms(mock, what)) < 0 && errno != EINTR) {
        mock_fail(mock, "poll: %s", strerror(errno));
    }
    for (int i = 0; i < 2; i++) {
        if (fds[i + 1].revents != 0) {
            read_output(mock, i);
        }
    }
    return fds[0].revents != 0;
}

void mock_wait(struct mock *mock, int fd, short events, const char *what)
{
    while (!poll_once(mock, fd, events, what)) {
        struct pollfd now = {.fd = fd, .events = events};

        /* What the child sent before its end is still to be looked at. */
        if (has_output_ended(&mock->child) && poll(&now, 1, 0) == 0) {
            (void)mock_child_end(mock);
            mock_fail(mock, "the function ended (status %x) before %s",
                      (unsigned)mock->child.status, what);
        }
    }
}

static void run_child(const struct mock *mock, int in, const int out[2])
{
    char *const *argv = mock->arguments.list;
    struct sigaction action = {.sa_handler = SIG_DFL};

    (void)sigaction(SIGPIPE, &action, NULL);
    if (chdir(mock->root) < 0 || dup2(in, 0) < 0 || dup2(out[0], 1) < 0 ||
        dup2(out[1], 2) < 0) {
        _exit(126);
    }
    (void)execve(argv[0], argv, mock->environment.list);
    (void)dprintf(2, "%s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

void mock_child_start(struct mock *mock)
{
    struct mock_child *child = &mock->child;
    int in[2];
    int out[2];
    int err[2];

    if (pipe2(in, O_CLOEXEC) < 0 || pipe2(out, O_CLOEXEC) < 0 ||
        pipe2(err, O_CLOEXEC) < 0) {
        mock_fail(mock, "pipe: %s", strerror(errno));
    }
    child->pid = fork();
    if (child->pid < 0) {
        mock_fail(mock, "fork: %s", strerror(errno));
    }
    if (child->pid == 0) {
        const int outputs[2] = {out[1], err[1]};

        run_child(mock, in[0], outputs);
    }
    (void)close(in[0]);
    (void)close(out[1]);
    (void)close(err[1]);
    child->stdin_fd = in[1];
    child->output_fds[0] = out[0];
    child->output_fds[1] = err[0];
}

int mock_child_end(struct mock *mock)
{
    struct mock_child *child = &mock->child;

    while (!has_output_ended(child)) {
        (void)poll_once(mock, -1, 0, "the end of the function");
    }
    if (child->pid > 0) {
        if (waitpid(child->pid, &child->status, 0) < 0) {
            mock_fail(mock, "waitpid: %s", strerror(errno));
        }
        child->pid = 0;
        remove_root(mock);
    }
    return child->status;
}

void mock_child_write(struct mock *mock, struct wick_str line)
{
    int fd = mock->child.stdin_fd;

    if (write(fd, line.ptr, line.len) != (ssize_t)line.len ||
        write(fd, "\n", 1) != 1) {
        mock_fail(mock, "the function does not read its input");
    }
}

static bool has_line(const struct wick_buf *output, struct wick_str pattern)
{
    struct wick_str_split split = wick_str_split_start(wick_buf_get(output));
    struct wick_str line;

    while (wick_str_split_next(&split, '\n', &line)) {
        if (scn_match(pattern, line)) {
            return true;
        }
    }
    return false;
}

bool mock_child_has_said(const struct mock *mock, struct wick_str pattern)
{
    return has_line(&mock->child.output[0], pattern) ||
           has_line(&mock->child.output[1], pattern);
}

void mock_child_expect(struct mock *mock, struct wick_str pattern)
{
    while (!mock_child_has_said(mock, pattern)) {
        if (has_output_ended(&mock->child)) {
            mock_fail(mock, "the function did not say %.*s",
                      WICK_STR_ARG(pattern));
        }
        (void)poll_once(mock, -1, 0, "a line of output");
    }
}

void mock_child_signal(struct mock *mock, int number)
{
    int status;

    if (mock->child.pid <= 0 || kill(mock->child.pid, number) < 0) {
        mock_fail(mock, "nobody to signal");
    }
    if (number == SIGSTOP && waitpid(mock->child.pid, &status, WUNTRACED) < 0) {
        mock_fail(mock, "waitpid: %s", strerror(errno));
    }
}
