/* SPDX-License-Identifier: MIT */
/*
 * One keep-alive HTTP/1.1 connection of a client, on the loop: requests go
 * out in the order in which they are put in, answers come back in the same.
 * Knows nothing of Lambda.
 *
 * A receive is in flight all the time, also while nothing is asked: so a peer
 * that closes an idle connection is noticed before the next request is lost
 * in it, and an answer that comes before the request is complete is read.
 *
 * Requests that are in the queue when the connection is ready leave in one
 * system call, the later ones without waiting for the earlier answers, once
 * the peer has answered on this connection and promised to keep it (RFC 9112,
 * section 9.3.2). A peer that then closes it after one answer gets the others
 * again on a new connection: it has not looked at them (section 9.6).
 *
 * A connection that had answered before and ends without one byte of the next
 * answer was dead already (a frozen process notices late). Exchanges that
 * allow it are then sent once more on a new one (section 9.3.1).
 *
 * There is no time-out but that of connecting: the process may be frozen for
 * hours between a request and its answer.
 */
#ifndef WICK_HTTP1_CLIENT_H
#define WICK_HTTP1_CLIENT_H

#include <sys/socket.h>
#include <sys/uio.h>

#include "base.h"
#include "http1.h"
#include "list.h"
#include "loop.h"

/* Pieces of one request: the head, a chunk in three pieces, an end. */
#define WICK_HTTP1_PARTS_MAX 6

struct wick_http1_exchange;

enum wick_http1_phase {
    WICK_HTTP1_QUEUED,  /* nothing sent */
    WICK_HTTP1_SENDING, /* handed to the kernel */
    WICK_HTTP1_STALLED, /* open, waits for wick_http1_client_more() */
    WICK_HTTP1_SENT
};

struct wick_http1_exchange_ops {
    /* The head of the answer, borrowed for the call. Never NULL. */
    void (*on_head)(struct wick_http1_exchange *exchange,
                    const struct wick_http1 *http);
    /*
     * Some bytes of the body, borrowed for the call. They lie at the place
     * that @sink named if the exchange has one and they came there directly.
     * Never NULL.
     */
    void (*on_body)(struct wick_http1_exchange *exchange,
                    struct wick_str piece);
    /*
     * Exactly once, last. 0 with a complete answer, or why there is none.
     * Every byte of the request is then the owner's again, and the exchange
     * may be put in anew. Never NULL.
     */
    void (*on_done)(struct wick_http1_exchange *exchange, int err);
    /* An open request has sent its parts; NULL when it is never open. */
    void (*on_sent)(struct wick_http1_exchange *exchange);
};

/* Lifetime: embedded in its owner, pinned from put to on_done. */
struct wick_http1_exchange {
    /* The owner's, before put. */
    const struct wick_http1_exchange_ops *ops;
    struct iovec parts[WICK_HTTP1_PARTS_MAX]; /* the bytes are borrowed */
    int part_count;
    bool is_open;       /* the request goes on after these parts */
    bool can_retry;     /* may be sent again as the header comment says */
    bool is_background; /* does not keep the loop alive */
    /*
     * Set in on_head for a body of known length: where the rest of the body
     * is to be received, without a copy. The owner moves it in on_body.
     */
    struct iovec sink;

    /* Private. */
    struct wick_list node;
    enum wick_http1_phase phase;
    bool was_retried;
    bool is_answered;
    int lost_err;
};

enum wick_http1_client_state {
    WICK_HTTP1_CLIENT_CLOSED,
    WICK_HTTP1_CLIENT_CONNECTING,
    WICK_HTTP1_CLIENT_OPEN,
    WICK_HTTP1_CLIENT_CLOSING /* waits for the end of its operations */
};

/* Two heads of the Runtime API with small events fit. */
#define WICK_HTTP1_CLIENT_BUF_SIZE   (16 * WICK_KIB)
#define WICK_HTTP1_CLIENT_VECTOR_MAX 16

/* Lifetime: the owner's, pinned until it is released. All private. */
struct wick_http1_client {
    struct wick_loop *loop;
    struct sockaddr_storage address;
    socklen_t address_len;
    enum wick_http1_client_state state;
    int fd;
    bool is_proven;  /* it has answered on this connection and keeps it */
    bool is_blocked; /* answered, but the request is still being sent */
    int send_err;
    struct wick_list queue;
    struct wick_op connect_op;
    struct wick_op send_op;
    struct wick_op recv_op;
    struct wick_timer connect_timer;
    struct iovec vector[WICK_HTTP1_CLIENT_VECTOR_MAX];
    struct wick_str input; /* received and not yet parsed */
    const char *why;
    uint64_t connect_count;
    struct wick_http1 http;
    char buf[WICK_HTTP1_CLIENT_BUF_SIZE];
};

/* Makes no connection yet. Copies @address. */
void wick_http1_client_init(struct wick_http1_client *client,
                            struct wick_loop *loop,
                            const struct sockaddr *address, socklen_t len);

/*
 * Ends everything: exchanges get on_done with -ECANCELED, here or in a later
 * turn. Run the loop (wick_loop_drain()) before the release.
 */
void wick_http1_client_cancel(struct wick_http1_client *client);

/* Frees what it holds. Nothing may be in flight. */
void wick_http1_client_release(struct wick_http1_client *client);

/*
 * Puts @exchange behind the others. Nothing is sent before the flush, so that
 * several leave together.
 */
void wick_http1_client_put(struct wick_http1_client *client,
                           struct wick_http1_exchange *exchange);

/*
 * Sends what can be sent, connecting first if need be. On failure (no socket,
 * no operation) every exchange of the queue is taken out and none of their
 * callbacks is called.
 */
WICK_NODISCARD int wick_http1_client_flush(struct wick_http1_client *client);

/*
 * Goes on with an open @exchange whose parts have been sent (on_sent): new
 * @parts and @is_open are in it. Nothing happens when the answer has come
 * meanwhile: on_done is then on its way. Fails as wick_loop_start(); the
 * exchange is then lost like everything in the queue, without callbacks.
 */
WICK_NODISCARD int wick_http1_client_more(struct wick_http1_client *client,
                                          struct wick_http1_exchange *exchange);

/*
 * Closes the connection, on which nothing may be in progress; the next
 * exchange gets a new one. For the time after a snapshot was restored.
 */
void wick_http1_client_drop(struct wick_http1_client *client);

/* The peer has answered on this connection and will keep it. */
bool wick_http1_client_is_proven(const struct wick_http1_client *client);

/* What was wrong with the last connection that failed, in words, or "". */
const char *wick_http1_client_why(const struct wick_http1_client *client);

#endif
