/* SPDX-License-Identifier: MIT */
/*
 * The epoll back end, made for few system calls:
 *
 *   - An operation is tried at once where that has a chance; otherwise its
 *     descriptor is watched and it is tried when epoll says so.
 *   - A descriptor stays watched, level-triggered. So a receive on a watched
 *     connection, which is the steady state, costs the sleep and one recv().
 *     An event that nobody waits for takes the watch away again.
 *   - A turn in which something completed without epoll does not ask epoll,
 *     for up to TURNS_WITHOUT_POLL turns in a row.
 *
 * Files are done at once or by a worker (loop_file.c).
 */
#include "loop_epoll.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <sys/epoll.h>

#include "err.h"
#include "limits.h"
#include "loop_backend.h"
#include "loop_file.h"
#include "loop_sys.h"
#include "loop_watch.h"
#include "mem.h"

/* Events taken by one epoll_wait(); 3 KiB of stack. */
#define EVENTS_MAX 256
/* Descriptors wait at most this long behind what completes at once. */
#define TURNS_WITHOUT_POLL 16

/* Result of a try that has to wait. */
#define NOT_READY INT64_MIN

/* Lifetime: that of the loop. */
struct epoll_state {
    struct wick_watches watches;
    unsigned turns_without_poll;
};

static void forget(struct wick_loop *loop, int fd)
{
    struct epoll_state *state = loop->state;
    struct wick_list dropped;
    struct wick_list *node;

    wick_list_init(&dropped);
    wick_watches_forget(&state->watches, fd, &dropped);
    while ((node = wick_list_pop_front(&dropped)) != NULL) {
        wick_loop_finish(loop, container_of(node, struct wick_op, queue),
                         -ECANCELED);
    }
}

/*
 * Lets @op wait in @list of @watch. True when it does, or when it has ended
 * because it cannot; false when the descriptor is always ready.
 */
static bool wait_in(struct wick_loop *loop, struct wick_op *op,
                    struct wick_watch *watch, struct wick_list *list)
{
    struct epoll_state *state = loop->state;
    int err = wick_watches_wait(&state->watches, watch, op, list);

    op->state = WICK_OP_ACTIVE;
    if (err == -EPERM) {
        return false;
    }
    if (err < 0) {
        wick_loop_finish(loop, op, err);
    }
    return true;
}

/* Sends on until everything is sent. */
static int64_t try_send(struct wick_op *op)
{
    for (;;) {
        int64_t count =
            wick_sys_send(op->fd, op->args.io.vector, op->args.io.count);

        if (count == -EAGAIN) {
            return NOT_READY;
        }
        if (count < 0) {
            return count;
        }
        if (wick_op_advance(op, (size_t)count)) {
            return (int64_t)op->done;
        }
    }
}

/* Writes on as try_send() does; the error after some bytes is left unsaid. */
static int64_t try_write(struct wick_op *op)
{
    for (;;) {
        int64_t count = wick_sys_write(op->fd, op->args.io.vector,
                                       op->args.io.count, WICK_OFFSET_CURRENT);

        if (count == -EAGAIN) {
            return NOT_READY;
        }
        if (count <= 0) {
            return op->done > 0 ? (int64_t)op->done : count;
        }
        if (wick_op_advance(op, (size_t)count)) {
            return (int64_t)op->done;
        }
    }
}

static int64_t try_once(struct wick_op *op)
{
    int64_t result;

    if (op->kind == WICK_OP_RECV) {
        result = wick_sys_recv(op->fd, op->args.io.vector, op->args.io.count);
    } else if (op->kind == WICK_OP_ACCEPT) {
        result = wick_sys_accept(op->fd, op->args.accept.address,
                                 op->args.accept.len);
    } else {
        WICK_ASSERT(op->kind == WICK_OP_READ);
        result = wick_sys_read(op->fd, op->args.io.vector, op->args.io.count,
                               WICK_OFFSET_CURRENT);
    }
    return result == -EAGAIN ? NOT_READY : result;
}

/* Tries a reader. True when it has ended. */
static bool try_reader(struct wick_loop *loop, struct wick_op *op,
                       struct wick_watch *watch)
{
    int64_t result = try_once(op);

    if (result == NOT_READY) {
        watch->has_more = false;
        return false;
    }
    watch->has_more = op->kind != WICK_OP_ACCEPT && result > 0 &&
                      (size_t)result == wick_op_left(op);
    if (op->kind == WICK_OP_ACCEPT && result >= 0) {
        forget(loop, (int)result);
    } else if (result > 0) {
        op->done = (size_t)result;
    }
    wick_loop_finish(loop, op, result);
    return true;
}

