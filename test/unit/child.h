/* SPDX-License-Identifier: MIT */
/*
 * Runs a function that is expected to end its process in a forked child, and
 * keeps how it ended and the first bytes of what it said on standard error.
 */
#ifndef WICK_TEST_CHILD_H
#define WICK_TEST_CHILD_H

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

struct test_child {
    int status;      /* exit status, or -1 after a signal */
    int signal;      /* its number, or 0 */
    char text[4096]; /* NUL-terminated */
};

/* Reads to the end, so that the child never blocks; keeps what fits. */
static inline void test_child_read(struct test_child *child, int fd)
{
    char chunk[512];
    size_t len = 0;

    for (;;) {
        ssize_t got = read(fd, chunk, sizeof(chunk));

        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        size_t kept = wick_size_min((size_t)got, sizeof(child->text) - 1 - len);
        memcpy(child->text + len, chunk, kept);
        len += kept;
    }
    child->text[len] = '\0';
}

/* A child that returns from @body ends with status 0. */
static inline void test_child_run(struct test_child *child, void (*body)(void))
{
    int ends[2];
    int status;

    (void)fflush(NULL);
    CHECK(pipe(ends) == 0);
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        (void)dup2(ends[1], STDERR_FILENO);
        (void)close(ends[0]);
        (void)close(ends[1]);
        body();
        _exit(0);
    }
    (void)close(ends[1]);
    test_child_read(child, ends[0]);
    (void)close(ends[0]);
    CHECK(waitpid(pid, &status, 0) == pid);
    child->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    child->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

#endif
