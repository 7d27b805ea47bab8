/* SPDX-License-Identifier: MIT */
#include "js_internals.h"

#include "buf.h"
#include "err.h"
#include "js_builtin.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"

/* gc(): collects everything, now. */
WICK_JS_NATIVE(gc)
{
    WICK_JS_NATIVE_UNUSED();
    wick_jsc_collect(ctx, true);
    return JSValueMakeUndefined(ctx);
}

/* tier(function) -> wick_jsc_tier(). */
WICK_JS_NATIVE(tier)
{
    struct wick_js *js = wick_js_get();

    WICK_JS_NATIVE_UNUSED();
    if (argc < 1 || !JSValueIsObject(ctx, argv[0])) {
        return wick_js_throw_type(js, exc, "tier takes a function");
    }
    return wick_js_string(js,
                          wick_jsc_tier(ctx, (JSObjectRef)(uintptr_t)argv[0]));
}

/* memory() -> the fields of struct wick_jsc_memory, in bytes. */
WICK_JS_NATIVE(memory)
{
    struct wick_js *js = wick_js_get();
    struct wick_jsc_memory m;
    JSObjectRef object = JSObjectMake(ctx, NULL, NULL);

    WICK_JS_NATIVE_UNUSED();
    wick_jsc_memory_get(ctx, &m);
    const struct {
        const char *name;
        size_t bytes;
    } fields[] = {
        {"heapUsed", m.heap_used_bytes},
        {"heapCapacity", m.heap_capacity_bytes},
        {"extra", m.extra_bytes},
        {"jitUsed", m.jit_used_bytes},
        {"blocksMapped", m.blocks_mapped_bytes},
        {"blocksFree", m.blocks_free_bytes},
    };
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        wick_js_set(js, object, fields[i].name,
                    JSValueMakeNumber(ctx, (double)fields[i].bytes));
    }
    return object;
}

/* trim(bytes): keeps that much of what is free. */
WICK_JS_NATIVE(trim)
{
    WICK_JS_NATIVE_UNUSED();
    double keep = argc > 0 ? JSValueToNumber(ctx, argv[0], exc) : 0;
    wick_jsc_trim(ctx, keep > 0 ? (size_t)keep : 0);
    return JSValueMakeUndefined(ctx);
}

/* heapLimit(bytes): live objects at the most; 0 is no limit. */
WICK_JS_NATIVE(heap_limit)
{
    WICK_JS_NATIVE_UNUSED();
    double bytes = argc > 0 ? JSValueToNumber(ctx, argv[0], exc) : 0;
    wick_jsc_set_heap_limit(ctx, bytes > 0 ? (size_t)bytes : 0);
    return JSValueMakeUndefined(ctx);
}

/*
 * attempt(function) -> undefined or the error it ended with, be it thrown or
 * imposed from outside (a limit, termination), as for an invocation.
 */
WICK_JS_NATIVE(attempt)
{
    struct wick_js *js = wick_js_get();
    JSValueRef error = NULL;

    WICK_JS_NATIVE_UNUSED();
    if (argc < 1 || !JSValueIsObject(ctx, argv[0])) {
        return wick_js_throw_type(js, exc, "attempt takes a function");
    }
    (void)JSObjectCallAsFunction(ctx, (JSObjectRef)(uintptr_t)argv[0], NULL, 0,
                                 NULL, &error);
    return error ? wick_js_take_error(js, error) : js->undefined;
}

/* builtin(name) -> the exports of an internal. */
WICK_JS_NATIVE(builtin)
{
    struct wick_js *js = wick_js_get();
    struct wick_buf name;
    JSObjectRef exports = NULL;

    WICK_JS_NATIVE_UNUSED();
    if (argc < 1) {
        return wick_js_throw_type(js, exc, "builtin takes a name");
    }
    wick_buf_init(&name, WICK_PATH_MAX);
    if (wick_js_to_utf8(js, argv[0], &name, exc) == 0) {
        exports = wick_js_builtin_require(js, wick_buf_cstr(&name), exc);
    }
    wick_buf_release(&name);
    return exports;
}

/* parseJSON(string) -> what its UTF-8 bytes say, as an event is parsed. */
WICK_JS_NATIVE(parse_json)
{
    struct wick_js *js = wick_js_get();
    struct wick_buf text;
    JSValueRef value = NULL;

    WICK_JS_NATIVE_UNUSED();
    if (argc < 1) {
        return wick_js_throw_type(js, exc, "parseJSON takes a string");
    }
    wick_buf_init(&text, WICK_EVENT_MAX);
    if (wick_js_to_utf8(js, argv[0], &text, exc) == 0) {
        struct wick_str bytes = wick_buf_get(&text);
        value = wick_jsc_json_parse(ctx, bytes.ptr, bytes.len, exc);
    }
    wick_buf_release(&text);
    return value;
}

void wick_js_internals_init(struct wick_js *js)
{
    static const struct wick_js_func funcs[] = {
        {"attempt", attempt}, {"builtin", builtin},
        {"gc", gc},           {"heapLimit", heap_limit},
        {"memory", memory},   {"parseJSON", parse_json},
        {"tier", tier},       {"trim", trim},
    };
    JSObjectRef internals = JSObjectMake(js->ctx, NULL, NULL);

    wick_js_set_functions(js, internals, funcs, ARRAY_LEN(funcs));
    wick_js_set(js, JSContextGetGlobalObject(js->ctx), "$wick", internals);
}
