/* SPDX-License-Identifier: MIT */
#include "js_value.h"

#include "arena.h"
#include "buf.h"
#include "err.h"
#include "jsc/shim.h"
#include "mem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Messages of native errors; what is longer is cut. */
#define WICK_JS_MESSAGE_MAX 1024

JSValueRef wick_js_string_from(struct wick_js *js, struct wick_str text)
{
    return wick_jsc_string_utf8(js->ctx, text.ptr, text.len);
}

JSValueRef wick_js_string(struct wick_js *js, const char *text)
{
    return wick_js_string_from(js, wick_str_from(text));
}

void wick_js_set(struct wick_js *js, JSObjectRef object, const char *name,
                 JSValueRef value)
{
    JSStringRef key = JSStringCreateWithUTF8CString(name);

    JSObjectSetProperty(js->ctx, object, key, value, kJSPropertyAttributeNone,
                        NULL);
    JSStringRelease(key);
}

JSValueRef wick_js_get_property(struct wick_js *js, JSObjectRef object,
                                const char *name, JSValueRef *exc)
{
    JSStringRef key = JSStringCreateWithUTF8CString(name);
    JSValueRef value = JSObjectGetProperty(js->ctx, object, key, exc);

    JSStringRelease(key);
    return value;
}

struct append_to {
    struct wick_buf *buf;
    int err;
};

static void append(void *arg, const char *bytes, size_t len)
{
    struct append_to *to = arg;

    to->err = wick_buf_append(to->buf, bytes, len);
}

int wick_js_to_utf8(struct wick_js *js, JSValueRef value, struct wick_buf *buf,
                    JSValueRef *exc)
{
    struct append_to to = {buf, 0};

    if (!wick_jsc_string_write(js->ctx, value, append, &to, exc)) {
        return -WICK_EEXCEPTION;
    }
    if (to.err == -ENOMEM) {
        (void)wick_js_throw_range(js, exc, "Out of memory");
        return -WICK_EEXCEPTION;
    }
    return to.err;
}

struct copy_to {
    struct wick_arena *arena;
    size_t max;
    struct wick_str text;
};

static void copy(void *arg, const char *bytes, size_t len)
{
    struct copy_to *to = arg;
    char *room =
        len <= to->max ? wick_arena_try_alloc(to->arena, len + 1) : NULL;

    to->text = (struct wick_str){room, len};
    if (room) {
        memcpy(room, bytes, len);
        room[len] = '\0';
    }
}

int wick_js_to_arena(struct wick_js *js, JSValueRef value,
                     struct wick_arena *arena, size_t max,
                     struct wick_str *text, JSValueRef *exc)
{
    struct copy_to to = {arena, max, {NULL, 0}};

    if (!wick_jsc_string_write(js->ctx, value, copy, &to, exc)) {
        return -WICK_EEXCEPTION;
    }
    *text = to.text;
    return to.text.ptr ? 0 : -WICK_ETOOBIG;
}

static void free_bytes(void *bytes, void *context)
{
    (void)context;
    wick_free(bytes);
}

static void duplicate(void *arg, const char *bytes, size_t len)
{
    struct wick_str *to = arg;

    *to = (struct wick_str){wick_dup(bytes, len), len};
}

JSValueRef wick_js_to_bytes(struct wick_js *js, JSValueRef value,
                            JSValueRef *exc)
{
    struct wick_str bytes = {NULL, 0};

    if (!wick_jsc_string_write(js->ctx, value, duplicate, &bytes, exc)) {
        return NULL;
    }
    return JSObjectMakeTypedArrayWithBytesNoCopy(
        js->ctx, kJSTypedArrayTypeUint8Array, (char *)(uintptr_t)bytes.ptr,
        bytes.len, free_bytes, NULL, exc);
}

void wick_js_set_functions(struct wick_js *js, JSObjectRef object,
                           const struct wick_js_func *funcs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        JSStringRef name = JSStringCreateWithUTF8CString(funcs[i].name);
        JSObjectRef call =
            JSObjectMakeFunctionWithCallback(js->ctx, name, funcs[i].call);

        JSObjectSetProperty(js->ctx, object, name, call,
                            kJSPropertyAttributeDontEnum, NULL);
        JSStringRelease(name);
    }
}

/* new @class_name(@message); any failure on the way is the error instead. */
static JSValueRef make_error(struct wick_js *js, const char *class_name,
                             const char *message)
{
    JSValueRef exc = NULL;
    JSObjectRef global = JSContextGetGlobalObject(js->ctx);
    JSValueRef make = wick_js_get_property(js, global, class_name, &exc);
    JSValueRef argument = wick_js_string(js, message);

    if (!make || !JSValueIsObject(js->ctx, make)) {
        return exc ? exc : argument;
    }
    JSObjectRef error = JSObjectCallAsConstructor(
        js->ctx, (JSObjectRef)(uintptr_t)make, 1, &argument, &exc);
    return error ? error : exc;
}

static WICK_PRINTF(4, 0) void throw_formatted(struct wick_js *js,
                                              JSValueRef *exc,
                                              const char *class_name,
                                              const char *format, va_list args)
{
    char message[WICK_JS_MESSAGE_MAX];

    (void)vsnprintf(message, sizeof(message), format, args);
    *exc = make_error(js, class_name, message);
}

JSValueRef wick_js_throw_type(struct wick_js *js, JSValueRef *exc,
                              const char *format, ...)
{
    va_list args;

    va_start(args, format);
    throw_formatted(js, exc, "TypeError", format, args);
    va_end(args);
    return NULL;
}

JSValueRef wick_js_throw_range(struct wick_js *js, JSValueRef *exc,
                               const char *format, ...)
{
    va_list args;

    va_start(args, format);
    throw_formatted(js, exc, "RangeError", format, args);
    va_end(args);
    return NULL;
}

JSValueRef wick_js_throw(struct wick_js *js, JSValueRef *exc,
                         const char *format, ...)
{
    va_list args;

    va_start(args, format);
    throw_formatted(js, exc, "Error", format, args);
    va_end(args);
    return NULL;
}
