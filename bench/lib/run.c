/* SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "run.h"

#include "clock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Descriptors of one run; -1 where there is none. */
struct run_files {
    int out;
    int err;
    int perf;
};

static int signal_fd = -1;

int wick_run_init(void)
{
    sigset_t taken;

    (void)sigemptyset(&taken);
    (void)sigaddset(&taken, SIGINT);
    (void)sigaddset(&taken, SIGTERM);
    (void)sigaddset(&taken, SIGHUP);
    if (sigprocmask(SIG_BLOCK, &taken, NULL) < 0) {
        return -errno;
    }
    signal_fd = signalfd(-1, &taken, SFD_CLOEXEC);
    return signal_fd < 0 ? -errno : 0;
}

/*
 * A counter that this process never starts itself: every process it spawns
 * inherits the counter and starts it with its exec, and what they counted
 * is added up in ours as they end.
 */
static int open_counter(void)
{
    struct perf_event_attr attr = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof(attr),
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .disabled = 1,
        .inherit = 1,
        .enable_on_exec = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    long fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1,
                      (unsigned long)PERF_FLAG_FD_CLOEXEC);

    return fd < 0 ? -errno : (int)fd;
}

int wick_run_can_count(void)
{
    int fd = open_counter();

    if (fd < 0) {
        return fd;
    }
    (void)close(fd);
    return 0;
}

static int spawn(pid_t *pid, char *const argv[], const struct run_files *files)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attr;
    sigset_t none;
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK;

    (void)sigemptyset(&none);
    (void)posix_spawn_file_actions_init(&actions);
    (void)posix_spawnattr_init(&attr);
    int err = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO,
                                               "/dev/null", O_RDONLY, 0);
    if (err == 0) {
        err = posix_spawn_file_actions_adddup2(&actions, files->out,
                                               STDOUT_FILENO);
    }
    if (err == 0) {
        err = posix_spawn_file_actions_adddup2(&actions, files->err,
                                               STDERR_FILENO);
    }
    if (err == 0) {
        (void)posix_spawnattr_setsigmask(&attr, &none);
        (void)posix_spawnattr_setflags(&attr, flags);
        err = posix_spawnp(pid, argv[0], &actions, &attr, argv, environ);
    }
    (void)posix_spawnattr_destroy(&attr);
    (void)posix_spawn_file_actions_destroy(&actions);
    return -err;
}

/* Sleeps until the process ends, its time is up or a signal came for us. */
static void await_end(struct wick_run *run, int pid_fd, uint64_t deadline_ns)
{
    struct pollfd fds[] = {
        {.fd = pid_fd, .events = POLLIN},
        {.fd = signal_fd, .events = POLLIN},
    };

    for (;;) {
        uint64_t now_ns = wick_clock_monotonic_ns();
        uint64_t left_ms = now_ns < deadline_ns
                               ? (deadline_ns - now_ns) / WICK_NS_PER_MS + 1
                               : 0;
        int ready = poll(fds, ARRAY_LEN(fds), (int)left_ms);

        if (ready < 0 && errno == EINTR) {
            continue;
        }
        if (ready > 0 && (fds[1].revents & POLLIN)) {
            struct signalfd_siginfo info;

            run->end = WICK_RUN_INTERRUPTED;
            run->code = SIGTERM;
            if (read(signal_fd, &info, sizeof(info)) == sizeof(info)) {
                run->code = (int)info.ssi_signo;
            }
        } else if (ready == 0 && left_ms == 0) {
            run->end = WICK_RUN_TIMED_OUT;
        } else if (ready == 0) {
            continue;
        }
        return;
    }
}

static double timeval_ms(struct timeval time)
{
    return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

static void take_usage(struct wick_sample *sample, const struct rusage *usage)
{
    double user_ms = timeval_ms(usage->ru_utime);
    double sys_ms = timeval_ms(usage->ru_stime);

    sample->value[WICK_METRIC_USER] = user_ms;
    sample->value[WICK_METRIC_SYS] = sys_ms;
    sample->value[WICK_METRIC_CPU] = user_ms + sys_ms;
    sample->value[WICK_METRIC_RSS] = (double)usage->ru_maxrss;
    sample->value[WICK_METRIC_MINOR] = (double)usage->ru_minflt;
    sample->value[WICK_METRIC_MAJOR] = (double)usage->ru_majflt;
}

/* Waits for the end, kills what is left of the group and reaps. */
static void finish(struct wick_run *run, pid_t pid, uint64_t start_ns,
                   int timeout_ms)
{
    struct rusage usage;
    int status = 0;
    int pid_fd = (int)syscall(SYS_pidfd_open, pid, 0);
    uint64_t limit_ns = (uint64_t)timeout_ms * WICK_NS_PER_MS;

    if (pid_fd < 0) {
        run->end = WICK_RUN_NOT_STARTED;
        run->code = errno;
    } else {
        run->end = WICK_RUN_EXITED;
        await_end(run, pid_fd, start_ns + limit_ns);
        (void)close(pid_fd);
    }
    uint64_t wall_ns = wick_clock_monotonic_ns() - start_ns;
    /* Not yet reaped, so that the number cannot be another group's. */
    (void)kill(-pid, SIGKILL);
    while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    if (run->end != WICK_RUN_EXITED) {
        return;
    }
    run->sample.value[WICK_METRIC_WALL] = (double)wall_ns / WICK_NS_PER_MS;
    take_usage(&run->sample, &usage);
    if (WIFSIGNALED(status)) {
        run->end = WICK_RUN_SIGNALLED;
        run->code = WTERMSIG(status);
    } else {
        run->code = WEXITSTATUS(status);
    }
}

/* The first WICK_RUN_OUTPUT_MAX bytes of a memory file as text. */
static size_t read_output(int fd, char text[WICK_RUN_OUTPUT_MAX + 1])
{
    ssize_t len = pread(fd, text, WICK_RUN_OUTPUT_MAX, 0);

    if (len < 0) {
        len = 0;
    }
    text[len] = '\0';
    return (size_t)len;
}

static void close_files(const struct run_files *files)
{
    const int fds[] = {files->out, files->err, files->perf};

    for (size_t i = 0; i < ARRAY_LEN(fds); i++) {
        if (fds[i] >= 0) {
            (void)close(fds[i]);
        }
    }
}

void wick_run_command(struct wick_run *run, char *const argv[], int timeout_ms)
{
    struct run_files files;
    uint64_t instructions;
    pid_t pid;

    run->end = WICK_RUN_NOT_STARTED;
    run->code = 0;
    run->out_len = 0;
    run->out[0] = '\0';
    run->err[0] = '\0';
    for (size_t i = 0; i < WICK_METRIC_COUNT; i++) {
        run->sample.value[i] = NAN;
    }
    /* Memory files: nobody has to read while the command runs. */
    files.out = memfd_create("out", MFD_CLOEXEC);
    files.err = memfd_create("err", MFD_CLOEXEC);
    files.perf = open_counter();
    int err = files.out < 0 || files.err < 0 ? -errno : 0;
    uint64_t start_ns = wick_clock_monotonic_ns();
    if (err == 0) {
        err = spawn(&pid, argv, &files);
    }
    if (err < 0) {
        run->code = -err;
        close_files(&files);
        return;
    }
    finish(run, pid, start_ns, timeout_ms);
    if (files.perf >= 0 && read(files.perf, &instructions,
                                sizeof(instructions)) == sizeof(instructions)) {
        run->sample.value[WICK_METRIC_INSTRUCTIONS] = (double)instructions;
    }
    run->out_len = read_output(files.out, run->out);
    (void)read_output(files.err, run->err);
    close_files(&files);
}
