/* SPDX-License-Identifier: MIT */
/*
 * "HOST:PORT" into a socket address, as in AWS_LAMBDA_RUNTIME_API.
 */
#ifndef WICK_ENDPOINT_H
#define WICK_ENDPOINT_H

#include <sys/socket.h>

#include "base.h"
#include "str.h"

/* Longest text: a name of RFC 1035 (253 bytes), a colon, a port. */
#define WICK_ENDPOINT_TEXT_MAX 260

/* Lifetime: the owner's. */
struct wick_endpoint {
    struct sockaddr_storage address;
    socklen_t len;
};

/*
 * Reads @text: an IPv4 address, an IPv6 address in brackets, or a name, then
 * a colon and a port from 1 to 65535. "localhost" is 127.0.0.1 without asking
 * anybody. Other names are looked up, which may block; on the platform the
 * host is an address. 0, -WICK_ESYNTAX for a malformed text, -WICK_ETOOBIG
 * beyond WICK_ENDPOINT_TEXT_MAX, -ENOENT for a name without an address.
 */
WICK_NODISCARD int wick_endpoint_parse(struct wick_endpoint *endpoint,
                                       struct wick_str text);

#endif
