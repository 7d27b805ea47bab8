/* SPDX-License-Identifier: MIT */
#include "http1_client.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "err.h"

static void on_connect(struct wick_op *op);
static void on_send(struct wick_op *op);
static void on_recv(struct wick_op *op);

static struct wick_http1_exchange *exchange_of(struct wick_list *node)
{
    return container_of(node, struct wick_http1_exchange, node);
}

static struct wick_http1_exchange *
find_first(const struct wick_http1_client *client)
{
    return wick_list_is_empty(&client->queue) ? NULL
                                              : exchange_of(client->queue.next);
}

void wick_http1_client_init(struct wick_http1_client *client,
                            struct wick_loop *loop,
                            const struct sockaddr *address, socklen_t len)
{
    WICK_ASSERT(len <= sizeof(client->address));

    /* Not the buffer: its pages are touched when something is received. */
    memset(client, 0, offsetof(struct wick_http1_client, buf));
    client->loop = loop;
    memcpy(&client->address, address, len);
    client->address_len = len;
    client->fd = -1;
    client->why = "";
    wick_list_init(&client->queue);
    wick_http1_init(&client->http, WICK_HTTP1_RESPONSE);
}

void wick_http1_client_release(struct wick_http1_client *client)
{
    WICK_ASSERT(client->state == WICK_HTTP1_CLIENT_CLOSED);
    WICK_ASSERT(wick_list_is_empty(&client->queue));
    wick_http1_release(&client->http);
}

/* What keeps the loop alive is an answer that somebody waits for. */
static bool is_awaited(const struct wick_http1_exchange *exchange)
{
    return exchange && !exchange->is_background &&
           exchange->phase != WICK_HTTP1_STALLED;
}

static void update_ref(struct wick_http1_client *client)
{
    const struct wick_http1_exchange *first = find_first(client);

    if (wick_op_is_in_flight(&client->recv_op)) {
        wick_loop_set_ref(client->loop, &client->recv_op, is_awaited(first));
    }
    if (first && wick_op_is_in_flight(&client->send_op)) {
        wick_loop_set_ref(client->loop, &client->send_op,
                          !first->is_background);
    }
    if (first && wick_op_is_in_flight(&client->connect_op)) {
        wick_loop_set_ref(client->loop, &client->connect_op,
                          !first->is_background);
    }
}

static void on_connect_due(struct wick_timer *timer)
{
    struct wick_http1_client *client =
        container_of(timer, struct wick_http1_client, connect_timer);

    wick_loop_cancel(client->loop, &client->connect_op);
}

static int start_connect(struct wick_http1_client *client)
{
    const struct sockaddr *address = (const struct sockaddr *)&client->address;
    int one = 1;

    WICK_ASSERT(client->state == WICK_HTTP1_CLIENT_CLOSED);
    int fd = socket(address->sa_family,
                    SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        return -errno;
    }
    /* A UNIX socket has no such option and no such problem. */
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));

    struct wick_timers *timers = wick_loop_timers(client->loop);
    wick_loop_update_time(client->loop);
    int err = wick_timer_start(
        timers, &client->connect_timer,
        (uint64_t)WICK_HTTP_CONNECT_MS_MAX * WICK_NS_PER_MS, on_connect_due);
    if (err == 0) {
        wick_op_connect(&client->connect_op, fd, address, client->address_len);
        err = wick_loop_start(client->loop, &client->connect_op, on_connect);
    }
    if (err < 0) {
        wick_timer_stop(timers, &client->connect_timer);
        (void)close(fd);
        return err;
    }
    client->fd = fd;
    client->state = WICK_HTTP1_CLIENT_CONNECTING;
    return 0;
}

/*
 * Puts the parts of everything that may be sent now into the vector. Nothing
 * follows a request that is not complete, such a one follows nothing, and the
 * first is alone while the peer has not shown that it keeps the connection.
 */
static int gather(struct wick_http1_client *client)
{
    int count = 0;

    WICK_LIST_EACH (node, &client->queue) {
        struct wick_http1_exchange *exchange = exchange_of(node);
        bool is_first = node == client->queue.next;

        if (exchange->phase == WICK_HTTP1_STALLED ||
            (!is_first && (!client->is_proven || exchange->is_open)) ||
            count + exchange->part_count > WICK_HTTP1_CLIENT_VECTOR_MAX) {
            break;
        }
        if (exchange->phase == WICK_HTTP1_QUEUED) {
            memcpy(client->vector + count, exchange->parts,
                   (size_t)exchange->part_count * sizeof(struct iovec));
            count += exchange->part_count;
            exchange->phase = WICK_HTTP1_SENDING;
        }
        if (exchange->is_open) {
            break;
        }
    }
    return count;
}

