/* SPDX-License-Identifier: MIT */
#include "http1_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <unistd.h>

#include "err.h"
#include "test.h"

/*
 * What an exchange does over the wire in every odd case is in the scenarios
 * of test/contract; here is what callers rely on. The peer is a socket of
 * the same thread: the kernel's buffers hold what either side has sent.
 */

#define EXCHANGES 3

struct record {
    struct wick_http1_exchange exchange;
    int status;
    int done_count;
    int done_err;
    size_t in_place; /* bytes that on_body found in the sink */
    bool is_repeated;
    struct wick_buf body;
    char place[64];
};

static struct wick_loop *loop;
static struct wick_http1_client client;
static struct record records[EXCHANGES];
static int listener;
static int peer;

static void on_head(struct wick_http1_exchange *exchange,
                    const struct wick_http1 *http)
{
    struct record *record = container_of(exchange, struct record, exchange);

    record->status = http->status;
    exchange->sink = (struct iovec){record->place, sizeof(record->place)};
}

static void on_body(struct wick_http1_exchange *exchange, struct wick_str piece)
{
    struct record *record = container_of(exchange, struct record, exchange);

    if (piece.ptr == exchange->sink.iov_base) {
        record->in_place += piece.len;
    }
    CHECK_INT(wick_buf_append_str(&record->body, piece), 0);
}

static void on_done(struct wick_http1_exchange *exchange, int err)
{
    struct record *record = container_of(exchange, struct record, exchange);

    record->done_count++;
    record->done_err = err;
    if (record->is_repeated) {
        record->is_repeated = false;
        wick_http1_client_put(&client, exchange);
        CHECK_INT(wick_http1_client_flush(&client), 0);
    }
}

static const struct wick_http1_exchange_ops ops = {
    .on_head = on_head,
    .on_body = on_body,
    .on_done = on_done,
};

#define REQUEST "GET / HTTP/1.1\r\n\r\n"

static void open_client(const struct sockaddr_in *address,
                        enum wick_loop_backend backend)
{
    const struct wick_loop_config config = {.backend = backend};

    CHECK_INT(wick_loop_new(&loop, &config, NULL), 0);
    wick_http1_client_init(&client, loop, (const struct sockaddr *)address,
                           sizeof(*address));
    memset(records, 0, sizeof(records));
    for (size_t i = 0; i < EXCHANGES; i++) {
        records[i].exchange = (struct wick_http1_exchange){
            .ops = &ops,
            .parts = {{(void *)(uintptr_t)REQUEST, sizeof(REQUEST) - 1}},
            .part_count = 1,
        };
        wick_buf_init(&records[i].body, 1000);
    }
}

static struct sockaddr_in listen_on_loopback(int backlog)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    socklen_t len = sizeof(address);

    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(listener >= 0);
    CHECK(bind(listener, (struct sockaddr *)&address, len) == 0);
    CHECK(listen(listener, backlog) == 0);
    CHECK(getsockname(listener, (struct sockaddr *)&address, &len) == 0);
    peer = -1;
    return address;
}

static void set_up(enum wick_loop_backend backend)
{
    struct sockaddr_in address = listen_on_loopback(8);

    open_client(&address, backend);
}

static void tear_down(void)
{
    wick_http1_client_cancel(&client);
    wick_loop_drain(loop);
    wick_http1_client_release(&client);
    wick_loop_free(loop);
    for (size_t i = 0; i < EXCHANGES; i++) {
        wick_buf_release(&records[i].body);
    }
    if (peer >= 0) {
        (void)close(peer);
    }
    (void)close(listener);
}

static void turn(void)
{
    CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) >= 0);
}

static void run_until_done(const struct record *record, int count)
{
    while (record->done_count < count) {
        turn();
    }
}

/* Takes the connection of the client, which has been started. */
static void accept_peer(void)
{
    while (client.state != WICK_HTTP1_CLIENT_OPEN) {
        turn();
    }
    peer = accept(listener, NULL, NULL);
    CHECK(peer >= 0);
}

static void answer(const char *text)
{
    CHECK(send(peer, text, strlen(text), MSG_NOSIGNAL) ==
          (ssize_t)strlen(text));
}

static void put_and_flush(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wick_http1_client_put(&client, &records[i].exchange);
    }
    CHECK_INT(wick_http1_client_flush(&client), 0);
}

