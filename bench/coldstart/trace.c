/* SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "trace.h"

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define SYSCALL_STOP (SIGTRAP | 0x80)

static _Noreturn void run_traced(char *const command[])
{
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0) {
        (void)raise(SIGSTOP);
        (void)execvp(command[0], command);
    }
    _exit(127);
}

static bool is_open(uint64_t number)
{
    return number == SYS_openat ||
#ifdef SYS_open
           number == SYS_open ||
#endif
           number == SYS_openat2;
}

static void count(pid_t pid, struct wick_trace_counts *counts)
{
    struct __ptrace_syscall_info info;

    /* Each call stops twice; its end has been counted with its begin. */
    if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(info), &info) > 0 &&
        info.op == PTRACE_SYSCALL_INFO_ENTRY) {
        atomic_fetch_add(&counts->calls, 1);
        if (is_open(info.entry.nr)) {
            atomic_fetch_add(&counts->opens, 1);
        }
    }
}

/* Lets @pid go on after a stop; hands it the signal that it was meant. */
static void resume(pid_t pid, int status, struct wick_trace_counts *counts)
{
    int stop = WSTOPSIG(status);
    long signal_number = 0;

    if (stop == SYSCALL_STOP) {
        count(pid, counts);
    } else if (status >> 16 == 0 && stop != SIGSTOP && stop != SIGTRAP) {
        signal_number = stop;
    }
    (void)ptrace(PTRACE_SYSCALL, pid, NULL, signal_number);
}

int wick_trace_run(char *const command[], struct wick_trace_counts *counts)
{
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL |
                   PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                   PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC;
    int status;
    pid_t child = fork();

    if (child < 0) {
        return -errno;
    }
    if (child == 0) {
        run_traced(command);
    }
    if (waitpid(child, &status, __WALL) < 0 ||
        ptrace(PTRACE_SETOPTIONS, child, NULL, options) < 0) {
        return -errno;
    }
    (void)ptrace(PTRACE_SYSCALL, child, NULL, 0);
    for (;;) {
        pid_t pid = waitpid(-1, &status, __WALL);

        if (pid < 0 && errno != EINTR) {
            return -errno;
        }
        if (pid > 0 && WIFSTOPPED(status)) {
            resume(pid, status, counts);
        } else if (pid == child) {
            return WIFEXITED(status) ? WEXITSTATUS(status)
                                     : 128 + WTERMSIG(status);
        }
    }
}
