/* SPDX-License-Identifier: MIT */
/*
 * The function's process: started in its own process group, its output on
 * one pipe, its end noticed through a pidfd. Knows nothing of Lambda.
 */
#ifndef WICK_CHILD_H
#define WICK_CHILD_H

#include <sys/types.h>

#include "base.h"
#include "buf.h"
#include "reactor.h"

/* How a process ended: what wait4(2) said. */
struct wick_child_end {
    int wait_status;
    uint64_t max_rss_kib;
};

/* Lifetime: its owner's. */
struct wick_child {
    struct wick_reactor *reactor;
    pid_t pid; /* 0 while there is none */
    int output_fd;
    bool is_frozen;
    struct wick_watch exit_watch;
    struct wick_watch output_watch;
    /* The output may be read. */
    void (*on_output)(struct wick_child *child);
    /* Called once; the child is as before its start, but for output_fd. */
    void (*on_exit)(struct wick_child *child, const struct wick_child_end *end);
};

void wick_child_init(struct wick_child *child, struct wick_reactor *reactor);

/*
 * Runs @argv[0] in @directory with @environment (both NULL-terminated), its
 * standard input empty and its standard output and error on one pipe. It is
 * killed should this process die. 0, or -errno of whatever failed, execve(2)
 * in the child included; then no callback is called.
 */
WICK_NODISCARD int wick_child_start(struct wick_child *child,
                                    const char *directory, char *const argv[],
                                    char *const environment[]);

static inline bool wick_child_is_running(const struct wick_child *child)
{
    return child->pid > 0;
}

/* Sends @signal to the whole group; a frozen group is thawed first. */
void wick_child_signal(struct wick_child *child, int signal);

/* SIGSTOP and SIGCONT for the whole group. */
void wick_child_freeze(struct wick_child *child);
void wick_child_thaw(struct wick_child *child);

/*
 * Reads what the output holds right now into @out, at most @max bytes.
 * Returns the number of bytes, 0 when there are none now, or -EPIPE after
 * the end, when the descriptor has been closed.
 */
WICK_NODISCARD ssize_t wick_child_read(struct wick_child *child, char *out,
                                       size_t max);

/* Closes the output, read or not. */
void wick_child_close_output(struct wick_child *child);

/*
 * Memory in KiB from /proc: @peak_kib is the most that was resident (VmHWM),
 * @private_kib what is now resident and belongs to no file. False, with both
 * 0, when the process is gone.
 */
bool wick_child_memory(const struct wick_child *child, uint64_t *peak_kib,
                       uint64_t *private_kib);

/*
 * Appends how a process ended in the words of Go's os/exec, which RAPID
 * prints: "exit status 3", "signal: killed". Fails as the appends do.
 */
WICK_NODISCARD int wick_child_describe(struct wick_buf *out, int wait_status);

#endif
