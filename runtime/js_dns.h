/* SPDX-License-Identifier: MIT */
/*
 * Names to addresses, by c-ares on the loop: native.binding('dns'). The library
 * is touched when the first channel is made.
 *
 *   make(timeoutMs, tries)       a channel: a number, or a negative status. It
 *                                has what resolv.conf and the environment say;
 *                                0 each: the library's default
 *   free(channel)                nothing of it may be under way
 *   cancel(channel)              ends what is, with ECANCELLED
 *   servers(channel)             "address\nport\n" of each
 *   setServers(channel, text)    "address:port,[address]:port"
 *   message(status)              the library's words for it
 *   setLocal(channel, v4, v6)    what queries are sent from; "" each: any
 *
 * setServers() and setLocal() return a status, 0 or the positive number of
 * c-ares. What follows calls @callback(status, result) in a later turn, always:
 *
 *   query(channel, name, type, callback)     the answer as a Uint8Array
 *   lookup(channel, name, family, callback)  "address\n" of each; family 0: any
 *   reverse(channel, address, callback)      "name\n" of each
 *   nameOf(channel, address, port, callback) "host\nservice\n"
 */
#ifndef WICK_JS_DNS_H
#define WICK_JS_DNS_H

#include "js.h"

/* The functions above on @object. */
void wick_js_dns_fill(struct wick_js *js, JSObjectRef object);

#endif
