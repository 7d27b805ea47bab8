/* SPDX-License-Identifier: MIT */
#include "extension.h"

#include <cJSON.h>
#include <errno.h>
#include <string.h>

#include "limits.h"
#include "sandbox.h"

/* An answer: three names and an id. */
#define ANSWER_MAX (8 * WICK_KIB + WICK_HANDLER_NAME_MAX * 6)

static void refuse(struct wick_conn *conn, const char *type,
                   const char *message)
{
    struct wick_buf body;

    wick_buf_init(&body, ANSWER_MAX);
    int err = wick_report_error(&body, type, wick_str_from(message));
    WICK_ASSERT(err == 0);
    wick_conn_reply(conn, 403, "application/json", wick_buf_get(&body));
    wick_buf_release(&body);
}

/* Reads "events" of the request; 0, or -EINVAL after a reply. */
static int parse_events(struct wick_conn *conn, bool *wants_invoke)
{
    cJSON *root =
        cJSON_ParseWithLength(wick_buf_cstr(&conn->body), conn->body.len);
    const cJSON *event = NULL;
    int err = 0;

    *wants_invoke = false;
    if (!cJSON_IsObject(root)) {
        refuse(conn, "InvalidRequestFormat", "the body is no JSON object");
        err = -EINVAL;
    }
    cJSON_ArrayForEach(event, cJSON_GetObjectItemCaseSensitive(root, "events"))
    {
        const char *name = cJSON_GetStringValue(event);
        if (name && strcmp(name, "INVOKE") == 0) {
            *wants_invoke = true;
        } else if (err == 0) {
            /* Only external extensions are told of the shutdown. */
            refuse(conn, "Extension.InvalidEventType",
                   name && strcmp(name, "SHUTDOWN") == 0
                       ? "SHUTDOWN: event not supported for internal "
                         "extensions"
                       : "unknown event type");
            err = -EINVAL;
        }
    }
    cJSON_Delete(root);
    return err;
}

static bool has_name(const struct wick_extensions *extensions,
                     struct wick_str name)
{
    for (size_t i = 0; i < extensions->count; i++) {
        if (wick_str_eq(wick_str_from(extensions->items[i].name), name)) {
            return true;
        }
    }
    return false;
}

/* 0, or -EPERM after a reply. */
static int check(struct wick_sandbox *sandbox, struct wick_conn *conn,
                 struct wick_str name)
{
    if (name.len == 0 || name.len > WICK_EXTENSION_NAME_MAX) {
        refuse(conn, "Extension.InvalidExtensionName",
               name.len == 0 ? "Empty extension name"
                             : "the extension's name is too long");
        return -EPERM;
    }
    if (sandbox->phase != WICK_PHASE_INIT) {
        refuse(conn, "Extension.RegistrationClosed",
               "Extension registration closed already");
        return -EPERM;
    }
    if (has_name(&sandbox->extensions, name)) {
        refuse(conn, "Extension.InvalidExtensionState",
               "Extension with this name already registered");
        return -EPERM;
    }
    if (sandbox->extensions.count == WICK_EXTENSIONS_MAX) {
        refuse(conn, "Extension.TooManyExtensions",
               "Extension limit (10) reached");
        return -EPERM;
    }
    return 0;
}

void wick_extension_register(struct wick_sandbox *sandbox,
                             struct wick_conn *conn)
{
    struct wick_str name = WICK_STR("");
    bool wants_invoke = false;
    struct wick_buf body;

    (void)!wick_http1_find(&conn->http, WICK_STR("Lambda-Extension-Name"),
                           &name);
    if (check(sandbox, conn, name) < 0 ||
        parse_events(conn, &wants_invoke) < 0) {
        return;
    }

    struct wick_extension *extension =
        &sandbox->extensions.items[sandbox->extensions.count++];
    *extension = (struct wick_extension){.wants_invoke = wants_invoke};
    memcpy(extension->name, name.ptr, name.len);
    wick_uuid(extension->id);

