/* SPDX-License-Identifier: MIT */
#include "op.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/un.h>

#include "limits.h"
#include "loop_case.h"
#include "mem.h"

/* A listener on an ephemeral port of the loopback; @address is written. */
static int listen_on_loopback(struct sockaddr_in *address)
{
    socklen_t len = sizeof(*address);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    *address = (struct sockaddr_in){.sin_family = AF_INET};
    address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(fd >= 0);
    CHECK_INT(bind(fd, (struct sockaddr *)address, len), 0);
    CHECK_INT(listen(fd, 512), 0);
    CHECK_INT(getsockname(fd, (struct sockaddr *)address, &len), 0);
    return fd;
}

static int new_socket(void)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    CHECK(fd >= 0);
    return fd;
}

LOOP_TEST(send_and_receive)
{
    struct loop_case_op tx = {0};
    struct loop_case_op rx = {0};
    char bytes[16] = {0};
    int ends[2];

    loop_case_pair(ends);
    wick_op_recv(&rx.op, ends[1], bytes, sizeof(bytes));
    loop_case_start(loop, &rx);
    CHECK(wick_loop_is_alive(loop));
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    wick_op_send(&tx.op, ends[0], "hello", 5);
    CHECK_INT(loop_case_await(loop, &tx), 5);
    CHECK_INT(loop_case_finish(loop, &rx), 5);
    CHECK_STR(bytes, "hello");
    CHECK_INT(rx.op.done, 5);
    CHECK(!wick_loop_is_alive(loop));
    loop_case_close_pair(ends);
}

LOOP_TEST(receive_returns_zero_when_the_peer_is_done)
{
    struct loop_case_op rx = {0};
    char byte;
    int ends[2];

    loop_case_pair(ends);
    wick_op_recv(&rx.op, ends[1], &byte, 1);
    loop_case_start(loop, &rx);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    CHECK_INT(shutdown(ends[0], SHUT_WR), 0);
    CHECK_INT(loop_case_finish(loop, &rx), 0);
    loop_case_close_pair(ends);
}

LOOP_TEST(send_to_a_dead_peer_is_epipe_without_a_signal)
{
    struct loop_case_op tx = {0};
    int ends[2];

    loop_case_pair(ends);
    CHECK_INT(close(ends[0]), 0);
    wick_op_send(&tx.op, ends[1], "x", 1);
    CHECK_INT(loop_case_await(loop, &tx), -EPIPE);
    CHECK_INT(close(ends[1]), 0);
}

/* A megabyte through a socket that takes less at a time, in three pieces. */
LOOP_TEST(send_moves_everything_through_a_small_buffer)
{
    enum { PIECE = 400000, TOTAL = 3 * PIECE };
    struct loop_case_op tx = {0};
    struct loop_case_op rx = {0};
    char *sent = wick_alloc(TOTAL);
    char *received = wick_alloc(TOTAL);
    size_t len = 0;
    int ends[2];

    for (size_t i = 0; i < TOTAL; i++) {
        sent[i] = (char)(i * 31 + i / 251);
    }
    struct iovec vector[3] = {{sent, PIECE},
                              {sent + PIECE, PIECE},
                              {sent + 2 * (size_t)PIECE, PIECE}};
    loop_case_pair(ends);
    wick_op_sendv(&tx.op, ends[0], vector, 3);
    loop_case_start(loop, &tx);
    while (len < TOTAL) {
        wick_op_recv(&rx.op, ends[1], received + len, TOTAL - len);
        int64_t count = loop_case_await(loop, &rx);
        CHECK(count > 0);
        len += (size_t)count;
    }
    CHECK_INT(loop_case_finish(loop, &tx), TOTAL);
    CHECK_INT(tx.op.done, TOTAL);
    CHECK(memcmp(sent, received, TOTAL) == 0);
    loop_case_close_pair(ends);
    wick_free(sent);
    wick_free(received);
}

LOOP_TEST(empty_send_is_done)
{
    struct loop_case_op tx = {0};
    int ends[2];

    loop_case_pair(ends);
    wick_op_send(&tx.op, ends[0], "", 0);
    CHECK_INT(loop_case_await(loop, &tx), 0);
    loop_case_close_pair(ends);
}