/* Tries a writer. True when it has ended. */
static bool try_writer(struct wick_loop *loop, struct wick_op *op)
{
    int64_t result;

    if (op->kind == WICK_OP_CONNECT) {
        result = wick_sys_socket_error(op->fd);
    } else if (op->kind == WICK_OP_SEND) {
        result = try_send(op);
    } else {
        WICK_ASSERT(op->kind == WICK_OP_WRITE);
        result = try_write(op);
    }
    if (result == NOT_READY) {
        return false;
    }
    wick_loop_finish(loop, op, result);
    return true;
}

static struct wick_watch *watch_of(struct wick_loop *loop,
                                   const struct wick_op *op)
{
    struct epoll_state *state = loop->state;

    return wick_watches_get(&state->watches, op->fd);
}

static void submit_reader(struct wick_loop *loop, struct wick_op *op)
{
    struct wick_watch *watch = watch_of(loop, op);
    /* read(2) on a blocking pipe must wait until epoll has seen bytes. */
    bool has_chance = op->kind != WICK_OP_READ &&
                      (watch->has_more || !(watch->armed & EPOLLIN));

    if (has_chance && wick_list_is_empty(&watch->readers) &&
        try_reader(loop, op, watch)) {
        return;
    }
    if (!wait_in(loop, op, watch, &watch->readers) &&
        !try_reader(loop, op, watch)) {
        wick_loop_finish(loop, op, -EAGAIN);
    }
}

static void submit_writer(struct wick_loop *loop, struct wick_op *op)
{
    struct wick_watch *watch = watch_of(loop, op);

    if (wick_list_is_empty(&watch->writers) && try_writer(loop, op)) {
        return;
    }
    if (!wait_in(loop, op, watch, &watch->writers)) {
        wick_loop_finish(loop, op, -EAGAIN);
    }
}

static void submit_connect(struct wick_loop *loop, struct wick_op *op)
{
    int64_t result = wick_sys_connect(op->fd, op->args.connect.address,
                                      op->args.connect.len);

    if (result != -EINPROGRESS) {
        wick_loop_finish(loop, op, result);
        return;
    }
    struct wick_watch *watch = watch_of(loop, op);
    if (!wait_in(loop, op, watch, &watch->writers)) {
        wick_loop_finish(loop, op, -EINPROGRESS);
    }
}

static void submit_poll(struct wick_loop *loop, struct wick_op *op)
{
    struct wick_watch *watch = watch_of(loop, op);
    int64_t fault = 0;

    if (wick_sys_fault_take(WICK_OP_POLL, &fault)) {
        wick_loop_finish(loop, op, fault);
        return;
    }
    if (!wait_in(loop, op, watch, &watch->pollers)) {
        wick_loop_finish(loop, op, op->args.poll.events & (EPOLLIN | EPOLLOUT));
    }
}

/* Files, and what is no more than a system call. */
static void submit_file(struct wick_loop *loop, struct wick_op *op)
{
    wick_loop_run_file(loop, op);
    if (op->kind == WICK_OP_OPEN && op->state == WICK_OP_DONE &&
        op->result >= 0) {
        forget(loop, (int)op->result);
    }
}

static void submit(struct wick_loop *loop, struct wick_op *op)
{
    switch ((enum wick_op_kind)op->kind) {
    case WICK_OP_CONNECT:
        /* A new socket: nothing that was known of its number holds. */
        forget(loop, op->fd);
        submit_connect(loop, op);
        return;
    case WICK_OP_SEND:
        submit_writer(loop, op);
        return;
    case WICK_OP_ACCEPT:
    case WICK_OP_RECV:
        submit_reader(loop, op);
        return;
    case WICK_OP_READ:
        if (op->args.io.offset < 0) {
            submit_reader(loop, op);
            return;
        }
        break;
    case WICK_OP_WRITE:
        if (op->args.io.offset < 0) {
            submit_writer(loop, op);
            return;
        }
        break;
    case WICK_OP_POLL:
        submit_poll(loop, op);
        return;
    case WICK_OP_CLOSE:
        forget(loop, op->fd);
        break;
    case WICK_OP_OPEN:
    case WICK_OP_FSYNC:
    case WICK_OP_READ_FILE:
    case WICK_OP_CALL:
        break;
    case WICK_OP_NONE:
    case WICK_OP_KIND_COUNT:
        WICK_UNREACHABLE();
    }
    submit_file(loop, op);
}

/*
 * Tries the first reader: a second read(2) might block, and epoll says again
 * what is left. True when there was one.
 */
static bool serve_reader(struct wick_loop *loop, struct wick_watch *watch)
{
    struct epoll_state *state = loop->state;

    if (wick_list_is_empty(&watch->readers)) {
        return false;
    }
    struct wick_op *op =
        container_of(watch->readers.next, struct wick_op, queue);
    wick_watches_take(&state->watches, op);
    if (!try_reader(loop, op, watch)) {
        wick_watches_put_back(&state->watches, op, &watch->readers);
    }
    return true;
}

