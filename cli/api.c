/* SPDX-License-Identifier: MIT */
/*
 * The Runtime API: routes, ids, states and the exact answers of RAPID. The
 * id is checked first and then the state, both when the head has arrived;
 * a request that is refused changes nothing.
 */
#include <errno.h>
#include <stdio.h>

#include "api_error.h"
#include "err.h"
#include "limits.h"
#include "sandbox.h"

/* Requests without much to say: registrations, GETs. */
#define SMALL_BODY_MAX (64 * WICK_KIB)
/* An answer: two states and a sentence. */
#define ANSWER_MAX 1024

struct route {
    const char *method;
    const char *prefix;
    const char *suffix; /* behind an id; NULL without one */
    size_t body_max;
    /* The head is complete; may reply. */
    void (*on_head)(struct wick_sandbox *sandbox, struct wick_conn *conn,
                    struct wick_str id);
    /* The request is complete. */
    void (*on_request)(struct wick_sandbox *sandbox, struct wick_conn *conn);
};

static struct wick_sandbox *sandbox_of(const struct wick_conn *conn)
{
    return conn->server->owner;
}

static void answer(struct wick_conn *conn, int status, const char *type,
                   const char *message)
{
    char body[ANSWER_MAX];
    int len = snprintf(body, sizeof(body),
                       "{\"errorMessage\":\"%s\",\"errorType\":\"%s\"}\n",
                       message, type);

    WICK_ASSERT(len > 0 && (size_t)len < sizeof(body));
    wick_conn_reply(conn, status, "application/json",
                    (struct wick_str){body, (size_t)len});
}

static void answer_accepted(struct wick_conn *conn)
{
    wick_conn_reply(conn, 202, "application/json",
                    WICK_STR("{\"status\":\"OK\"}\n"));
}

/* Takes a step of the state machine: 0, or -EPERM after a 403. */
static int step(struct wick_sandbox *sandbox, struct wick_conn *conn,
                enum wick_rapid_step step)
{
    char message[ANSWER_MAX / 2];
    const char *from = wick_rapid_name(sandbox->rapid);
    int err = wick_rapid_take(&sandbox->rapid, step);

    if (err < 0) {
        (void)snprintf(message, sizeof(message),
                       "State transition from %s to %s failed for runtime. "
                       "Error: State transition is not allowed",
                       from, wick_rapid_name(wick_rapid_target(step)));
        answer(conn, 403, "InvalidStateTransition", message);
    }
    return err;
}

static struct wick_str header(const struct wick_conn *conn, const char *name)
{
    struct wick_str value = WICK_STR("");

    (void)!wick_http1_find(&conn->http, wick_str_from(name), &value);
    return value;
}

static void response_sent(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    if (sandbox->rapid == WICK_RAPID_RESPONSE ||
        sandbox->rapid == WICK_RAPID_ERROR_RESPONSE) {
        int err = wick_rapid_take(&sandbox->rapid, WICK_RAPID_DO_SENT);
        WICK_ASSERT(err == 0);
    }
    wick_sandbox_forget(sandbox, conn);
}

/* The response that arrives on @conn still has somebody to go to. */
static bool is_awaited(const struct wick_sandbox *sandbox,
                       const struct wick_conn *conn)
{
    return sandbox->response_conn == conn && sandbox->current &&
           !sandbox->current->is_answered;
}

/* The checks that a response and an error share. 0, or negative, replied. */
static int begin(struct wick_sandbox *sandbox, struct wick_conn *conn,
                 struct wick_str id, enum wick_rapid_step what)
{
    const struct wick_invocation *current = sandbox->current;
    struct wick_str attempt;

    if (!current || current->delivered_ns == 0 ||
        !wick_str_eq(id, wick_str_from(current->report.id))) {
        answer(conn, 400, "InvalidRequestID", "Invalid request ID");
        return -EINVAL;
    }
    if (current->is_timed_out) {
        answer(conn, 410, "InvokeTimeout", "Invoke timeout");
        return -ETIMEDOUT;
    }
    /* Runtimes older than the header do not send it back. */
    if (wick_http1_find(&conn->http, WICK_STR("Lambda-Runtime-Invocation-Id"),
                        &attempt) &&
        !wick_str_eq(attempt, wick_str_from(current->attempt))) {
        answer(conn, 400, "InvalidRequestID", "Invalid request ID");
        return -EINVAL;
    }
    int err = step(sandbox, conn, what);
    if (err == 0) {
        sandbox->response_conn = conn;
    }
    return err;
}

static void head_response(struct wick_sandbox *sandbox, struct wick_conn *conn,
                          struct wick_str id)
{
    struct wick_str mode =
        header(conn, "Lambda-Runtime-Function-Response-Mode");

