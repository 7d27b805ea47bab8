/* SPDX-License-Identifier: MIT */
/*
 * Arguments of natives as C values. Builtins check what a function passes and
 * pass what the head of the native says; what is something else all the same
 * is thrown as a TypeError or clamped, never trusted.
 */
#ifndef WICK_JS_ARGS_H
#define WICK_JS_ARGS_H

#include "chars.h"
#include "js.h"
#include "jsc/shim.h"

/* What a native was called with; as long as the call. */
struct wick_js_args {
    JSContextRef ctx;
    size_t count;
    const JSValueRef *values;
    JSValueRef *exc;
};

/*
 * Argument @index as a number from 0 to @most; not a number is 0, and what
 * lies outside becomes the nearer end.
 */
size_t wick_js_args_size(const struct wick_js_args *args, size_t index,
                         size_t most);

/* Argument @index is true. */
bool wick_js_args_flag(const struct wick_js_args *args, size_t index);

/* The bytes of the buffer or view @index. False with a TypeError in exc. */
bool wick_js_args_bytes(const struct wick_js_args *args, size_t index,
                        struct wick_jsc_bytes *bytes);

/* The characters of the string @index. False with an error in exc. */
bool wick_js_args_chars(const struct wick_js_args *args, size_t index,
                        struct wick_chars *chars);

#endif
