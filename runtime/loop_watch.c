/* SPDX-License-Identifier: MIT */
#include "loop_watch.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>

#include "loop_sys.h"
#include "mem.h"

/* Descriptors of the smallest table; it doubles. */
#define TABLE_CAP_MIN 64

int wick_watches_init(struct wick_watches *watches)
{
    int64_t fd = wick_sys_fold(epoll_create1(EPOLL_CLOEXEC));

    if (fd < 0) {
        return (int)fd;
    }
    *watches = (struct wick_watches){.epoll_fd = (int)fd};
    return 0;
}

void wick_watches_release(struct wick_watches *watches)
{
    WICK_ASSERT(watches->waiting == 0);
    for (size_t i = 0; i < watches->cap; i++) {
        wick_free(watches->table[i]);
    }
    wick_free(watches->table);
    (void)wick_sys_close(watches->epoll_fd);
}

struct wick_watch *wick_watches_find(const struct wick_watches *watches, int fd)
{
    return (size_t)fd < watches->cap ? watches->table[fd] : NULL;
}

/* The kernel bounds descriptors, and with them the table. */
static void grow_table(struct wick_watches *watches, size_t index)
{
    const size_t size = sizeof(struct wick_watch *);
    size_t cap = wick_size_max(TABLE_CAP_MIN, watches->cap);

    while (cap <= index) {
        cap *= 2;
    }
    watches->table = wick_realloc(watches->table, cap * size);
    memset(watches->table + watches->cap, 0, (cap - watches->cap) * size);
    watches->cap = cap;
}

struct wick_watch *wick_watches_get(struct wick_watches *watches, int fd)
{
    size_t index = (size_t)fd;

    WICK_ASSERT(fd >= 0);
    if (index >= watches->cap) {
        grow_table(watches, index);
    }
    if (!watches->table[index]) {
        struct wick_watch *watch = wick_alloc_zero(1, sizeof(*watch));

        watch->fd = fd;
        wick_list_init(&watch->readers);
        wick_list_init(&watch->writers);
        wick_list_init(&watch->pollers);
        watches->table[index] = watch;
    }
    return watches->table[index];
}

static void drop(struct wick_watches *watches, struct wick_list *list,
                 struct wick_list *dropped)
{
    WICK_LIST_EACH (node, list) {
        watches->waiting--;
    }
    wick_list_splice_back(dropped, list);
}

void wick_watches_forget(struct wick_watches *watches, int fd,
                         struct wick_list *dropped)
{
    struct wick_watch *watch = wick_watches_find(watches, fd);

    if (!watch) {
        return;
    }
    drop(watches, &watch->readers, dropped);
    drop(watches, &watch->writers, dropped);
    drop(watches, &watch->pollers, dropped);
    wick_free(watch);
    watches->table[fd] = NULL;
}

/* What the operations of @watch wait for. */
static uint32_t wanted_by(const struct wick_watch *watch)
{
    uint32_t events = 0;

    if (!wick_list_is_empty(&watch->readers)) {
        events |= EPOLLIN;
    }
    if (!wick_list_is_empty(&watch->writers)) {
        events |= EPOLLOUT;
    }
    WICK_LIST_EACH (node, &watch->pollers) {
        events |= container_of(node, struct wick_op, queue)->args.poll.events;
    }
    return events;
}

static int control(const struct wick_watches *watches, int verb, int fd,
                   uint32_t events)
{
    struct epoll_event event = {.events = events, .data.fd = fd};

    return (int)wick_sys_fold(epoll_ctl(watches->epoll_fd, verb, fd, &event));
}

/* Watches for @events, whatever was watched for until now. */
static int arm(const struct wick_watches *watches, struct wick_watch *watch,
               uint32_t events)
{
    int verb = watch->armed ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
    int err = control(watches, verb, watch->fd, events);

    /* The number has been closed and used again without a forget. */
    if (err == -ENOENT) {
        err = control(watches, EPOLL_CTL_ADD, watch->fd, events);
    } else if (err == -EEXIST) {
        err = control(watches, EPOLL_CTL_MOD, watch->fd, events);
    }
    if (err == 0) {
        watch->armed = events;
    }
    return err;
}

int wick_watches_wait(struct wick_watches *watches, struct wick_watch *watch,
                      struct wick_op *op, struct wick_list *list)
{
    if (watch->is_always) {
        return -EPERM;
    }
    wick_list_push_back(list, &op->queue);
    watches->waiting++;
    uint32_t wanted = wanted_by(watch);
    if (watch->armed && (wanted & ~watch->armed) == 0) {
        return 0;
    }
    /* Input stays watched: the next receive comes soon. */
    int err = arm(watches, watch, wanted | (watch->armed & EPOLLIN));
    if (err < 0) {
        wick_watches_take(watches, op);
        watch->is_always = err == -EPERM;
    }
    return err;
}

void wick_watches_take(struct wick_watches *watches, struct wick_op *op)
{
    WICK_ASSERT(watches->waiting > 0);
    wick_list_remove(&op->queue);
    watches->waiting--;
}

void wick_watches_put_back(struct wick_watches *watches, struct wick_op *op,
                           struct wick_list *list)
{
    wick_list_push_front(list, &op->queue);
    watches->waiting++;
}

void wick_watches_narrow(struct wick_watches *watches, int fd)
{
    struct wick_watch *watch = wick_watches_find(watches, fd);
    uint32_t wanted = watch ? wanted_by(watch) : 0;

    if (wanted) {
        /* Fails for descriptors alone that are closed: no more events. */
        (void)arm(watches, watch, wanted);
        return;
    }
    /* Errors and hang-ups cannot be masked. */
    if (watch) {
        watch->armed = 0;
    }
    (void)control(watches, EPOLL_CTL_DEL, fd, 0);
}

int wick_watches_add_edge(struct wick_watches *watches, int fd)
{
    return control(watches, EPOLL_CTL_ADD, fd, EPOLLIN | EPOLLET);
}