LOOP_TEST(connect_accept_and_talk)
{
    struct loop_case_op connecting = {0};
    struct loop_case_op accepting = {0};
    struct loop_case_op tx = {0};
    struct loop_case_op rx = {0};
    struct sockaddr_in address;
    struct sockaddr_in peer;
    socklen_t peer_len = sizeof(peer);
    char bytes[4] = {0};
    int listener = listen_on_loopback(&address);
    int client = new_socket();

    wick_op_accept(&accepting.op, listener, (struct sockaddr *)&peer,
                   &peer_len);
    loop_case_start(loop, &accepting);
    wick_op_connect(&connecting.op, client, (struct sockaddr *)&address,
                    sizeof(address));
    CHECK_INT(loop_case_await(loop, &connecting), 0);
    int64_t server = loop_case_finish(loop, &accepting);
    CHECK(server >= 0);
    CHECK_INT(peer.sin_family, AF_INET);
    CHECK(fcntl((int)server, F_GETFD) & FD_CLOEXEC);
    CHECK(fcntl((int)server, F_GETFL) & O_NONBLOCK);

    wick_op_recv(&rx.op, (int)server, bytes, sizeof(bytes));
    loop_case_start(loop, &rx);
    wick_op_send(&tx.op, client, "ping", 4);
    CHECK_INT(loop_case_await(loop, &tx), 4);
    CHECK_INT(loop_case_finish(loop, &rx), 4);
    CHECK(memcmp(bytes, "ping", 4) == 0);

    struct loop_case_op closing = {0};
    wick_op_close(&closing.op, client);
    CHECK_INT(loop_case_await(loop, &closing), 0);
    wick_op_close(&closing.op, (int)server);
    CHECK_INT(loop_case_await(loop, &closing), 0);
    CHECK_INT(close(listener), 0);
}

LOOP_TEST(connect_is_refused)
{
    struct loop_case_op connecting = {0};
    struct sockaddr_in address;
    int client = new_socket();

    CHECK_INT(close(listen_on_loopback(&address)), 0);
    wick_op_connect(&connecting.op, client, (struct sockaddr *)&address,
                    sizeof(address));
    CHECK_INT(loop_case_await(loop, &connecting), -ECONNREFUSED);
    CHECK_INT(close(client), 0);
}

LOOP_TEST(connection_reset_is_an_error)
{
    const struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    struct loop_case_op connecting = {0};
    struct loop_case_op accepting = {0};
    struct loop_case_op rx = {0};
    struct sockaddr_in address;
    char byte;
    int listener = listen_on_loopback(&address);
    int client = new_socket();

    wick_op_connect(&connecting.op, client, (struct sockaddr *)&address,
                    sizeof(address));
    CHECK_INT(loop_case_await(loop, &connecting), 0);
    wick_op_accept(&accepting.op, listener, NULL, NULL);
    int server = (int)loop_case_await(loop, &accepting);
    CHECK(server >= 0);
    wick_op_recv(&rx.op, client, &byte, 1);
    loop_case_start(loop, &rx);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    CHECK_INT(
        setsockopt(server, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once)),
        0);
    CHECK_INT(close(server), 0);
    wick_loop_forget(loop, server);
    CHECK_INT(loop_case_finish(loop, &rx), -ECONNRESET);
    CHECK_INT(close(client), 0);
    CHECK_INT(close(listener), 0);
}

LOOP_TEST(closed_descriptors_are_ebadf)
{
    struct loop_case_op rx = {0};
    char byte;
    int ends[2];

    loop_case_pair(ends);
    loop_case_close_pair(ends);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    CHECK_INT(loop_case_await(loop, &rx), -EBADF);
    wick_op_close(&rx.op, ends[0]);
    CHECK_INT(loop_case_await(loop, &rx), -EBADF);
    wick_op_poll(&rx.op, ends[0], POLLIN);
    CHECK_INT(loop_case_await(loop, &rx), -EBADF);
}

