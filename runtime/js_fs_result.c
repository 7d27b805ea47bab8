/* SPDX-License-Identifier: MIT */
#include "js_fs.h"

#include "err.h"
#include "js_value.h"
#include "limits.h"
#include "mem.h"

#include <string.h>

/* Lifetime: process; what the two arrays of JavaScript are views on. */
static double stats[WICK_FS_STAT_COUNT];
static int64_t big_stats[WICK_FS_STAT_COUNT];

void wick_js_fs_init_stats(struct wick_js *js, JSObjectRef object)
{
    wick_js_set(js, object, "stats",
                JSObjectMakeTypedArrayWithBytesNoCopy(
                    js->ctx, kJSTypedArrayTypeFloat64Array, stats,
                    sizeof(stats), NULL, NULL, NULL));
    wick_js_set(js, object, "bigStats",
                JSObjectMakeTypedArrayWithBytesNoCopy(
                    js->ctx, kJSTypedArrayTypeBigInt64Array, big_stats,
                    sizeof(big_stats), NULL, NULL, NULL));
}

static void free_bytes(void *bytes, void *context)
{
    (void)context;
    wick_free(bytes);
}

/* The bytes of @buf, which is emptied, as a Uint8Array. */
static JSValueRef take_array(struct wick_js *js, struct wick_buf *buf,
                             JSValueRef *exc)
{
    size_t len = 0;
    char *bytes = wick_buf_take(buf, &len);

    if (!bytes) {
        return wick_js_throw_range(js, exc, "Out of memory");
    }
    return JSObjectMakeTypedArrayWithBytesNoCopy(
        js->ctx, kJSTypedArrayTypeUint8Array, bytes, len, free_bytes, NULL,
        exc);
}

static JSValueRef take_text(struct wick_js *js,
                            struct wick_js_fs_request *request, JSValueRef *exc)
{
    struct wick_buf *out = &request->call.out;

    return request->wants_bytes ? take_array(js, out, exc)
                                : wick_js_string_from(js, wick_buf_get(out));
}

static JSValueRef make_name(struct wick_js *js,
                            const struct wick_js_fs_request *request,
                            const char *name, JSValueRef *exc)
{
    struct wick_buf bytes;

    if (!request->wants_bytes) {
        return wick_js_string(js, name);
    }
    wick_buf_init(&bytes, WICK_PATH_MAX);
    if (wick_buf_append_cstr(&bytes, name) < 0) {
        return js->undefined;
    }
    return take_array(js, &bytes, exc);
}

/* [name, ...] or [name, type, ...] of a directory. */
static JSValueRef make_entries(struct wick_js *js,
                               const struct wick_js_fs_request *request,
                               JSValueRef *exc)
{
    struct wick_str list = wick_buf_get(&request->call.out);
    JSObjectRef array = JSObjectMakeArray(js->ctx, 0, NULL, exc);
    unsigned count = 0;

    for (size_t at = 0; array && at < list.len;) {
        const char *name = list.ptr + at + 1;
        JSValueRef value = make_name(js, request, name, exc);

        if (!value) {
            return NULL;
        }
        JSObjectSetPropertyAtIndex(js->ctx, array, count++, value, NULL);
        if (request->wants_types) {
            JSObjectSetPropertyAtIndex(js->ctx, array, count++,
                                       JSValueMakeNumber(js->ctx, list.ptr[at]),
                                       NULL);
        }
        at += 2 + strlen(name);
    }
    return array;
}

JSValueRef wick_js_fs_value(struct wick_js *js,
                            struct wick_js_fs_request *request, JSValueRef *exc)
{
    switch (request->call.kind) {
    case WICK_FS_STAT:
    case WICK_FS_LSTAT:
    case WICK_FS_FSTAT:
    case WICK_FS_STATFS:
        for (size_t i = 0; i < WICK_FS_STAT_COUNT; i++) {
            big_stats[i] = request->call.stat[i];
            stats[i] = (double)big_stats[i];
        }
        return js->undefined;
    case WICK_FS_READDIR:
        return make_entries(js, request, exc);
    case WICK_FS_MKDIR_ALL:
        return request->call.out.len == 0 ? js->undefined
                                          : take_text(js, request, exc);
    case WICK_FS_READ_FILE:
    case WICK_FS_MKDTEMP:
    case WICK_FS_READLINK:
    case WICK_FS_REALPATH:
        return take_text(js, request, exc);
    default:
        return JSValueMakeNumber(js->ctx, (double)request->call.result);
    }
}

/* A call on a descriptor has no path, nor has what came after the open. */
static bool has_path(const struct wick_fs_call *call)
{
    bool is_open =
        call->kind == WICK_FS_READ_FILE || call->kind == WICK_FS_WRITE_FILE;

    return call->fd < 0 && (!is_open || wick_str_eq(wick_str_from(call->failed),
                                                    WICK_STR("open")));
}

/* "ENOENT: no such file or directory, open 'a'" and "..., rename 'a' -> 'b'" */
static int write_message(const struct wick_fs_call *call, struct wick_buf *text)
{
    int err = (int)call->result;
    int failed = wick_buf_printf(text, "%s: %s, %s", wick_err_node_code(err),
                                 wick_err_message(err), call->failed);

    if (failed == 0 && has_path(call)) {
        failed = wick_buf_printf(text, " '%s'", wick_buf_cstr(&call->path));
    }
    if (failed == 0 && call->dest.len > 0) {
        failed = wick_buf_printf(text, " -> '%s'", wick_buf_cstr(&call->dest));
    }
    return failed;
}

JSValueRef wick_js_fs_error(struct wick_js *js,
                            const struct wick_js_fs_request *request)
{
    const struct wick_fs_call *call = &request->call;
    int err = (int)call->result;
    struct wick_buf text;
    JSValueRef value = js->undefined;

    wick_buf_init(&text, 4 * (size_t)WICK_PATH_MAX);
    if (write_message(call, &text) == 0) {
        JSValueRef message = wick_js_string_from(js, wick_buf_get(&text));
        JSObjectRef error = JSObjectMakeError(js->ctx, 1, &message, NULL);

        wick_js_set(js, error, "errno", JSValueMakeNumber(js->ctx, err));
        wick_js_set(js, error, "code",
                    wick_js_string(js, wick_err_node_code(err)));
        wick_js_set(js, error, "syscall", wick_js_string(js, call->failed));
        if (has_path(call)) {
            wick_js_set(js, error, "path",
                        wick_js_string_from(js, wick_buf_get(&call->path)));
        }
        if (call->dest.len > 0) {
            wick_js_set(js, error, "dest",
                        wick_js_string_from(js, wick_buf_get(&call->dest)));
        }
        value = error;
    }
    wick_buf_release(&text);
    return value;
}
