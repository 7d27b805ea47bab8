/* SPDX-License-Identifier: MIT */
#include "spawn_wait.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "err.h"
#include "limits.h"

/* Kernels without pidfd_open(2), which is 5.3's, are asked this often. */
#define LOOK_MS 1

/* Lifetime: the call's. */
struct run {
    struct wick_spawn_wait *wait;
    uint64_t due_ns; /* UINT64_MAX: never */
};

static void close_pipe(struct wick_spawn_pipe *pipe)
{
    if (pipe->fd >= 0) {
        (void)close(pipe->fd);
        pipe->fd = -1;
    }
}

static void close_pipes(struct wick_spawn_wait *wait)
{
    for (size_t i = 0; i < wait->pipe_count; i++) {
        close_pipe(&wait->pipes[i]);
    }
}

/* Opens the pipes; the child's ends are in @wait->stdio. */
static int open_pipes(struct wick_spawn_wait *wait)
{
    for (size_t i = 0; i < wait->pipe_count; i++) {
        wait->pipes[i].fd = -1;
        wait->pipes[i].sent = 0;
        wait->stdio[wait->pipes[i].index] = WICK_SPAWN_IGNORE;
    }
    for (size_t i = 0; i < wait->pipe_count; i++) {
        int ends[2];
        int err = wick_spawn_pair(ends);

        if (err < 0) {
            return err;
        }
        wait->pipes[i].fd = ends[0];
        wait->stdio[wait->pipes[i].index] = ends[1];
    }
    return 0;
}

static void close_child_ends(struct wick_spawn_wait *wait)
{
    for (size_t i = 0; i < wait->pipe_count; i++) {
        int fd = wait->stdio[wait->pipes[i].index];

        if (fd >= 0) {
            (void)close(fd);
        }
    }
}

/* Sends SIGKILL where the signal that was asked for cannot be sent. */
static void end_child(struct run *run, int err)
{
    struct wick_spawn_wait *wait = run->wait;

    run->due_ns = UINT64_MAX;
    if (wait->err == 0) {
        wait->err = err;
    }
    close_pipes(wait);
    if (kill(wait->pid, wait->kill_signal) < 0 && errno != ESRCH) {
        (void)kill(wait->pid, SIGKILL);
    }
}

static void fail_pipe(struct run *run, struct wick_spawn_pipe *pipe, int err)
{
    if (run->wait->pipe_err == 0) {
        run->wait->pipe_err = err;
    }
    close_pipe(pipe);
}

/* Sends what the socket takes; after the last byte the child sees the end. */
static void feed(struct run *run, struct wick_spawn_pipe *pipe)
{
    size_t left = pipe->input_len - pipe->sent;

    if (left > 0) {
        ssize_t count = send(pipe->fd, pipe->input + pipe->sent, left,
                             MSG_NOSIGNAL | MSG_DONTWAIT);

        if (count < 0 && errno != EAGAIN && errno != EINTR) {
            fail_pipe(run, pipe, -errno);
            return;
        }
        pipe->sent += count > 0 ? (size_t)count : 0;
        left = pipe->input_len - pipe->sent;
    }
    if (left == 0) {
        (void)shutdown(pipe->fd, SHUT_WR);
    }
}

static size_t output_of(const struct wick_spawn_wait *wait)
{
    size_t len = 0;

    for (size_t i = 0; i < wait->pipe_count; i++) {
        len += wait->pipes[i].text.len;
    }
    return len;
}

/* Reads once. */
static void drain(struct run *run, struct wick_spawn_pipe *pipe)
{
    char ignored[WICK_KIB];
    char *room = ignored;
    size_t cap = sizeof(ignored);

    if (pipe->is_output) {
        cap = WICK_SPAWN_STEP;
        if (wick_buf_reserve(&pipe->text, cap, &room) < 0) {
            end_child(run, -ENOBUFS);
            return;
        }
    }
    ssize_t count = recv(pipe->fd, room, cap, MSG_DONTWAIT);

    if (count < 0 && errno != EAGAIN && errno != EINTR) {
        fail_pipe(run, pipe, -errno);
    } else if (count == 0) {
        close_pipe(pipe);
    } else if (count > 0 && pipe->is_output) {
        wick_buf_commit(&pipe->text, (size_t)count);
        if (run->wait->output_max > 0 &&
            output_of(run->wait) > run->wait->output_max) {
            end_child(run, -ENOBUFS);
        }
    }
}