    wick_buf_init(&body, ANSWER_MAX);
    int err = wick_buf_printf(&body,
                              "{\"functionName\":\"%s\","
                              "\"functionVersion\":\"$LATEST\","
                              "\"handler\":",
                              sandbox->function->options->name);
    if (err == 0) {
        err =
            wick_encode_json(&body, wick_str_from(sandbox->function->handler));
    }
    if (err == 0) {
        err = wick_buf_append_byte(&body, '}');
    }
    WICK_ASSERT(err == 0);
    wick_conn_begin(conn, 200);
    err = wick_conn_header(conn, WICK_STR("Lambda-Extension-Identifier"),
                           wick_str_from(extension->id));
    WICK_ASSERT(err == 0);
    err = wick_conn_header(conn, WICK_STR("Content-Type"),
                           WICK_STR("application/json"));
    WICK_ASSERT(err == 0);
    wick_conn_end(conn, wick_buf_get(&body));
    wick_buf_release(&body);
}

/* The extension that sent the request, or NULL after a reply. */
static struct wick_extension *find(struct wick_sandbox *sandbox,
                                   struct wick_conn *conn)
{
    struct wick_str id = WICK_STR("");

    if (!wick_http1_find(&conn->http, WICK_STR("Lambda-Extension-Identifier"),
                         &id) ||
        id.len == 0) {
        refuse(conn, "Extension.MissingExtensionIdentifier",
               "Missing Lambda-Extension-Identifier header");
        return NULL;
    }
    for (size_t i = 0; i < sandbox->extensions.count; i++) {
        struct wick_extension *extension = &sandbox->extensions.items[i];
        if (wick_str_eq(wick_str_from(extension->id), id)) {
            return extension;
        }
    }
    if (id.len != WICK_UUID_SIZE - 1) {
        refuse(conn, "Extension.InvalidExtensionIdentifier",
               "Invalid Lambda-Extension-Identifier");
    } else {
        refuse(conn, "Extension.UnknownExtensionIdentifier",
               "Unknown extension");
    }
    return NULL;
}

static void send_invoke(struct wick_sandbox *sandbox,
                        struct wick_extension *extension)
{
    const struct wick_invocation *invocation = sandbox->current;
    struct wick_conn *conn = extension->waiter;
    struct wick_buf body;

    extension->has_event = false;
    extension->waiter = NULL;
    wick_buf_init(&body, ANSWER_MAX + 6 * invocation->trace_id.len);
    int err = wick_buf_printf(
        &body,
        "{\"eventType\":\"INVOKE\",\"deadlineMs\":%lld,\"requestId\":\"%s\","
        "\"invokedFunctionArn\":\"%s\",\"tracing\":{\"type\":"
        "\"X-Amzn-Trace-Id\",\"value\":",
        (long long)invocation->deadline_ms, invocation->report.id,
        sandbox->function->arn);
    if (err == 0) {
        err = wick_encode_json(&body, wick_buf_get(&invocation->trace_id));
    }
    if (err == 0) {
        err = wick_buf_append_cstr(&body, "}}");
    }
    WICK_ASSERT(err == 0);
    wick_conn_reply(conn, 200, "application/json", wick_buf_get(&body));
    wick_buf_release(&body);
}

void wick_extension_next(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    struct wick_extension *extension = find(sandbox, conn);

    if (!extension) {
        return;
    }
    if (extension->waiter) {
        refuse(conn, "Extension.InvalidExtensionState",
               "the extension waits for an event already");
        return;
    }
    extension->waiter = conn;
    if (extension->has_event && sandbox->current) {
        send_invoke(sandbox, extension);
    }
}

void wick_extension_error(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    const struct wick_extension *extension = find(sandbox, conn);

    if (!extension) {
        return;
    }
    wick_log_error(&sandbox->log, "extension %s failed: %.1000s",
                   extension->name, wick_buf_cstr(&conn->body));
    wick_conn_reply(conn, 202, "application/json",
                    WICK_STR("{\"status\":\"OK\"}\n"));
}

void wick_extension_notify(struct wick_sandbox *sandbox)
{
    for (size_t i = 0; i < sandbox->extensions.count; i++) {
        struct wick_extension *extension = &sandbox->extensions.items[i];
        if (!extension->wants_invoke) {
            continue;
        }
        extension->has_event = true;
        if (extension->waiter) {
            send_invoke(sandbox, extension);
        }
    }
}

void wick_extension_forget(struct wick_sandbox *sandbox,
                           const struct wick_conn *conn)
{
    for (size_t i = 0; i < sandbox->extensions.count; i++) {
        if (sandbox->extensions.items[i].waiter == conn) {
            sandbox->extensions.items[i].waiter = NULL;
        }
    }
}
