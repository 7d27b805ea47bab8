/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "str.h"

/* /proc/PID/status has about 1.5 KiB; supplementary groups lengthen it. */
#define STATUS_MAX 8192

void wick_child_init(struct wick_child *child, struct wick_reactor *reactor)
{
    *child = (struct wick_child){.reactor = reactor,
                                 .output_fd = -1,
                                 .exit_watch.fd = -1,
                                 .output_watch.fd = -1};
}

static void on_output_ready(struct wick_watch *watch, uint32_t events)
{
    struct wick_child *child =
        container_of(watch, struct wick_child, output_watch);

    (void)events;
    child->on_output(child);
}

static void on_exit_ready(struct wick_watch *watch, uint32_t events)
{
    struct wick_child *child =
        container_of(watch, struct wick_child, exit_watch);
    struct wick_child_end end = {0};
    struct rusage usage;
    int pidfd = watch->fd;

    (void)events;
    if (wait4(child->pid, &end.wait_status, WNOHANG, &usage) != child->pid) {
        return;
    }
    end.max_rss_kib = (uint64_t)usage.ru_maxrss;
    wick_watch_stop(child->reactor, watch);
    (void)close(pidfd);
    /* What it started dies with it, as the sandbox would. */
    (void)kill(-child->pid, SIGKILL);
    child->pid = 0;
    child->is_frozen = false;
    child->on_exit(child, &end);
}

/* In the child: never returns. @report_fd carries the errno of a failure. */
WICK_NORETURN static void run(int output_fd, int report_fd,
                              const char *directory, char *const argv[],
                              char *const environment[], pid_t parent)
{
    int null_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    struct sigaction by_default = {.sa_handler = SIG_DFL};
    sigset_t none;

    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)sigaction(SIGPIPE, &by_default, NULL);
    if (setpgid(0, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 &&
        getppid() == parent && null_fd >= 0 &&
        dup2(null_fd, STDIN_FILENO) >= 0 &&
        dup2(output_fd, STDOUT_FILENO) >= 0 &&
        dup2(output_fd, STDERR_FILENO) >= 0 && chdir(directory) == 0) {
        (void)execve(argv[0], argv, environment);
    }
    int err = errno;
    (void)!write(report_fd, &err, sizeof(err));
    _exit(127);
}

/* 0 once the child has become the program, or its -errno. */
static int await_exec(int report_fd)
{
    int err = 0;
    ssize_t count;

    do {
        count = read(report_fd, &err, sizeof(err));
    } while (count < 0 && errno == EINTR);
    return count == (ssize_t)sizeof(err) ? -err : 0;
}

static int watch_child(struct wick_child *child)
{
    int pidfd = (int)syscall(SYS_pidfd_open, child->pid, 0);
    if (pidfd < 0) {
        return -errno;
    }

    int err = wick_watch_start(child->reactor, &child->exit_watch, pidfd,
                               EPOLLIN, on_exit_ready);
    if (err < 0) {
        (void)close(pidfd);
        return err;
    }
    err = wick_watch_start(child->reactor, &child->output_watch,
                           child->output_fd, EPOLLIN, on_output_ready);
    if (err < 0) {
        wick_watch_stop(child->reactor, &child->exit_watch);
        (void)close(pidfd);
    }
    return err;
}

static void abandon(struct wick_child *child)
{
    if (child->pid > 0) {
        (void)kill(child->pid, SIGKILL);
        (void)waitpid(child->pid, NULL, 0);
        child->pid = 0;
    }
    wick_child_close_output(child);
}

int wick_child_start(struct wick_child *child, const char *directory,
                     char *const argv[], char *const environment[])
{
    int output[2] = {-1, -1};
    int report[2] = {-1, -1};
    pid_t parent = getpid();
    int err = 0;

    WICK_ASSERT(child->pid == 0);
    wick_child_close_output(child);
    if (pipe2(output, O_CLOEXEC) < 0) {
        return -errno;
    }
    if (pipe2(report, O_CLOEXEC) < 0) {
        err = -errno;
        goto out;
    }
    child->pid = fork();
    if (child->pid == 0) {
        run(output[1], report[1], directory, argv, environment, parent);
    }
    if (child->pid < 0) {
        err = -errno;
        child->pid = 0;
        goto out;
    }

    (void)close(report[1]);
    report[1] = -1;
    child->output_fd = output[0];
    output[0] = -1;
    (void)fcntl(child->output_fd, F_SETFL, O_NONBLOCK);
    err = await_exec(report[0]);
    if (err == 0) {
        err = watch_child(child);
    }
    if (err < 0) {
        abandon(child);
    }
out:
    for (size_t i = 0; i < 2; i++) {
        if (output[i] >= 0) {
            (void)close(output[i]);
        }
        if (report[i] >= 0) {
            (void)close(report[i]);
        }
    }
    return err;
}