/*
 * Nothing waits for an answer before what is to be sent next, and nothing for
 * the end of the send: an open request goes on from there.
 */
static bool is_fresh(const struct wick_http1_client *client)
{
    const struct wick_http1_exchange *first = find_first(client);

    return first && !first->is_open && first->can_retry &&
           first->phase == WICK_HTTP1_QUEUED;
}

static int begin_send(struct wick_http1_client *client)
{
    bool may_be_quick = is_fresh(client);
    if (client->state != WICK_HTTP1_CLIENT_OPEN || client->send_err < 0 ||
        wick_op_is_in_flight(&client->send_op)) {
        return 0;
    }
    int count = gather(client);
    if (count == 0) {
        return 0;
    }
    wick_op_sendv(&client->send_op, client->fd, client->vector, count);
    if (may_be_quick) {
        wick_op_set_quick(&client->send_op);
    }
    return wick_loop_start(client->loop, &client->send_op, on_send);
}

/*
 * Receives the rest of a body of known length at its place, and not a byte
 * more: what follows belongs to the next answer.
 */
static int begin_recv(struct wick_http1_client *client)
{
    const struct wick_http1_exchange *first = find_first(client);
    struct iovec into = {client->buf, sizeof(client->buf)};

    if (first && first->sink.iov_len > 0 &&
        client->http.framing == WICK_HTTP1_LENGTH) {
        uint64_t left = wick_http1_body_left(&client->http);

        into = first->sink;
        if (into.iov_len > left) {
            into.iov_len = (size_t)left;
        }
    }
    client->input = (struct wick_str){into.iov_base, 0};
    wick_op_recv(&client->recv_op, client->fd, into.iov_base, into.iov_len);
    int err = wick_loop_start(client->loop, &client->recv_op, on_recv);
    if (err == 0) {
        update_ref(client);
    }
    return err;
}

/* Takes out what has ended, and reports it after the state is consistent. */
static void deliver(struct wick_http1_client *client)
{
    struct wick_list ended;
    struct wick_list *node;

    wick_list_init(&ended);
    WICK_LIST_EACH_SAFE (each, &client->queue) {
        struct wick_http1_exchange *exchange = exchange_of(each);

        if (exchange->is_answered || exchange->lost_err < 0) {
            wick_list_remove(each);
            wick_list_push_back(&ended, each);
        } else {
            exchange->phase = WICK_HTTP1_QUEUED;
        }
    }
    if (!wick_list_is_empty(&client->queue)) {
        int err = start_connect(client);

        if (err < 0) {
            client->why = "no socket";
            WICK_LIST_EACH (each, &client->queue) {
                exchange_of(each)->lost_err = err;
            }
            wick_list_splice_back(&ended, &client->queue);
        }
    }
    update_ref(client);
    while ((node = wick_list_pop_front(&ended)) != NULL) {
        struct wick_http1_exchange *exchange = exchange_of(node);

        exchange->ops->on_done(exchange, exchange->lost_err);
    }
}

/* Closes the descriptor as soon as nothing is in flight on it. */
static void settle(struct wick_http1_client *client)
{
    if (client->state != WICK_HTTP1_CLIENT_CLOSING ||
        wick_op_is_in_flight(&client->connect_op) ||
        wick_op_is_in_flight(&client->send_op) ||
        wick_op_is_in_flight(&client->recv_op)) {
        return;
    }
    wick_loop_forget(client->loop, client->fd);
    (void)close(client->fd);
    client->fd = -1;
    client->state = WICK_HTTP1_CLIENT_CLOSED;
    client->is_proven = false;
    client->is_blocked = false;
    client->send_err = 0;
    client->input = (struct wick_str){0};
    wick_http1_reset(&client->http);
    deliver(client);
}

static void begin_close(struct wick_http1_client *client)
{
    if (client->state == WICK_HTTP1_CLIENT_CLOSED ||
        client->state == WICK_HTTP1_CLIENT_CLOSING) {
        return;
    }
    client->state = WICK_HTTP1_CLIENT_CLOSING;
    wick_timer_stop(wick_loop_timers(client->loop), &client->connect_timer);
    wick_loop_cancel(client->loop, &client->connect_op);
    wick_loop_cancel(client->loop, &client->send_op);
    wick_loop_cancel(client->loop, &client->recv_op);
    settle(client);
}

/* The header comment of http1_client.h says when and why. */
static bool may_retry(const struct wick_http1_client *client,
                      const struct wick_http1_exchange *first)
{
    return client->is_proven && wick_http1_is_idle(&client->http) &&
           first->can_retry && !first->was_retried;
}