    if (begin(sandbox, conn, id, WICK_RAPID_DO_RESPONSE) < 0) {
        return;
    }
    if (mode.len == 0) {
        return;
    }
    if (!wick_str_eq(mode, WICK_STR("streaming"))) {
        wick_sandbox_fail(sandbox, WICK_ANSWER_PROTOCOL,
                          "Runtime.InvalidResponseModeHeader",
                          WICK_STR("the response mode is not \"streaming\""));
        response_sent(sandbox, conn);
        answer(conn, 400, "InvalidFunctionResponseMode",
               "Invalid function response mode");
        return;
    }
    conn->is_body_streamed = true;
    sandbox->current->is_streaming = true;
    sandbox->current->ops->on_stream(sandbox->current,
                                     header(conn, "Content-Type"));
}

static void answer_too_large(struct wick_sandbox *sandbox,
                             struct wick_conn *conn, uint64_t size,
                             uint64_t max)
{
    char message[ANSWER_MAX / 2];

    if (is_awaited(sandbox, conn)) {
        (void)snprintf(message, sizeof(message),
                       "Response payload size (%llu bytes) exceeded maximum "
                       "allowed payload size (%llu bytes).",
                       (unsigned long long)size, (unsigned long long)max);
        wick_sandbox_fail(sandbox, WICK_ANSWER_PROTOCOL,
                          "Function.ResponseSizeTooLarge",
                          wick_str_from(message));
    }
    response_sent(sandbox, conn);
    (void)snprintf(message, sizeof(message),
                   "Exceeded maximum allowed payload size (%llu bytes).",
                   (unsigned long long)max);
    answer(conn, 413, "RequestEntityTooLarge", message);
}

static void on_body(struct wick_conn *conn, struct wick_str bytes)
{
    struct wick_sandbox *sandbox = sandbox_of(conn);
    struct wick_invocation *current = sandbox->current;

    if (!is_awaited(sandbox, conn)) {
        /* It has timed out in the meantime: read on, for nobody. */
        return;
    }
    current->streamed += bytes.len;
    if (current->streamed > WICK_STREAM_RESPONSE_MAX) {
        answer_too_large(sandbox, conn, current->streamed,
                         WICK_STREAM_RESPONSE_MAX);
    } else if (current->ops->on_data(current, bytes) < 0) {
        answer_too_large(sandbox, conn, current->streamed, WICK_RESPONSE_MAX);
    }
}

/* A late answer is refused even if it began in time. */
static bool refuse_late(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    if (is_awaited(sandbox, conn)) {
        return false;
    }
    response_sent(sandbox, conn);
    answer(conn, 410, "InvokeTimeout", "Invoke timeout");
    return true;
}

static void end_stream(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    struct wick_str type = WICK_STR("");
    struct wick_str text = WICK_STR("");
    struct wick_buf document;
    char kept[64];

    bool has_failed = wick_http1_find_trailer(
        &conn->http, WICK_STR("Lambda-Runtime-Function-Error-Type"), &type);
    wick_buf_init(&document, WICK_ERROR_BODY_MAX);
    if (wick_http1_find_trailer(&conn->http,
                                WICK_STR("Lambda-Runtime-Function-Error-Body"),
                                &text) &&
        wick_decode_base64(&document, text) < 0) {
        wick_buf_reset(&document);
    }
    struct wick_answer end = {.kind = has_failed ? WICK_ANSWER_ERROR
                                                 : WICK_ANSWER_OK,
                              .content_type = WICK_STR("application/json"),
                              .body = wick_buf_get(&document)};
    if (has_failed) {
        wick_report_error_type(type, kept, sizeof(kept));
        end.error_type = kept;
    }
    wick_sandbox_answer(sandbox, &end);
    wick_buf_release(&document);
}

static void request_response(struct wick_sandbox *sandbox,
                             struct wick_conn *conn)
{
    if (refuse_late(sandbox, conn)) {
        return;
    }
    if (conn->is_body_streamed) {
        end_stream(sandbox, conn);
    } else {
        struct wick_answer whole = {.kind = WICK_ANSWER_OK,
                                    .content_type =
                                        header(conn, "Content-Type"),
                                    .body = wick_buf_get(&conn->body)};
        wick_sandbox_answer(sandbox, &whole);
    }
    response_sent(sandbox, conn);
    answer_accepted(conn);
}

static void head_error(struct wick_sandbox *sandbox, struct wick_conn *conn,
                       struct wick_str id)
{
    (void)!begin(sandbox, conn, id, WICK_RAPID_DO_ERROR);
}