void wick_child_signal(struct wick_child *child, int signal)
{
    if (child->pid > 0) {
        (void)kill(-child->pid, signal);
        wick_child_thaw(child);
    }
}

void wick_child_freeze(struct wick_child *child)
{
    if (child->pid > 0 && !child->is_frozen) {
        (void)kill(-child->pid, SIGSTOP);
        child->is_frozen = true;
    }
}

void wick_child_thaw(struct wick_child *child)
{
    if (child->pid > 0 && child->is_frozen) {
        (void)kill(-child->pid, SIGCONT);
        child->is_frozen = false;
    }
}

ssize_t wick_child_read(struct wick_child *child, char *out, size_t max)
{
    ssize_t count;

    if (child->output_fd < 0) {
        return -EPIPE;
    }
    do {
        count = read(child->output_fd, out, max);
    } while (count < 0 && errno == EINTR);
    if (count > 0) {
        return count;
    }
    if (count < 0 && errno == EAGAIN) {
        return 0;
    }
    wick_child_close_output(child);
    return -EPIPE;
}

void wick_child_close_output(struct wick_child *child)
{
    if (child->output_fd >= 0) {
        wick_watch_stop(child->reactor, &child->output_watch);
        (void)close(child->output_fd);
        child->output_fd = -1;
    }
}

/* The number of KiB in the line "@name:   NNN kB" of @status, or 0. */
static uint64_t field_kib(struct wick_str status, struct wick_str name)
{
    struct wick_str_split lines = wick_str_split_start(status);
    struct wick_str line;

    while (wick_str_split_next(&lines, '\n', &line)) {
        if (!wick_str_starts_with(line, name)) {
            continue;
        }
        struct wick_str rest =
            wick_str_trim(wick_str_from_index(line, name.len));
        struct wick_str number = rest;
        struct wick_str unit;
        uint64_t value = 0;
        (void)wick_str_cut(rest, ' ', &number, &unit);
        return wick_str_parse_u64(number, UINT64_MAX, &value) == 0 ? value : 0;
    }
    return 0;
}

bool wick_child_memory(const struct wick_child *child, uint64_t *peak_kib,
                       uint64_t *private_kib)
{
    char path[64];
    char text[STATUS_MAX];

    *peak_kib = 0;
    *private_kib = 0;
    if (child->pid == 0) {
        return false;
    }
    (void)snprintf(path, sizeof(path), "/proc/%d/status", (int)child->pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    ssize_t count = read(fd, text, sizeof(text));
    (void)close(fd);
    if (count <= 0) {
        return false;
    }

    struct wick_str status = {text, (size_t)count};
    *peak_kib = field_kib(status, WICK_STR("VmHWM:"));
    *private_kib = field_kib(status, WICK_STR("RssAnon:")) +
                   field_kib(status, WICK_STR("RssShmem:"));
    return *peak_kib > 0;
}

static const char *signal_name(int signal)
{
    switch (signal) {
    case SIGHUP:
        return "hangup";
    case SIGINT:
        return "interrupt";
    case SIGQUIT:
        return "quit";
    case SIGILL:
        return "illegal instruction";
    case SIGTRAP:
        return "trace/breakpoint trap";
    case SIGABRT:
        return "aborted";
    case SIGBUS:
        return "bus error";
    case SIGFPE:
        return "floating point exception";
    case SIGKILL:
        return "killed";
    case SIGUSR1:
        return "user defined signal 1";
    case SIGSEGV:
        return "segmentation fault";
    case SIGUSR2:
        return "user defined signal 2";
    case SIGPIPE:
        return "broken pipe";
    case SIGALRM:
        return "alarm clock";
    case SIGTERM:
        return "terminated";
    default:
        return NULL;
    }
}

int wick_child_describe(struct wick_buf *out, int wait_status)
{
    if (!WIFSIGNALED(wait_status)) {
        return wick_buf_printf(out, "exit status %d", WEXITSTATUS(wait_status));
    }

    const char *name = signal_name(WTERMSIG(wait_status));
    int err =
        name ? wick_buf_printf(out, "signal: %s", name)
             : wick_buf_printf(out, "signal: signal %d", WTERMSIG(wait_status));
    if (err == 0 && WCOREDUMP(wait_status)) {
        err = wick_buf_append_cstr(out, " (core dumped)");
    }
    return err;
}
