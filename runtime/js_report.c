/* SPDX-License-Identifier: MIT */
#include "js_report.h"

#include "buf.h"
#include "file.h"
#include "js_builtin.h"
#include "js_value.h"
#include "limits.h"

/* "path:line" of an error that the parser made; nothing of others. */
static void append_place(struct wick_js *js, JSValueRef error,
                         struct wick_buf *text)
{
    JSValueRef exc = NULL;

    if (!JSValueIsObject(js->ctx, error)) {
        return;
    }
    JSObjectRef object = (JSObjectRef)(uintptr_t)error;
    JSValueRef url = wick_js_get_property(js, object, "sourceURL", &exc);
    JSValueRef line = wick_js_get_property(js, object, "line", &exc);
    if (!url || !line || !JSValueIsString(js->ctx, url) ||
        !JSValueIsNumber(js->ctx, line)) {
        return;
    }
    if (wick_js_to_utf8(js, url, text, &exc) == 0 &&
        wick_buf_append_byte(text, ':') == 0 &&
        wick_js_to_utf8(js, line, text, &exc) == 0) {
        (void)wick_buf_append_cstr(text, "\n");
    }
}

/* util.inspect(@error); NULL when that is what is broken. */
static JSValueRef inspect(struct wick_js *js, JSValueRef error)
{
    JSValueRef exc = NULL;
    JSObjectRef exports = wick_js_builtin_require(js, "internal/inspect", &exc);

    if (!exports) {
        return NULL;
    }
    JSValueRef call = wick_js_get_property(js, exports, "inspect", &exc);
    if (!call || !JSValueIsObject(js->ctx, call)) {
        return NULL;
    }
    return JSObjectCallAsFunction(js->ctx, (JSObjectRef)(uintptr_t)call, NULL,
                                  1, &error, &exc);
}

void wick_js_report(struct wick_js *js, JSValueRef error, int fd)
{
    JSValueRef exc = NULL;
    struct wick_buf text;

    wick_buf_init(&text, WICK_LOG_LINE_MAX);
    append_place(js, error, &text);
    (void)wick_buf_append_cstr(&text, "Uncaught ");
    JSValueRef shown = inspect(js, error);
    if ((!shown || wick_js_to_utf8(js, shown, &text, &exc) < 0) &&
        wick_js_to_utf8(js, error, &text, &exc) < 0) {
        (void)wick_buf_append_cstr(&text, "(an error that cannot be shown)");
    }
    (void)wick_buf_append_byte(&text, '\n');
    struct wick_str all = wick_buf_get(&text);
    /* A log that cannot be written to has nowhere to say so. */
    (void)wick_file_write_all(fd, all.ptr, all.len);
    wick_buf_release(&text);
}
