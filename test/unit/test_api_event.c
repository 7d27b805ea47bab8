/* SPDX-License-Identifier: MIT */
#include "api_event.h"

#include <errno.h>

#include "err.h"
#include "limits.h"
#include "mem.h"
#include "test.h"

/* An arena that is small enough to be filled. */
static struct wick_arena arena;
static struct wick_http1 http;
static struct wick_api_event event;

static void open_arena(size_t max)
{
    const struct wick_arena_config config = {
        .reserve = max, .max = max, .warm = 4096};

    CHECK_INT(wick_arena_init(&arena, &config), 0);
}

static void close_all(void)
{
    wick_http1_release(&http);
    wick_arena_release(&arena);
}

/* Begins an event with the headers of @head. */
static int begin(const char *head)
{
    struct wick_str input = wick_str_from(head);
    struct wick_str body;

    wick_http1_init(&http, WICK_HTTP1_RESPONSE);
    CHECK_INT(wick_http1_parse(&http, &input, &body), WICK_HTTP1_HEAD);
    return wick_api_event_begin(&event, &arena, &http);
}

#define HEAD "HTTP/1.1 200 OK\r\nLambda-Runtime-Aws-Request-Id: id\r\n"

WICK_TEST(strings_are_copies)
{
    open_arena(65536);
    CHECK_INT(begin(HEAD "Lambda-Runtime-Trace-Id: Root=1\r\n"
                         "Content-Length: 0\r\n\r\n"),
              0);
    /* The head goes, the event stays. */
    wick_http1_release(&http);
    CHECK(wick_str_eq(event.request_id, WICK_STR("id")));
    CHECK(wick_str_eq(event.trace_id, WICK_STR("Root=1")));
    CHECK_INT(event.body.len, 0);
    CHECK_STR(event.body.ptr, "");
    close_all();
}

WICK_TEST(body_is_received_in_its_place)
{
    open_arena(65536);
    CHECK_INT(begin(HEAD "Content-Length: 10\r\n\r\n"), 0);
    wick_api_event_append(&event, WICK_STR("0123"));
    struct iovec sink = wick_api_event_sink(&event);
    CHECK_INT(sink.iov_len, 6);
    memcpy(sink.iov_base, "456789", 6);
    wick_api_event_append(&event, (struct wick_str){sink.iov_base, 6});
    CHECK_STR(event.body.ptr, "0123456789");
    CHECK_INT(event.body.len, 10);
    CHECK_INT(wick_api_event_sink(&event).iov_len, 0);
    close_all();
}

/* @count pieces of 1000 bytes of a body whose length is not known. */
static void append_thousands(size_t count)
{
    char piece[1000];

    memset(piece, 'x', sizeof(piece));
    for (size_t i = 0; i < count; i++) {
        wick_api_event_append(&event, (struct wick_str){piece, sizeof(piece)});
    }
}

#define CHUNKED HEAD "Transfer-Encoding: chunked\r\n\r\n"

WICK_TEST(body_of_unknown_length_grows_to_the_limit)
{
    open_arena(32 * WICK_MIB);
    CHECK_INT(begin(CHUNKED), 0);
    append_thousands(WICK_EVENT_MAX / 1000);
    CHECK_INT(event.err, 0);
    CHECK_INT(event.body.len, WICK_EVENT_MAX / 1000 * 1000);
    append_thousands(1);
    CHECK_INT(event.err, -WICK_ETOOBIG);
    CHECK_INT(event.body.len, 0);
    CHECK_INT(wick_api_event_sink(&event).iov_len, 0);
    /* What comes after is forgotten. */
    append_thousands(3);
    CHECK_INT(event.body.len, 0);
    CHECK(wick_str_eq(event.request_id, WICK_STR("id")));
    close_all();
}

WICK_TEST(body_beyond_the_limit_is_refused_by_its_length)
{
    char head[200];

    open_arena(65536);
    (void)snprintf(head, sizeof(head), HEAD "Content-Length: %zu\r\n\r\n",
                   WICK_EVENT_MAX + 1);
    CHECK_INT(begin(head), 0);
    CHECK_INT(event.err, -WICK_ETOOBIG);
    CHECK_INT(wick_api_event_sink(&event).iov_len, 0);
    close_all();
}

WICK_TEST(arena_that_is_full)
{
    open_arena(65536);
    CHECK_INT(begin(HEAD "Content-Length: 70000\r\n\r\n"), 0);
    CHECK_INT(event.err, -ENOMEM);
    wick_http1_release(&http);
    wick_arena_reset(&arena);
    CHECK_INT(begin(CHUNKED), 0);
    append_thousands(100);
    CHECK_INT(event.err, -ENOMEM);
    close_all();
}

WICK_TEST(large_body_costs_one_populate)
{
    char head[200];

    open_arena(16 * WICK_MIB);
    (void)snprintf(head, sizeof(head), HEAD "Content-Length: %zu\r\n\r\n",
                   WICK_EVENT_MAX);
    CHECK_INT(begin(head), 0);
    CHECK_INT(event.err, 0);
    CHECK(arena.dirty >= WICK_EVENT_MAX);
    close_all();
}

WICK_TEST(request_id_is_needed)
{
    open_arena(65536);
    CHECK_INT(begin("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
              -WICK_EPROTO);
    wick_http1_release(&http);
    CHECK_INT(begin("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"
                    "Lambda-Runtime-Aws-Request-Id: \r\n\r\n"),
              -WICK_EPROTO);
    close_all();
}

WICK_TEST(deadlines)
{
    open_arena(65536);
    CHECK_INT(begin(HEAD "Lambda-Runtime-Deadline-Ms: 9223372036854775807\r\n"
                         "Content-Length: 0\r\n\r\n"),
              0);
    CHECK(event.has_deadline);
    CHECK_INT(event.deadline_ms, INT64_MAX);
    wick_http1_release(&http);
    CHECK_INT(begin(HEAD "Lambda-Runtime-Deadline-Ms: 9223372036854775808\r\n"
                         "Content-Length: 0\r\n\r\n"),
              0);
    CHECK(!event.has_deadline);
    close_all();
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(strings_are_copies),
    WICK_TEST_ENTRY(body_is_received_in_its_place),
    WICK_TEST_ENTRY(body_of_unknown_length_grows_to_the_limit),
    WICK_TEST_ENTRY(body_beyond_the_limit_is_refused_by_its_length),
    WICK_TEST_ENTRY(arena_that_is_full),
    WICK_TEST_ENTRY(large_body_costs_one_populate),
    WICK_TEST_ENTRY(request_id_is_needed),
    WICK_TEST_ENTRY(deadlines),
};
WICK_TEST_MAIN(tests)
