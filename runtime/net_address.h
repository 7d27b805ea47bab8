/* SPDX-License-Identifier: MIT */
/*
 * Addresses of sockets: from the texts that JavaScript has for them, and back.
 * No name is looked up here.
 */
#ifndef WICK_NET_ADDRESS_H
#define WICK_NET_ADDRESS_H

#include <sys/socket.h>

#include "base.h"
#include "str.h"

/* An IPv6 address with a zone, and a NUL. */
#define WICK_NET_TEXT_SIZE 64

/* Lifetime: the owner's. */
struct wick_net_address {
    struct sockaddr_storage storage;
    socklen_t len;
};

/*
 * An IPv4 or IPv6 address in its text form, the latter with or without a
 * %zone, and a port. -EINVAL for what is neither.
 */
WICK_NODISCARD int wick_net_address_set_ip(struct wick_net_address *address,
                                           struct wick_str text, uint16_t port);

/*
 * A Unix socket's path; one that begins with a NUL is a name without a file.
 * -EINVAL when it is empty, -ENAMETOOLONG when it does not fit.
 */
WICK_NODISCARD int wick_net_address_set_path(struct wick_net_address *address,
                                             struct wick_str path);

/* For an address that the kernel is to write. */
void wick_net_address_clear(struct wick_net_address *address);

/* 4 or 6; 0 for a Unix socket and for no address. */
int wick_net_address_family(const struct wick_net_address *address);

/* The port of an IP address, else 0. */
uint16_t wick_net_address_port(const struct wick_net_address *address);

/*
 * The sixteen bytes of an IPv6 address as four numbers, the first in front; of
 * an IPv4 address those of ::ffff:a.b.c.d. It must be one of them.
 */
void wick_net_address_words(const struct wick_net_address *address,
                            uint32_t words[4]);

/*
 * The text of an IP address, or "", in @text; or the path of a Unix socket,
 * which lies in @address. Borrowed from both.
 */
struct wick_str wick_net_address_get(const struct wick_net_address *address,
                                     char text[WICK_NET_TEXT_SIZE]);

#endif
