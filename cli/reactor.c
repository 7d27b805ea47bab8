/* SPDX-License-Identifier: MIT */
#include "reactor.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "clock.h"

/* Events fetched at once: more than a local session ever has. */
#define BATCH_MAX 64

int wick_reactor_init(struct wick_reactor *reactor)
{
    *reactor = (struct wick_reactor){.epoll_fd = -1};
    wick_list_init(&reactor->alarms);
    reactor->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    return reactor->epoll_fd < 0 ? -errno : 0;
}

void wick_reactor_release(struct wick_reactor *reactor)
{
    if (reactor->epoll_fd >= 0) {
        (void)close(reactor->epoll_fd);
        reactor->epoll_fd = -1;
    }
}

int wick_watch_start(struct wick_reactor *reactor, struct wick_watch *watch,
                     int fd, uint32_t events,
                     void (*on_ready)(struct wick_watch *watch,
                                      uint32_t events))
{
    struct epoll_event event = {.events = events, .data.ptr = watch};

    *watch =
        (struct wick_watch){.fd = fd, .events = events, .on_ready = on_ready};
    if (epoll_ctl(reactor->epoll_fd, EPOLL_CTL_ADD, fd, &event) < 0) {
        watch->fd = -1;
        return -errno;
    }
    return 0;
}

void wick_watch_set(struct wick_reactor *reactor, struct wick_watch *watch,
                    uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = watch};

    if (watch->fd < 0 || watch->events == events) {
        return;
    }
    watch->events = events;
    int err = epoll_ctl(reactor->epoll_fd, EPOLL_CTL_MOD, watch->fd, &event);
    WICK_ASSERT(err == 0);
}

void wick_watch_stop(struct wick_reactor *reactor, struct wick_watch *watch)
{
    struct epoll_event *batch = reactor->batch;

    if (watch->fd < 0) {
        return;
    }
    (void)epoll_ctl(reactor->epoll_fd, EPOLL_CTL_DEL, watch->fd, NULL);
    watch->fd = -1;
    for (int i = 0; i < reactor->batch_count; i++) {
        if (batch[i].data.ptr == watch) {
            batch[i].data.ptr = NULL;
        }
    }
}

void wick_alarm_init(struct wick_alarm *alarm,
                     void (*on_due)(struct wick_alarm *alarm))
{
    *alarm = (struct wick_alarm){.on_due = on_due};
    wick_list_init(&alarm->node);
}

void wick_alarm_start(struct wick_reactor *reactor, struct wick_alarm *alarm,
                      uint64_t delay_ms)
{
    struct wick_list *position = reactor->alarms.prev;

    wick_list_remove(&alarm->node);
    alarm->due_ms = wick_clock_monotonic_ms() + delay_ms;
    position = reactor->alarms.prev;
    while (position != &reactor->alarms &&
           container_of(position, struct wick_alarm, node)->due_ms >
               alarm->due_ms) {
        position = position->prev;
    }
    wick_list_insert_after(position, &alarm->node);
}

void wick_alarm_stop(struct wick_alarm *alarm)
{
    wick_list_remove(&alarm->node);
}

/* Milliseconds until the first alarm, -1 without one. */
static int wait_ms(const struct wick_reactor *reactor)
{
    if (wick_list_is_empty(&reactor->alarms)) {
        return -1;
    }

    const struct wick_alarm *first =
        container_of(reactor->alarms.next, struct wick_alarm, node);
    uint64_t now_ms = wick_clock_monotonic_ms();
    if (first->due_ms <= now_ms) {
        return 0;
    }
    return first->due_ms - now_ms > INT32_MAX ? INT32_MAX
                                              : (int)(first->due_ms - now_ms);
}

static void run_alarms(struct wick_reactor *reactor)
{
    uint64_t now_ms = wick_clock_monotonic_ms();

    while (!wick_list_is_empty(&reactor->alarms) && !reactor->is_stopped) {
        struct wick_alarm *first =
            container_of(reactor->alarms.next, struct wick_alarm, node);
        if (first->due_ms > now_ms) {
            return;
        }
        wick_list_remove(&first->node);
        first->on_due(first);
    }
}

int wick_reactor_run(struct wick_reactor *reactor)
{
    struct epoll_event batch[BATCH_MAX];
    int err = 0;

    reactor->batch = batch;
    while (err == 0 && !reactor->is_stopped) {
        int count =
            epoll_wait(reactor->epoll_fd, batch, BATCH_MAX, wait_ms(reactor));
        if (count < 0) {
            err = errno == EINTR ? 0 : -errno;
            continue;
        }
        reactor->batch_count = count;
        for (int i = 0; i < count && !reactor->is_stopped; i++) {
            struct wick_watch *watch = batch[i].data.ptr;
            if (watch) {
                watch->on_ready(watch, batch[i].events);
            }
        }
        reactor->batch_count = 0;
        run_alarms(reactor);
    }
    reactor->batch = NULL;
    return err;
}

void wick_reactor_stop(struct wick_reactor *reactor)
{
    reactor->is_stopped = true;
}