/* The connection is lost: decides about the queue, then closes. */
static void lose(struct wick_http1_client *client, int err, const char *why)
{
    struct wick_http1_exchange *first = find_first(client);

    client->why = why;
    if (!first || first->is_answered ||
        (client->state == WICK_HTTP1_CLIENT_OPEN &&
         first->phase == WICK_HTTP1_QUEUED)) {
        /* An idle connection: what waits has not been sent on it. */
        begin_close(client);
        return;
    }
    bool is_retry = may_retry(client, first);
    WICK_LIST_EACH (node, &client->queue) {
        struct wick_http1_exchange *exchange = exchange_of(node);

        if (is_retry) {
            exchange->was_retried = true;
        } else {
            exchange->lost_err = err;
        }
    }
    begin_close(client);
}

static void on_connect(struct wick_op *op)
{
    struct wick_http1_client *client =
        container_of(op, struct wick_http1_client, connect_op);

    wick_timer_stop(wick_loop_timers(client->loop), &client->connect_timer);
    if (client->state == WICK_HTTP1_CLIENT_CLOSING) {
        settle(client);
        return;
    }
    if (op->result < 0) {
        /* Canceled by the timer alone: a close has another state. */
        bool is_late = op->result == -ECANCELED;

        lose(client, is_late ? -ETIMEDOUT : (int)op->result, "cannot connect");
        return;
    }
    client->state = WICK_HTTP1_CLIENT_OPEN;
    client->connect_count++;
    int err = begin_recv(client);
    if (err == 0) {
        err = begin_send(client);
    }
    if (err < 0) {
        lose(client, err, "no operation");
        return;
    }
    update_ref(client);
}

/* The first exchange has its answer, and its request is out of our hands. */
static void finish_first(struct wick_http1_client *client)
{
    struct wick_http1_exchange *first = find_first(client);

    if (!client->http.is_persistent) {
        begin_close(client);
        return;
    }
    wick_list_remove(&first->node);
    wick_http1_reset(&client->http);
    client->is_proven = true;
    int err = begin_send(client);
    update_ref(client);
    first->ops->on_done(first, 0);
    if (err < 0 && client->state == WICK_HTTP1_CLIENT_OPEN) {
        lose(client, err, "no operation");
    }
}

/*
 * A complete answer. Whoever gets one before the request is complete stops
 * sending (RFC 9112, section 9.3); but a request that is all in the kernel's
 * hands may have others behind it that the peer already works on, so its
 * end is awaited as long as the peer keeps the connection.
 */
static void complete(struct wick_http1_client *client,
                     struct wick_http1_exchange *first)
{
    first->is_answered = true;
    if (first->phase == WICK_HTTP1_SENT) {
        finish_first(client);
        return;
    }
    if (first->phase == WICK_HTTP1_SENDING && !first->is_open &&
        client->http.is_persistent && client->send_err == 0) {
        client->is_blocked = true;
        return;
    }
    begin_close(client);
}

/* One event of the answer; false when there is nothing more to do. */
static bool feed_one(struct wick_http1_client *client)
{
    struct wick_http1_exchange *first = find_first(client);
    struct wick_str piece;

    if (client->input.len == 0 && wick_http1_is_idle(&client->http)) {
        return false;
    }
    if (!first || first->phase == WICK_HTTP1_QUEUED) {
        lose(client, -WICK_EPROTO, "an answer without a request");
        return false;
    }
    int got = wick_http1_parse(&client->http, &client->input, &piece);
    if (got < 0) {
        lose(client, got, wick_http1_why(&client->http));
        return false;
    }
    switch ((enum wick_http1_event)got) {
    case WICK_HTTP1_MORE:
        return false;
    case WICK_HTTP1_HEAD:
        first->sink = (struct iovec){0};
        first->ops->on_head(first, &client->http);
        break;
    case WICK_HTTP1_BODY:
        first->ops->on_body(first, piece);
        break;
    case WICK_HTTP1_END:
        complete(client, first);
        break;
    }
    return true;
}

static void feed(struct wick_http1_client *client)
{
    while (client->state == WICK_HTTP1_CLIENT_OPEN && !client->is_blocked &&
           feed_one(client)) {
    }
    if (client->state != WICK_HTTP1_CLIENT_OPEN || client->is_blocked ||
        wick_op_is_in_flight(&client->recv_op)) {
        return;
    }
    int err = begin_recv(client);
    if (err < 0) {
        lose(client, err, "no operation");
    }
}

