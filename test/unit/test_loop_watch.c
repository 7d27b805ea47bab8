/* SPDX-License-Identifier: MIT */
/* memfd_create is an extension. */
#define _GNU_SOURCE
#include "loop_watch.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "loop_sys.h"
#include "test.h"

static struct wick_watches watches;
static int ends[2];

static void begin(void)
{
    CHECK_INT(wick_watches_init(&watches), 0);
    CHECK_INT(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
}

static void end(void)
{
    wick_watches_release(&watches);
    (void)close(ends[0]);
    (void)close(ends[1]);
}

/* The events that epoll reports for the only descriptor it has, or 0. */
static uint32_t events_now(void)
{
    struct epoll_event event = {0};
    int count = epoll_wait(watches.epoll_fd, &event, 1, 0);

    CHECK(count == 0 || count == 1);
    return count == 0 ? 0 : event.events;
}

/* Waits in @list of the watch of @op and returns the calls that it took. */
static uint64_t wait_in(struct wick_op *op, struct wick_list *list)
{
    uint64_t calls = wick_sys_count();
    struct wick_watch *watch = wick_watches_find(&watches, op->fd);

    CHECK_INT(wick_watches_wait(&watches, watch, op, list), 0);
    return wick_sys_count() - calls;
}

WICK_TEST(watching_goes_on_without_calls)
{
    struct wick_op op = {0};
    char byte;

    begin();
    struct wick_watch *watch = wick_watches_get(&watches, ends[0]);
    CHECK(wick_watches_get(&watches, ends[0]) == watch);
    wick_op_recv(&op, ends[0], &byte, 1);
    CHECK_INT(wait_in(&op, &watch->readers), 1);
    CHECK_INT(watches.waiting, 1);
    wick_watches_take(&watches, &op);
    CHECK_INT(watches.waiting, 0);
    CHECK_INT(wait_in(&op, &watch->readers), 0);
    wick_watches_take(&watches, &op);
    CHECK_INT(write(ends[1], "x", 1), 1);
    CHECK_INT(events_now(), EPOLLIN);
    end();
}

WICK_TEST(output_is_added_to_input)
{
    struct wick_op rx = {0};
    struct wick_op tx = {0};
    char byte;

    begin();
    struct wick_watch *watch = wick_watches_get(&watches, ends[0]);
    wick_op_recv(&rx, ends[0], &byte, 1);
    wick_op_send(&tx, ends[0], &byte, 1);
    CHECK_INT(wait_in(&rx, &watch->readers), 1);
    CHECK_INT(events_now(), 0);
    CHECK_INT(wait_in(&tx, &watch->writers), 1);
    CHECK_INT(events_now(), EPOLLOUT);
    CHECK_INT(watch->armed, EPOLLIN | EPOLLOUT);
    wick_watches_take(&watches, &tx);
    wick_watches_narrow(&watches, ends[0]);
    CHECK_INT(events_now(), 0);
    CHECK_INT(watch->armed, EPOLLIN);
    wick_watches_take(&watches, &rx);
    end();
}

WICK_TEST(a_watch_without_waiters_ends)
{
    struct wick_op op = {0};
    char byte;

    begin();
    struct wick_watch *watch = wick_watches_get(&watches, ends[0]);
    wick_op_recv(&op, ends[0], &byte, 1);
    CHECK_INT(wait_in(&op, &watch->readers), 1);
    wick_watches_take(&watches, &op);
    CHECK_INT(write(ends[1], "x", 1), 1);
    wick_watches_narrow(&watches, ends[0]);
    CHECK_INT(events_now(), 0);
    CHECK_INT(watch->armed, 0);
    CHECK_INT(wait_in(&op, &watch->readers), 1);
    CHECK_INT(events_now(), EPOLLIN);
    wick_watches_take(&watches, &op);
    end();
}

WICK_TEST(events_of_strangers_end)
{
    begin();
    CHECK_INT(wick_watches_add_edge(&watches, ends[0]), 0);
    CHECK_INT(write(ends[1], "x", 1), 1);
    CHECK_INT(events_now(), EPOLLIN);
    /* Edge-triggered: one event a write. */
    CHECK_INT(events_now(), 0);
    CHECK_INT(write(ends[1], "x", 1), 1);
    wick_watches_narrow(&watches, ends[0]);
    CHECK_INT(events_now(), 0);
    end();
}

/* The number was closed and used again behind the table's back. */
WICK_TEST(a_reused_number_is_watched_again)
{
    struct wick_op rx = {0};
    struct wick_op poll = {0};
    char byte;
    int other[2];

    begin();
    struct wick_watch *watch = wick_watches_get(&watches, ends[0]);
    wick_op_recv(&rx, ends[0], &byte, 1);
    CHECK_INT(wait_in(&rx, &watch->readers), 1);
    wick_watches_take(&watches, &rx);
    CHECK_INT(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, other), 0);
    CHECK_INT(dup2(other[0], ends[0]), ends[0]);
    wick_op_poll(&poll, ends[0], POLLOUT);
    CHECK_INT(wait_in(&poll, &watch->pollers), 2);
    CHECK_INT(events_now(), EPOLLOUT);
    wick_watches_take(&watches, &poll);
    CHECK_INT(close(other[0]), 0);
    CHECK_INT(close(other[1]), 0);
    end();
}

