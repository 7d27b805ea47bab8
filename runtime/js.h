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

/* What C calls: functions of the internals (wick_js_keep()). */
enum wick_js_callback {
    WICK_JS_ON_TICKS,    /* internal/task_queue */
    WICK_JS_ON_UNCAUGHT, /* internal/process, as the next */
    WICK_JS_ON_REJECTION,
    WICK_JS_ON_TIMERS, /* internal/timers, as the next */
    WICK_JS_ON_IMMEDIATES,
    WICK_JS_ON_SIGNAL, /* internal/process_signals */
    WICK_JS_ON_INPUT,  /* internal/standard_input */
    WICK_JS_RESOLVE,   /* internal/loader, as the next three */
    WICK_JS_SOURCE_OF,
    WICK_JS_FILL_META,
    WICK_JS_MODULE_FAILED,
    WICK_JS_LAMBDA_INIT, /* lambda/main, as the next five */
    WICK_JS_LAMBDA_INVOKE,
    WICK_JS_LAMBDA_IDLE,
    WICK_JS_LAMBDA_DRAIN,
    WICK_JS_LAMBDA_MEMORY,
    WICK_JS_LAMBDA_RESTORED,
    WICK_JS_CALLBACK_COUNT
};

/* How a call ended, if not by itself. */
enum wick_js_end {
    WICK_JS_RUNNING,
    /* From outside, for want of time. */
    WICK_JS_TERMINATED,
    /* Its objects passed the limit, and are garbage by now. */
    WICK_JS_OUT_OF_MEMORY,
    /* The same, but what holds them outlives the call. */
    WICK_JS_MEMORY_STUCK,
};

struct wick_js;
/*
 * A call was ended for want of memory, which @error says. @is_stuck: the next
 * one will be too. Runs between two calls, and may enter JavaScript.
 */
typedef void (*wick_js_memory_fn)(struct wick_js *js, JSValueRef error,
                                  bool is_stuck);

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
    /* Functions of internals, protected; NULL until they are set. */
    JSObjectRef callbacks[WICK_JS_CALLBACK_COUNT];
    bool has_ticks;
    /* The process ends: nothing of the function runs any more. */
    bool is_ended;
    /*
     * Whether the end with @status has to wait, and is the owner's from now
     * on; NULL: it never has to.
     */
    bool (*hold_exit)(int status);
    bool is_smol;
    /* What the process may have; for messages. */
    size_t memory_bytes;
    /* NULL: such a call ends as by an uncaught exception. */
    wick_js_memory_fn on_out_of_memory;
};

/*
 * Starts the engine as @sizing says and makes the natives. @locale_data is
 * ICU's, to the end of the process, or NULL. @options are engine options for
 * developers ("name=value ..."), or NULL. Returns 0; -EINVAL for an option that
 * does not exist, -EBADMSG for other data, -ENOMEM.
 */
WICK_NODISCARD int wick_js_init(struct wick_js *js,
                                const struct wick_sizing *sizing,
                                const void *locale_data, const char *options);

struct wick_js_arguments;
struct wick_loop;

/*
 * Makes the natives and the globals: process, console, timers. Once, after
 * wick_js_init(). Returns 0, or -WICK_EEXCEPTION with @exc set.
 */
WICK_NODISCARD int wick_js_boot(struct wick_js *js, struct wick_loop *loop,
                                const struct wick_js_arguments *arguments,
                                JSValueRef *exc);

/* process.exitCode, or 0. */
int wick_js_exit_code(struct wick_js *js);

/*
 * Draws all randomness anew, as a process must that was restored from a
 * snapshot: it has a twin.
 */
void wick_js_reseed(struct wick_js *js);

/* The one that wick_js_init() filled. */
struct wick_js *wick_js_get(void);

/*
 * Evaluates the @len bytes of UTF-8 at @text as a script of the name @url in
 * the global scope. Returns its completion value, or NULL with @exc set.
 */
JSValueRef wick_js_evaluate(struct wick_js *js, const char *text, size_t len,
                            const char *url, JSValueRef *exc);

/*
 * After a call came back, with an exception or without: whether it was ended,
 * by which it is over. @error, which says why, is set unless WICK_JS_RUNNING.
 */
enum wick_js_end wick_js_take_end(struct wick_js *js, JSValueRef *error);

/*
 * After a call that threw @exc: the error to report, which is @exc, or one
 * that says why the call was ended from outside (memory, time).
 */
JSValueRef wick_js_take_error(struct wick_js *js, JSValueRef exc);

#endif
