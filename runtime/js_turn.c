/* SPDX-License-Identifier: MIT */
#include "js_turn.h"

#include "js_process.h"
#include "js_reject.h"
#include "js_report.h"
#include "js_value.h"
#include "jsc/shim.h"

#include <stdlib.h>
#include <unistd.h>

void wick_js_keep(struct wick_js *js, enum wick_js_callback callback,
                  JSValueRef value)
{
    JSObjectRef *slot = &js->callbacks[callback];

    if (*slot) {
        JSValueUnprotect(js->ctx, *slot);
    }
    *slot = (JSObjectRef)(uintptr_t)value;
    JSValueProtect(js->ctx, *slot);
}

void wick_js_exit(struct wick_js *js, int status)
{
    if (!js->hold_exit || !js->hold_exit(status)) {
        exit(status);
    }
    js->is_ended = true;
    wick_jsc_terminate();
}

static void end_process(struct wick_js *js, JSValueRef error)
{
    wick_js_report(js, error, STDERR_FILENO);
    wick_js_process_failure(js);
    wick_js_exit(js, wick_js_exit_code(js));
}

/* Whether @function, a fatal callback, has dealt with its arguments. */
static bool is_handled(struct wick_js *js, JSObjectRef function, size_t argc,
                       const JSValueRef argv[])
{
    JSValueRef exc = NULL;
    JSValueRef handled =
        JSObjectCallAsFunction(js->ctx, function, NULL, argc, argv, &exc);

    if (!handled && !js->is_ended) {
        /* A listener that throws ends the process with its own error. */
        end_process(js, wick_js_take_error(js, exc));
    }
    return !handled || JSValueToBoolean(js->ctx, handled);
}

/* Those of a call that was ended: its microtasks are gone, too. */
static void forget_ticks(struct wick_js *js)
{
    JSObjectRef run = js->callbacks[WICK_JS_ON_TICKS];
    JSValueRef exc = NULL;
    JSValueRef is_forgotten = JSValueMakeBoolean(js->ctx, true);

    js->has_ticks = false;
    if (run) {
        (void)JSObjectCallAsFunction(js->ctx, run, NULL, 1, &is_forgotten,
                                     &exc);
    }
}

/* Whether @end, of a call that left @error, has been dealt with. */
static bool take_memory_end(struct wick_js *js, enum wick_js_end end,
                            JSValueRef error)
{
    bool is_stuck = end == WICK_JS_MEMORY_STUCK;

    if ((end != WICK_JS_OUT_OF_MEMORY && !is_stuck) || !js->on_out_of_memory) {
        return false;
    }
    forget_ticks(js);
    /* Once at a time: what cannot even be reported ends the process. */
    wick_js_memory_fn on_out_of_memory = js->on_out_of_memory;
    js->on_out_of_memory = NULL;
    on_out_of_memory(js, error, is_stuck);
    js->on_out_of_memory = on_out_of_memory;
    return true;
}

/* wick_js_uncaught(); whether @error was thrown, not imposed for want of
 * memory. */
static bool take_uncaught(struct wick_js *js, JSValueRef error,
                          const char *origin)
{
    JSValueRef reason = error;

    if (js->is_ended) {
        return true;
    }
    enum wick_js_end end = wick_js_take_end(js, &reason);
    if (take_memory_end(js, end, reason)) {
        return false;
    }
    if (js->callbacks[WICK_JS_ON_UNCAUGHT]) {
        JSValueRef argv[] = {reason, wick_js_string(js, origin)};
        if (is_handled(js, js->callbacks[WICK_JS_ON_UNCAUGHT], ARRAY_LEN(argv),
                       argv)) {
            return true;
        }
    }
    end_process(js, reason);
    return true;
}

void wick_js_uncaught(struct wick_js *js, JSValueRef error, const char *origin)
{
    (void)take_uncaught(js, error, origin);
}

static void unhandled(struct wick_js *js, JSObjectRef promise,
                      JSValueRef reason)
{
    if (js->callbacks[WICK_JS_ON_REJECTION]) {
        JSValueRef argv[] = {promise, reason};
        if (is_handled(js, js->callbacks[WICK_JS_ON_REJECTION], ARRAY_LEN(argv),
                       argv)) {
            return;
        }
    }
    end_process(js, reason);
}

