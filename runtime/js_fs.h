/* SPDX-License-Identifier: MIT */
/*
 * node:fs: one native that runs the calls of fs_call.h, at once or over the
 * loop. What JavaScript passes is checked in JavaScript (internal/fs_*.js).
 */
#ifndef WICK_JS_FS_H
#define WICK_JS_FS_H

#include "fs_call.h"
#include "js.h"
#include "jsc/shim.h"

struct wick_loop;

/*
 * Makes native.openFs(), which makes the rest when node:fs is first loaded:
 * an object with
 *   call(kind, callback, ...arguments)   undefined as callback: at once
 *   kinds          name to kind
 *   stats, bigStats   Float64Array and BigInt64Array that a stat call fills
 */
void wick_js_fs_init(struct wick_js *js, struct wick_loop *loop);

/* One call with what it holds of JavaScript. Lifetime: until it has ended. */
struct wick_js_fs_request {
    struct wick_fs_call call;
    struct wick_buf text;        /* of a string to write */
    struct wick_jsc_bytes bytes; /* of a view to read into or write from */
    bool is_pinned;
    bool wants_bytes; /* names and texts as bytes */
    bool wants_types; /* of a directory: types beside the names */
};

/* js_fs_result.c */

/* The value of a call that succeeded; NULL with @exc set. */
JSValueRef wick_js_fs_value(struct wick_js *js,
                            struct wick_js_fs_request *request,
                            JSValueRef *exc);

/* Node's error of a call that failed. */
JSValueRef wick_js_fs_error(struct wick_js *js,
                            const struct wick_js_fs_request *request);

/* Puts stats and bigStats on @object. */
void wick_js_fs_init_stats(struct wick_js *js, JSObjectRef object);

/* js_fs_async.c */

/*
 * Starts @request, a copy of which it takes: @callback(error) or
 * @callback(null, value) comes in a later turn. False with @exc set; the
 * request is then still the caller's.
 */
bool wick_js_fs_start(struct wick_js *js, struct wick_loop *loop,
                      struct wick_js_fs_request *request, JSObjectRef callback,
                      JSValueRef *exc);

/* Frees what @request holds. */
void wick_js_fs_request_release(struct wick_js_fs_request *request);

#endif
