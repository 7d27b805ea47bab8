/* SPDX-License-Identifier: MIT */
#include "loop_child.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "loop.h"
#include "loop_signal.h"

/* Lifetime: process, as its children. */
static struct wick_list children = {&children, &children};

static void leave(struct wick_child *child)
{
    wick_list_remove(&child->all);
    if (!child->is_unref) {
        wick_loop_unref(child->loop);
    }
    child->loop = NULL;
    if (wick_list_is_empty(&children)) {
        wick_loop_signal_unwatch_children();
    }
}

/* Whether @child has ended; it is not there any more then. */
static bool has_ended(struct wick_child *child)
{
    pid_t pid;

    do {
        pid = waitpid(child->pid, &child->status, WNOHANG);
    } while (pid < 0 && errno == EINTR);
    /* Somebody else has waited for it: how it ended is not known. */
    if (pid < 0) {
        child->status = 0;
    }
    return pid != 0;
}

/*
 * A signal stands for any number of ends, and the kernel does not say whose.
 * All that have ended leave the list before the first callback, which may
 * start or forget others.
 */
static void look_at_all(void)
{
    struct wick_list ended;
    struct wick_list *node;

    wick_list_init(&ended);
    WICK_LIST_EACH_SAFE (at, &children) {
        struct wick_child *child = container_of(at, struct wick_child, all);

        if (has_ended(child)) {
            wick_list_remove(at);
            wick_list_push_back(&ended, at);
        }
    }
    while (!wick_list_is_empty(&ended)) {
        node = ended.next;
        struct wick_child *child = container_of(node, struct wick_child, all);

        leave(child);
        child->on_exit(child);
    }
}

int wick_child_start(struct wick_loop *loop, struct wick_child *child,
                     const struct wick_spawn *what, wick_child_fn on_exit)
{
    WICK_ASSERT(on_exit);
    /* Before it can end. */
    int err = wick_loop_signal_watch_children(loop, look_at_all);

    if (err < 0) {
        return err;
    }
    int pid = wick_spawn(what);
    if (pid < 0) {
        if (wick_list_is_empty(&children)) {
            wick_loop_signal_unwatch_children();
        }
        return pid;
    }
    *child = (struct wick_child){.pid = pid, .loop = loop, .on_exit = on_exit};
    wick_list_push_back(&children, &child->all);
    wick_loop_ref(loop);
    return 0;
}

void wick_child_set_ref(struct wick_child *child, bool is_ref)
{
    if (!child->loop || child->is_unref == !is_ref) {
        return;
    }
    child->is_unref = !is_ref;
    if (is_ref) {
        wick_loop_ref(child->loop);
    } else {
        wick_loop_unref(child->loop);
    }
}

int wick_child_kill(const struct wick_child *child, int number)
{
    if (!child->loop) {
        return -ESRCH;
    }
    return kill(child->pid, number) < 0 ? -errno : 0;
}