/* One exchange that leaves the connection open and proven. */
static void prove_connection(void)
{
    put_and_flush(1);
    accept_peer();
    answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    run_until_done(&records[0], 1);
    CHECK_INT(records[0].done_err, 0);
    CHECK(wick_http1_client_is_proven(&client));
    records[0].done_count = 0;
}

/* Every test on both back ends; the first is epoll where there is no other. */
static void run_both(void (*test)(void))
{
    static const enum wick_loop_backend backends[] = {WICK_LOOP_AUTO,
                                                      WICK_LOOP_EPOLL};

    for (size_t i = 0; i < ARRAY_LEN(backends); i++) {
        set_up(backends[i]);
        test();
        tear_down();
    }
}

static void rest_of_a_body(void)
{
    put_and_flush(1);
    accept_peer();
    answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n012");
    while (records[0].body.len < 3) {
        turn();
    }
    CHECK_INT(records[0].in_place, 0);
    answer("3456789");
    run_until_done(&records[0], 1);
    CHECK_STR(wick_buf_cstr(&records[0].body), "0123456789");
    CHECK_INT(records[0].in_place, 7);
    CHECK(memcmp(records[0].place, "3456789", 7) == 0);
}

WICK_TEST(rest_of_a_body_comes_to_its_place)
{
    run_both(rest_of_a_body);
}

static void sink_stops_at_the_body(void)
{
    prove_connection();
    put_and_flush(2);
    answer("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n");
    while (records[0].status == 0) {
        turn();
    }
    answer("bodyHTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n");
    run_until_done(&records[1], 1);
    CHECK_STR(wick_buf_cstr(&records[0].body), "body");
    CHECK_INT(records[1].status, 404);
    CHECK_INT(records[0].done_count, 1);
}

WICK_TEST(sink_never_takes_bytes_of_the_next_answer)
{
    run_both(sink_stops_at_the_body);
}

static void cancel_in_flight(void)
{
    put_and_flush(2);
    accept_peer();
    wick_http1_client_cancel(&client);
    wick_loop_drain(loop);
    for (size_t i = 0; i < 2; i++) {
        CHECK_INT(records[i].done_count, 1);
        CHECK_INT(records[i].done_err, -ECANCELED);
    }
    CHECK_INT(client.state, WICK_HTTP1_CLIENT_CLOSED);
    CHECK_INT(wick_loop_in_flight(loop), 0);
}

WICK_TEST(cancel_reports_each_exchange_once)
{
    run_both(cancel_in_flight);
}

static void cancel_while_connecting(void)
{
    put_and_flush(1);
    wick_http1_client_cancel(&client);
    wick_loop_drain(loop);
    CHECK_INT(records[0].done_count, 1);
    CHECK_INT(records[0].done_err, -ECANCELED);
}

WICK_TEST(cancel_before_the_connection_is_made)
{
    run_both(cancel_while_connecting);
}

static void cancel_before_flush(void)
{
    wick_http1_client_put(&client, &records[0].exchange);
    wick_http1_client_cancel(&client);
    CHECK_INT(records[0].done_count, 1);
    CHECK_INT(records[0].done_err, -ECANCELED);
}

WICK_TEST(cancel_of_what_was_never_flushed)
{
    run_both(cancel_before_flush);
}

static void put_again(void)
{
    prove_connection();
    records[0].is_repeated = true;
    put_and_flush(1);
    answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    run_until_done(&records[0], 1);
    answer("HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n");
    run_until_done(&records[0], 2);
    CHECK_INT(records[0].status, 500);
    CHECK_INT(client.connect_count, 1);
}

WICK_TEST(exchange_is_free_in_its_last_callback)
{
    run_both(put_again);
}

static void put_again_after_loss(void)
{
    put_and_flush(1);
    records[0].is_repeated = true;
    accept_peer();
    (void)close(peer);
    run_until_done(&records[0], 1);
    CHECK_INT(records[0].done_err, -ECONNRESET);
    accept_peer();
    answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    run_until_done(&records[0], 2);
    CHECK_INT(records[0].done_err, 0);
    CHECK_INT(client.connect_count, 2);
}

WICK_TEST(exchange_is_free_after_a_loss_too)
{
    run_both(put_again_after_loss);
}

