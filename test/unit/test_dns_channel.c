/* SPDX-License-Identifier: MIT */
/*
 * The channel over a library that is made up here: what it is told of its
 * sockets and timeouts, and that nothing is left of either. c-ares itself
 * answers in test/js/io/dns.js.
 */
#include "dns_channel.h"

#include <ares.h>
#include <errno.h>

#include "clock.h"
#include "loop_case.h"

#define CALLS_MAX 16

/* Lifetime: a test's. Stands for c-ares. */
static struct {
    struct ares_options options;
    int init_status;
    int watched; /* what it closes when it is destroyed, or -1 */
    bool has_timeout;
    struct timeval timeout;
    void (*on_process)(int readable, int writable);
    int readable[CALLS_MAX];
    int writable[CALLS_MAX];
    int calls;
    bool is_alive;
} library;

static struct wick_dns_channel *channel;

int ares_init_options(ares_channel *made, struct ares_options *options,
                      WICK_UNUSED int mask)
{
    if (library.init_status != ARES_SUCCESS) {
        return library.init_status;
    }
    library.options = *options;
    library.is_alive = true;
    *made = (ares_channel)(void *)&library;
    return ARES_SUCCESS;
}

/* Says what the library waits for on @fd. */
static void tell(int fd, int is_readable, int is_writable)
{
    library.options.sock_state_cb(library.options.sock_state_cb_data, fd,
                                  is_readable, is_writable);
}

void ares_destroy(ares_channel destroyed)
{
    CHECK((void *)destroyed == (void *)&library);
    if (library.watched >= 0) {
        tell(library.watched, 0, 0);
    }
    library.is_alive = false;
}

struct timeval *ares_timeout(WICK_UNUSED ares_channel asked,
                             struct timeval *longest, struct timeval *room)
{
    if (!library.has_timeout) {
        return longest;
    }
    *room = library.timeout;
    return room;
}

void ares_process_fd(WICK_UNUSED ares_channel asked, ares_socket_t readable,
                     ares_socket_t writable)
{
    CHECK(library.is_alive);
    CHECK(library.calls < CALLS_MAX);
    library.readable[library.calls] = readable;
    library.writable[library.calls] = writable;
    library.calls++;
    if (library.on_process) {
        library.on_process(readable, writable);
    }
}

static void begin(struct wick_loop *loop)
{
    memset(&library, 0, sizeof(library));
    library.watched = -1;
    CHECK_INT(wick_dns_channel_new(&channel, loop, 0, 0), ARES_SUCCESS);
}

static void turn_until_called(struct wick_loop *loop, int calls)
{
    /* What the channel does keeps no loop alive, only its requests do. */
    wick_loop_ref(loop);
    while (library.calls < calls) {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
    }
    wick_loop_unref(loop);
}

static void turn(struct wick_loop *loop, int times)
{
    for (int i = 0; i < times; i++) {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_NOWAIT) >= 0);
    }
}

static int pair[2];

static void read_and_forget(int readable, WICK_UNUSED int writable)
{
    char byte;

    if (readable != ARES_SOCKET_BAD) {
        CHECK_INT(recv(readable, &byte, 1, 0), 1);
        tell(readable, 0, 0);
        CHECK_INT(close(readable), 0);
    }
}

/* As c-ares does: it closes the socket while it processes it. */
LOOP_TEST(a_socket_is_watched_until_it_is_closed)
{
    begin(loop);
    loop_case_pair(pair);
    tell(pair[0], 1, 0);
    CHECK(!wick_loop_is_alive(loop));
    turn(loop, 2);
    CHECK_INT(library.calls, 0);
    library.on_process = read_and_forget;
    CHECK_INT(write(pair[1], "x", 1), 1);
    turn_until_called(loop, 1);
    CHECK_INT(library.readable[0], pair[0]);
    CHECK_INT(library.writable[0], ARES_SOCKET_BAD);
    CHECK_INT(wick_loop_in_flight(loop), 0);
    CHECK_INT(close(pair[1]), 0);
    wick_dns_channel_free(channel);
}

LOOP_TEST(it_may_want_something_else)
{
    begin(loop);
    loop_case_pair(pair);
    tell(pair[0], 1, 0);
    turn(loop, 1);
    tell(pair[0], 0, 1);
    turn_until_called(loop, 1);
    CHECK_INT(library.readable[0], ARES_SOCKET_BAD);
    CHECK_INT(library.writable[0], pair[0]);
    /* Nothing about a socket that is not watched. */
    tell(pair[1], 0, 0);
    tell(pair[0], 0, 0);
    turn(loop, 2);
    CHECK_INT(library.calls, 1);
    CHECK_INT(wick_loop_in_flight(loop), 0);
    loop_case_close_pair(pair);
    wick_dns_channel_free(channel);
}

/* A poll of the last socket must not be taken for one of the next. */
LOOP_TEST(a_number_that_is_used_again)
{
    begin(loop);
    loop_case_pair(pair);
    tell(pair[0], 1, 0);
    turn(loop, 1);
    tell(pair[0], 0, 0);
    int former = pair[0];
    loop_case_close_pair(pair);
    loop_case_pair(pair);
    CHECK_INT(pair[0], former);
    tell(pair[0], 1, 0);
    turn(loop, 2);
    CHECK_INT(library.calls, 0);
    CHECK_INT(write(pair[1], "x", 1), 1);
    turn_until_called(loop, 1);
    CHECK_INT(library.readable[0], pair[0]);
    tell(pair[0], 0, 0);
    loop_case_close_pair(pair);
    turn(loop, 1);
    wick_dns_channel_free(channel);
}

