/* SPDX-License-Identifier: MIT */
/*
 * Sockets for builtins: native.binding('net'). Descriptors and addresses are
 * plain values here; internal/net_handle makes objects of them.
 *
 *   socket(family)                 a new stream socket: 4, 6 or 0 for Unix
 *   bind(fd, host, port, isOnly6, isShared)
 *                                  port -1: host is a Unix socket's path;
 *                                  isShared: the address may be in use still
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
 *   parse(host, port)              [text, family, a, b, c, d]: an IP address as
 *                                  the system writes it, and its bytes as four
 *                                  numbers, of an IPv4 address those of its
 *                                  IPv6 form
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
 *   poll(fd, isWrite, callback)    its result are events of poll(2)
 *   cancel(id)                     its callback comes later, with -ECANCELED
 *                                  if nothing was faster
 *   setRef(id, isRef)              whether it keeps the loop alive
 *
 * The first seven return an id, above 0, and call @callback(result) later; or
 * they return a negative errno and never do.
 */
#ifndef WICK_JS_NET_H
#define WICK_JS_NET_H

#include "js.h"

struct wick_js_args;
struct wick_net_address;

/* The functions above on @object. */
void wick_js_net_fill(struct wick_js *js, JSObjectRef object);

/* Those of them that are done when they are called. */
void wick_js_net_fill_calls(struct wick_js *js, JSObjectRef object);

/*
 * The address that argument @index, a host or a path, and the one behind it, a
 * port, say. 0, or a negative errno; or negative with an exception.
 */
WICK_NODISCARD int wick_js_net_take_address(const struct wick_js_args *args,
                                            size_t index,
                                            struct wick_net_address *address);

#endif
