/* SPDX-License-Identifier: MIT */
#include "rie.h"

#include <errno.h>
#include <stdio.h>

#include "err.h"
#include "http1_write.h"
#include "limits.h"
#include "mem.h"

#define FUNCTION     "/functions/function/"
#define INVOKE       "/2015-03-31" FUNCTION "invocations"
#define STREAM       "/2021-11-15" FUNCTION "response-streaming-invocations"
#define TRAILER_TYPE "Lambda-Runtime-Function-Error-Type"
#define TRAILER_BODY "Lambda-Runtime-Function-Error-Body"
/* The base64 of an error document and two names. */
#define TRAILERS_MAX     (2 * WICK_ERROR_BODY_MAX)
#define CONTENT_TYPE_MAX 1024

/* Lifetime: from the request to on_done. */
struct call {
    struct wick_invocation invocation;
    struct wick_sandbox *sandbox;
    struct wick_conn *conn; /* NULL when the invoker went away */
    struct wick_buf body;   /* of a stream that is collected */
    struct wick_buf type;   /* the Content-Type of that */
    bool wants_stream;
    bool is_replying;
};

static struct call *call_of(struct wick_invocation *invocation)
{
    return container_of(invocation, struct call, invocation);
}

static void add_header(struct wick_conn *conn, const char *name,
                       struct wick_str value)
{
    /* What could not be sent came from the function; it goes without. */
    if (value.len > 0) {
        (void)!wick_conn_header(conn, wick_str_from(name), value);
    }
}

static void begin(struct call *call, int status, struct wick_str type)
{
    wick_conn_begin(call->conn, status);
    add_header(call->conn, "Content-Type", type);
    add_header(call->conn, "X-Amzn-RequestId",
               wick_str_from(call->invocation.report.id));
}

static void on_stream(struct wick_invocation *invocation,
                      struct wick_str content_type)
{
    struct call *call = call_of(invocation);

    if (!call->wants_stream) {
        /* What is longer than any type goes without one. */
        (void)!wick_buf_append_str(&call->type, content_type);
        return;
    }
    if (!call->conn) {
        return;
    }
    call->is_replying = true;
    begin(call, 200, content_type);
    add_header(call->conn, "Trailer", WICK_STR(TRAILER_TYPE ", " TRAILER_BODY));
    wick_conn_stream(call->conn);
}

static int on_data(struct wick_invocation *invocation, struct wick_str bytes)
{
    struct call *call = call_of(invocation);

    if (!call->wants_stream) {
        return wick_buf_append_str(&call->body, bytes);
    }
    if (call->conn) {
        wick_conn_write(call->conn, bytes);
        if (wick_conn_is_full(call->conn)) {
            wick_sandbox_pause(call->sandbox);
        }
    }
    return 0;
}

static void finish_stream(struct call *call, const struct wick_answer *answer)
{
    struct wick_buf trailers;

    wick_buf_init(&trailers, TRAILERS_MAX);
    if (answer->error_type) {
        int err = wick_buf_printf(&trailers,
                                  TRAILER_TYPE ": %s\r\n" TRAILER_BODY ": ",
                                  answer->error_type);
        if (err == 0) {
            err = wick_encode_base64(&trailers, answer->body);
        }
        if (err == 0) {
            err = wick_buf_append_cstr(&trailers, "\r\n");
        }
        WICK_ASSERT(err == 0);
    }
    wick_conn_finish(call->conn, wick_buf_get(&trailers));
    wick_buf_release(&trailers);
}

static void reply_timeout(struct call *call)
{
    char text[64];

    (void)snprintf(text, sizeof(text), "Task timed out after %u.00 seconds",
                   call->sandbox->function->options->timeout_s);
    begin(call, 200, WICK_STR("text/plain"));
    add_header(call->conn, "X-Amz-Function-Error", WICK_STR("Unhandled"));
    wick_conn_end(call->conn, wick_str_from(text));
}

static void reply(struct call *call, const struct wick_answer *answer)
{
    if (answer->kind == WICK_ANSWER_OK && call->invocation.is_streaming) {
        begin(call, 200, wick_buf_get(&call->type));
        wick_conn_end(call->conn, wick_buf_get(&call->body));
    } else if (answer->kind == WICK_ANSWER_OK) {
        begin(call, 200, answer->content_type);
        wick_conn_end(call->conn, answer->body);
    } else {
        bool has_no_runtime = answer->kind == WICK_ANSWER_INIT ||
                              answer->kind == WICK_ANSWER_EXIT;

        begin(call, has_no_runtime ? 502 : 200, answer->content_type);
        add_header(call->conn, "X-Amz-Function-Error", WICK_STR("Unhandled"));
        wick_conn_end(call->conn, answer->body);
    }
}

static void on_answer(struct wick_invocation *invocation,
                      const struct wick_answer *answer)
{
    struct call *call = call_of(invocation);

    if (!call->conn) {
        return;
    }
    if (call->is_replying) {
        finish_stream(call, answer);
    } else if (answer->kind == WICK_ANSWER_TIMEOUT) {
        reply_timeout(call);
    } else {
        reply(call, answer);
    }
    call->conn = NULL;
}

