/* SPDX-License-Identifier: MIT */
/*
 * A channel of c-ares on the loop: its sockets are polled, its timeouts are a
 * timer, and what has ended is delivered outside of the library, which does
 * not bear everything in its callbacks, and never before its start returns.
 */
#ifndef WICK_DNS_CHANNEL_H
#define WICK_DNS_CHANNEL_H

#include "base.h"
#include "list.h"

struct ares_channeldata;
struct wick_loop;
struct wick_dns_channel;
struct wick_dns_request;

/* Called in a turn, once. The request is the owner's again. */
typedef void (*wick_dns_fn)(struct wick_dns_request *request);

/* Lifetime: embedded in its owner, pinned from begin to callback. */
struct wick_dns_request {
    struct wick_list queue;
    struct wick_dns_channel *channel;
    wick_dns_fn on_done;
};

/*
 * Makes a channel of what resolv.conf, hosts and the environment say; 0 for
 * @timeout_ms and @tries is the library's default. ARES_SUCCESS or a status of
 * the library.
 */
WICK_NODISCARD int wick_dns_channel_new(struct wick_dns_channel **made,
                                        struct wick_loop *loop, int timeout_ms,
                                        int tries);

/* Frees @channel (NULL is fine). No request may be under way. */
void wick_dns_channel_free(struct wick_dns_channel *channel);

/* The library's own, for what is asked of it. */
struct ares_channeldata *wick_dns_get(struct wick_dns_channel *channel);

/* @request is about to be started: it keeps the loop alive until its end. */
void wick_dns_begin(struct wick_dns_channel *channel,
                    struct wick_dns_request *request, wick_dns_fn on_done);

/* The library has called back for @request. */
void wick_dns_end(struct wick_dns_request *request);

/* After each call that starts or cancels: timeouts and ends are looked at. */
void wick_dns_started(struct wick_dns_channel *channel);

#endif
