/* SPDX-License-Identifier: MIT */
/*
 * The event loop of the developer's command: descriptors by epoll, a short
 * list of alarms. Plain readiness, one thread; the runtime's own loop is
 * built for other needs (completions, io_uring, no allocation).
 */
#ifndef WICK_REACTOR_H
#define WICK_REACTOR_H

#include "base.h"
#include "list.h"

/* Lifetime: embedded in its owner, who removes it before it goes. */
struct wick_watch {
    int fd;
    uint32_t events; /* EPOLLIN, EPOLLOUT, EPOLLRDHUP; 0 is errors alone */
    void (*on_ready)(struct wick_watch *watch, uint32_t events);
};

/* Lifetime: embedded in its owner, who stops it before it goes. */
struct wick_alarm {
    struct wick_list node;
    uint64_t due_ms;
    void (*on_due)(struct wick_alarm *alarm);
};

/* Lifetime: the command's. */
struct wick_reactor {
    int epoll_fd;
    bool is_stopped;
    struct wick_list alarms; /* sorted by due_ms */
    void *batch;             /* events being handed out, or NULL */
    int batch_count;
};

/* 0 or -errno. */
WICK_NODISCARD int wick_reactor_init(struct wick_reactor *reactor);
void wick_reactor_release(struct wick_reactor *reactor);

/*
 * Calls @watch->on_ready whenever @fd is ready for one of @events, until
 * wick_watch_stop(). 0 or -errno.
 */
WICK_NODISCARD int
wick_watch_start(struct wick_reactor *reactor, struct wick_watch *watch, int fd,
                 uint32_t events,
                 void (*on_ready)(struct wick_watch *watch, uint32_t events));

/* Changes what a started watch waits for. */
void wick_watch_set(struct wick_reactor *reactor, struct wick_watch *watch,
                    uint32_t events);

/*
 * Ends it: @on_ready is not called again, not even for an event that has
 * been fetched already. The descriptor stays open. Does nothing twice.
 */
void wick_watch_stop(struct wick_reactor *reactor, struct wick_watch *watch);

/* An alarm that is not set. */
void wick_alarm_init(struct wick_alarm *alarm,
                     void (*on_due)(struct wick_alarm *alarm));

/* Sets the alarm (again) to go off once, @delay_ms from now. */
void wick_alarm_start(struct wick_reactor *reactor, struct wick_alarm *alarm,
                      uint64_t delay_ms);

/* Unsets it; nothing happens when it is not set. */
void wick_alarm_stop(struct wick_alarm *alarm);

static inline bool wick_alarm_is_set(const struct wick_alarm *alarm)
{
    return !wick_list_is_empty(&alarm->node);
}

/*
 * Runs until wick_reactor_stop(), which may have been called before. 0, or
 * -errno of epoll_wait().
 */
WICK_NODISCARD int wick_reactor_run(struct wick_reactor *reactor);
void wick_reactor_stop(struct wick_reactor *reactor);

#endif
