/* SPDX-License-Identifier: MIT */
#include "loop.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "err.h"
#include "limits.h"
#include "loop_backend.h"
#include "loop_epoll.h"
#include "loop_sys.h"
#include "loop_uring.h"
#include "mem.h"
#include "work.h"

int wick_loop_backend_parse(const char *text, enum wick_loop_backend *backend)
{
    if (!text || !*text || strcmp(text, "auto") == 0) {
        *backend = WICK_LOOP_AUTO;
    } else if (strcmp(text, "uring") == 0) {
        *backend = WICK_LOOP_URING;
    } else if (strcmp(text, "epoll") == 0) {
        *backend = WICK_LOOP_EPOLL;
    } else {
        return -EINVAL;
    }
    return 0;
}

const char *wick_loop_backend_name(const struct wick_loop *loop)
{
    return loop->backend->name;
}

/* Makes the back end that the configuration asks for. */
static int init_backend(struct wick_loop *loop, char *why)
{
    int err;

    if (loop->config.backend != WICK_LOOP_EPOLL) {
        err = wick_loop_uring_init(loop, why);
        if (err == 0 || loop->config.backend == WICK_LOOP_URING) {
            return err;
        }
    }
    return wick_loop_epoll_init(loop, why);
}

static void set_defaults(struct wick_loop_config *config)
{
    if (config->ring_entries == 0) {
        config->ring_entries = WICK_RING_ENTRIES;
    }
    if (config->workers_max == 0) {
        config->workers_max = WICK_WORKERS_DEFAULT;
    }
    if (config->freeze_least_ns == 0) {
        config->freeze_least_ns = WICK_FREEZE_LEAST_NS;
    }
}

int wick_loop_new(struct wick_loop **loop,
                  const struct wick_loop_config *config,
                  char why[WICK_LOOP_WHY_SIZE])
{
    struct wick_loop *made = wick_alloc_zero(1, sizeof(*made));
    char ignored[WICK_LOOP_WHY_SIZE];
    uint64_t now_ns = wick_clock_monotonic_ns();

    if (config) {
        made->config = *config;
    }
    set_defaults(&made->config);
    WICK_ASSERT(made->config.workers_max <= WICK_WORKERS_MAX);
    wick_list_init(&made->pending);
    wick_list_init(&made->done);
    wick_list_init(&made->all);
    made->event_fd = -1;
    wick_timers_init(&made->timers, now_ns);
    wick_clock_watch_init(&made->watch, now_ns, wick_clock_real_ns());

    int err = init_backend(made, why ? why : ignored);
    if (err < 0) {
        wick_free(made);
        return err;
    }
    made->stats.system_calls = wick_sys_count();
    *loop = made;
    return 0;
}

void wick_loop_free(struct wick_loop *loop)
{
    if (!loop) {
        return;
    }
    WICK_ASSERT(!loop->is_running);
    WICK_ASSERT(loop->in_flight == 0);

    wick_work_pool_free(loop->workers);
    loop->backend->release(loop);
    if (loop->event_fd >= 0) {
        (void)wick_sys_close(loop->event_fd);
    }
    wick_timers_release(&loop->timers);
    wick_free(loop);
}

void wick_loop_set_hooks(struct wick_loop *loop,
                         const struct wick_loop_hooks *hooks)
{
    loop->hooks = *hooks;
}

/* Whether @op is one whose descriptor has to be one. */
static bool needs_fd(const struct wick_op *op)
{
    switch ((enum wick_op_kind)op->kind) {
    case WICK_OP_CONNECT:
    case WICK_OP_ACCEPT:
    case WICK_OP_SEND:
    case WICK_OP_RECV:
    case WICK_OP_READ:
    case WICK_OP_WRITE:
    case WICK_OP_CLOSE:
    case WICK_OP_FSYNC:
    case WICK_OP_POLL:
        return true;
    case WICK_OP_NONE:
    case WICK_OP_OPEN:
    case WICK_OP_READ_FILE:
    case WICK_OP_CALL:
    case WICK_OP_KIND_COUNT:
        break;
    }
    return false;
}

int wick_loop_start(struct wick_loop *loop, struct wick_op *op,
                    wick_op_fn on_done)
{
    WICK_ASSERT(on_done);
    WICK_ASSERT(op->kind != WICK_OP_NONE);
    WICK_ASSERT(!wick_op_is_in_flight(op));

    if (loop->in_flight >= WICK_OPS_MAX) {
        return -WICK_ETOOMANY;
    }
    if (needs_fd(op) && op->fd < 0) {
        return -EBADF;
    }
    op->loop = loop;
    op->on_done = on_done;
    op->state = WICK_OP_PENDING;
    op->result = 0;
    op->done = 0;
    op->is_canceled = false;
    op->is_waiting = false;
    op->is_disturbed = false;
    loop->in_flight++;
    loop->ref_count += !op->is_unref;
    loop->stats.started++;
    wick_list_push_back(&loop->all, &op->all);
    wick_list_push_back(&loop->pending, &op->queue);
    return 0;
}

