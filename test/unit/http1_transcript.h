/* SPDX-License-Identifier: MIT */
/*
 * What the HTTP/1.1 parser makes of some bytes, as text: a line an event, the
 * body in one. The bytes come in pieces, each in an allocation of exactly its
 * size and freed at once, so that AddressSanitizer sees any access outside.
 * Shared by the unit test and the fuzzer.
 */
#ifndef WICK_TEST_HTTP1_TRANSCRIPT_H
#define WICK_TEST_HTTP1_TRANSCRIPT_H

#include <inttypes.h>
#include <string.h>

#include "err.h"
#include "http1.h"
#include "mem.h"

/* Where the input is cut: at one place, or after every @every bytes. */
struct http1_cut {
    size_t at;
    size_t every;
};

struct http1_transcript {
    struct wick_http1 http;
    struct wick_buf text;
    struct wick_buf body;
    bool is_over; /* an error, or the last event before the end */
};

static inline void transcript_fields(struct http1_transcript *t)
{
    struct wick_str name;
    struct wick_str value;

    for (size_t i = 0; wick_http1_at(&t->http, i, &name, &value); i++) {
        WICK_ASSERT(wick_buf_printf(&t->text, "%.*s=%.*s\n", WICK_STR_ARG(name),
                                    WICK_STR_ARG(value)) == 0);
    }
}

static inline void transcript_head(struct http1_transcript *t)
{
    static const char *const framings[] = {"none", "length", "chunked",
                                           "close"};
    struct wick_str method = wick_http1_method(&t->http);
    struct wick_str target = wick_http1_target(&t->http);

    WICK_ASSERT(wick_buf_printf(
                    &t->text, "HEAD %d%.*s%s%.*s 1.%d %s %s %" PRIu64 "\n",
                    t->http.status, WICK_STR_ARG(method),
                    method.len > 0 ? " " : "", WICK_STR_ARG(target),
                    t->http.minor_version,
                    t->http.is_persistent ? "persistent" : "last",
                    framings[t->http.framing], t->http.content_length) == 0);
    transcript_fields(t);
}

static inline void transcript_end(struct http1_transcript *t)
{
    struct wick_str trailer;

    WICK_ASSERT(wick_buf_printf(&t->text, "END \"%.*s\"\n",
                                WICK_STR_ARG(wick_buf_get(&t->body))) == 0);
    if (wick_http1_find_trailer(&t->http, WICK_STR("x-trailer"), &trailer)) {
        WICK_ASSERT(wick_buf_printf(&t->text, "trailer %.*s\n",
                                    WICK_STR_ARG(trailer)) == 0);
    }
    wick_buf_reset(&t->body);
    wick_http1_reset(&t->http);
}

static inline void transcript_error(struct http1_transcript *t, int err)
{
    WICK_ASSERT(wick_buf_printf(&t->text, "%s \"%.*s\" %s\n",
                                wick_err_name(err),
                                WICK_STR_ARG(wick_buf_get(&t->body)),
                                wick_http1_why(&t->http)) == 0);
    t->is_over = true;
}

static inline void transcript_piece(struct http1_transcript *t,
                                    struct wick_str input)
{
    struct wick_str body = {0};

    while (!t->is_over) {
        size_t before = input.len;
        int got = wick_http1_parse(&t->http, &input, &body);

        WICK_ASSERT(input.len <= before);
        if (got == WICK_HTTP1_MORE) {
            WICK_ASSERT(input.len == 0);
            return;
        }
        if (got == WICK_HTTP1_HEAD) {
            transcript_head(t);
        } else if (got == WICK_HTTP1_BODY) {
            WICK_ASSERT(body.len > 0 && body.len <= before);
            WICK_ASSERT(wick_buf_append_str(&t->body, body) == 0);
        } else if (got == WICK_HTTP1_END) {
            transcript_end(t);
        } else {
            transcript_error(t, got);
        }
    }
}

/* The transcript of @input, to be freed with wick_free(). */
static inline char *http1_transcript(enum wick_http1_kind kind,
                                     struct wick_str input,
                                     struct http1_cut cut)
{
    struct http1_transcript t = {.is_over = false};

    wick_http1_init(&t.http, kind);
    wick_buf_init(&t.text, WICK_BUF_MAX);
    wick_buf_init(&t.body, WICK_BUF_MAX);
    for (size_t at = 0; at < input.len;) {
        size_t len = cut.every > 0 ? cut.every
                     : at < cut.at ? cut.at - at
                                   : input.len - at;
        struct wick_str piece = wick_str_slice(input, at, len);
        char *copy = wick_alloc(piece.len);

        memcpy(copy, piece.ptr, piece.len);
        transcript_piece(&t, (struct wick_str){copy, piece.len});
        wick_free(copy);
        at += piece.len;
    }
    if (!t.is_over && !wick_http1_is_idle(&t.http)) {
        int got = wick_http1_eof(&t.http);

        if (got == WICK_HTTP1_END) {
            transcript_end(&t);
        } else {
            transcript_error(&t, got);
        }
    }
    wick_http1_release(&t.http);
    wick_buf_release(&t.body);
    char *text = wick_buf_take(&t.text, NULL);
    WICK_ASSERT(text);
    return text;
}

#endif
