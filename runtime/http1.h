/* SPDX-License-Identifier: MIT */
/*
 * HTTP/1.1 messages (RFC 9112) as bytes in and events out: the client of the
 * Runtime API reads responses with it, the local Lambda reads requests. Does
 * no I/O and knows nothing of connections.
 *
 * The parser is incremental: however the bytes are cut into pieces, the same
 * events come out, with only the body in other pieces. It is strict where
 * leniency hides a broken or hostile peer: every line ends in CRLF, no folded
 * headers (section 5.2), one Content-Length at most and never beside a
 * Transfer-Encoding (6.3), no coding but "chunked", plain digits in every
 * size. It is lenient in one place: a header value may hold control
 * characters other than NUL, CR and LF (RFC 9110, 5.5), because the client
 * context that an invoker chose arrives in one and must not end the runtime.
 *
 * Bounds: WICK_HTTP_LINE_MAX, WICK_HTTP_HEAD_MAX, WICK_HTTP_HEADERS_MAX (the
 * last two with the trailers and with skipped 1xx responses included) and
 * WICK_HTTP_CHUNK_LINE_MAX. The body has none here; it is the caller's.
 */
#ifndef WICK_HTTP1_H
#define WICK_HTTP1_H

#include "base.h"
#include "buf.h"
#include "limits.h"
#include "str.h"

enum wick_http1_kind { WICK_HTTP1_REQUEST, WICK_HTTP1_RESPONSE };

enum wick_http1_event {
    WICK_HTTP1_MORE, /* the input is used up */
    WICK_HTTP1_HEAD, /* start line and headers are complete */
    WICK_HTTP1_BODY, /* some bytes of the body */
    WICK_HTTP1_END,  /* the message is complete, trailers included */
};

/* How the end of the body is known (RFC 9112, section 6.3). */
enum wick_http1_framing {
    WICK_HTTP1_NO_BODY,
    WICK_HTTP1_LENGTH,  /* Content-Length */
    WICK_HTTP1_CHUNKED, /* Transfer-Encoding: chunked */
    WICK_HTTP1_CLOSE,   /* the end of the connection */
};

/* A part of the head by its place, because the head moves as it grows. */
struct wick_http1_span {
    uint32_t at;
    uint32_t len;
};

/* Lifetime: the owner's. One parser, for one message after the other. */
struct wick_http1 {
    /* Valid from WICK_HTTP1_HEAD until the reset. */
    int status;              /* 100 to 999; 0 in a request */
    int minor_version;       /* the y of HTTP/1.y */
    bool is_persistent;      /* the connection may carry another message */
    uint64_t content_length; /* with WICK_HTTP1_LENGTH */
    enum wick_http1_framing framing;

    /* The parser's own. */
    enum wick_http1_kind kind;
    int state;
    int err;
    const char *why;
    uint64_t body_left;  /* bytes of the body or of the chunk to come */
    size_t head_bytes;   /* of all lines so far, skipped 1xx included */
    size_t line_at;      /* where in head the current line begins */
    uint32_t head_count; /* headers; trailers follow them in the table */
    uint32_t field_count;
    struct wick_http1_span method;
    struct wick_http1_span target;
    struct wick_buf head;
    struct wick_http1_field {
        struct wick_http1_span name;
        struct wick_http1_span value;
    } fields[WICK_HTTP_HEADERS_MAX];
};

/* Ready for the first message. Allocates nothing. */
void wick_http1_init(struct wick_http1 *http, enum wick_http1_kind kind);

/* Frees the head; the parser is as after wick_http1_init(). */
void wick_http1_release(struct wick_http1 *http);

/* Ready for the next message; slices handed out before are invalid. */
void wick_http1_reset(struct wick_http1 *http);

/*
 * Consumes bytes from the front of @input and returns the next event. @body
 * gets, for WICK_HTTP1_BODY alone, a non-empty slice of the bytes consumed,
 * borrowed from @input. Call again until WICK_HTTP1_MORE or an error; after
 * WICK_HTTP1_END the rest of @input belongs to the next message and a reset
 * is due. Interim responses (1xx) are skipped.
 *
 * Fails with -WICK_EPROTO on a malformed message, -WICK_ETOOBIG or
 * -WICK_ETOOMANY beyond a bound, -ENOMEM; every later call then returns the
 * same, and wick_http1_why() says it in words.
 */
WICK_NODISCARD int wick_http1_parse(struct wick_http1 *http,
                                    struct wick_str *input,
                                    struct wick_str *body);

/*
 * The connection has ended. WICK_HTTP1_END if that is what ends the body,
 * else -WICK_ETRUNCATED or the earlier error.
 */
WICK_NODISCARD int wick_http1_eof(struct wick_http1 *http);

/* No byte of a message has arrived since the reset. */
bool wick_http1_is_idle(const struct wick_http1 *http);

/* What was wrong, as a constant phrase; "" without an error. */
const char *wick_http1_why(const struct wick_http1 *http);

/* Parts of the request line, borrowed until the next call or reset. */
struct wick_str wick_http1_method(const struct wick_http1 *http);
struct wick_str wick_http1_target(const struct wick_http1 *http);

/*
 * The value, without surrounding blanks, of the first header or trailer
 * called @name (case does not matter), into @value, borrowed until the next
 * call of the parser. False, with @value untouched, when there is none; an
 * empty value is not "none".
 */
WICK_NODISCARD bool wick_http1_find(const struct wick_http1 *http,
                                    struct wick_str name,
                                    struct wick_str *value);
WICK_NODISCARD bool wick_http1_find_trailer(const struct wick_http1 *http,
                                            struct wick_str name,
                                            struct wick_str *value);

/* Header @index in the order of arrival; false past the last. */
WICK_NODISCARD bool wick_http1_at(const struct wick_http1 *http, size_t index,
                                  struct wick_str *name,
                                  struct wick_str *value);

#endif
