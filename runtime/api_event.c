/* SPDX-License-Identifier: MIT */
#include "api_event.h"

#include <errno.h>
#include <string.h>

#include "err.h"
#include "http1_write.h"
#include "limits.h"

/* A body of unknown length begins with this much room. */
#define BODY_FIRST (16 * WICK_KIB)

/* Fewer pages are not worth a system call: they fault as they are written. */
#define POPULATE_MIN (64 * WICK_KIB)

/* A copy of the header in the arena; empty when there is none. */
static bool take_header(struct wick_api_event *event,
                        const struct wick_http1 *http, struct wick_str name,
                        struct wick_str *value)
{
    if (!wick_http1_find(http, name, value)) {
        *value = (struct wick_str){0};
        return false;
    }
    value->ptr = wick_arena_dup(event->arena, *value);
    return true;
}

static void take_deadline(struct wick_api_event *event,
                          const struct wick_http1 *http)
{
    struct wick_str text;
    uint64_t deadline_ms;

    if (wick_http1_find(http, WICK_STR("lambda-runtime-deadline-ms"), &text) &&
        wick_str_parse_u64(text, INT64_MAX, &deadline_ms) == 0) {
        event->deadline_ms = (int64_t)deadline_ms;
        event->has_deadline = true;
    }
}

static int take_headers(struct wick_api_event *event,
                        const struct wick_http1 *http)
{
    const struct {
        struct wick_str name;
        struct wick_str *value;
    } headers[] = {
        {WICK_STR("lambda-runtime-invoked-function-arn"), &event->function_arn},
        {WICK_STR("lambda-runtime-trace-id"), &event->trace_id},
        {WICK_STR("lambda-runtime-client-context"), &event->client_context},
        {WICK_STR("lambda-runtime-cognito-identity"), &event->cognito_identity},
        {WICK_STR("lambda-runtime-invocation-id"), &event->invocation_id},
    };

    if (!take_header(event, http, WICK_STR("lambda-runtime-aws-request-id"),
                     &event->request_id) ||
        event->request_id.len == 0 ||
        event->request_id.len > WICK_REQUEST_ID_MAX) {
        return -WICK_EPROTO;
    }
    for (size_t i = 0; i < ARRAY_LEN(headers); i++) {
        (void)take_header(event, http, headers[i].name, headers[i].value);
    }
    event->has_tenant_id =
        take_header(event, http, WICK_STR("lambda-runtime-aws-tenant-id"),
                    &event->tenant_id);
    take_deadline(event, http);
    if (!wick_http1_is_value(event->invocation_id)) {
        event->invocation_id = (struct wick_str){0};
        event->is_invocation_id_bad = true;
    }
    return 0;
}

/* Gives the body up; what comes of it is read and forgotten. */
static void refuse_body(struct wick_api_event *event, int err)
{
    event->err = err;
    event->body = (struct wick_str){0};
    event->bytes = NULL;
    event->cap = 0;
}

int wick_api_event_begin(struct wick_api_event *event, struct wick_arena *arena,
                         const struct wick_http1 *http)
{
    *event = (struct wick_api_event){.arena = arena};
    int err = take_headers(event, http);
    if (err < 0) {
        return err;
    }

    bool is_known = http->framing == WICK_HTTP1_LENGTH ||
                    http->framing == WICK_HTTP1_NO_BODY;
    if (is_known && http->content_length > WICK_EVENT_MAX) {
        refuse_body(event, -WICK_ETOOBIG);
        return 0;
    }
    event->cap = is_known ? (size_t)http->content_length + 1 : BODY_FIRST;
    if (event->cap >= POPULATE_MIN) {
        wick_arena_populate(arena, event->cap);
    }
    event->bytes = wick_arena_try_alloc(arena, event->cap);
    if (!event->bytes) {
        refuse_body(event, -ENOMEM);
        return 0;
    }
    event->bytes[0] = '\0';
    event->body = (struct wick_str){event->bytes, 0};
    return 0;
}

struct iovec wick_api_event_sink(const struct wick_api_event *event)
{
    if (event->err < 0) {
        return (struct iovec){0};
    }
    /* The last byte is the NUL's. */
    return (struct iovec){event->bytes + event->body.len,
                          event->cap - 1 - event->body.len};
}

/* Room for @len more bytes and a NUL; false when the body was refused. */
static bool grow(struct wick_api_event *event, size_t len)
{
    size_t needed = event->body.len + len + 1;

    if (needed <= event->cap) {
        return true;
    }
    if (needed - 1 > WICK_EVENT_MAX) {
        refuse_body(event, -WICK_ETOOBIG);
        return false;
    }
    size_t cap = wick_size_max(event->cap * 2, needed);
    cap = wick_size_min(cap, WICK_EVENT_MAX + 1);
    char *bytes =
        wick_arena_try_resize(event->arena, event->bytes, event->cap, cap);
    if (!bytes) {
        refuse_body(event, -ENOMEM);
        return false;
    }
    event->bytes = bytes;
    event->body.ptr = bytes;
    event->cap = cap;
    return true;
}

void wick_api_event_append(struct wick_api_event *event, struct wick_str piece)
{
    if (event->err < 0 || !grow(event, piece.len)) {
        return;
    }
    char *place = event->bytes + event->body.len;
    if (piece.ptr != place) {
        memcpy(place, piece.ptr, piece.len);
    }
    event->body.len += piece.len;
    event->bytes[event->body.len] = '\0';
}
