/* SPDX-License-Identifier: MIT */
#include "js_loop.h"

#include "clock.h"
#include "die.h"
#include "err.h"
#include "js_turn.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "loop.h"

#include <stdatomic.h>

#define NS_PER_MS 1000000u

/* Lifetime: process. */
static struct {
    struct wick_loop *loop;
    struct wick_timer timer;
    /* The engine's threads have something for wick_jsc_run_deferred(). */
    struct wick_post wake;
    atomic_bool is_woken;
    bool can_wake;
    bool has_immediates;
    bool is_immediate_ref;
} state;

static double now_ms(void)
{
    return (double)(wick_clock_monotonic_ns() / NS_PER_MS);
}

static void on_due(struct wick_timer *timer)
{
    struct wick_js *js = wick_js_get();

    (void)timer;
    /* A call that was ended did not arm the timer again; the next one does. */
    while (!wick_js_enter(js, WICK_JS_ON_TIMERS, 0, NULL)) {
    }
}

WICK_JS_NATIVE(set_timer_callback)
{
    WICK_JS_NATIVE_UNUSED();
    wick_js_keep(wick_js_get(), WICK_JS_ON_TIMERS, argv[0]);
    return JSValueMakeUndefined(ctx);
}

WICK_JS_NATIVE(set_immediate_callback)
{
    WICK_JS_NATIVE_UNUSED();
    wick_js_keep(wick_js_get(), WICK_JS_ON_IMMEDIATES, argv[0]);
    return JSValueMakeUndefined(ctx);
}

/* startTimer(ms) */
WICK_JS_NATIVE(start_timer)
{
    WICK_JS_NATIVE_UNUSED();
    double ms = JSValueToNumber(ctx, argv[0], exc);
    uint64_t delay_ns = ms > 0 ? (uint64_t)(ms * NS_PER_MS) : 0;

    wick_loop_update_time(state.loop);
    if (wick_timer_start(wick_loop_timers(state.loop), &state.timer, delay_ns,
                         on_due) < 0) {
        return wick_js_throw(wick_js_get(), exc, "Too many timers");
    }
    return JSValueMakeUndefined(ctx);
}

WICK_JS_NATIVE(stop_timer)
{
    WICK_JS_NATIVE_UNUSED();
    wick_timer_stop(wick_loop_timers(state.loop), &state.timer);
    return JSValueMakeUndefined(ctx);
}

/* refTimers(isRef) */
WICK_JS_NATIVE(ref_timers)
{
    WICK_JS_NATIVE_UNUSED();
    wick_timer_set_ref(wick_loop_timers(state.loop), &state.timer,
                       JSValueToBoolean(ctx, argv[0]));
    return JSValueMakeUndefined(ctx);
}

/* refImmediates(hasAny, isRef) */
WICK_JS_NATIVE(ref_immediates)
{
    WICK_JS_NATIVE_UNUSED();
    state.has_immediates = JSValueToBoolean(ctx, argv[0]);
    state.is_immediate_ref = JSValueToBoolean(ctx, argv[1]);
    return JSValueMakeUndefined(ctx);
}

WICK_JS_NATIVE(loop_now)
{
    WICK_JS_NATIVE_UNUSED();
    return JSValueMakeNumber(ctx, now_ms());
}

static void on_wake(struct wick_post *post)
{
    struct wick_js *js = wick_js_get();

    (void)post;
    atomic_store(&state.is_woken, false);
    wick_jsc_run_deferred(js->ctx);
    wick_js_end_turn(js);
}

static void wake(void *arg)
{
    (void)arg;
    if (!atomic_exchange(&state.is_woken, true)) {
        wick_loop_post(state.loop, &state.wake);
    }
}

void wick_js_loop_init(struct wick_js *js, struct wick_loop *loop)
{
    static const struct wick_js_func funcs[] = {
        {"loopNow", loop_now},
        {"refImmediates", ref_immediates},
        {"refTimers", ref_timers},
        {"setImmediateCallback", set_immediate_callback},
        {"setTimerCallback", set_timer_callback},
        {"startTimer", start_timer},
        {"stopTimer", stop_timer},
    };

    state.loop = loop;
    state.wake.on_post = on_wake;
    wick_js_set_functions(js, js->native, funcs, ARRAY_LEN(funcs));
}

struct wick_loop *wick_js_loop_get(void)
{
    WICK_ASSERT(state.loop);
    return state.loop;
}

bool wick_js_loop_has_immediates(void)
{
    return state.has_immediates;
}

bool wick_js_loop_is_alive(struct wick_js *js)
{
    return wick_loop_is_alive(state.loop) || state.is_immediate_ref ||
           wick_jsc_has_deferred(js->ctx);
}

/* From now on engine threads wake the loop; one eventfd, had when needed. */
static void enable_wake(void)
{
    if (!state.can_wake && wick_loop_enable_posts(state.loop) == 0) {
        wick_jsc_set_wake(wake, NULL);
        state.can_wake = true;
    }
}

void wick_js_loop_turn(struct wick_js *js)
{
    if (wick_jsc_has_deferred(js->ctx)) {
        enable_wake();
        wick_jsc_run_deferred(js->ctx);
        wick_js_end_turn(js);
    }
    bool is_waiting = wick_jsc_has_deferred(js->ctx);
    if (is_waiting) {
        wick_loop_ref(state.loop);
    }
    int err = wick_loop_run_once(
        state.loop, state.has_immediates ? WICK_LOOP_NOWAIT : WICK_LOOP_WAIT);
    if (err < 0) {
        /* Who closes descriptors by their numbers closes this one, too. */
        wick_die("the event loop is closed: %s", wick_err_message(err));
    }
    if (is_waiting) {
        wick_loop_unref(state.loop);
    }
    if (state.has_immediates) {
        wick_js_enter(js, WICK_JS_ON_IMMEDIATES, 0, NULL);
    }
}
