/* SPDX-License-Identifier: MIT */
/*
 * Runs one command to its end and measures it: time from before the spawn to
 * the end of the process, and what the kernel accounted to it.
 *
 * Peak RSS has a floor: the kernel counts the memory of the process that
 * spawned into the spawned one until the exec, so figures below the RSS of
 * the harness itself (under 2 MB) do not mean anything.
 */
#ifndef WICK_BENCH_RUN_H
#define WICK_BENCH_RUN_H

#include "base.h"
#include "metric.h"

/* What is kept of each output; a benchmark prints a line or two. */
#define WICK_RUN_OUTPUT_MAX 65536

enum wick_run_end {
    WICK_RUN_EXITED,      /* code is the exit status */
    WICK_RUN_SIGNALLED,   /* code is the signal */
    WICK_RUN_TIMED_OUT,   /* killed by the harness */
    WICK_RUN_NOT_STARTED, /* code is an errno */
    WICK_RUN_INTERRUPTED, /* the harness got the signal in code; killed */
};

/* Lifetime: the caller's storage; the outputs are NUL-terminated. */
struct wick_run {
    enum wick_run_end end;
    int code;
    struct wick_sample sample; /* without inner; all NAN unless it exited */
    size_t out_len;
    char out[WICK_RUN_OUTPUT_MAX + 1];
    char err[WICK_RUN_OUTPUT_MAX + 1];
};

/*
 * Prepares the process: SIGINT, SIGTERM and SIGHUP are taken while a command
 * runs, so that none is left behind. Call once, before the first run. 0 or
 * -errno.
 */
WICK_NODISCARD int wick_run_init(void);

/*
 * Runs @argv (found through PATH) with an empty standard input, in a process
 * group of its own, for at most @timeout_ms. What is left of the group when
 * the command ends is killed. Fills @run whatever happens.
 */
void wick_run_command(struct wick_run *run, char *const argv[], int timeout_ms);

/* 0 where the kernel counts instructions for us, or -errno why it does not. */
WICK_NODISCARD int wick_run_can_count(void);

#endif
