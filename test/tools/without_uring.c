/* SPDX-License-Identifier: MIT */
/*
 * without_uring HOW COMMAND...: runs COMMAND where io_uring does not work, as
 * containers and the platform have it:
 *
 *   eperm, enosys   io_uring_setup fails with that
 *   enter           io_uring_enter fails, which only a try can tell
 *   memlock         it may lock 64 KiB of memory, the old default
 *
 * or where other things do not:
 *
 *   code            no memory may be writable and executable (Linux 6.3)
 *
 * Exit status 77 when the kernel takes no filter.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base.h"

enum { EXIT_USAGE = 64, EXIT_SKIP = 77, EXIT_NO_COMMAND = 127 };

#define LOCKED_MAX 65536

/* Not in the headers of Debian 12. */
#ifndef PR_SET_MDWE
#define PR_SET_MDWE              65
#define PR_MDWE_REFUSE_EXEC_GAIN 1
#endif

/* From here on system call @number fails with @err. False: not possible. */
static bool refuse(long number, int err)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)err),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {ARRAY_LEN(code), code};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static bool restrict_to(const char *how)
{
    const struct rlimit locked = {LOCKED_MAX, LOCKED_MAX};

    if (strcmp(how, "eperm") == 0) {
        return refuse(SYS_io_uring_setup, EPERM);
    }
    if (strcmp(how, "enosys") == 0) {
        return refuse(SYS_io_uring_setup, ENOSYS);
    }
    if (strcmp(how, "enter") == 0) {
        return refuse(SYS_io_uring_enter, EPERM);
    }
    if (strcmp(how, "code") == 0) {
        return prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0) == 0;
    }
    return strcmp(how, "memlock") == 0 &&
           setrlimit(RLIMIT_MEMLOCK, &locked) == 0;
}

int main(int argc, char *argv[])
{
    if (argc < 3) {
        (void)fprintf(stderr,
                      "usage: %s eperm|enosys|enter|memlock|code COMMAND\n",
                      argv[0]);
        return EXIT_USAGE;
    }
    if (!restrict_to(argv[1])) {
        return EXIT_SKIP;
    }
    (void)execvp(argv[2], argv + 2);
    perror(argv[2]);
    return EXIT_NO_COMMAND;
}
