/* SPDX-License-Identifier: MIT */
#include "dns_channel.h"

#include <ares.h>
#include <errno.h>
#include <poll.h>
#include <sys/time.h>

#include "clock.h"
#include "loop.h"
#include "mem.h"

#define NS_PER_US 1000u

/* Lifetime: from the socket's opening to the end of its last poll. */
struct watch {
    struct wick_op op;
    struct wick_list all;
    struct wick_dns_channel *channel;
    int fd;
    short events;
    bool is_closed;
    bool is_busy; /* its socket is being processed */
};

/* Lifetime: on the heap, until wick_dns_channel_free(). */
struct wick_dns_channel {
    ares_channel ares;
    struct wick_loop *loop;
    struct wick_list watches;
    struct wick_list ended;
    struct wick_timer timeout;
    struct wick_timer delivery;
};

/* One poll, whatever may come of it. */
static void on_poll(struct wick_op *op);

static void watch_again(struct watch *watch)
{
    wick_op_poll(&watch->op, watch->fd, watch->events);
    wick_loop_set_ref(watch->channel->loop, &watch->op, false);
    /* With too many operations it is the timeout that ends the query. */
    (void)!wick_loop_start(watch->channel->loop, &watch->op, on_poll);
}

static void on_timeout(struct wick_timer *timer);

/* Sets the timer to the library's next timeout. */
static void arm(struct wick_dns_channel *channel)
{
    struct wick_timers *timers = wick_loop_timers(channel->loop);
    struct timeval room;
    const struct timeval *next = ares_timeout(channel->ares, NULL, &room);

    if (!next) {
        wick_timer_stop(timers, &channel->timeout);
        return;
    }
    uint64_t delay_ns = (uint64_t)next->tv_sec * 1000 * WICK_NS_PER_MS +
                        (uint64_t)next->tv_usec * NS_PER_US;
    wick_loop_update_time(channel->loop);
    (void)!wick_timer_start(timers, &channel->timeout, delay_ns, on_timeout);
    wick_timer_set_ref(timers, &channel->timeout, false);
}

/* Hands over what has ended; each may start more. */
static void deliver(struct wick_dns_channel *channel)
{
    struct wick_list batch;
    struct wick_list *node;
    struct wick_loop *loop = channel->loop;

    wick_list_init(&batch);
    wick_list_splice_back(&batch, &channel->ended);
    while ((node = wick_list_pop_front(&batch)) != NULL) {
        struct wick_dns_request *request =
            container_of(node, struct wick_dns_request, queue);

        wick_loop_unref(loop);
        request->on_done(request);
    }
}

static void process(struct wick_dns_channel *channel, int readable,
                    int writable)
{
    ares_process_fd(channel->ares, readable, writable);
    arm(channel);
}