WICK_TEST(forget_drops_what_waits)
{
    struct wick_op rx = {0};
    struct wick_op poll = {0};
    struct wick_list dropped;
    char byte;

    begin();
    wick_list_init(&dropped);
    wick_watches_forget(&watches, ends[0], &dropped);
    struct wick_watch *watch = wick_watches_get(&watches, ends[0]);
    wick_op_recv(&rx, ends[0], &byte, 1);
    wick_op_poll(&poll, ends[0], POLLIN);
    CHECK_INT(wait_in(&rx, &watch->readers), 1);
    CHECK_INT(wait_in(&poll, &watch->pollers), 0);
    wick_watches_forget(&watches, ends[0], &dropped);
    CHECK_INT(watches.waiting, 0);
    CHECK(!wick_watches_find(&watches, ends[0]));
    CHECK(wick_list_pop_front(&dropped) == &rx.queue);
    CHECK(wick_list_pop_front(&dropped) == &poll.queue);
    CHECK(wick_list_is_empty(&dropped));
    end();
}

WICK_TEST(regular_files_are_always_ready)
{
    struct wick_op op = {0};
    int fd = memfd_create("wick-test", MFD_CLOEXEC);

    begin();
    CHECK(fd >= 0);
    struct wick_watch *watch = wick_watches_get(&watches, fd);
    wick_op_poll(&op, fd, POLLIN);
    CHECK_INT(wick_watches_wait(&watches, watch, &op, &watch->pollers), -EPERM);
    CHECK_INT(watches.waiting, 0);
    CHECK(watch->is_always);
    uint64_t calls = wick_sys_count();
    CHECK_INT(wick_watches_wait(&watches, watch, &op, &watch->pollers), -EPERM);
    CHECK_INT(wick_sys_count(), calls);
    CHECK_INT(close(fd), 0);
    end();
}

WICK_TEST(put_back_keeps_the_order)
{
    struct wick_op ops[2] = {0};
    char byte;

    begin();
    struct wick_watch *watch = wick_watches_get(&watches, ends[0]);
    for (int i = 0; i < 2; i++) {
        wick_op_send(&ops[i], ends[0], &byte, 1);
        CHECK_INT(wait_in(&ops[i], &watch->writers), i == 0);
    }
    wick_watches_take(&watches, &ops[0]);
    wick_watches_put_back(&watches, &ops[0], &watch->writers);
    CHECK(watch->writers.next == &ops[0].queue);
    CHECK_INT(watches.waiting, 2);
    wick_watches_take(&watches, &ops[0]);
    wick_watches_take(&watches, &ops[1]);
    end();
}

WICK_TEST(the_table_grows_to_high_numbers)
{
    begin();
    CHECK(!wick_watches_find(&watches, 100000));
    struct wick_watch *high = wick_watches_get(&watches, 100000);
    CHECK_INT(high->fd, 100000);
    CHECK(wick_watches_find(&watches, 100000) == high);
    CHECK(!wick_watches_find(&watches, 99999));
    CHECK(!wick_watches_find(&watches, 1 << 30));
    end();
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(watching_goes_on_without_calls),
    WICK_TEST_ENTRY(output_is_added_to_input),
    WICK_TEST_ENTRY(a_watch_without_waiters_ends),
    WICK_TEST_ENTRY(events_of_strangers_end),
    WICK_TEST_ENTRY(a_reused_number_is_watched_again),
    WICK_TEST_ENTRY(forget_drops_what_waits),
    WICK_TEST_ENTRY(regular_files_are_always_ready),
    WICK_TEST_ENTRY(put_back_keeps_the_order),
    WICK_TEST_ENTRY(the_table_grows_to_high_numbers),
};

WICK_TEST_MAIN(tests)
