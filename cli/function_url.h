/* SPDX-License-Identifier: MIT */
/*
 * A Function URL: any HTTP request becomes an event of payload format 2.0,
 * and what the function answers becomes an HTTP response. A buffered answer
 * is mapped by the rules of the format; a streamed one is passed on as it
 * comes, behind its prelude where it has one.
 */
#ifndef WICK_FUNCTION_URL_H
#define WICK_FUNCTION_URL_H

#include "sandbox.h"

/* Starts a server whose owner is @sandbox. 0 or -errno. */
WICK_NODISCARD int wick_function_url_start(struct wick_server *server,
                                           struct wick_sandbox *sandbox,
                                           in_addr_t address, uint16_t port);

/* For function_url.c, in url_event.c: the event of the request on @conn. */
WICK_NODISCARD int wick_url_event(struct wick_buf *out,
                                  const struct wick_conn *conn,
                                  const char *request_id);

/*
 * For function_url.c, in url_response.c. Replies with the buffered response
 * @body. What cannot be mapped becomes a 502, with the reason in a note.
 */
void wick_url_reply(struct wick_conn *conn, struct wick_str body);

/*
 * Begins the reply that the prelude @json describes; wick_conn_stream() and
 * the payload follow. -WICK_ESYNTAX when it describes none: replied with 502.
 */
WICK_NODISCARD int wick_url_begin(struct wick_conn *conn, struct wick_str json);

/* 502, as the service answers when the function failed. */
void wick_url_fail(struct wick_conn *conn);

#endif