void wick_loop_finish(struct wick_loop *loop, struct wick_op *op,
                      int64_t result)
{
    WICK_ASSERT(op->loop == loop);
    WICK_ASSERT(op->state == WICK_OP_PENDING || op->state == WICK_OP_ACTIVE);

    op->state = WICK_OP_DONE;
    op->result = result;
    wick_list_push_back(&loop->done, &op->queue);
}

void wick_loop_cancel(struct wick_loop *loop, struct wick_op *op)
{
    /* A close that does not happen would leave the descriptor open. */
    if (op->loop != loop || op->is_canceled || op->kind == WICK_OP_CLOSE) {
        return;
    }
    op->is_canceled = true;
    if (op->state == WICK_OP_PENDING) {
        wick_list_remove(&op->queue);
        wick_loop_finish(loop, op, -ECANCELED);
    } else if (op->work) {
        wick_work_cancel(op->work);
    } else if (op->state == WICK_OP_ACTIVE) {
        loop->backend->cancel(loop, op);
    }
}

void wick_loop_cancel_all(struct wick_loop *loop)
{
    /* Canceling moves operations between queues, never out of this list. */
    WICK_LIST_EACH (node, &loop->all) {
        wick_loop_cancel(loop, container_of(node, struct wick_op, all));
    }
    if (loop->workers) {
        wick_work_pool_cancel(loop->workers);
    }
}

void wick_loop_set_ref(struct wick_loop *loop, struct wick_op *op, bool is_ref)
{
    if (op->is_unref == !is_ref) {
        return;
    }
    op->is_unref = !is_ref;
    if (op->loop == loop && is_ref) {
        loop->ref_count++;
    } else if (op->loop == loop) {
        loop->ref_count--;
    }
}

void wick_loop_forget(struct wick_loop *loop, int fd)
{
    WICK_ASSERT(fd >= 0);
    loop->backend->forget(loop, fd);
}

bool wick_op_advance(struct wick_op *op, size_t count)
{
    struct iovec *piece = op->args.io.vector;

    op->done += count;
    while (op->args.io.count > 0 && count >= piece->iov_len) {
        count -= piece->iov_len;
        piece++;
        op->args.io.count--;
    }
    op->args.io.vector = piece;
    if (op->args.io.count == 0) {
        WICK_ASSERT(count == 0);
        return true;
    }
    piece->iov_base = (char *)piece->iov_base + count;
    piece->iov_len -= count;
    return false;
}

void wick_loop_update_time(struct wick_loop *loop)
{
    wick_timers_set_now(&loop->timers, wick_clock_monotonic_ns());
}

uint64_t wick_loop_now_ns(const struct wick_loop *loop)
{
    return loop->timers.now_ns;
}

struct wick_timers *wick_loop_timers(struct wick_loop *loop)
{
    return &loop->timers;
}

bool wick_loop_is_alive(const struct wick_loop *loop)
{
    return loop->ref_count > 0 || loop->timers.ref_count > 0;
}

void wick_loop_ref(struct wick_loop *loop)
{
    loop->ref_count++;
}

void wick_loop_unref(struct wick_loop *loop)
{
    WICK_ASSERT(loop->ref_count > 0);
    loop->ref_count--;
}

void wick_loop_stay_awake(struct wick_loop *loop)
{
    loop->stay_awake = true;
}

int wick_loop_enable_posts(struct wick_loop *loop)
{
    if (loop->event_fd >= 0) {
        return 0;
    }
    /* Blocking: older rings refuse to wait for a non-blocking one. */
    int fd = (int)wick_sys_fold(eventfd(0, EFD_CLOEXEC));
    if (fd < 0) {
        return fd;
    }
    loop->event_fd = fd;
    int err = loop->backend->watch_posts(loop);
    if (err < 0) {
        (void)wick_sys_close(fd);
        loop->event_fd = -1;
    }
    return err;
}

/*
 * The loop sets is_sleeping before it looks at posts, a poster pushes before
 * it looks at is_sleeping, both sequentially consistent: one of them sees the
 * other. Only the first post of a sleep pays for the write.
 */
void wick_loop_post(struct wick_loop *loop, struct wick_post *post)
{
    struct wick_post *newest = atomic_load(&loop->posts);
    uint64_t one = 1;

    WICK_ASSERT(post->on_post);
    WICK_ASSERT(loop->event_fd >= 0);
    do {
        post->next = newest;
    } while (!atomic_compare_exchange_weak(&loop->posts, &newest, post));

    if (atomic_exchange(&loop->is_sleeping, false)) {
        /* Cannot fail before 2^64 writes. */
        (void)!write(loop->event_fd, &one, sizeof(one));
    }
}