static void on_timeout(struct wick_timer *timer)
{
    struct wick_dns_channel *channel =
        container_of(timer, struct wick_dns_channel, timeout);

    process(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
    deliver(channel);
}

static void on_delivery(struct wick_timer *timer)
{
    deliver(container_of(timer, struct wick_dns_channel, delivery));
}

static void on_poll(struct wick_op *op)
{
    const int64_t failed = POLLERR | POLLHUP;
    struct watch *watch = container_of(op, struct watch, op);
    struct wick_dns_channel *channel = watch->channel;
    int64_t events = op->result;

    if (watch->is_closed) {
        wick_free(watch);
        return;
    }
    /* A canceled one waits for something else now. */
    if (events > 0) {
        watch->is_busy = true;
        process(channel,
                (events & (POLLIN | failed)) != 0 ? watch->fd : ARES_SOCKET_BAD,
                (events & (POLLOUT | failed)) != 0 ? watch->fd
                                                   : ARES_SOCKET_BAD);
        watch->is_busy = false;
    }
    if (watch->is_closed) {
        wick_free(watch);
    } else if (events > 0 || events == -ECANCELED) {
        watch_again(watch);
    }
    /* Else it is not watched until the library wants something else of it. */
    deliver(channel);
}

static struct watch *find(struct wick_dns_channel *channel, int fd)
{
    WICK_LIST_EACH (node, &channel->watches) {
        struct watch *watch = container_of(node, struct watch, all);

        if (watch->fd == fd) {
            return watch;
        }
    }
    return NULL;
}

/* The library closes it when this returns. */
static void close_watch(struct watch *watch)
{
    struct wick_loop *loop = watch->channel->loop;

    wick_list_remove(&watch->all);
    watch->is_closed = true;
    if (wick_op_is_in_flight(&watch->op)) {
        wick_loop_cancel(loop, &watch->op);
    } else if (!watch->is_busy) {
        wick_free(watch);
    }
}

static void on_state(void *context, ares_socket_t fd, int readable,
                     int writable)
{
    struct wick_dns_channel *channel = context;
    struct watch *watch = find(channel, fd);
    short events = (short)((readable ? POLLIN : 0) | (writable ? POLLOUT : 0));

    if (!watch && events != 0) {
        watch = wick_alloc_zero(1, sizeof(*watch));
        watch->channel = channel;
        watch->fd = fd;
        watch->events = events;
        wick_list_push_back(&channel->watches, &watch->all);
        /* A new one: what was known of its number does not hold. */
        wick_loop_forget(channel->loop, fd);
        watch_again(watch);
    } else if (watch && events == 0) {
        close_watch(watch);
    } else if (watch && watch->events != events) {
        watch->events = events;
        if (wick_op_is_in_flight(&watch->op)) {
            wick_loop_cancel(channel->loop, &watch->op);
        } else if (!watch->is_busy) {
            watch_again(watch);
        }
    }
}

int wick_dns_channel_new(struct wick_dns_channel **made, struct wick_loop *loop,
                         int timeout_ms, int tries)
{
    struct wick_dns_channel *channel = wick_alloc_zero(1, sizeof(*channel));
    struct ares_options options = {
        .flags = ARES_FLAG_NOCHECKRESP,
        .timeout = timeout_ms,
        .tries = tries,
        .sock_state_cb = on_state,
        .sock_state_cb_data = channel,
    };
    int mask = ARES_OPT_FLAGS | ARES_OPT_SOCK_STATE_CB |
               (timeout_ms > 0 ? ARES_OPT_TIMEOUTMS : 0) |
               (tries > 0 ? ARES_OPT_TRIES : 0);

    channel->loop = loop;
    wick_list_init(&channel->watches);
    wick_list_init(&channel->ended);
    int status = ares_init_options(&channel->ares, &options, mask);
    if (status != ARES_SUCCESS) {
        wick_free(channel);
        return status;
    }
    *made = channel;
    return ARES_SUCCESS;
}

void wick_dns_channel_free(struct wick_dns_channel *channel)
{
    if (!channel) {
        return;
    }
    WICK_ASSERT(wick_list_is_empty(&channel->ended));
    ares_destroy(channel->ares);
    wick_timer_stop(wick_loop_timers(channel->loop), &channel->timeout);
    wick_timer_stop(wick_loop_timers(channel->loop), &channel->delivery);
    wick_free(channel);
}

struct ares_channeldata *wick_dns_get(struct wick_dns_channel *channel)
{
    return channel->ares;
}

void wick_dns_begin(struct wick_dns_channel *channel,
                    struct wick_dns_request *request, wick_dns_fn on_done)
{
    *request =
        (struct wick_dns_request){.channel = channel, .on_done = on_done};
    wick_list_init(&request->queue);
    wick_loop_ref(channel->loop);
}

void wick_dns_end(struct wick_dns_request *request)
{
    wick_list_push_back(&request->channel->ended, &request->queue);
}

void wick_dns_started(struct wick_dns_channel *channel)
{
    struct wick_timers *timers = wick_loop_timers(channel->loop);

    arm(channel);
    if (!wick_list_is_empty(&channel->ended)) {
        (void)!wick_timer_start(timers, &channel->delivery, 0, on_delivery);
    }
}
