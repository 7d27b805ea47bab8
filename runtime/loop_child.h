/* SPDX-License-Identifier: MIT */
/*
 * Child processes of a loop: started by spawn.h, their end told by SIGCHLD
 * (loop_signal.h), which costs no descriptor and no thread and is the same on
 * every kernel. Only processes that were started here are waited for.
 */
#ifndef WICK_LOOP_CHILD_H
#define WICK_LOOP_CHILD_H

#include <sys/types.h>

#include "base.h"
#include "list.h"
#include "spawn.h"

struct wick_loop;
struct wick_child;

/* Called once, in a turn. The child is the owner's again. */
typedef void (*wick_child_fn)(struct wick_child *child);

/*
 * Lifetime: embedded in its owner, pinned until its callback. @status, as
 * waitpid(2) has it, is valid from there on; @pid from the start on.
 */
struct wick_child {
    pid_t pid;
    int status;

    struct wick_list all;
    struct wick_loop *loop; /* NULL when it does not run */
    wick_child_fn on_exit;
    bool is_unref;
};

/*
 * Starts @what as @child. 0, or the negative errno of wick_spawn() or of
 * eventfd(2); @on_exit is then never called. One loop at a time.
 */
WICK_NODISCARD int wick_child_start(struct wick_loop *loop,
                                    struct wick_child *child,
                                    const struct wick_spawn *what,
                                    wick_child_fn on_exit);

/* Whether a child that runs keeps the loop alive; each does at first. */
void wick_child_set_ref(struct wick_child *child, bool is_ref);

/* Sends @number: 0, -ESRCH when it has ended, or the errno of kill(2). */
WICK_NODISCARD int wick_child_kill(const struct wick_child *child, int number);

#endif
