/* SPDX-License-Identifier: MIT */
/*
 * The event loop: operations that complete (op.h), timers (timer.h) and
 * results from other threads, over io_uring or over epoll with the same
 * behaviour. Knows nothing of JavaScript or Lambda.
 *
 * One thread owns a loop; wick_loop_post() alone may be called from others.
 *
 * A turn, which is one wick_loop_run_once():
 *   1. hook before_sleep
 *   2. everything started since the last turn is submitted, in one system
 *      call together with the wait (io_uring), or tried at once (epoll)
 *   3. sleep until a completion, a post, the first timer, or not at all
 *   4. the clock is read; hook on_thaw if the process had been frozen
 *   5. posts, then callbacks of completed operations, each in their order
 *   6. hook after_poll
 *   7. callbacks of due timers
 *   8. hook after_timers
 * What a callback or a hook starts belongs to the next turn, except that of
 * before_sleep.
 */
#ifndef WICK_LOOP_H
#define WICK_LOOP_H

#include "base.h"
#include "op.h"
#include "timer.h"

struct wick_loop;
struct wick_work_pool;

enum wick_loop_backend {
    WICK_LOOP_AUTO, /* io_uring where all of it works, else epoll */
    WICK_LOOP_URING,
    WICK_LOOP_EPOLL
};

enum wick_loop_mode {
    WICK_LOOP_WAIT,  /* sleep until something happens */
    WICK_LOOP_NOWAIT /* take what is there */
};

/* Each may be NULL; @context is handed to all. May start and cancel. */
struct wick_loop_hooks {
    void *context;
    void (*before_sleep)(void *context);
    void (*after_poll)(void *context);
    void (*after_timers)(void *context);
    /* The real clock ran ahead by @frozen_ns, at least the threshold. */
    void (*on_thaw)(void *context, uint64_t frozen_ns);
};

/* Zeroed is the default. */
struct wick_loop_config {
    enum wick_loop_backend backend;
    unsigned ring_entries;    /* 0: WICK_RING_ENTRIES */
    unsigned workers_max;     /* 0: WICK_WORKERS_DEFAULT */
    uint64_t freeze_least_ns; /* 0: WICK_FREEZE_LEAST_NS */
};

/* Since the loop was made. */
struct wick_loop_stats {
    uint64_t system_calls; /* of all loops and their workers, by now */
    uint64_t enters;       /* io_uring_enter alone */
    uint64_t waits;        /* those that were allowed to sleep */
    uint64_t started;
    uint64_t completed;
    uint64_t turns;
};

/*
 * Reads "uring", "epoll" or "auto" (the values of WICK_IO) into @backend.
 * NULL and "" are "auto". -EINVAL for anything else.
 */
WICK_NODISCARD int wick_loop_backend_parse(const char *text,
                                           enum wick_loop_backend *backend);

/* "io_uring" or "epoll". */
const char *wick_loop_backend_name(const struct wick_loop *loop);

/* Room for the reason that wick_loop_new() gives. */
#define WICK_LOOP_WHY_SIZE 160

/*
 * Makes a loop; owned, freed with wick_loop_free(). @config may be NULL.
 * Fails with the errno of epoll_create1(2), or with the one that the probe
 * met when WICK_LOOP_URING was asked for; @why (may be NULL) then gets a
 * sentence for the user. With WICK_LOOP_AUTO a refused io_uring is no error.
 */
WICK_NODISCARD int wick_loop_new(struct wick_loop **loop,
                                 const struct wick_loop_config *config,
                                 char why[WICK_LOOP_WHY_SIZE]);

/*
 * Frees @loop (NULL is fine). No operation may be in flight: call
 * wick_loop_drain() before. Active timers are forgotten; workers are joined.
 */
void wick_loop_free(struct wick_loop *loop);

/* Copies @hooks. */
void wick_loop_set_hooks(struct wick_loop *loop,
                         const struct wick_loop_hooks *hooks);