/* A microtask may have been ended, or a call that came back all the same. */
static void take_end_of_turn(struct wick_js *js)
{
    JSValueRef error = NULL;

    /* What ended it, and stays, is the end of the process. */
    if (js->is_ended) {
        return;
    }
    enum wick_js_end end = wick_js_take_end(js, &error);
    if (end != WICK_JS_RUNNING && !take_memory_end(js, end, error)) {
        end_process(js, error);
    }
}

void wick_js_end_turn(struct wick_js *js)
{
    while (!js->is_ended) {
        JSObjectRef promise;
        JSValueRef reason;

        if (js->has_ticks) {
            JSValueRef exc = NULL;
            js->has_ticks = false;
            if (!JSObjectCallAsFunction(js->ctx,
                                        js->callbacks[WICK_JS_ON_TICKS], NULL,
                                        0, NULL, &exc)) {
                /* What is left of the queue runs after the error. */
                js->has_ticks = true;
                wick_js_uncaught(js, exc, "uncaughtException");
            }
            continue;
        }
        wick_jsc_checkpoint(js->ctx);
        take_end_of_turn(js);
        if (js->has_ticks || js->is_ended) {
            continue;
        }
        if (!wick_js_reject_take(js, &promise, &reason)) {
            return;
        }
        unhandled(js, promise, reason);
    }
}

bool wick_js_enter_function(struct wick_js *js, JSObjectRef function,
                            size_t argc, const JSValueRef argv[])
{
    JSValueRef exc = NULL;

    if (js->is_ended) {
        return true;
    }
    bool is_whole =
        JSObjectCallAsFunction(js->ctx, function, NULL, argc, argv, &exc) ||
        take_uncaught(js, exc, "uncaughtException");

    wick_js_end_turn(js);
    return is_whole;
}

bool wick_js_enter(struct wick_js *js, enum wick_js_callback callback,
                   size_t argc, const JSValueRef argv[])
{
    WICK_ASSERT(js->callbacks[callback]);
    return wick_js_enter_function(js, js->callbacks[callback], argc, argv);
}

WICK_JS_NATIVE(set_tick_callback)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    wick_js_keep(js, WICK_JS_ON_TICKS, argv[0]);
    return js->undefined;
}

WICK_JS_NATIVE(tick_queued)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    js->has_ticks = true;
    return js->undefined;
}

WICK_JS_NATIVE(drain_microtasks)
{
    WICK_JS_NATIVE_UNUSED();
    wick_jsc_checkpoint(ctx);
    return JSValueMakeUndefined(ctx);
}

WICK_JS_NATIVE(end_turn)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    wick_js_end_turn(js);
    return js->undefined;
}

WICK_JS_NATIVE(set_fatal_callbacks)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    wick_js_keep(js, WICK_JS_ON_UNCAUGHT, argv[0]);
    wick_js_keep(js, WICK_JS_ON_REJECTION, argv[1]);
    return js->undefined;
}

/* uncaught(error): of a microtask, which has nobody to throw to. */
WICK_JS_NATIVE(uncaught)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    wick_js_uncaught(js, argc > 0 ? argv[0] : js->undefined,
                     "uncaughtException");
    return js->undefined;
}

/* trackContext(): asyncContext.current is kept by what waits, from now on. */
WICK_JS_NATIVE(track_context)
{
    WICK_JS_NATIVE_UNUSED();
    wick_jsc_async_context_track();
    return JSValueMakeUndefined(ctx);
}

void wick_js_turn_init(struct wick_js *js)
{
    static const struct wick_js_func funcs[] = {
        {"drainMicrotasks", drain_microtasks},
        {"endTurn", end_turn},
        {"setFatalCallbacks", set_fatal_callbacks},
        {"setTickCallback", set_tick_callback},
        {"tickQueued", tick_queued},
        {"trackContext", track_context},
        {"uncaught", uncaught},
    };

    wick_js_set_functions(js, js->native, funcs, ARRAY_LEN(funcs));
    wick_js_set(js, js->native, "asyncContext",
                wick_jsc_async_context(js->ctx));
}
