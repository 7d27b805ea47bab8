/* SPDX-License-Identifier: MIT */
#include "js_reject.h"

#include "jsc/shim.h"
#include "limits.h"
#include "mem.h"

#include <string.h>

/* Lifetime: process. Promises are protected while they are in the list. */
static struct {
    JSObjectRef *promises;
    size_t count;
    size_t cap;
} pending;

static void add(JSContextRef ctx, JSObjectRef promise)
{
    /* Past the bound the oldest ones have told the story already. */
    if (pending.count == WICK_REJECTIONS_MAX) {
        return;
    }
    if (pending.count == pending.cap) {
        pending.cap = pending.cap ? pending.cap * 2 : 8;
        pending.promises = wick_realloc(
            pending.promises, pending.cap * sizeof(*pending.promises));
    }
    JSValueProtect(ctx, promise);
    pending.promises[pending.count++] = promise;
}

static void remove_at(JSContextRef ctx, size_t index)
{
    JSValueUnprotect(ctx, pending.promises[index]);
    pending.count--;
    memmove(pending.promises + index, pending.promises + index + 1,
            (pending.count - index) * sizeof(*pending.promises));
}

static void on_rejection(JSContextRef ctx, JSObjectRef promise, bool is_handled)
{
    if (!is_handled) {
        add(ctx, promise);
        return;
    }
    for (size_t i = 0; i < pending.count; i++) {
        if (pending.promises[i] == promise) {
            remove_at(ctx, i);
            return;
        }
    }
}

void wick_js_reject_init(struct wick_js *js)
{
    (void)js;
    wick_jsc_set_rejection(on_rejection);
}

bool wick_js_reject_take(struct wick_js *js, JSObjectRef *promise,
                         JSValueRef *reason)
{
    enum wick_jsc_promise_state state;

    if (pending.count == 0) {
        return false;
    }
    *promise = pending.promises[0];
    bool is_promise = wick_jsc_promise_get(js->ctx, *promise, &state, reason);
    WICK_ASSERT(is_promise && state == WICK_JSC_REJECTED);
    remove_at(js->ctx, 0);
    return true;
}