static void on_recv(struct wick_op *op)
{
    struct wick_http1_client *client =
        container_of(op, struct wick_http1_client, recv_op);

    if (client->state == WICK_HTTP1_CLIENT_CLOSING) {
        settle(client);
        return;
    }
    if (op->result > 0) {
        client->input.len = (size_t)op->result;
        feed(client);
        return;
    }
    if (op->result < 0) {
        lose(client, (int)op->result, "cannot receive");
        return;
    }
    if (wick_http1_is_idle(&client->http)) {
        lose(client, -ECONNRESET, "the peer closed the connection");
        return;
    }
    int got = wick_http1_eof(&client->http);
    if (got < 0) {
        lose(client, got, wick_http1_why(&client->http));
        return;
    }
    complete(client, find_first(client));
}

/*
 * A peer that has gone may have left an answer that still waits to be read:
 * the receive says how it ends.
 */
static void on_send_failed(struct wick_http1_client *client, int err)
{
    client->send_err = err;
    if (client->is_blocked || (err != -EPIPE && err != -ECONNRESET)) {
        lose(client, err, "cannot send");
    }
}

static void on_send(struct wick_op *op)
{
    struct wick_http1_client *client =
        container_of(op, struct wick_http1_client, send_op);
    struct wick_http1_exchange *stalled = NULL;

    if (client->state == WICK_HTTP1_CLIENT_CLOSING) {
        settle(client);
        return;
    }
    if (op->result < 0) {
        on_send_failed(client, (int)op->result);
        return;
    }
    WICK_LIST_EACH (node, &client->queue) {
        struct wick_http1_exchange *exchange = exchange_of(node);

        if (exchange->phase == WICK_HTTP1_SENDING) {
            exchange->phase =
                exchange->is_open ? WICK_HTTP1_STALLED : WICK_HTTP1_SENT;
            stalled = exchange->is_open ? exchange : NULL;
        }
    }
    update_ref(client);
    if (client->is_blocked) {
        client->is_blocked = false;
        finish_first(client);
        feed(client);
        return;
    }
    int err = begin_send(client);
    if (err < 0) {
        lose(client, err, "no operation");
        return;
    }
    if (stalled) {
        /* Its owner may now overwrite the parts that a retry would need. */
        stalled->can_retry = false;
        stalled->ops->on_sent(stalled);
    }
}

void wick_http1_client_put(struct wick_http1_client *client,
                           struct wick_http1_exchange *exchange)
{
    WICK_ASSERT(exchange->part_count > 0 &&
                exchange->part_count <= WICK_HTTP1_PARTS_MAX);
    WICK_ASSERT(!exchange->is_open || exchange->ops->on_sent);

    exchange->sink = (struct iovec){0};
    exchange->phase = WICK_HTTP1_QUEUED;
    exchange->was_retried = false;
    exchange->is_answered = false;
    exchange->lost_err = 0;
    wick_list_push_back(&client->queue, &exchange->node);
}

/* Forgets the queue without a word; the caller tells its owner. */
static int abandon(struct wick_http1_client *client, int err)
{
    client->why = "no socket or operation";
    while (wick_list_pop_front(&client->queue) != NULL) {
    }
    begin_close(client);
    return err;
}

int wick_http1_client_flush(struct wick_http1_client *client)
{
    if (wick_list_is_empty(&client->queue)) {
        return 0;
    }
    int err = client->state == WICK_HTTP1_CLIENT_CLOSED ? start_connect(client)
                                                        : begin_send(client);
    if (err < 0) {
        return abandon(client, err);
    }
    update_ref(client);
    return 0;
}

int wick_http1_client_more(struct wick_http1_client *client,
                           struct wick_http1_exchange *exchange)
{
    WICK_ASSERT(exchange->phase == WICK_HTTP1_STALLED);
    WICK_ASSERT(exchange->part_count > 0 &&
                exchange->part_count <= WICK_HTTP1_PARTS_MAX);

    if (client->state != WICK_HTTP1_CLIENT_OPEN || exchange->is_answered) {
        return 0;
    }
    exchange->phase = WICK_HTTP1_QUEUED;
    return wick_http1_client_flush(client);
}

void wick_http1_client_drop(struct wick_http1_client *client)
{
    WICK_ASSERT(wick_list_is_empty(&client->queue));
    begin_close(client);
}

void wick_http1_client_cancel(struct wick_http1_client *client)
{
    WICK_LIST_EACH (node, &client->queue) {
        if (!exchange_of(node)->is_answered) {
            exchange_of(node)->lost_err = -ECANCELED;
        }
    }
    if (client->state == WICK_HTTP1_CLIENT_CLOSED) {
        deliver(client);
    } else {
        begin_close(client);
    }
}

bool wick_http1_client_is_proven(const struct wick_http1_client *client)
{
    return client->is_proven;
}

const char *wick_http1_client_why(const struct wick_http1_client *client)
{
    return client->why;
}