LOOP_TEST(cancel_of_a_connect_in_progress)
{
    struct loop_case_op connecting[3] = {0};
    struct sockaddr_in address;
    int sockets[3];
    int canceled = 0;
    int listener = listen_on_loopback(&address);

    /* A full queue leaves the third one in progress. */
    CHECK_INT(listen(listener, 0), 0);
    for (int i = 0; i < 3; i++) {
        sockets[i] = new_socket();
        wick_op_connect(&connecting[i].op, sockets[i],
                        (struct sockaddr *)&address, sizeof(address));
        loop_case_start(loop, &connecting[i]);
        CHECK(wick_loop_run_once(loop, WICK_LOOP_NOWAIT) >= 0);
    }
    for (int i = 0; i < 3; i++) {
        wick_loop_cancel(loop, &connecting[i].op);
        int64_t result = loop_case_finish(loop, &connecting[i]);
        CHECK(result == 0 || result == -ECANCELED);
        canceled += result == -ECANCELED;
        CHECK_INT(close(sockets[i]), 0);
        wick_loop_forget(loop, sockets[i]);
    }
    CHECK(canceled > 0);
    CHECK_INT(close(listener), 0);
}

LOOP_TEST(poll_reports_what_is_there)
{
    struct loop_case_op poll = {0};
    int ends[2];

    loop_case_pair(ends);
    wick_op_poll(&poll.op, ends[0], POLLIN | POLLOUT);
    CHECK_INT(loop_case_await(loop, &poll), POLLOUT);
    CHECK_INT(write(ends[1], "x", 1), 1);
    wick_op_poll(&poll.op, ends[0], POLLIN);
    CHECK_INT(loop_case_await(loop, &poll), POLLIN);
    /* What has not been read is still there. */
    wick_op_poll(&poll.op, ends[0], POLLIN);
    CHECK_INT(loop_case_await(loop, &poll), POLLIN);
    CHECK_INT(close(ends[1]), 0);
    wick_op_poll(&poll.op, ends[0], POLLIN);
    CHECK(loop_case_await(loop, &poll) & POLLHUP);
    CHECK_INT(close(ends[0]), 0);
}

/* The other direction's events must neither be lost nor end the sleep. */
LOOP_TEST(unwanted_events_do_not_spin)
{
    struct loop_case_op rx = {0};
    struct loop_case_op poll = {0};
    char byte;
    int ends[2];
    int other[2];

    loop_case_pair(ends);
    loop_case_pair(other);
    wick_op_poll(&poll.op, ends[0], POLLOUT);
    CHECK_INT(loop_case_await(loop, &poll), POLLOUT);
    CHECK_INT(write(ends[1], "x", 1), 1);
    wick_op_recv(&rx.op, other[0], &byte, 1);
    loop_case_start(loop, &rx);
    uint64_t turns = wick_loop_stats(loop)->turns;
    /* Two events that nobody wants may each cost one turn. */
    for (int i = 0; i < 3; i++) {
        CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    }
    CHECK_INT(write(other[1], "y", 1), 1);
    CHECK_INT(loop_case_finish(loop, &rx), 1);
    CHECK(wick_loop_stats(loop)->turns - turns <= 5);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    CHECK_INT(loop_case_await(loop, &rx), 1);
    CHECK_INT(byte, 'x');
    loop_case_close_pair(ends);
    loop_case_close_pair(other);
}

LOOP_TEST(many_sockets_at_once)
{
    enum { PAIRS = 200 };
    static struct loop_case_op rx[PAIRS];
    static struct loop_case_op tx[PAIRS];
    static char bytes[PAIRS];
    static int ends[PAIRS][2];

    for (int i = 0; i < PAIRS; i++) {
        loop_case_pair(ends[i]);
        rx[i] = (struct loop_case_op){0};
        tx[i] = (struct loop_case_op){0};
        wick_op_recv(&rx[i].op, ends[i][0], &bytes[i], 1);
        loop_case_start(loop, &rx[i]);
    }
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    for (int i = PAIRS - 1; i >= 0; i--) {
        char byte = (char)i;
        wick_op_send(&tx[i].op, ends[i][1], &byte, 1);
        CHECK_INT(loop_case_await(loop, &tx[i]), 1);
    }
    for (int i = 0; i < PAIRS; i++) {
        CHECK_INT(loop_case_finish(loop, &rx[i]), 1);
        CHECK_INT(bytes[i], (char)i);
        loop_case_close_pair(ends[i]);
    }
}