static void request_error(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    struct wick_buf document;
    char type[64];

    if (refuse_late(sandbox, conn)) {
        return;
    }
    wick_buf_init(&document, WICK_RESPONSE_MAX);
    wick_report_error_type(header(conn, "Lambda-Runtime-Function-Error-Type"),
                           type, sizeof(type));
    struct wick_answer error = {.kind = WICK_ANSWER_ERROR,
                                .content_type = header(conn, "Content-Type"),
                                .body = wick_buf_get(&conn->body),
                                .error_type = type};
    if (wick_str_eq_nocase(error.content_type,
                           WICK_STR(WICK_API_ERROR_CAUSE_TYPE))) {
        wick_api_error_document(&document, error.body, &error.content_type);
        error.body = wick_buf_get(&document);
    }
    wick_sandbox_answer(sandbox, &error);
    wick_buf_release(&document);
    response_sent(sandbox, conn);
    answer_accepted(conn);
}

static void request_next(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    if (step(sandbox, conn, WICK_RAPID_DO_NEXT) == 0) {
        wick_sandbox_next(sandbox, conn);
    }
}

static void request_restore_next(struct wick_sandbox *sandbox,
                                 struct wick_conn *conn)
{
    if (!sandbox->function->options->is_snap_start) {
        wick_conn_reply(conn, 404, "text/plain",
                        WICK_STR("404 page not found\n"));
    } else if (step(sandbox, conn, WICK_RAPID_DO_RESTORE_NEXT) == 0) {
        wick_sandbox_restore_next(sandbox, conn);
    }
}

static void posted(struct wick_sandbox *sandbox, struct wick_conn *conn,
                   enum wick_rapid_step what)
{
    if (step(sandbox, conn, what) < 0) {
        return;
    }
    wick_sandbox_posted(sandbox,
                        header(conn, "Lambda-Runtime-Function-Error-Type"),
                        wick_buf_get(&conn->body));
    answer_accepted(conn);
}

static void request_init_error(struct wick_sandbox *sandbox,
                               struct wick_conn *conn)
{
    posted(sandbox, conn,
           sandbox->rapid == WICK_RAPID_RESTORING ? WICK_RAPID_DO_RESTORE_ERROR
                                                  : WICK_RAPID_DO_INIT_ERROR);
}

static void request_restore_error(struct wick_sandbox *sandbox,
                                  struct wick_conn *conn)
{
    posted(sandbox, conn, WICK_RAPID_DO_RESTORE_ERROR);
}

static void request_ping(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    (void)sandbox;
    wick_conn_reply(conn, 200, "text/plain", WICK_STR("pong"));
}

static void request_telemetry(struct wick_sandbox *sandbox,
                              struct wick_conn *conn)
{
    (void)sandbox;
    answer(conn, 202, "Telemetry.NotSupported",
           "Telemetry API is not supported");
}

static void request_logs(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    (void)sandbox;
    answer(conn, 202, "Logs.NotSupported", "Logs API is not supported");
}

#define RUNTIME   "/2018-06-01"
#define EXTENSION "/2020-01-01/extension"

static const struct route routes[] = {
    {"GET", RUNTIME "/runtime/invocation/next", NULL, SMALL_BODY_MAX, NULL,
     request_next},
    {"POST", RUNTIME "/runtime/invocation/", "/response", WICK_RESPONSE_MAX,
     head_response, request_response},
    {"POST", RUNTIME "/runtime/invocation/", "/error", WICK_RESPONSE_MAX,
     head_error, request_error},
    {"POST", RUNTIME "/runtime/init/error", NULL, WICK_RESPONSE_MAX, NULL,
     request_init_error},
    {"GET", RUNTIME "/runtime/restore/next", NULL, SMALL_BODY_MAX, NULL,
     request_restore_next},
    {"POST", RUNTIME "/runtime/restore/error", NULL, WICK_RESPONSE_MAX, NULL,
     request_restore_error},
    {"GET", RUNTIME "/ping", NULL, SMALL_BODY_MAX, NULL, request_ping},
    {"POST", EXTENSION "/register", NULL, SMALL_BODY_MAX, NULL,
     wick_extension_register},
    {"GET", EXTENSION "/event/next", NULL, SMALL_BODY_MAX, NULL,
     wick_extension_next},
    {"POST", EXTENSION "/init/error", NULL, SMALL_BODY_MAX, NULL,
     wick_extension_error},
    {"POST", EXTENSION "/exit/error", NULL, SMALL_BODY_MAX, NULL,
     wick_extension_error},
    {"PUT", "/2022-07-01/telemetry", NULL, SMALL_BODY_MAX, NULL,
     request_telemetry},
    {"PUT", "/2020-08-15/logs", NULL, SMALL_BODY_MAX, NULL, request_logs},
};

/* @path is that of @route; @id gets the segment between, still encoded. */
static bool matches(const struct route *route, struct wick_str path,
                    struct wick_str *id)
{
    struct wick_str prefix = wick_str_from(route->prefix);