/* The kernel watches no more descriptors: nobody asks it again and again. */
LOOP_TEST(a_socket_that_cannot_be_watched)
{
    begin(loop);
    loop_case_pair(pair);
    wick_sys_fault_set(WICK_OP_POLL, 1, 1, -ENOSPC);
    tell(pair[0], 0, 1);
    turn(loop, 3);
    CHECK_INT(library.calls, 0);
    CHECK_INT(wick_loop_in_flight(loop), 0);
    /* Until the library wants something else. */
    tell(pair[0], 1, 1);
    turn_until_called(loop, 1);
    CHECK_INT(library.writable[0], pair[0]);
    wick_sys_fault_set(WICK_OP_POLL, 1, 1, -ENOMEM);
    turn(loop, 3);
    CHECK_INT(wick_loop_in_flight(loop), 0);
    tell(pair[0], 0, 0);
    loop_case_close_pair(pair);
    wick_dns_channel_free(channel);
}

LOOP_TEST(a_channel_is_freed_with_its_sockets)
{
    begin(loop);
    loop_case_pair(pair);
    library.watched = pair[0];
    tell(pair[0], 1, 0);
    turn(loop, 1);
    wick_dns_channel_free(channel);
    loop_case_close_pair(pair);
    turn(loop, 2);
    CHECK_INT(library.calls, 0);
    CHECK_INT(wick_loop_in_flight(loop), 0);
}

WICK_TEST(a_channel_that_cannot_be_made)
{
    struct wick_dns_channel *none = NULL;

    memset(&library, 0, sizeof(library));
    library.init_status = ARES_ENOMEM;
    CHECK_INT(wick_dns_channel_new(&none, NULL, 0, 0), ARES_ENOMEM);
    CHECK(!none);
    wick_dns_channel_free(none);
}

/* Lifetime: a test's. */
struct counted {
    struct wick_dns_request request;
    int calls;
};

static struct counted first;
static struct counted second;

static void on_answer(struct wick_dns_request *request)
{
    container_of(request, struct counted, request)->calls++;
}

static void start(struct counted *counted, wick_dns_fn on_done)
{
    counted->calls = 0;
    wick_dns_begin(channel, &counted->request, on_done);
}

/* The library may end a request before its start returns. */
LOOP_TEST(an_end_is_told_in_a_turn)
{
    begin(loop);
    start(&first, on_answer);
    CHECK(wick_loop_is_alive(loop));
    wick_dns_end(&first.request);
    wick_dns_started(channel);
    CHECK_INT(first.calls, 0);
    while (wick_loop_is_alive(loop)) {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
    }
    CHECK_INT(first.calls, 1);
    wick_dns_channel_free(channel);
}

static void end_first(int readable, int writable)
{
    CHECK_INT(readable, ARES_SOCKET_BAD);
    CHECK_INT(writable, ARES_SOCKET_BAD);
    library.has_timeout = false;
    wick_dns_end(&first.request);
}

LOOP_TEST(a_timeout_ends_a_request)
{
    begin(loop);
    library.has_timeout = true;
    library.timeout = (struct timeval){.tv_usec = 100};
    library.on_process = end_first;
    start(&first, on_answer);
    wick_dns_started(channel);
    while (wick_loop_is_alive(loop)) {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
    }
    CHECK_INT(library.calls, 1);
    CHECK_INT(first.calls, 1);
    wick_dns_channel_free(channel);
}

static void start_second(struct wick_dns_request *request)
{
    on_answer(request);
    start(&second, on_answer);
    wick_dns_end(&second.request);
    wick_dns_started(channel);
    CHECK_INT(second.calls, 0);
}

LOOP_TEST(a_callback_may_start_another)
{
    begin(loop);
    start(&first, start_second);
    wick_dns_end(&first.request);
    wick_dns_started(channel);
    while (wick_loop_is_alive(loop)) {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
    }
    CHECK_INT(first.calls, 1);
    CHECK_INT(second.calls, 1);
    wick_dns_channel_free(channel);
}

static const struct wick_test tests[] = {
    LOOP_TEST_ENTRIES(a_socket_is_watched_until_it_is_closed),
    LOOP_TEST_ENTRIES(it_may_want_something_else),
    LOOP_TEST_ENTRIES(a_number_that_is_used_again),
    LOOP_TEST_ENTRIES(a_socket_that_cannot_be_watched),
    LOOP_TEST_ENTRIES(a_channel_is_freed_with_its_sockets),
    WICK_TEST_ENTRY(a_channel_that_cannot_be_made),
    LOOP_TEST_ENTRIES(an_end_is_told_in_a_turn),
    LOOP_TEST_ENTRIES(a_timeout_ends_a_request),
    LOOP_TEST_ENTRIES(a_callback_may_start_another),
};

WICK_TEST_MAIN(tests)
