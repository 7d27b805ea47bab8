/* SPDX-License-Identifier: MIT */
/*
 * Sockets for builtins: native.binding('net'). Descriptors and addresses are
 * plain values here; internal/net_handle makes objects of them.
 *
 *   socket(family)                 a new stream socket: 4, 6 or 0 for Unix
 *   bind(fd, host, port, isOnly6)  port -1: host is a Unix socket's path
 *   listen(fd, backlog)
 *   shutdown(fd)                   ends our side of the connection
 *   setKeepAlive(fd, seconds)      probes after that long; 0: none
 *   setNoDelay(fd, isOn)
 *   name(fd, isPeer)               [address, port, family] or a number
 *   setReset(fd)                   its close tells the peer ECONNRESET
 *   kind(fd)                       "TCP", "UDP", "PIPE" (Unix sockets too),
 *                                  "TTY", "FILE" or "UNKNOWN"
 *   open(fd)                       makes it O_NONBLOCK: 0, 1 for a socket
 *   close(fd)
 *
 * Each of these but kind() returns 0 and up, or a negative errno. Nothing may
 * be in flight on a descriptor that is closed.
 *
 *   connect(fd, host, port, callback)
 *   accept(fd, callback)           its result is the descriptor
 *   receive(fd, view, callback)    its result is a count, 0 at the end
 *   send(fd, views, callback)      all of up to 1,024 views, pinned until then
 *   read(fd, view, callback)       the same of what is no socket
 *   write(fd, views, callback)
 *   cancel(id)                     its callback comes later, with -ECANCELED
 *                                  if nothing was faster
 *   setRef(id, isRef)              whether it keeps the loop alive
 *
 * The first six return an id, above 0, and call @callback(result) later; or
 * they return a negative errno and never do.
 */
#ifndef WICK_JS_NET_H
#define WICK_JS_NET_H

#include "js.h"

/* The functions above on @object. */
void wick_js_net_fill(struct wick_js *js, JSObjectRef object);

#endif
