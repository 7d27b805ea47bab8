/* SPDX-License-Identifier: MIT */
/*
 * Sockets of datagrams for builtins: native.binding('udp'). What waits is
 * poll() of native.binding('net'), whose bind(), connect(), name() and close()
 * do for these as well.
 *
 *   socket(family)                   a new socket: 4 or 6
 *   disconnect(fd)
 *   send(fd, view, host, port)       to that address; where @host is undefined
 *                                    to whom it is connected. The bytes sent
 *   receive(fd, view)                [bytes, host, port, family]
 *   option(fd, family, which)        its value
 *   setOption(fd, family, which, value)
 *
 * @which: 0 broadcast, 1 hops, 2 multicast hops, 3 multicast loops back,
 * 4 bytes of the receive buffer, 5 of the send buffer.
 *
 * Nothing waits: each returns a negative errno where it would have to, as for
 * what fails.
 */
#ifndef WICK_JS_UDP_H
#define WICK_JS_UDP_H

#include "js.h"

/* The functions above on @object. */
void wick_js_udp_fill(struct wick_js *js, JSObjectRef object);

#endif