    if (!route->suffix) {
        *id = WICK_STR("");
        return wick_str_eq(path, prefix);
    }
    struct wick_str suffix = wick_str_from(route->suffix);
    if (path.len < prefix.len + suffix.len ||
        !wick_str_starts_with(path, prefix) ||
        !wick_str_ends_with(path, suffix)) {
        return false;
    }
    *id = wick_str_slice(path, prefix.len, path.len - prefix.len - suffix.len);
    return wick_str_find_byte(*id, '/') == WICK_STR_NONE;
}

static void on_head(struct wick_conn *conn)
{
    struct wick_str path = wick_http1_target(&conn->http);
    struct wick_str method = wick_http1_method(&conn->http);
    struct wick_str query;
    bool is_known_path = false;

    (void)!wick_str_cut(path, '?', &path, &query);
    for (size_t i = 0; i < ARRAY_LEN(routes); i++) {
        struct wick_str id;
        if (!matches(&routes[i], path, &id)) {
            continue;
        }
        is_known_path = true;
        if (!wick_str_eq(method, wick_str_from(routes[i].method))) {
            continue;
        }
        conn->user = (void *)(uintptr_t)&routes[i];
        conn->body_max = routes[i].body_max;
        if (routes[i].on_head) {
            struct wick_buf decoded;
            wick_buf_init(&decoded, WICK_REQUEST_ID_MAX);
            /* What is too long to decode is no id that was given out. */
            int err = wick_decode_percent(&decoded, id, false);
            routes[i].on_head(sandbox_of(conn), conn,
                              err == 0 ? wick_buf_get(&decoded) : WICK_STR(""));
            wick_buf_release(&decoded);
        }
        return;
    }
    wick_conn_reply(conn, is_known_path ? 405 : 404, "text/plain",
                    is_known_path ? WICK_STR("")
                                  : WICK_STR("404 page not found\n"));
}

static void on_request(struct wick_conn *conn)
{
    const struct route *route = conn->user;

    route->on_request(sandbox_of(conn), conn);
}

static void on_too_large(struct wick_conn *conn)
{
    struct wick_sandbox *sandbox = sandbox_of(conn);
    uint64_t size = conn->http.framing == WICK_HTTP1_LENGTH
                        ? conn->http.content_length
                        : conn->body_max + 1;

    answer_too_large(sandbox, conn, size, conn->body_max);
}

/* A response that will not be complete. */
static void cut_short(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    if (is_awaited(sandbox, conn)) {
        wick_sandbox_fail(sandbox, WICK_ANSWER_PROTOCOL,
                          "Runtime.TruncatedResponse",
                          WICK_STR("the response was cut short"));
    }
    if (sandbox->response_conn == conn) {
        response_sent(sandbox, conn);
    } else {
        wick_sandbox_forget(sandbox, conn);
    }
}

static void on_truncated(struct wick_conn *conn)
{
    cut_short(sandbox_of(conn), conn);
    answer(conn, 400, "TruncatedHTTPRequest",
           "HTTP request detected as truncated");
}

static void on_gone(struct wick_conn *conn)
{
    cut_short(sandbox_of(conn), conn);
}

const struct wick_server_ops wick_api_ops = {
    .on_head = on_head,
    .on_body = on_body,
    .on_too_large = on_too_large,
    .on_request = on_request,
    .on_truncated = on_truncated,
    .on_gone = on_gone,
};

static void add_header(struct wick_conn *conn, const char *name,
                       struct wick_str value)
{
    if (value.len > 0) {
        int err = wick_conn_header(conn, wick_str_from(name), value);
        /* Whoever made the invocation has looked at its headers. */
        WICK_ASSERT(err == 0);
    }
}

void wick_api_send_event(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    struct wick_invocation *invocation = sandbox->current;
    char deadline[24];

    (void)snprintf(deadline, sizeof(deadline), "%lld",
                   (long long)invocation->deadline_ms);
    wick_conn_begin(conn, 200);
    add_header(conn, "Lambda-Runtime-Aws-Request-Id",
               wick_str_from(invocation->report.id));
    add_header(conn, "Lambda-Runtime-Invocation-Id",
               wick_str_from(invocation->attempt));
    add_header(conn, "Lambda-Runtime-Deadline-Ms", wick_str_from(deadline));
    add_header(conn, "Lambda-Runtime-Invoked-Function-Arn",
               wick_str_from(sandbox->function->arn));
    add_header(conn, "Lambda-Runtime-Trace-Id",
               wick_buf_get(&invocation->trace_id));
    add_header(conn, "Lambda-Runtime-Client-Context",
               wick_buf_get(&invocation->client_context));
    add_header(conn, "Lambda-Runtime-Aws-Tenant-Id",
               wick_buf_get(&invocation->tenant_id));
    add_header(conn, "Content-Type",
               invocation->content_type.len > 0
                   ? wick_buf_get(&invocation->content_type)
                   : WICK_STR("application/json"));
    wick_conn_end(conn, wick_buf_get(&invocation->event));
}
