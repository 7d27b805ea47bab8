/* SPDX-License-Identifier: MIT */
/*
 * What loop.c and the two back ends share. Included by loop*.c alone.
 */
#ifndef WICK_LOOP_BACKEND_H
#define WICK_LOOP_BACKEND_H

#include <stdatomic.h>

#include "clock.h"
#include "loop.h"

/* wick_op.state. */
enum wick_op_state {
    WICK_OP_IDLE,    /* not in flight */
    WICK_OP_PENDING, /* in loop->pending */
    WICK_OP_ACTIVE,  /* the back end's */
    WICK_OP_DONE     /* in loop->done */
};

#define WICK_SLEEP_FOREVER UINT64_MAX

struct wick_loop_backend_verbs {
    const char *name;

    /* Frees loop->state. Nothing is in flight. */
    void (*release)(struct wick_loop *loop);

    /*
     * Submits loop->pending and sleeps at most @sleep_ns, but not at all when
     * something completed. Whatever has completed is handed to
     * wick_loop_finish(). 0, or a negative errno that ends the loop.
     */
    int (*turn)(struct wick_loop *loop, uint64_t sleep_ns);

    /* Begins to end the active @op. */
    void (*cancel)(struct wick_loop *loop, struct wick_op *op);

    /* @fd is about to mean something else. */
    void (*forget)(struct wick_loop *loop, int fd);

    /* Has writes to loop->event_fd end the sleep. 0 or a negative errno. */
    int (*watch_posts)(struct wick_loop *loop);
};

/* Lifetime: on the heap, until wick_loop_free(). */
struct wick_loop {
    const struct wick_loop_backend_verbs *backend;
    void *state;

    struct wick_list pending;
    struct wick_list done;
    struct wick_list all;
    size_t in_flight;
    size_t ref_count;

    struct wick_timers timers;
    struct wick_loop_hooks hooks;
    struct wick_loop_config config;
    struct wick_loop_stats stats;
    struct wick_clock_watch watch;
    struct wick_work_pool *workers;

    /* Newest first; other threads push, the loop's takes all. */
    _Atomic(struct wick_post *) posts;
    /* Others need not write to event_fd while this is false. */
    atomic_bool is_sleeping;
    int event_fd; /* -1 until posts are enabled */

    bool stay_awake;
    bool is_running;
};

/* Ends @op, which is in no queue, with @result: its callback comes next. */
void wick_loop_finish(struct wick_loop *loop, struct wick_op *op,
                      int64_t result);

/*
 * Moves the vector of a read, write or send on by @count bytes. True when
 * nothing is left of it.
 */
bool wick_op_advance(struct wick_op *op, size_t count);

#endif
