/* SPDX-License-Identifier: MIT */
/*
 * Counts the system calls of a process and of all that it starts, by
 * ptrace(2), while another process (the one with the clock) serves it.
 */
#ifndef WICK_BENCH_TRACE_H
#define WICK_BENCH_TRACE_H

#include <stdatomic.h>

#include "base.h"

/* Shared between the tracer and who reads it. */
struct wick_trace_counts {
    _Atomic uint64_t calls;
    _Atomic uint64_t opens; /* of them open, openat, openat2 */
};

/*
 * Runs @command (NULL-terminated, found through PATH) to its end and counts in
 * @counts meanwhile. Its processes die with the caller. Returns the exit
 * status that a shell would, or -errno.
 */
WICK_NODISCARD int wick_trace_run(char *const command[],
                                  struct wick_trace_counts *counts);

#endif
