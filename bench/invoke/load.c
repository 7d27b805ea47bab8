/* SPDX-License-Identifier: MIT */
#include "load.h"

#include <errno.h>
#include <string.h>

#include "str.h"

#define LOAD_BYTES_MAX ((size_t)1 << 20)

/* What an append returns is looked at once, in wick_load_init(). */
static void add(struct wick_buf *out, const char *text)
{
    (void)!wick_buf_append_cstr(out, text);
}

static void fill_hello(struct wick_load *load)
{
    add(&load->event, "{\"name\":\"world\"}");
    add(&load->response, "{\"statusCode\":200,\"body\":\"hello world\"}");
}

/* One of each JSON type, in the form that JSON.stringify() gives back. */
static void fill_echo(struct wick_load *load)
{
    static const char tail[] = "],\"padding\":\"";
    static const char end[] = "\"}";
    size_t last = WICK_LOAD_ECHO_BYTES - 200;

    add(&load->event, "{\"records\":[");
    for (unsigned n = 0; load->event.len < last; n++) {
        (void)!wick_buf_printf(
            &load->event,
            "%s{\"id\":%u,\"name\":\"record %u\",\"price\":%u.5,"
            "\"tags\":[\"a\",\"b\"],\"isNew\":%s,\"next\":null}",
            n > 0 ? "," : "", n, n, n * 3, n % 2 ? "true" : "false");
    }
    add(&load->event, tail);
    while (load->event.len + sizeof(end) - 1 < WICK_LOAD_ECHO_BYTES) {
        add(&load->event, "x");
    }
    add(&load->event, end);
    (void)!wick_buf_append_str(&load->response, wick_buf_get(&load->event));
}

static void fill_stream(struct wick_load *load)
{
    char chunk[WICK_LOAD_STREAM_CHUNK];

    add(&load->event, "{}");
    for (int i = 0; i < WICK_LOAD_STREAM_CHUNKS; i++) {
        memset(chunk, 'a' + i, sizeof(chunk));
        (void)!wick_buf_append(&load->response, chunk, sizeof(chunk));
    }
}

static const struct {
    const char *name;
    void (*fill)(struct wick_load *load);
} cases[] = {
    {"hello", fill_hello}, {"echo", fill_echo},     {"file", fill_hello},
    {"tcp", fill_hello},   {"stream", fill_stream},
};

const char *wick_load_names(void)
{
    return "hello, echo, file, tcp, stream";
}

int wick_load_init(struct wick_load *load, const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        if (strcmp(cases[i].name, name) == 0) {
            wick_buf_init(&load->event, LOAD_BYTES_MAX);
            wick_buf_init(&load->response, LOAD_BYTES_MAX);
            cases[i].fill(load);
            WICK_ASSERT(wick_buf_err(&load->event) == 0 &&
                        wick_buf_err(&load->response) == 0);
            return 0;
        }
    }
    return -ENOENT;
}

void wick_load_release(struct wick_load *load)
{
    wick_buf_release(&load->event);
    wick_buf_release(&load->response);
}
