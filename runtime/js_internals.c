/* SPDX-License-Identifier: MIT */
#include "js_internals.h"

#include "buf.h"
#include "err.h"
#include "js_builtin.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"
#include "mem.h"

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
        {"heapLimit", m.heap_limit_bytes},
        {"arrayBuffers", m.array_buffer_bytes},
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

/* Lifetime: one call; the bytes are the caller's to free. */
struct kept_bytes {
    char *bytes;
    size_t len;
};

static void keep_bytes(void *arg, const uint8_t *bytes, size_t len)
{
    struct kept_bytes *kept = arg;

    kept->bytes = wick_dup(bytes, len);
    kept->len = len;
}

/*
 * runCompiled(text, otherText, hash, isForeign) -> the value of @text as a
 * script, run from bytecode that was compiled from @otherText: the same text,
 * unless a test wants a stale one. With the same @hash the engine takes both
 * for one. @isForeign makes it bytecode of another build of the engine.
 */
WICK_JS_NATIVE(run_compiled)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct kept_bytes bytecode = {NULL, 0};
    struct wick_buf text;
    struct wick_buf other;
    JSValueRef value = NULL;

    wick_buf_init(&text, WICK_SOURCE_MAX);
    wick_buf_init(&other, WICK_SOURCE_MAX);
    if (argc > 1 && wick_js_to_utf8(js, argv[0], &text, exc) == 0 &&
        wick_js_to_utf8(js, argv[1], &other, exc) == 0) {
        struct wick_jsc_source source = {
            .kind = WICK_JSC_SCRIPT,
            .text = wick_buf_get(&other).ptr,
            .len = wick_buf_get(&other).len,
            .url = "compiled.js",
            .hash = argc > 2 ? (uint32_t)JSValueToNumber(ctx, argv[2], exc) : 0,
        };
        if (wick_jsc_compile(ctx, &source, keep_bytes, &bytecode, exc) == 0) {
            /* It begins with the version. */
            bytecode.bytes[0] ^= argc > 3 && JSValueToBoolean(ctx, argv[3]);
            source.text = wick_buf_get(&text).ptr;
            source.len = wick_buf_get(&text).len;
            /* Alive to the end of the process, as the engine wants it. */
            source.bytecode = (const uint8_t *)bytecode.bytes;
            source.bytecode_len = bytecode.len;
            value = wick_jsc_evaluate(ctx, &source, exc);
        }
    }
    wick_buf_release(&text);
    wick_buf_release(&other);
    return value;
}

/* textReads() -> wick_jsc_text_reads(). */
WICK_JS_NATIVE(text_reads)
{
    WICK_JS_NATIVE_UNUSED();
    return JSValueMakeNumber(ctx, (double)wick_jsc_text_reads());
}

/* evaluated() -> how many builtins have been. */
WICK_JS_NATIVE(evaluated)
{
    WICK_JS_NATIVE_UNUSED();
    return JSValueMakeNumber(ctx, (double)wick_js_builtin_evaluated());
}

/* builtins() -> the names of all. */
WICK_JS_NATIVE(builtins)
{
    WICK_JS_NATIVE_UNUSED();
    JSObjectRef list = JSObjectMakeArray(ctx, 0, NULL, exc);

    for (unsigned i = 0; list && i < wick_builtin_count; i++) {
        JSValueRef name = wick_js_string(wick_js_get(), wick_builtins[i].name);
        JSObjectSetPropertyAtIndex(ctx, list, i, name, exc);
    }
    return list;
}

static size_t released_count;

static void release_text(void *arg, void *bytes)
{
    (void)arg;
    wick_free(bytes);
    released_count++;
}

/* external(text) -> the same text as an external string. */
WICK_JS_NATIVE(external)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf text;
    JSValueRef string = NULL;

    wick_buf_init(&text, WICK_SOURCE_MAX);
    if (argc > 0 && wick_js_to_utf8(js, argv[0], &text, exc) == 0) {
        size_t len = wick_buf_get(&text).len;
        string = wick_jsc_string_external(
            ctx, wick_dup(wick_buf_get(&text).ptr, len), len, release_text,
            NULL);
    }
    wick_buf_release(&text);
    return string;
}

/* released() -> how many external strings have died. */
WICK_JS_NATIVE(released)
{
    WICK_JS_NATIVE_UNUSED();
    return JSValueMakeNumber(ctx, (double)released_count);
}

/* whilePinned(view, function): calls @function while the bytes of @view are
 * pinned, then -> whether they are still where they were. */
WICK_JS_NATIVE(while_pinned)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_jsc_bytes pin;

    if (argc < 2 || !wick_jsc_bytes_pin(ctx, argv[0], &pin)) {
        return wick_js_throw_type(js, exc,
                                  "whilePinned takes (view, function)");
    }
    uint8_t first = pin.len > 0 ? pin.ptr[0] : 0;
    (void)JSObjectCallAsFunction(ctx, (JSObjectRef)(uintptr_t)argv[1], NULL, 0,
                                 NULL, exc);
    bool is_same = pin.len == 0 || pin.ptr[0] == first;
    wick_jsc_bytes_unpin(&pin);
    return JSValueMakeBoolean(ctx, is_same);
}

void wick_js_internals_init(struct wick_js *js)
{
    static const struct wick_js_func funcs[] = {
        {"external", external},
        {"released", released},
        {"runCompiled", run_compiled},
        {"whilePinned", while_pinned},
        {"attempt", attempt},
        {"builtin", builtin},
        {"builtins", builtins},
        {"evaluated", evaluated},
        {"gc", gc},
        {"heapLimit", heap_limit},
        {"memory", memory},
        {"parseJSON", parse_json},
        {"textReads", text_reads},
        {"tier", tier},
        {"trim", trim},
    };
    JSObjectRef internals = JSObjectMake(js->ctx, NULL, NULL);

    wick_js_set_functions(js, internals, funcs, ARRAY_LEN(funcs));
    wick_js_set(js, internals, "native", js->native);
    wick_js_set(js, JSContextGetGlobalObject(js->ctx), "$wick", internals);
}