/* A request and its answer on a connection that is in use already. */
LOOP_TEST(an_exchange_takes_few_system_calls)
{
    struct loop_case_op tx = {0};
    struct loop_case_op rx = {0};
    char bytes[64];
    int ends[2];
    bool is_ring = strcmp(wick_loop_backend_name(loop), "io_uring") == 0;

    loop_case_pair(ends);
    for (int i = 0; i < 10; i++) {
        uint64_t calls = wick_loop_stats(loop)->system_calls;
        wick_op_send(&tx.op, ends[0], "request", 7);
        wick_op_recv(&rx.op, ends[0], bytes, sizeof(bytes));
        loop_case_start(loop, &tx);
        loop_case_start(loop, &rx);
        CHECK_INT(loop_case_finish(loop, &tx), 7);
        CHECK_INT(write(ends[1], "answer", 6), 6);
        CHECK_INT(loop_case_finish(loop, &rx), 6);
        calls = wick_loop_stats(loop)->system_calls - calls;
        /* Ring: submission, wait. epoll: send, wait, recv. */
        CHECK(i == 0 || calls <= (is_ring ? 2 : 3));
        CHECK_INT(read(ends[1], bytes, sizeof(bytes)), 7);
    }
    loop_case_close_pair(ends);
}

LOOP_TEST(unix_sockets_connect)
{
    struct loop_case_op connecting = {0};
    struct loop_case_op accepting = {0};
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int type = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
    socklen_t len = sizeof(sa_family_t);
    int listener = socket(AF_UNIX, type, 0);
    int client = socket(AF_UNIX, type, 0);

    CHECK(listener >= 0);
    CHECK(client >= 0);
    /* The kernel chooses an abstract name: nothing is left behind. */
    CHECK_INT(bind(listener, (struct sockaddr *)&address, len), 0);
    CHECK_INT(listen(listener, 1), 0);
    len = sizeof(address);
    CHECK_INT(getsockname(listener, (struct sockaddr *)&address, &len), 0);
    wick_op_accept(&accepting.op, listener, NULL, NULL);
    loop_case_start(loop, &accepting);
    wick_op_connect(&connecting.op, client, (struct sockaddr *)&address, len);
    CHECK_INT(loop_case_await(loop, &connecting), 0);
    int64_t server = loop_case_finish(loop, &accepting);
    CHECK(server >= 0);
    CHECK_INT(close((int)server), 0);
    CHECK_INT(close(client), 0);
    CHECK_INT(close(listener), 0);
}

/* Described once, started twice: a description outlives its operation. */
LOOP_TEST(an_operation_can_be_started_again)
{
    struct loop_case_op poll = {0};
    int ends[2];

    loop_case_pair(ends);
    wick_op_poll(&poll.op, ends[0], POLLOUT);
    CHECK_INT(loop_case_await(loop, &poll), POLLOUT);
    CHECK_INT(loop_case_await(loop, &poll), POLLOUT);
    loop_case_close_pair(ends);
}

static const struct wick_test tests[] = {
    LOOP_TEST_ENTRIES(send_and_receive),
    LOOP_TEST_ENTRIES(receive_returns_zero_when_the_peer_is_done),
    LOOP_TEST_ENTRIES(send_to_a_dead_peer_is_epipe_without_a_signal),
    LOOP_TEST_ENTRIES(send_moves_everything_through_a_small_buffer),
    LOOP_TEST_ENTRIES(empty_send_is_done),
    LOOP_TEST_ENTRIES(connect_accept_and_talk),
    LOOP_TEST_ENTRIES(connect_is_refused),
    LOOP_TEST_ENTRIES(connection_reset_is_an_error),
    LOOP_TEST_ENTRIES(closed_descriptors_are_ebadf),
    LOOP_TEST_ENTRIES(cancel_of_a_connect_in_progress),
    LOOP_TEST_ENTRIES(poll_reports_what_is_there),
    LOOP_TEST_ENTRIES(unwanted_events_do_not_spin),
    LOOP_TEST_ENTRIES(many_sockets_at_once),
    LOOP_TEST_ENTRIES(an_exchange_takes_few_system_calls),
    LOOP_TEST_ENTRIES(unix_sockets_connect),
    LOOP_TEST_ENTRIES(an_operation_can_be_started_again),
};

WICK_TEST_MAIN(tests)
