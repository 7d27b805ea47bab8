/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
/* The reading half of a connection; conn_reply.c is the other. */
#include <errno.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "err.h"
#include "mem.h"
#include "server.h"

/* One read(2); also the bound of what is read ahead of a waiting exchange. */
#define READ_MAX (64 * WICK_KIB)
/*
 * The output of one reply: a buffered response and its head. Streams pause
 * at WICK_CONN_FULL, far below.
 */
#define OUTPUT_MAX (16 * WICK_MIB)
/* Dropped behind a refused request before the connection is given up. */
#define DISCARD_MAX (256 * WICK_MIB)

static void begin_exchange(struct wick_conn *conn)
{
    wick_http1_reset(&conn->http);
    wick_buf_release(&conn->body);
    conn->body_max = 0;
    conn->discarded = 0;
    conn->is_body_streamed = false;
    conn->is_head_seen = false;
    conn->is_request_done = false;
    conn->is_replying = false;
    conn->is_reply_done = false;
    conn->is_reply_chunked = false;
    conn->is_reply_bodiless = false;
    conn->was_full = false;
    conn->user = NULL;
}

static bool wants_input(const struct wick_conn *conn)
{
    return !conn->is_request_done && !conn->is_paused && !conn->is_closing &&
           !conn->is_broken;
}

static void set_events(struct wick_conn *conn)
{
    uint32_t events = 0;

    if (wants_input(conn)) {
        events |= EPOLLIN;
    } else if (!conn->is_paused && !conn->is_half_closed) {
        events |= EPOLLRDHUP;
    }
    /* An end that is due comes with the next event: have one at once. */
    if (conn->output.len > conn->sent || conn->is_closing || conn->is_broken) {
        events |= EPOLLOUT;
    }
    if (conn->is_broken) {
        (void)shutdown(conn->watch.fd, SHUT_RDWR);
    }
    wick_watch_set(conn->server->reactor, &conn->watch, events);
}

void wick_conn_free(struct wick_conn *conn)
{
    struct wick_server *server = conn->server;
    int fd = conn->watch.fd;

    wick_watch_stop(server->reactor, &conn->watch);
    (void)close(fd);
    if (server->conn_count-- == WICK_SERVER_CONNS_MAX) {
        wick_watch_set(server->reactor, &server->watch, EPOLLIN);
    }
    wick_list_remove(&conn->node);
    wick_http1_release(&conn->http);
    wick_buf_release(&conn->input);
    wick_buf_release(&conn->output);
    wick_buf_release(&conn->body);
    wick_free(conn);
}

static void destroy(struct wick_conn *conn)
{
    if (conn->is_head_seen && !conn->is_reply_done &&
        conn->server->ops->on_gone) {
        conn->server->ops->on_gone(conn);
    }
    wick_conn_free(conn);
}

static void take_head(struct wick_conn *conn)
{
    struct wick_str expect;

    conn->is_head_seen = true;
    conn->is_reply_bodiless =
        wick_str_eq(wick_http1_method(&conn->http), WICK_STR("HEAD"));
    conn->server->ops->on_head(conn);
    wick_buf_init(&conn->body, conn->body_max);
    if (conn->is_reply_done) {
        return;
    }
    if (!conn->is_body_streamed && conn->http.framing == WICK_HTTP1_LENGTH &&
        conn->http.content_length > conn->body_max) {
        conn->server->ops->on_too_large(conn);
        return;
    }
    /* curl sends it with large bodies and waits a second for the answer. */
    if (wick_http1_find(&conn->http, WICK_STR("Expect"), &expect) &&
        wick_str_eq_nocase(expect, WICK_STR("100-continue")) &&
        wick_buf_append_cstr(&conn->output, "HTTP/1.1 100 Continue\r\n\r\n") ==
            0) {
        wick_conn_flush(conn);
    }
}

static void take_body(struct wick_conn *conn, struct wick_str bytes)
{
    if (conn->is_reply_done) {
        conn->discarded += bytes.len;
        if (conn->discarded > DISCARD_MAX) {
            conn->is_closing = true;
        }
        return;
    }
    if (conn->is_body_streamed) {
        conn->server->ops->on_body(conn, bytes);
        return;
    }
    if (wick_buf_append_str(&conn->body, bytes) < 0) {
        conn->server->ops->on_too_large(conn);
    }
}

/* A message that is no HTTP: the connection cannot be used any more. */
static void take_error(struct wick_conn *conn, int err)
{
    int status = err == -WICK_ETOOBIG || err == -WICK_ETOOMANY ? 431 : 400;

    if (conn->is_head_seen && !conn->is_reply_done &&
        conn->server->ops->on_truncated) {
        conn->server->ops->on_truncated(conn);
    } else if (!conn->is_replying) {
        wick_conn_reply(conn, status, "text/plain",
                        wick_str_from(wick_http1_why(&conn->http)));
    }
    conn->is_closing = true;
}

