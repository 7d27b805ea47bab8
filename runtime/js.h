/* SPDX-License-Identifier: MIT */
/*
 * The JavaScript host: one engine, one global object, the natives that the
 * internals get, and the checkpoint after each turn.
 */
#ifndef WICK_JS_H
#define WICK_JS_H

#include "base.h"

#include <JavaScriptCore/JavaScript.h>

struct wick_sizing;
struct wick_buf;

/* Lifetime: process. One; wick_js_get() finds it. */
struct wick_js {
    JSGlobalContextRef ctx;
    JSValueRef undefined;
    JSValueRef null;
    /* What builtins are called with; protected. */
    JSObjectRef native;
    JSObjectRef primordials;
    JSObjectRef require;
    /* Exports of loaded builtins, by index of the table; protected. */
    JSObjectRef loaded;
    size_t heap_bytes;
};

/*
 * Starts the engine as @sizing says and makes the natives. @options are engine
 * options for developers ("name=value ..."), or NULL. Returns 0; -EINVAL for
 * an option that does not exist, -ENOMEM.
 */
WICK_NODISCARD int wick_js_init(struct wick_js *js,
                                const struct wick_sizing *sizing,
                                const char *options);

/* The one that wick_js_init() filled. */
struct wick_js *wick_js_get(void);

/*
 * Ends a turn: microtasks until none is left, then rejections that nobody
 * handles. Returns 0, or -WICK_EEXCEPTION with the reason in @exc of the first
 * one that is still unhandled.
 */
WICK_NODISCARD int wick_js_checkpoint(struct wick_js *js, JSValueRef *exc);

/*
 * Evaluates the @len bytes of UTF-8 at @text as a script of the name @url in
 * the global scope. Returns its completion value, or NULL with @exc set.
 */
JSValueRef wick_js_evaluate(struct wick_js *js, const char *text, size_t len,
                            const char *url, JSValueRef *exc);

/*
 * After a call that threw @exc: the error to report, which is @exc, or one
 * that says why the call was ended from outside (memory, time).
 */
JSValueRef wick_js_take_error(struct wick_js *js, JSValueRef exc);

#endif
