/* SPDX-License-Identifier: MIT */
#include "function_url.h"

#include <errno.h>
#include <string.h>

#include "err.h"
#include "http1_write.h"
#include "limits.h"
#include "mem.h"
#include "term.h"

/* The type of a stream that begins with a prelude, and what ends that. */
#define PRELUDE_TYPE "application/vnd.awslambda.http-integration-response"
#define PRELUDE_NULS 8
/* A longer trace id of a client is not taken over. */
#define TRACE_ID_MAX 4096

/* Lifetime: from the request to on_done. */
struct call {
    struct wick_invocation invocation;
    struct wick_sandbox *sandbox;
    struct wick_conn *conn;  /* NULL when the client went away */
    struct wick_buf prelude; /* until it is complete */
    bool is_in_prelude;
    bool is_replying;
};

static struct call *call_of(struct wick_invocation *invocation)
{
    return container_of(invocation, struct call, invocation);
}

static void on_stream(struct wick_invocation *invocation,
                      struct wick_str content_type)
{
    struct call *call = call_of(invocation);

    if (wick_str_eq(content_type, WICK_STR(PRELUDE_TYPE))) {
        call->is_in_prelude = true;
        return;
    }
    call->is_replying = true;
    if (call->conn) {
        wick_conn_begin(call->conn, 200);
        if (content_type.len > 0) {
            (void)!wick_conn_header(call->conn, WICK_STR("Content-Type"),
                                    content_type);
        }
        wick_conn_stream(call->conn);
    }
}

static void pass(struct call *call, struct wick_str bytes)
{
    if (call->conn) {
        wick_conn_write(call->conn, bytes);
        if (wick_conn_is_full(call->conn)) {
            wick_sandbox_pause(call->sandbox);
        }
    }
}

/* The prelude is complete: @json is all before the NULs. */
static void begin(struct call *call, struct wick_str json)
{
    call->is_in_prelude = false;
    call->is_replying = true;
    if (!call->conn) {
        return;
    }
    if (wick_url_begin(call->conn, json) < 0) {
        call->conn->user = NULL;
        call->conn = NULL;
        return;
    }
    wick_conn_stream(call->conn);
}

static int on_data(struct wick_invocation *invocation, struct wick_str bytes)
{
    static const char nuls[PRELUDE_NULS];
    struct call *call = call_of(invocation);

    if (!call->is_in_prelude) {
        pass(call, bytes);
        return 0;
    }
    if (wick_buf_append_str(&call->prelude, bytes) < 0) {
        return -WICK_ETOOBIG;
    }
    struct wick_str all = wick_buf_get(&call->prelude);
    size_t end = wick_str_find(all, (struct wick_str){nuls, PRELUDE_NULS});
    if (end != WICK_STR_NONE) {
        begin(call, wick_str_slice(all, 0, end));
        pass(call, wick_str_from_index(all, end + PRELUDE_NULS));
        wick_buf_release(&call->prelude);
    }
    return 0;
}

static void on_answer(struct wick_invocation *invocation,
                      const struct wick_answer *answer)
{
    struct call *call = call_of(invocation);
    struct wick_conn *conn = call->conn;

    call->conn = NULL;
    if (!conn) {
        return;
    }
    conn->user = NULL;
    if (answer->kind != WICK_ANSWER_OK) {
        if (call->is_replying) {
            wick_conn_abort(conn);
        } else {
            wick_url_fail(conn);
        }
    } else if (call->is_replying) {
        wick_conn_finish(conn, WICK_STR(""));
    } else if (call->is_in_prelude) {
        wick_term_error("the response ended within its prelude");
        wick_url_fail(conn);
    } else {
        wick_url_reply(conn, answer->body);
    }
}

static void on_done(struct wick_invocation *invocation,
                    const struct wick_report *report)
{
    struct call *call = call_of(invocation);

    (void)report;
    WICK_ASSERT(!call->conn);
    wick_buf_release(&call->prelude);
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
    conn->body_max = WICK_EVENT_MAX;
}

static void on_too_large(struct wick_conn *conn)
{
    wick_conn_reply(conn, 413, "application/json",
                    WICK_STR("{\"message\":\"Request Entity Too Large\"}"));
}

static void release(struct call *call)
{
    call->conn = NULL;
    on_done(&call->invocation, &call->invocation.report);
}

static void on_request(struct wick_conn *conn)
{
    struct call *call = wick_alloc_zero(1, sizeof(*call));
    struct wick_str trace_id;

    call->sandbox = conn->server->owner;
    call->conn = conn;
    wick_buf_init(&call->prelude, WICK_HTTP_HEAD_MAX);
    wick_invocation_init(&call->invocation, &invocation_ops);
    /* One that could not be passed on is replaced, as the service does. */
    if (wick_http1_find(&conn->http, WICK_STR("X-Amzn-Trace-Id"), &trace_id) &&
        trace_id.len > 0 && trace_id.len < TRACE_ID_MAX &&
        wick_http1_is_value(trace_id)) {
        wick_buf_reset(&call->invocation.trace_id);
        int err = wick_buf_append_str(&call->invocation.trace_id, trace_id);
        WICK_ASSERT(err == 0);
    }

    int err = wick_url_event(&call->invocation.event, conn,
                             call->invocation.report.id);
    if (err < 0) {
        /* Base64 and escapes made it longer than an event may be. */
        on_too_large(conn);
        release(call);
        return;
    }
    conn->user = call;
    if (wick_sandbox_invoke(call->sandbox, &call->invocation) < 0) {
        conn->user = NULL;
        wick_conn_reply(conn, 429, "application/json",
                        WICK_STR("{\"message\":\"Rate Exceeded.\"}"));
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

int wick_function_url_start(struct wick_server *server,
                            struct wick_sandbox *sandbox, in_addr_t address,
                            uint16_t port)
{
    return wick_server_start(server, sandbox->reactor, &server_ops, sandbox,
                             address, port);
}
