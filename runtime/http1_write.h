/* SPDX-License-Identifier: MIT */
/*
 * The parts of an HTTP/1.1 message (RFC 9112), appended to a buffer. Every
 * function fails as wick_buf_append() does.
 *
 * A header whose name is no token, or whose value could not be one, would let
 * data forge a message: those are refused with -WICK_ESYNTAX and nothing is
 * appended.
 */
#ifndef WICK_HTTP1_WRITE_H
#define WICK_HTTP1_WRITE_H

#include "base.h"
#include "buf.h"
#include "str.h"

/*
 * @text may be sent as a header value (RFC 9110, section 5.5): no control
 * character but the tab, blanks in the middle only. Bytes from 0x80 on pass.
 */
bool wick_http1_is_value(struct wick_str text);

/* @text is a token: the name of a method or a header (RFC 9110, 5.6.2). */
bool wick_http1_is_token(struct wick_str text);

/* @text may stand as a request target: no blank, no control character. */
bool wick_http1_is_target(struct wick_str text);

/*
 * "METHOD TARGET HTTP/1.1". A @target with blanks or control characters is
 * -WICK_ESYNTAX.
 */
WICK_NODISCARD int wick_http1_write_request(struct wick_buf *out,
                                            const char *method,
                                            struct wick_str target);

/* "HTTP/1.1 STATUS REASON". */
WICK_NODISCARD int wick_http1_write_status(struct wick_buf *out, int status,
                                           const char *reason);

/* "NAME: VALUE". */
WICK_NODISCARD int wick_http1_write_header(struct wick_buf *out,
                                           struct wick_str name,
                                           struct wick_str value);

/* "Content-Length: LEN". */
WICK_NODISCARD int wick_http1_write_length(struct wick_buf *out, uint64_t len);

/* The empty line behind the headers, or behind the trailers. */
WICK_NODISCARD int wick_http1_write_end(struct wick_buf *out);

/*
 * The line in front of a chunk of @len bytes; the bytes and a CRLF follow it.
 * @len is not 0: an empty chunk would end the body.
 */
WICK_NODISCARD int wick_http1_write_chunk_size(struct wick_buf *out,
                                               size_t len);

/* The last chunk; trailers and wick_http1_write_end() follow it. */
WICK_NODISCARD int wick_http1_write_last_chunk(struct wick_buf *out);

/*
 * @segment as one segment of a path: every byte percent-encoded but those
 * that encodeURIComponent() of ECMA-262 leaves alone.
 */
WICK_NODISCARD int wick_http1_write_segment(struct wick_buf *out,
                                            struct wick_str segment);

#endif
