/* SPDX-License-Identifier: MIT */
/*
 * The descriptors of the epoll back end: which operations wait for each of
 * them, in the order in which they came, and what epoll watches it for. A
 * descriptor stays watched, level-triggered, until an event comes that nobody
 * waits for.
 *
 * Knows nothing of what the operations do. For loop_epoll.c alone.
 */
#ifndef WICK_LOOP_WATCH_H
#define WICK_LOOP_WATCH_H

#include "base.h"
#include "op.h"

/* Lifetime: on the heap, until its descriptor is forgotten. */
struct wick_watch {
    int fd;
    struct wick_list readers;
    struct wick_list writers;
    struct wick_list pollers;
    uint32_t armed; /* what epoll watches for; 0: not in the set */
    bool is_always; /* cannot be watched and is always ready */
    bool has_more;  /* the last read filled its buffer */
};

/* Lifetime: that of the loop. */
struct wick_watches {
    int epoll_fd;
    size_t waiting;            /* operations in the lists of watches */
    struct wick_watch **table; /* by descriptor */
    size_t cap;
};

/* Opens the epoll set. 0 or the errno of epoll_create1(2). */
WICK_NODISCARD int wick_watches_init(struct wick_watches *watches);

/* Closes the set and frees all watches, in which nothing waits. */
void wick_watches_release(struct wick_watches *watches);

/* The watch of @fd, made if there is none. Borrowed. */
struct wick_watch *wick_watches_get(struct wick_watches *watches, int fd);

/* The same, or NULL when there is none. */
struct wick_watch *wick_watches_find(const struct wick_watches *watches,
                                     int fd);

/*
 * Frees the watch of @fd, if there is one: the number will mean another file.
 * What still waits is moved to @dropped.
 */
void wick_watches_forget(struct wick_watches *watches, int fd,
                         struct wick_list *dropped);

/*
 * Lets @op wait in @list, one of @watch's three, and has epoll watch for it.
 * 0; or -EPERM when the descriptor is of the always ready kind, or the errno
 * of epoll_ctl(2), and then @op does not wait.
 */
WICK_NODISCARD int wick_watches_wait(struct wick_watches *watches,
                                     struct wick_watch *watch,
                                     struct wick_op *op,
                                     struct wick_list *list);

/* Takes the waiting @op out of its list. */
void wick_watches_take(struct wick_watches *watches, struct wick_op *op);

/* Puts @op, just taken, back in front of @list. */
void wick_watches_put_back(struct wick_watches *watches, struct wick_op *op,
                           struct wick_list *list);

/*
 * An event came that nobody waits for: watches @fd for less, or no longer.
 * Also for descriptors without a watch, closed here but open in a child.
 */
void wick_watches_narrow(struct wick_watches *watches, int fd);

/*
 * Watches @fd edge-triggered for input: each write to it is one event, and
 * nobody has to read. 0 or the errno of epoll_ctl(2).
 */
WICK_NODISCARD int wick_watches_add_edge(struct wick_watches *watches, int fd);

#endif
