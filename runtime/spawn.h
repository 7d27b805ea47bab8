/* SPDX-License-Identifier: MIT */
/*
 * Starting other programs. The child shares our memory until it has become
 * the program (CLONE_VM | CLONE_VFORK), so that it costs the same however
 * large the heap is, and what fails in it is told here as an errno.
 */
#ifndef WICK_SPAWN_H
#define WICK_SPAWN_H

#include <sys/types.h>

#include "base.h"

/* For an entry of @stdio: /dev/null below 3, else nothing. */
#define WICK_SPAWN_IGNORE (-1)

/* Lifetime: the call's. All pointers are borrowed. */
struct wick_spawn {
    const char *file;   /* with a slash a path, else looked for in PATH */
    char *const *args;  /* with args[0]; ends with NULL */
    char *const *env;   /* NAME=value; ends with NULL; its PATH counts */
    const char *cwd;    /* NULL: ours. @file is relative to it */
    const int *stdio;   /* which of our descriptors the child's 0, 1, ... are */
    size_t stdio_count; /* at most WICK_SPAWN_STDIO_MAX */
    uid_t uid;
    gid_t gid;
    bool has_uid;
    bool has_gid;
    bool is_detached; /* leads a session of its own */
};

/*
 * Starts the program. Signals do in it what the system does by default, and its
 * standard descriptors are not O_NONBLOCK, also for those who share them.
 * A file that the kernel does not know as a program is given to /bin/sh, as
 * execvp(3) does.
 *
 * Returns the process id, to be waited for by the caller, or the negative
 * errno of what failed on the way: -ENOENT for a program or a directory that
 * is not there, -EPERM for a user that we may not become, -EINVAL for too many
 * descriptors.
 */
WICK_NODISCARD int wick_spawn(const struct wick_spawn *what);

/*
 * Two connected sockets for a descriptor of a child that is read or written:
 * ours, O_NONBLOCK, and the child's. Both close-on-exec. 0 or the negative
 * errno of socketpair(2).
 */
WICK_NODISCARD int wick_spawn_pair(int ends[2]);

#endif