static void on_done(struct wick_invocation *invocation,
                    const struct wick_report *report)
{
    struct call *call = call_of(invocation);

    (void)report;
    WICK_ASSERT(!call->conn);
    wick_buf_release(&call->body);
    wick_buf_release(&call->type);
    wick_invocation_release(invocation);
    wick_free(call);
}

static const struct wick_invocation_ops invocation_ops = {
    .on_stream = on_stream,
    .on_data = on_data,
    .on_answer = on_answer,
    .on_done = on_done,
};

static void on_head(struct wick_conn *conn)
{
    struct wick_str target = wick_http1_target(&conn->http);

    conn->body_max = WICK_EVENT_MAX;
    if (!wick_str_eq(target, WICK_STR(INVOKE)) &&
        !wick_str_eq(target, WICK_STR(STREAM))) {
        wick_conn_reply(conn, 404, "text/plain",
                        WICK_STR("404 page not found\n"));
    } else if (!wick_str_eq(wick_http1_method(&conn->http), WICK_STR("POST"))) {
        wick_conn_reply(conn, 405, "text/plain", WICK_STR(""));
    }
}

static void on_too_large(struct wick_conn *conn)
{
    char text[160];

    (void)snprintf(text, sizeof(text),
                   "{\"Type\":\"User\",\"message\":\"the event is longer than "
                   "%zu bytes\"}",
                   WICK_EVENT_MAX);
    wick_conn_reply(conn, 413, "application/json", wick_str_from(text));
}

/*
 * Copies a header of the request, @is_base64 decoded, into @out, which is to
 * be a header for the runtime. 0, or a negative error when it cannot be one.
 */
static int take_header(const struct wick_conn *conn, const char *name,
                       bool is_base64, struct wick_buf *out)
{
    struct wick_str value;

    if (!wick_http1_find(&conn->http, wick_str_from(name), &value) ||
        value.len == 0) {
        return 0;
    }
    wick_buf_reset(out);
    int err = is_base64 ? wick_decode_base64(out, value)
                        : wick_buf_append_str(out, value);
    if (err == 0 && !wick_http1_is_value(wick_buf_get(out))) {
        err = -WICK_ESYNTAX;
    }
    return err;
}

static int take_headers(struct wick_conn *conn,
                        struct wick_invocation *invocation)
{
    int err =
        take_header(conn, "Content-Type", false, &invocation->content_type);
    if (err == 0) {
        err =
            take_header(conn, "X-Amzn-Trace-Id", false, &invocation->trace_id);
    }
    if (err == 0) {
        err =
            take_header(conn, "X-Amz-Tenant-Id", false, &invocation->tenant_id);
    }
    if (err < 0) {
        wick_conn_reply(conn, 400, "text/plain",
                        WICK_STR("a header cannot be passed on\n"));
        return err;
    }
    err = take_header(conn, "X-Amz-Client-Context", true,
                      &invocation->client_context);
    if (err < 0) {
        wick_conn_reply(conn, 500, "text/plain",
                        WICK_STR("X-Amz-Client-Context is not base64 of "
                                 "one line\n"));
    }
    return err;
}

static void release(struct call *call)
{
    call->conn = NULL;
    on_done(&call->invocation, &call->invocation.report);
}

static void on_request(struct wick_conn *conn)
{
    struct call *call = wick_alloc_zero(1, sizeof(*call));

    call->sandbox = conn->server->owner;
    call->conn = conn;
    call->wants_stream =
        wick_str_eq(wick_http1_target(&conn->http), WICK_STR(STREAM));
    wick_buf_init(&call->body, WICK_RESPONSE_MAX);
    wick_buf_init(&call->type, CONTENT_TYPE_MAX);
    wick_invocation_init(&call->invocation, &invocation_ops);
    if (take_headers(conn, &call->invocation) < 0) {
        release(call);
        return;
    }

    /* The body moves; the connection begins its next one anew. */
    call->invocation.event = conn->body;
    wick_buf_init(&conn->body, 0);
    conn->user = call;
    if (wick_sandbox_invoke(call->sandbox, &call->invocation) < 0) {
        conn->user = NULL;
        wick_conn_reply(conn, 429, "application/json",
                        WICK_STR("{\"Reason\":"
                                 "\"ConcurrentInvocationLimitExceeded\","
                                 "\"Type\":\"User\","
                                 "\"message\":\"Rate Exceeded.\"}"));
        release(call);
    }
}

static void on_drained(struct wick_conn *conn)
{
    struct call *call = conn->user;

    if (call) {
        wick_sandbox_resume(call->sandbox);
    }
}

static void on_gone(struct wick_conn *conn)
{
    struct call *call = conn->user;

    if (call) {
        call->conn = NULL;
        /* What nobody reads any more still has to be taken. */
        if (call->is_replying) {
            wick_sandbox_resume(call->sandbox);
        }
    }
}

static const struct wick_server_ops server_ops = {
    .on_head = on_head,
    .on_too_large = on_too_large,
    .on_request = on_request,
    .on_drained = on_drained,
    .on_gone = on_gone,
    .answers_half_closed = true,
};

int wick_rie_start(struct wick_server *server, struct wick_sandbox *sandbox,
                   in_addr_t address, uint16_t port)
{
    return wick_server_start(server, sandbox->reactor, &server_ops, sandbox,
                             address, port);
}