/*
 * Starts the operation that @op describes. No system call is made before the
 * next turn. Fails with -WICK_ETOOMANY at WICK_OPS_MAX in flight and -EBADF
 * for a negative descriptor. If it fails, @on_done is never called; if it
 * succeeds, @on_done is called exactly once.
 */
WICK_NODISCARD int wick_loop_start(struct wick_loop *loop, struct wick_op *op,
                                   wick_op_fn on_done);

/*
 * Asks for an early end of @op. Its callback comes in a later turn, with
 * -ECANCELED or, if that was faster, with its result; until then everything
 * stays pinned. Nothing happens when @op is not in flight.
 */
void wick_loop_cancel(struct wick_loop *loop, struct wick_op *op);

/* Cancels every operation in flight, and the work that waits for a thread. */
void wick_loop_cancel_all(struct wick_loop *loop);

/*
 * Cancels all and runs turns until nothing is in flight. What callbacks start
 * meanwhile is canceled too. Timers may fire. What a worker has begun is
 * waited for.
 */
void wick_loop_drain(struct wick_loop *loop);

/*
 * Whether @op keeps the loop alive; each does until told otherwise. May be
 * called at any time between its description and its callback.
 */
void wick_loop_set_ref(struct wick_loop *loop, struct wick_op *op, bool is_ref);

/*
 * Tells the loop that @fd was or will be closed, or given away, by somebody
 * else than wick_op_close(). Must come before its number is used again for
 * another operation. No operation may be in flight on it.
 */
void wick_loop_forget(struct wick_loop *loop, int fd);

/*
 * One turn. With WICK_LOOP_WAIT it sleeps only while something is alive that
 * can wake it. Returns the number of callbacks, or a negative errno when the
 * kernel refused to wait, which no caller can repair.
 */
WICK_NODISCARD int wick_loop_run_once(struct wick_loop *loop,
                                      enum wick_loop_mode mode);

/* True while an operation, a timer or a wick_loop_ref() keeps it alive. */
bool wick_loop_is_alive(const struct wick_loop *loop);

/* Keeps the loop alive for something that it does not see. Nests. */
void wick_loop_ref(struct wick_loop *loop);
void wick_loop_unref(struct wick_loop *loop);

/* The sleep of this or the next turn returns at once (immediates wait). */
void wick_loop_stay_awake(struct wick_loop *loop);

/* The loop's timers, for wick_timer_start() and its kin. */
struct wick_timers *wick_loop_timers(struct wick_loop *loop);

/* Reads the clock: timers started from here on count from this moment. */
void wick_loop_update_time(struct wick_loop *loop);

/* Monotonic nanoseconds as of the last turn or wick_loop_update_time(). */
uint64_t wick_loop_now_ns(const struct wick_loop *loop);

struct wick_post;
typedef void (*wick_post_fn)(struct wick_post *post);

/* Lifetime: embedded in its owner; pinned from post to callback. */
struct wick_post {
    struct wick_post *next;
    wick_post_fn on_post;
};

/*
 * Readies the loop for posts (one eventfd). Idempotent; call it on the loop's
 * thread before any other thread posts. Fails with the errno of eventfd(2).
 */
WICK_NODISCARD int wick_loop_enable_posts(struct wick_loop *loop);

/*
 * From any thread: has the loop's thread call @post->on_post in its next
 * turn, in the order of posting, and wakes it. A post does not keep the loop
 * alive; use wick_loop_ref() on the loop's thread.
 */
void wick_loop_post(struct wick_loop *loop, struct wick_post *post);

/* The loop's worker pool (work.h); no thread exists before its first use. */
struct wick_work_pool *wick_loop_workers(struct wick_loop *loop);

/* Operations in flight, unreferenced ones included. */
size_t wick_loop_in_flight(const struct wick_loop *loop);

/* Borrowed; updated as the loop runs. */
const struct wick_loop_stats *wick_loop_stats(const struct wick_loop *loop);

#endif