static int deliver_posts(struct wick_loop *loop)
{
    struct wick_post *newest = atomic_exchange(&loop->posts, NULL);
    struct wick_post *oldest = NULL;
    int count = 0;

    while (newest) {
        struct wick_post *next = newest->next;

        newest->next = oldest;
        oldest = newest;
        newest = next;
    }
    while (oldest) {
        struct wick_post *post = oldest;

        oldest = post->next;
        count++;
        post->on_post(post);
    }
    return count;
}

static int deliver_completions(struct wick_loop *loop)
{
    struct wick_list batch;
    struct wick_list *node;
    int count = 0;

    wick_list_init(&batch);
    wick_list_splice_back(&batch, &loop->done);
    while ((node = wick_list_pop_front(&batch)) != NULL) {
        struct wick_op *op = container_of(node, struct wick_op, queue);

        WICK_ASSERT(op->state == WICK_OP_DONE);
        wick_list_remove(&op->all);
        op->loop = NULL;
        op->state = WICK_OP_IDLE;
        loop->in_flight--;
        loop->ref_count -= !op->is_unref;
        loop->stats.completed++;
        count++;
        op->on_done(op);
    }
    return count;
}

/* How long the turn may sleep. */
static uint64_t sleep_of(struct wick_loop *loop, enum wick_loop_mode mode)
{
    bool stay_awake = loop->stay_awake;

    loop->stay_awake = false;
    if (mode == WICK_LOOP_NOWAIT || stay_awake ||
        !wick_list_is_empty(&loop->done) || !wick_loop_is_alive(loop)) {
        return 0;
    }
    uint64_t due_ns = wick_timers_next_due_ns(&loop->timers);
    if (due_ns == UINT64_MAX) {
        return WICK_SLEEP_FOREVER;
    }
    wick_loop_update_time(loop);
    return due_ns > loop->timers.now_ns ? due_ns - loop->timers.now_ns : 0;
}

/* The back end's turn, awake when posts are there. */
static int sleep_in_backend(struct wick_loop *loop, uint64_t sleep_ns)
{
    /* Also without an eventfd: the turn may enable posts before it sleeps. */
    if (sleep_ns > 0) {
        atomic_store(&loop->is_sleeping, true);
        if (atomic_load(&loop->posts)) {
            sleep_ns = 0;
        }
    }
    int err = loop->backend->turn(loop, sleep_ns);

    loop->stats.system_calls = wick_sys_count();
    atomic_store(&loop->is_sleeping, false);
    return err;
}

static void notice_freeze(struct wick_loop *loop)
{
    uint64_t frozen_ns = wick_clock_watch_update(
        &loop->watch, loop->timers.now_ns, wick_clock_real_ns());

    if (frozen_ns >= loop->config.freeze_least_ns && loop->hooks.on_thaw) {
        loop->hooks.on_thaw(loop->hooks.context, frozen_ns);
    }
}

static void call_hook(const struct wick_loop *loop, void (*hook)(void *context))
{
    if (hook) {
        hook(loop->hooks.context);
    }
}

/* One turn; @is_forced lets it sleep with nothing alive. */
static int run_turn(struct wick_loop *loop, enum wick_loop_mode mode,
                    bool is_forced)
{
    WICK_ASSERT(!loop->is_running);
    loop->is_running = true;
    loop->stats.turns++;

    call_hook(loop, loop->hooks.before_sleep);
    loop->ref_count += is_forced;
    uint64_t sleep_ns = sleep_of(loop, mode);
    loop->ref_count -= is_forced;
    int err = sleep_in_backend(loop, sleep_ns);
    if (err < 0) {
        loop->is_running = false;
        return err;
    }
    wick_loop_update_time(loop);
    notice_freeze(loop);

    /* Posts first: some of them complete operations. */
    int count = deliver_posts(loop);
    count += deliver_completions(loop);
    call_hook(loop, loop->hooks.after_poll);
    count += (int)wick_timers_run(&loop->timers, loop->timers.now_ns);
    call_hook(loop, loop->hooks.after_timers);
    loop->is_running = false;
    return count;
}

int wick_loop_run_once(struct wick_loop *loop, enum wick_loop_mode mode)
{
    return run_turn(loop, mode, false);
}

void wick_loop_drain(struct wick_loop *loop)
{
    while (loop->in_flight > 0 ||
           (loop->workers && wick_work_pool_is_busy(loop->workers))) {
        wick_loop_cancel_all(loop);
        int err = run_turn(loop, WICK_LOOP_WAIT, true);

        WICK_ASSERT(err >= 0);
    }
}

struct wick_work_pool *wick_loop_workers(struct wick_loop *loop)
{
    if (!loop->workers) {
        loop->workers = wick_work_pool_new(loop, loop->config.workers_max);
    }
    return loop->workers;
}

size_t wick_loop_in_flight(const struct wick_loop *loop)
{
    return loop->in_flight;
}

const struct wick_loop_stats *wick_loop_stats(const struct wick_loop *loop)
{
    return &loop->stats;
}
