/* SPDX-License-Identifier: MIT */
/*
 * A bounded pool of worker threads for what has no asynchronous form: name
 * service, large compressions, fsync without io_uring. A thread is started
 * when work comes and no thread is idle; none exists before.
 */
#ifndef WICK_WORK_H
#define WICK_WORK_H

#include "base.h"
#include "list.h"
#include "loop.h"

struct wick_work;
struct wick_work_pool;

/* On a worker; must not touch the loop. Returns the result. */
typedef int64_t (*wick_work_run_fn)(struct wick_work *work);
/* On the loop's thread. The work is its owner's again. */
typedef void (*wick_work_done_fn)(struct wick_work *work);

/* Lifetime: embedded in its owner, zeroed, pinned from start to callback. */
struct wick_work {
    int64_t result; /* of run, or -ECANCELED */

    struct wick_post post; /* private, as is all that follows */
    struct wick_list queue;
    struct wick_work_pool *pool;
    wick_work_run_fn run;
    wick_work_done_fn on_done;
};

/* A pool of at most @threads_max (1 to WICK_WORKERS_MAX) for @loop. Owned. */
WICK_NODISCARD struct wick_work_pool *wick_work_pool_new(struct wick_loop *loop,
                                                         unsigned threads_max);

/*
 * Joins the threads and frees the pool (NULL is fine). No work may be queued
 * or running.
 */
void wick_work_pool_free(struct wick_work_pool *pool);

/* Cancels all work that no worker has begun, as wick_work_cancel() does. */
void wick_work_pool_cancel(struct wick_work_pool *pool);

/* True while work is queued, running or about to be called back. */
bool wick_work_pool_is_busy(const struct wick_work_pool *pool);

/* Threads started so far. */
unsigned wick_work_pool_threads(const struct wick_work_pool *pool);

/*
 * Queues @work: @run on a worker, then @on_done on the loop's thread, which
 * is kept alive meanwhile. Fails with -WICK_ETOOMANY at WICK_WORK_QUEUE_MAX,
 * or with the errno of the first thread or eventfd; then neither is called.
 * If it succeeds, @on_done is called exactly once.
 */
WICK_NODISCARD int wick_work_start(struct wick_work_pool *pool,
                                   struct wick_work *work, wick_work_run_fn run,
                                   wick_work_done_fn on_done);

/*
 * Takes @work from the queue if no worker has begun it: @on_done is then
 * called in the next turn with -ECANCELED. Otherwise it runs to its end.
 */
void wick_work_cancel(struct wick_work *work);

#endif