/* Tries the writers in their order until one has to wait. */
static bool serve_writers(struct wick_loop *loop, struct wick_watch *watch)
{
    struct epoll_state *state = loop->state;
    bool has_served = false;

    while (!wick_list_is_empty(&watch->writers)) {
        struct wick_op *op =
            container_of(watch->writers.next, struct wick_op, queue);

        has_served = true;
        wick_watches_take(&state->watches, op);
        if (!try_writer(loop, op)) {
            wick_watches_put_back(&state->watches, op, &watch->writers);
            break;
        }
    }
    return has_served;
}

static bool serve_pollers(struct wick_loop *loop, struct wick_watch *watch,
                          uint32_t events)
{
    struct epoll_state *state = loop->state;
    bool has_served = false;

    WICK_LIST_EACH_SAFE (node, &watch->pollers) {
        struct wick_op *op = container_of(node, struct wick_op, queue);
        uint32_t found = events & (op->args.poll.events | EPOLLERR | EPOLLHUP);

        if (found) {
            has_served = true;
            wick_watches_take(&state->watches, op);
            wick_loop_finish(loop, op, found);
        }
    }
    return has_served;
}

static void dispatch(struct wick_loop *loop, int fd, uint32_t events)
{
    const uint32_t failed = EPOLLERR | EPOLLHUP;
    struct epoll_state *state = loop->state;
    struct wick_watch *watch = wick_watches_find(&state->watches, fd);
    bool has_served = false;

    if (fd == loop->event_fd) {
        return;
    }
    if (watch && (events & (EPOLLIN | failed))) {
        has_served |= serve_reader(loop, watch);
    }
    if (watch && (events & (EPOLLOUT | failed))) {
        has_served |= serve_writers(loop, watch);
    }
    if (watch) {
        has_served |= serve_pollers(loop, watch, events);
    }
    if (!has_served) {
        wick_watches_narrow(&state->watches, fd);
    }
}

/* Milliseconds, rounded up so that no timer is looked at too early. */
static int timeout_of(uint64_t sleep_ns)
{
    if (sleep_ns == WICK_SLEEP_FOREVER) {
        return -1;
    }
    uint64_t sleep_ms = sleep_ns / WICK_NS_PER_MS;
    sleep_ms += sleep_ns % WICK_NS_PER_MS != 0;
    return sleep_ms > INT_MAX ? INT_MAX : (int)sleep_ms;
}

static int wait_for_events(struct wick_loop *loop, uint64_t sleep_ns)
{
    struct epoll_state *state = loop->state;
    struct epoll_event events[EVENTS_MAX];
    int timeout_ms = timeout_of(sleep_ns);

    loop->stats.waits += timeout_ms != 0;
    state->turns_without_poll = 0;
    int64_t count = wick_sys_fold(
        epoll_wait(state->watches.epoll_fd, events, EVENTS_MAX, timeout_ms));
    if (count < 0) {
        /* A signal: its handler may have left something to look at. */
        return count == -EINTR ? 0 : (int)count;
    }
    for (int64_t i = 0; i < count; i++) {
        dispatch(loop, events[i].data.fd, events[i].events);
    }
    return 0;
}

static int turn(struct wick_loop *loop, uint64_t sleep_ns)
{
    struct epoll_state *state = loop->state;
    struct wick_list *node;

    while ((node = wick_list_pop_front(&loop->pending)) != NULL) {
        submit(loop, container_of(node, struct wick_op, queue));
    }
    if (!wick_list_is_empty(&loop->done)) {
        sleep_ns = 0;
        if (++state->turns_without_poll < TURNS_WITHOUT_POLL) {
            return 0;
        }
    }
    if (sleep_ns == 0 && state->watches.waiting == 0) {
        return 0;
    }
    return wait_for_events(loop, sleep_ns);
}

static void cancel(struct wick_loop *loop, struct wick_op *op)
{
    struct epoll_state *state = loop->state;

    wick_watches_take(&state->watches, op);
    wick_loop_finish(loop, op, -ECANCELED);
}

static int watch_posts(struct wick_loop *loop)
{
    struct epoll_state *state = loop->state;

    return wick_watches_add_edge(&state->watches, loop->event_fd);
}

static void release(struct wick_loop *loop)
{
    struct epoll_state *state = loop->state;

    wick_watches_release(&state->watches);
    wick_free(state);
}

static const struct wick_loop_backend_verbs verbs = {
    .name = "epoll",
    .release = release,
    .turn = turn,
    .cancel = cancel,
    .forget = forget,
    .watch_posts = watch_posts,
};

int wick_loop_epoll_init(struct wick_loop *loop, char *why)
{
    struct epoll_state *state = wick_alloc_zero(1, sizeof(*state));
    int err = wick_watches_init(&state->watches);

    if (err < 0) {
        (void)snprintf(why, WICK_LOOP_WHY_SIZE, "epoll_create1: %s (%s)",
                       wick_err_message(err), wick_err_name(err));
        wick_free(state);
        return err;
    }
    loop->state = state;
    loop->backend = &verbs;
    return 0;
}