/* Handles the next event of the parser; false when there is none. */
static bool step(struct wick_conn *conn)
{
    struct wick_str input = wick_buf_get(&conn->input);
    struct wick_str body = WICK_STR("");
    size_t before = input.len;
    int event = wick_http1_parse(&conn->http, &input, &body);

    switch (event) {
    case WICK_HTTP1_MORE:
        break;
    case WICK_HTTP1_HEAD:
        take_head(conn);
        break;
    case WICK_HTTP1_BODY:
        take_body(conn, body);
        break;
    case WICK_HTTP1_END:
        conn->is_request_done = true;
        if (!conn->is_reply_done) {
            conn->server->ops->on_request(conn);
        }
        break;
    default:
        take_error(conn, event);
        break;
    }
    /* Not before: the body lies in the input. */
    wick_buf_consume(&conn->input, before - input.len);
    return event > WICK_HTTP1_MORE;
}

void wick_conn_advance(struct wick_conn *conn)
{
    bool has_more = true;

    if (conn->is_advancing) {
        return;
    }
    conn->is_advancing = true;
    while (has_more) {
        has_more = wants_input(conn) && step(conn);
        if (conn->is_request_done && conn->is_reply_done) {
            if (!conn->http.is_persistent) {
                conn->is_closing = true;
                break;
            }
            begin_exchange(conn);
            has_more = true;
        }
    }
    conn->is_advancing = false;
    set_events(conn);
}

/* The peer sends no more. */
static void take_eof(struct wick_conn *conn)
{
    if (conn->is_head_seen && !conn->is_request_done && !conn->is_reply_done &&
        conn->server->ops->on_truncated) {
        conn->is_advancing = true; /* no next exchange from inside */
        conn->server->ops->on_truncated(conn);
        conn->is_advancing = false;
    }
    conn->is_closing = true;
}

/* False when the connection has been released. */
static bool receive(struct wick_conn *conn)
{
    char *room;
    ssize_t count = -1;

    if (wick_buf_reserve(&conn->input, READ_MAX, &room) < 0) {
        destroy(conn);
        return false;
    }
    do {
        count = recv(conn->watch.fd, room, READ_MAX, 0);
    } while (count < 0 && errno == EINTR);
    if (count > 0) {
        wick_buf_commit(&conn->input, (size_t)count);
        conn->received += (size_t)count;
        wick_conn_advance(conn);
        return true;
    }
    if (count == 0) {
        take_eof(conn);
        return true;
    }
    if (errno == EAGAIN) {
        return true;
    }
    destroy(conn);
    return false;
}

/* Whether the connection ends as soon as its output is sent. */
static bool is_ending(const struct wick_conn *conn)
{
    bool is_awaited = conn->server->ops->answers_half_closed &&
                      conn->is_request_done && !conn->is_reply_done;

    return conn->is_closing || (conn->is_half_closed && !is_awaited);
}

static void on_ready(struct wick_watch *watch, uint32_t events)
{
    struct wick_conn *conn = container_of(watch, struct wick_conn, watch);

    if (events & (EPOLLERR | EPOLLHUP)) {
        /* Nobody is left to read a reply. What still lies in the socket does
         * not matter then, but for a request's end that has arrived. */
        if (!wants_input(conn)) {
            destroy(conn);
            return;
        }
        events |= EPOLLIN;
    }
    if ((events & EPOLLIN) && wants_input(conn) && !receive(conn)) {
        return;
    }
    if ((events & EPOLLRDHUP) && !wants_input(conn)) {
        conn->is_half_closed = true;
    }
    if (events & EPOLLOUT) {
        wick_conn_flush(conn);
    }
    if (conn->is_broken ||
        (is_ending(conn) && conn->output.len == conn->sent)) {
        destroy(conn);
        return;
    }
    set_events(conn);
}

struct wick_conn *wick_conn_new(struct wick_server *server, int fd,
                                const struct sockaddr_in *peer)
{
    struct wick_conn *conn = wick_alloc_zero(1, sizeof(*conn));

    conn->server = server;
    conn->peer = *peer;
    wick_http1_init(&conn->http, WICK_HTTP1_REQUEST);
    wick_buf_init(&conn->input, 2 * READ_MAX);
    wick_buf_init(&conn->output, OUTPUT_MAX);
    wick_buf_init(&conn->body, 0);
    wick_list_init(&conn->node);
    if (wick_watch_start(server->reactor, &conn->watch, fd, EPOLLIN, on_ready) <
        0) {
        (void)close(fd);
        wick_free(conn);
        return NULL;
    }
    return conn;
}

void wick_conn_drain(struct wick_conn *conn)
{
    size_t before;

    /* What receive() reads, it parses: an input that it leaves unchanged
     * means that nothing came. */
    do {
        before = conn->received;
        if (!wants_input(conn) || !receive(conn)) {
            return;
        }
    } while (conn->received > before);
}

void wick_conn_pause(struct wick_conn *conn)
{
    conn->is_paused = true;
    if (!conn->is_advancing) {
        set_events(conn);
    }
}

void wick_conn_resume(struct wick_conn *conn)
{
    conn->is_paused = false;
    wick_conn_advance(conn);
}
