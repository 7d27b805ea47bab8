/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* clone() */
#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "limits.h"
#include "mem.h"

/* The child's stack: a path on it, and the calls that become a program. */
#define STACK_SIZE (64 * WICK_KIB)
/* Where programs are looked for when the environment has no PATH. */
#define PATH_DEFAULT "/usr/local/bin:/bin:/usr/bin"
#define SHELL        "/bin/sh"

/* Lifetime: the call's; the parent waits while the child uses it. */
struct start {
    const struct wick_spawn *what;
    int stdio[WICK_SPAWN_STDIO_MAX];
    /* SHELL, the file, the arguments: for a script that does not say. */
    const char **shell_args;
    int err; /* the child's, negative */
};

/*
 * What runs in the child shares the parent's memory and its thread's data: no
 * allocation, no lock, and of the C library only what is a system call. Ids
 * are set by the kernel's own calls, since the library's speak to threads.
 */

/* Whatever was caught or ignored here is not in the program. */
static void reset_signals(void)
{
    struct sigaction by_default = {.sa_handler = SIG_DFL};

    (void)sigemptyset(&by_default.sa_mask);
    for (int number = 1; number <= WICK_SIGNALS_MAX; number++) {
        (void)sigaction(number, &by_default, NULL);
    }
    (void)sigprocmask(SIG_SETMASK, &by_default.sa_mask, NULL);
}

/* Moves those out of the way that the next step would overwrite. */
static int lift_stdio(struct start *start)
{
    const int count = (int)start->what->stdio_count;

    for (int fd = 0; fd < count; fd++) {
        int from = start->stdio[fd];

        if (from >= 0 && from < fd) {
            start->stdio[fd] = fcntl(from, F_DUPFD_CLOEXEC, count);
            if (start->stdio[fd] < 0) {
                return -errno;
            }
        }
    }
    return 0;
}

/* Descriptor @fd of the program is @from. */
static int place(int fd, int from)
{
    if (from == WICK_SPAWN_IGNORE) {
        if (fd > STDERR_FILENO) {
            return 0;
        }
        /* Without O_CLOEXEC it is what it has to be if it is @fd by chance. */
        from = open("/dev/null", fd == 0 ? O_RDONLY : O_RDWR);
        if (from < 0) {
            return -errno;
        }
        if (from == fd) {
            return 0;
        }
        int err = dup2(from, fd) < 0 ? -errno : 0;
        (void)close(from);
        return err;
    }
    if (from == fd) {
        return fcntl(fd, F_SETFD, 0) < 0 ? -errno : 0;
    }
    return dup2(from, fd) < 0 ? -errno : 0;
}

static int place_stdio(struct start *start)
{
    int err = lift_stdio(start);

    for (int fd = 0; err == 0 && fd < (int)start->what->stdio_count; fd++) {
        err = place(fd, start->stdio[fd]);
        /* Ours, of another child, may be O_NONBLOCK: see wick_spawn_pair(). */
        if (err == 0 && fd <= STDERR_FILENO) {
            int flags = fcntl(fd, F_GETFL);

            if (flags >= 0 && (flags & O_NONBLOCK) != 0) {
                (void)fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
            }
        }
    }
    return err;
}

/* Groups first: afterwards the right to change them is gone. */
static int set_ids(const struct wick_spawn *what)
{
    long err = 0;

    if (what->has_uid || what->has_gid) {
        /* Refused to who is not root, who has no groups to give away. */
        (void)syscall(SYS_setgroups, 0, NULL);
    }
    if (what->has_gid) {
        err = syscall(SYS_setgid, what->gid);
    }
    if (err == 0 && what->has_uid) {
        err = syscall(SYS_setuid, what->uid);
    }
    return err < 0 ? -errno : 0;
}

static const char *path_of(char *const *env)
{
    for (; *env; env++) {
        if (strncmp(*env, "PATH=", 5) == 0) {
            return *env + 5;
        }
    }
    return PATH_DEFAULT;
}

/* Returns only with the negative errno. */
static int run(struct start *start, const char *file)
{
    const struct wick_spawn *what = start->what;

    (void)execve(file, what->args, what->env);
    if (errno == ENOEXEC) {
        start->shell_args[1] = file;
        (void)execve(SHELL, (char *const *)start->shell_args, what->env);
    }
    return -errno;
}

/* Tries every directory of PATH. */
static int run_in_path(struct start *start)
{
    const char *file = start->what->file;
    const char *path = path_of(start->what->env);
    size_t len = strlen(file);
    char text[WICK_PATH_MAX];
    int result = -ENOENT;

    for (;;) {
        size_t dir_len = strcspn(path, ":");

        if (dir_len + len + 2 <= sizeof(text)) {
            /* An empty entry is the directory at hand. */
            memcpy(text, path, dir_len);
            text[dir_len] = '/';
            memcpy(text + dir_len + (dir_len > 0), file, len + 1);
            int err = run(start, text);

            if (err == -EACCES) {
                result = err;
            } else if (err != -ENOENT && err != -ENOTDIR) {
                return err;
            }
        }
        if (path[dir_len] == '\0') {
            return result;
        }
        path += dir_len + 1;
    }
}

/* The child; does not return. On this stack a sanitizer would be lost. */
__attribute__((no_sanitize("address"))) static int child(void *context)
{
    struct start *start = context;
    const struct wick_spawn *what = start->what;

    if (what->is_detached) {
        (void)setsid();
    }
    start->err = place_stdio(start);
    if (start->err == 0 && what->cwd && chdir(what->cwd) < 0) {
        start->err = -errno;
    }
    if (start->err == 0) {
        start->err = set_ids(what);
    }
    if (start->err == 0) {
        reset_signals();
        start->err = strchr(what->file, '/') ? run(start, what->file)
                     : *what->file           ? run_in_path(start)
                                             : -ENOENT;
    }
    _exit(127);
}

static const char **make_shell_args(const struct wick_spawn *what)
{
    size_t count = 0;

    while (what->args[count]) {
        count++;
    }
    const char **args = wick_alloc_zero(count + 3, sizeof(*args));
    args[0] = SHELL;
    for (size_t i = 1; i < count; i++) {
        args[i + 1] = what->args[i];
    }
    return args;
}

/* @pid has ended without becoming a program. */
static void bury(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
}

int wick_spawn(const struct wick_spawn *what)
{
    struct start start = {.what = what};
    sigset_t all;
    sigset_t before;

    if (what->stdio_count > WICK_SPAWN_STDIO_MAX) {
        return -EINVAL;
    }
    for (size_t i = 0; i < what->stdio_count; i++) {
        start.stdio[i] = what->stdio[i];
    }
    start.shell_args = make_shell_args(what);
    char *stack = wick_alloc(STACK_SIZE);

    /* No handler of ours may run in the child, on our memory. */
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int pid = clone(child, stack + STACK_SIZE, CLONE_VM | CLONE_VFORK | SIGCHLD,
                    &start);
    int err = pid < 0 ? -errno : start.err;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);

    wick_free(stack);
    wick_free(start.shell_args);
    if (err < 0 && pid > 0) {
        bury(pid);
    }
    return err < 0 ? err : pid;
}

int wick_spawn_pair(int ends[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
        return -errno;
    }
    /* Of ours alone: programs expect to wait in read(2). */
    (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return 0;
}
