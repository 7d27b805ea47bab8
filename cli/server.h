/* SPDX-License-Identifier: MIT */
/*
 * A small HTTP/1.1 server on the reactor: one listening socket and its
 * connections. An exchange is one request and its reply; pipelined requests
 * wait for their turn in the connection's input. Knows nothing of Lambda.
 */
#ifndef WICK_SERVER_H
#define WICK_SERVER_H

#include <netinet/in.h>

#include "base.h"
#include "buf.h"
#include "http1.h"
#include "list.h"
#include "reactor.h"

/* Connections of one server at a time; the next ones wait in the backlog. */
#define WICK_SERVER_CONNS_MAX 256

struct wick_conn;

/*
 * What happens to an exchange, in this order. Each callback may reply; none
 * may release the connection. After a reply the rest of the request is read
 * and dropped, and no callback is called for this exchange any more.
 */
struct wick_server_ops {
    /*
     * The head has arrived. May set @conn->body_max (0 refuses any body) or
     * @conn->is_body_streamed. Required.
     */
    void (*on_head)(struct wick_conn *conn);
    /* Bytes of a streamed body. */
    void (*on_body)(struct wick_conn *conn, struct wick_str bytes);
    /* The body is longer than body_max. Required. */
    void (*on_too_large)(struct wick_conn *conn);
    /* The request is complete; @conn->body holds a buffered body. Required. */
    void (*on_request)(struct wick_conn *conn);
    /*
     * The body broke off or is malformed, and the peer may yet read a reply.
     */
    void (*on_truncated)(struct wick_conn *conn);
    /* The output has fallen below WICK_CONN_FULL again. */
    void (*on_drained)(struct wick_conn *conn);
    /*
     * The peer went away before the exchange was over; the connection is
     * released after this call.
     */
    void (*on_gone)(struct wick_conn *conn);
    /*
     * A peer that sends no more still reads: its last request is answered.
     * Without it such a peer counts as gone, as a runtime that was killed is.
     */
    bool answers_half_closed;
};

/* Lifetime: the command's. */
struct wick_server {
    struct wick_reactor *reactor;
    const struct wick_server_ops *ops;
    void *owner; /* for the callbacks */
    uint16_t port;
    struct wick_watch watch;
    struct wick_list conns;
    size_t conn_count;
};

/* More output than this, and a source should pause until on_drained. */
#define WICK_CONN_FULL (256 * WICK_KIB)

/* Lifetime: from accept(2) until the peer or the server ends it. */
struct wick_conn {
    struct wick_list node;
    struct wick_server *server;
    struct wick_watch watch;
    struct sockaddr_in peer;
    struct wick_http1 http;
    struct wick_buf input;  /* read, not yet parsed */
    struct wick_buf output; /* written, not yet sent */
    size_t sent;            /* bytes of the output that are sent */

    /* The exchange. */
    struct wick_buf body;
    size_t body_max;
    uint64_t discarded;
    bool is_body_streamed;
    bool is_head_seen;
    bool is_request_done;
    bool is_replying;
    bool is_reply_done;
    bool is_reply_chunked;
    bool is_reply_bodiless; /* HEAD, 204, 304 */
    bool is_lengthless;     /* 204: no Content-Length either */
    bool was_full;
    void *user; /* the owner's; NULL at the begin of each exchange */

    size_t received; /* bytes since the connection was made */
    bool is_paused;
    bool is_half_closed; /* the peer sends no more */
    bool is_closing;     /* after the output has been sent */
    bool is_broken;      /* the peer takes no more output */
    bool is_advancing;
};

/*
 * Listens on @address (network order) and @port (0: any free one; then
 * @server->port tells which). 0 or -errno.
 */
WICK_NODISCARD int wick_server_start(struct wick_server *server,
                                     struct wick_reactor *reactor,
                                     const struct wick_server_ops *ops,
                                     void *owner, in_addr_t address,
                                     uint16_t port);

/* Stops listening and releases all connections without any callback. */
void wick_server_stop(struct wick_server *server);

/* The text of an IPv4 address, like "127.0.0.1". Returns the host part. */
WICK_NODISCARD int wick_server_parse_address(const char *text,
                                             in_addr_t *address);

/*
 * Handles everything that has already arrived: for a peer that has ended.
 * Connections may be released by it.
 */
void wick_server_drain(struct wick_server *server);

/* Releases all connections without any callback. */
void wick_server_drop(struct wick_server *server);

/* For server.c: takes over @fd; NULL, with @fd closed, on failure. */
struct wick_conn *wick_conn_new(struct wick_server *server, int fd,
                                const struct sockaddr_in *peer);
/* For server.c: releases the connection without a callback. */
void wick_conn_free(struct wick_conn *conn);
/* For server.c: see wick_server_drain(). */
void wick_conn_drain(struct wick_conn *conn);

/* Stops and continues reading: back-pressure on a streamed body. */
void wick_conn_pause(struct wick_conn *conn);
void wick_conn_resume(struct wick_conn *conn);

/* The output is as full as it should get. */
static inline bool wick_conn_is_full(const struct wick_conn *conn)
{
    return conn->output.len - conn->sent > WICK_CONN_FULL;
}

/*
 * A reply: wick_conn_begin(), any number of wick_conn_header(), then either
 * wick_conn_end() with the whole body, or wick_conn_stream(), any number of
 * wick_conn_write() and wick_conn_finish(). Exactly one per exchange. A peer
 * that is gone makes them do nothing.
 */
void wick_conn_begin(struct wick_conn *conn, int status);

/*
 * 0, or -WICK_ESYNTAX when @name or @value could not be sent as they are;
 * the header is then left out. Content-Length, Transfer-Encoding, Connection
 * and Date are the server's.
 */
WICK_NODISCARD int wick_conn_header(struct wick_conn *conn,
                                    struct wick_str name,
                                    struct wick_str value);
void wick_conn_end(struct wick_conn *conn, struct wick_str body);

void wick_conn_stream(struct wick_conn *conn);
void wick_conn_write(struct wick_conn *conn, struct wick_str bytes);
/* @trailers are whole lines, each with its CRLF, or empty. */
void wick_conn_finish(struct wick_conn *conn, struct wick_str trailers);

/* Ends a stream without its end, so that the peer sees that it broke off. */
void wick_conn_abort(struct wick_conn *conn);

/* A reply of @type and @body without further headers. */
void wick_conn_reply(struct wick_conn *conn, int status, const char *type,
                     struct wick_str body);

/* For conn.c: sends what can be sent now. */
void wick_conn_flush(struct wick_conn *conn);
/* For conn_reply.c: continues after a reply that came from outside. */
void wick_conn_advance(struct wick_conn *conn);

#endif
