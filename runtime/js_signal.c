/* SPDX-License-Identifier: MIT */
#include "js_signal.h"

#include "js_loop.h"
#include "js_turn.h"
#include "js_value.h"
#include "loop_signal.h"

#include <errno.h>
#include <signal.h>

/* Lifetime: process. */
static wick_js_signal_fn after_signal;

static void on_signal(int number)
{
    struct wick_js *js = wick_js_get();
    JSValueRef argv[] = {JSValueMakeNumber(js->ctx, number)};

    wick_js_enter(js, WICK_JS_ON_SIGNAL, ARRAY_LEN(argv), argv);
    if (after_signal) {
        after_signal(number);
    }
}

void wick_js_signal_set_hook(wick_js_signal_fn after)
{
    after_signal = after;
}

WICK_JS_NATIVE(set_callback)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    wick_js_keep(js, WICK_JS_ON_SIGNAL, argv[0]);
    return js->undefined;
}

/* watch(number) -> 0 or a negative errno. */
WICK_JS_NATIVE(watch)
{
    WICK_JS_NATIVE_UNUSED();
    int number = (int)JSValueToNumber(ctx, argv[0], exc);
    int err = wick_loop_signal_watch(wick_js_loop_get(), number, on_signal);

    return JSValueMakeNumber(ctx, err);
}

WICK_JS_NATIVE(unwatch)
{
    WICK_JS_NATIVE_UNUSED();
    wick_loop_signal_unwatch((int)JSValueToNumber(ctx, argv[0], exc));
    return JSValueMakeUndefined(ctx);
}

/* kill(pid, number) -> 0 or a negative errno. */
WICK_JS_NATIVE(send_signal)
{
    WICK_JS_NATIVE_UNUSED();
    pid_t pid = (pid_t)JSValueToNumber(ctx, argv[0], exc);
    int number = (int)JSValueToNumber(ctx, argv[1], exc);

    return JSValueMakeNumber(ctx, kill(pid, number) < 0 ? -errno : 0);
}

void wick_js_signal_fill(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"kill", send_signal},
        {"setCallback", set_callback},
        {"unwatch", unwatch},
        {"watch", watch},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
