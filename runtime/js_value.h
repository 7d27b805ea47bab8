/* SPDX-License-Identifier: MIT */
/*
 * C values to JavaScript's and back. The only file that pairs the creation of
 * a JSStringRef with its release.
 */
#ifndef WICK_JS_VALUE_H
#define WICK_JS_VALUE_H

#include "js.h"
#include "str.h"

struct wick_arena;
struct wick_buf;

/* A string of NUL-terminated UTF-8 / of a slice of UTF-8. */
JSValueRef wick_js_string(struct wick_js *js, const char *text);
JSValueRef wick_js_string_from(struct wick_js *js, struct wick_str text);

/* object[name] = value; never throws on the plain objects of natives. */
void wick_js_set(struct wick_js *js, JSObjectRef object, const char *name,
                 JSValueRef value);

/* object[name], or undefined; NULL with @exc set when a getter threw. */
JSValueRef wick_js_get_property(struct wick_js *js, JSObjectRef object,
                                const char *name, JSValueRef *exc);

/*
 * String(@value) as UTF-8 appended to @buf. Returns 0, -WICK_EEXCEPTION with
 * @exc set when the conversion threw or there was no memory for the bytes,
 * -WICK_ETOOBIG past the buffer's ceiling.
 */
WICK_NODISCARD int wick_js_to_utf8(struct wick_js *js, JSValueRef value,
                                   struct wick_buf *buf, JSValueRef *exc);

/*
 * The same in @arena, with a NUL behind it. Beyond @max bytes, or what the
 * arena has, it is -WICK_ETOOBIG, and @text has the length alone.
 */
WICK_NODISCARD int wick_js_to_arena(struct wick_js *js, JSValueRef value,
                                    struct wick_arena *arena, size_t max,
                                    struct wick_str *text, JSValueRef *exc);

/* The same as a new Uint8Array, or NULL with @exc set. */
JSValueRef wick_js_to_bytes(struct wick_js *js, JSValueRef value,
                            JSValueRef *exc);

/* The head of a C function that JavaScript calls. */
#define WICK_JS_NATIVE(name)                                       \
    static JSValueRef name(JSContextRef ctx, JSObjectRef function, \
                           JSObjectRef self, size_t argc,          \
                           const JSValueRef argv[], JSValueRef *exc)

/* Its first line: builtins pass what their head says, and not all is used. */
#define WICK_JS_NATIVE_UNUSED() \
    ((void)ctx, (void)function, (void)self, (void)argc, (void)argv, (void)exc)

/* One function of a binding. */
struct wick_js_func {
    const char *name;
    JSObjectCallAsFunctionCallback call;
};

/* Puts @count functions on @object. */
void wick_js_set_functions(struct wick_js *js, JSObjectRef object,
                           const struct wick_js_func *funcs, size_t count);

/* Set @exc to a new TypeError, RangeError or Error; return NULL. */
WICK_PRINTF(3, 4)
JSValueRef wick_js_throw_type(struct wick_js *js, JSValueRef *exc,
                              const char *format, ...);
WICK_PRINTF(3, 4)
JSValueRef wick_js_throw_range(struct wick_js *js, JSValueRef *exc,
                               const char *format, ...);
WICK_PRINTF(3, 4)
JSValueRef wick_js_throw(struct wick_js *js, JSValueRef *exc,
                         const char *format, ...);

#endif