/* Until @due_ns, rounded up; -1 for ever. */
static int timeout_of(uint64_t due_ns)
{
    uint64_t now_ns = wick_clock_monotonic_ns();

    if (due_ns == UINT64_MAX) {
        return -1;
    }
    if (due_ns <= now_ns) {
        return 0;
    }
    uint64_t ms = (due_ns - now_ns - 1) / WICK_NS_PER_MS + 1;
    return ms > INT_MAX ? INT_MAX : (int)ms;
}

/* The pipes that are open as entries of poll(2). */
static size_t fill_polls(const struct wick_spawn_wait *wait,
                         struct pollfd polls[], struct wick_spawn_pipe *pipes[])
{
    size_t count = 0;

    for (size_t i = 0; i < wait->pipe_count; i++) {
        struct wick_spawn_pipe *pipe = &wait->pipes[i];

        if (pipe->fd >= 0) {
            bool has_input = pipe->sent < pipe->input_len;

            pipes[count] = pipe;
            polls[count++] = (struct pollfd){
                .fd = pipe->fd,
                .events = (short)(POLLIN | (has_input ? POLLOUT : 0)),
            };
        }
    }
    return count;
}

static void serve_pipes(struct run *run)
{
    struct pollfd polls[WICK_SPAWN_STDIO_MAX];
    struct wick_spawn_pipe *pipes[WICK_SPAWN_STDIO_MAX];

    for (;;) {
        size_t count = fill_polls(run->wait, polls, pipes);

        if (count == 0) {
            return;
        }
        int ready = poll(polls, (nfds_t)count, timeout_of(run->due_ns));
        if (ready == 0 && timeout_of(run->due_ns) == 0) {
            end_child(run, -ETIMEDOUT);
        }
        for (size_t i = 0; ready > 0 && i < count; i++) {
            if ((polls[i].revents & POLLOUT) != 0 && pipes[i]->fd >= 0) {
                feed(run, pipes[i]);
            }
            if ((polls[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0 &&
                pipes[i]->fd >= 0) {
                drain(run, pipes[i]);
            }
        }
    }
}

/* Sleeps until the child may have ended, or the time is over. */
static void sleep_for_child(int pid_fd, uint64_t due_ns)
{
    struct pollfd entry = {.fd = pid_fd, .events = POLLIN};
    int timeout_ms = timeout_of(due_ns);

    if (pid_fd < 0 && timeout_ms > LOOK_MS) {
        timeout_ms = LOOK_MS;
    }
    (void)poll(&entry, pid_fd < 0 ? 0 : 1, timeout_ms);
}

static void wait_for_child(struct run *run)
{
    struct wick_spawn_wait *wait = run->wait;
    int pid_fd = -1;

    if (run->due_ns != UINT64_MAX) {
        pid_fd = (int)syscall(SYS_pidfd_open, wait->pid, 0);
    }
    for (;;) {
        int options = run->due_ns == UINT64_MAX ? 0 : WNOHANG;
        pid_t pid = waitpid(wait->pid, &wait->status, options);

        if (pid > 0 || (pid < 0 && errno != EINTR)) {
            break;
        }
        if (pid == 0 && timeout_of(run->due_ns) == 0) {
            end_child(run, -ETIMEDOUT);
        } else if (pid == 0) {
            sleep_for_child(pid_fd, run->due_ns);
        }
    }
    if (pid_fd >= 0) {
        (void)close(pid_fd);
    }
}

void wick_spawn_wait(struct wick_spawn_wait *wait)
{
    struct run run = {.wait = wait, .due_ns = UINT64_MAX};

    wait->pid = 0;
    wait->status = 0;
    wait->pipe_err = 0;
    wait->what.stdio = wait->stdio;
    wait->err = open_pipes(wait);
    if (wait->err == 0) {
        int pid = wick_spawn(&wait->what);

        if (pid < 0) {
            wait->err = pid;
        } else {
            wait->pid = pid;
        }
    }
    close_child_ends(wait);
    if (wait->err < 0) {
        close_pipes(wait);
        return;
    }
    if (wait->timeout_ms > 0 && wait->timeout_ms < UINT64_MAX / 2000000) {
        run.due_ns =
            wick_clock_monotonic_ns() + wait->timeout_ms * WICK_NS_PER_MS;
    }
    for (size_t i = 0; i < wait->pipe_count; i++) {
        feed(&run, &wait->pipes[i]);
    }
    serve_pipes(&run);
    wait_for_child(&run);
}
