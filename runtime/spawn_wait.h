/* SPDX-License-Identifier: MIT */
/*
 * A child process that is fed, read and waited for, while nothing else runs:
 * what spawnSync() is made of. Needs no loop.
 */
#ifndef WICK_SPAWN_WAIT_H
#define WICK_SPAWN_WAIT_H

#include "base.h"
#include "buf.h"
#include "limits.h"
#include "spawn.h"

/* Lifetime: the call's. One end of a stream to a descriptor of the child. */
struct wick_spawn_pipe {
    size_t index;         /* which descriptor of the child */
    const uint8_t *input; /* what the child reads of it; borrowed */
    size_t input_len;     /* 0: the end at once */
    bool is_output;       /* whether what the child writes is kept */
    struct wick_buf text; /* that; the owner's, initialised by it */

    int fd; /* our end; -1 when it is closed */
    size_t sent;
};

/* Lifetime: the call's. */
struct wick_spawn_wait {
    /* Its @stdio is not looked at: see @stdio below. */
    struct wick_spawn what;
    int stdio[WICK_SPAWN_STDIO_MAX]; /* entries of @pipes are overwritten */
    struct wick_spawn_pipe *pipes;
    size_t pipe_count;
    uint64_t timeout_ms; /* 0: none */
    size_t output_max;   /* of all pipes together; 0: none */
    int kill_signal;     /* at the timeout, and beyond @output_max */

    /* The results; @pid is 0 when nothing was started. */
    pid_t pid;
    int status; /* as of waitpid(2) */
    /* 0, -ETIMEDOUT, -ENOBUFS beyond @output_max, or the errno of the start */
    int err;
    int pipe_err; /* the first of a pipe, as -EPIPE */
};

/*
 * Starts the child and returns when it has ended and its pipes are closed, by
 * all who have them. After a timeout or too much output it is killed, and the
 * pipes are closed at once.
 */
void wick_spawn_wait(struct wick_spawn_wait *wait);

#endif