static void all_lost_together(void)
{
    prove_connection();
    put_and_flush(3);
    /* The first may not be sent again, so neither may what follows it. */
    answer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
    while (records[0].status == 0) {
        turn();
    }
    (void)close(peer);
    peer = -1;
    run_until_done(&records[2], 1);
    for (size_t i = 0; i < EXCHANGES; i++) {
        CHECK_INT(records[i].done_count, 1);
        CHECK(records[i].done_err < 0);
    }
    CHECK_INT(client.connect_count, 1);
}

WICK_TEST(exchanges_behind_a_lost_one_are_lost)
{
    run_both(all_lost_together);
}

static void no_descriptor(void)
{
    struct rlimit limit;
    struct rlimit none;

    CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    none = limit;
    none.rlim_cur = 0;
    CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
    wick_http1_client_put(&client, &records[0].exchange);
    int err = wick_http1_client_flush(&client);
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    CHECK_INT(err, -EMFILE);
    CHECK_INT(records[0].done_count, 0);
    /* The client is as before. */
    prove_connection();
}

WICK_TEST(failed_start_calls_nobody)
{
    run_both(no_descriptor);
}

static void drop_when_idle(void)
{
    char byte;

    prove_connection();
    wick_http1_client_drop(&client);
    wick_loop_drain(loop);
    CHECK_INT(client.state, WICK_HTTP1_CLIENT_CLOSED);
    while (recv(peer, &byte, 1, 0) == 1) {
    }
    (void)close(peer);
    prove_connection();
    CHECK_INT(client.connect_count, 2);
}

WICK_TEST(drop_closes_and_the_next_connects)
{
    run_both(drop_when_idle);
}

static void alive_while_asked(void)
{
    CHECK(!wick_loop_is_alive(loop));
    prove_connection();
    CHECK(!wick_loop_is_alive(loop));
    put_and_flush(1);
    CHECK(wick_loop_is_alive(loop));
    answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    run_until_done(&records[0], 1);
    CHECK(!wick_loop_is_alive(loop));
    records[0].exchange.is_background = true;
    put_and_flush(1);
    CHECK(!wick_loop_is_alive(loop));
}

WICK_TEST(loop_is_alive_while_an_answer_is_awaited)
{
    run_both(alive_while_asked);
}

/*
 * A listener with a full queue does not answer a SYN: connecting ends by its
 * own time-out, which is the only one there is.
 */
WICK_TEST(connecting_has_a_time_out)
{
    struct sockaddr_in address = listen_on_loopback(0);
    int fillers[4];

    for (size_t i = 0; i < ARRAY_LEN(fillers); i++) {
        fillers[i] =
            socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        CHECK(fillers[i] >= 0);
        int got =
            connect(fillers[i], (struct sockaddr *)&address, sizeof(address));
        CHECK(got == 0 || errno == EINPROGRESS);
    }
    open_client(&address, WICK_LOOP_AUTO);
    put_and_flush(1);
    run_until_done(&records[0], 1);
    CHECK_INT(records[0].done_err, -ETIMEDOUT);
    CHECK_STR(wick_http1_client_why(&client), "cannot connect");
    for (size_t i = 0; i < ARRAY_LEN(fillers); i++) {
        (void)close(fillers[i]);
    }
    tear_down();
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(rest_of_a_body_comes_to_its_place),
    WICK_TEST_ENTRY(sink_never_takes_bytes_of_the_next_answer),
    WICK_TEST_ENTRY(cancel_reports_each_exchange_once),
    WICK_TEST_ENTRY(cancel_before_the_connection_is_made),
    WICK_TEST_ENTRY(cancel_of_what_was_never_flushed),
    WICK_TEST_ENTRY(exchange_is_free_in_its_last_callback),
    WICK_TEST_ENTRY(exchange_is_free_after_a_loss_too),
    WICK_TEST_ENTRY(exchanges_behind_a_lost_one_are_lost),
    WICK_TEST_ENTRY(failed_start_calls_nobody),
    WICK_TEST_ENTRY(drop_closes_and_the_next_connects),
    WICK_TEST_ENTRY(loop_is_alive_while_an_answer_is_awaited),
    WICK_TEST_ENTRY(connecting_has_a_time_out),
};
WICK_TEST_MAIN(tests)
