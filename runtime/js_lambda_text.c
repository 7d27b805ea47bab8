/* SPDX-License-Identifier: MIT */
#include "js_lambda_text.h"

#include "arena.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"
#include "mem.h"

#include <string.h>

struct arena_text {
    struct wick_arena *arena;
    struct wick_str text;
    bool is_full;
};

static void copy_to_arena(void *arg, const char *bytes, size_t len)
{
    struct arena_text *to = arg;
    char *copy = wick_arena_try_alloc(to->arena, len + 1);

    if (!copy) {
        to->is_full = true;
        return;
    }
    memcpy(copy, bytes, len);
    copy[len] = '\0';
    to->text = (struct wick_str){copy, len};
}

bool wick_js_lambda_take_text(struct wick_js *js, struct wick_arena *arena,
                              size_t argc, const JSValueRef argv[],
                              size_t index, struct wick_str *text,
                              JSValueRef *exc)
{
    struct arena_text to = {arena, {"", 0}, false};

    if (index < argc && !JSValueIsUndefined(js->ctx, argv[index]) &&
        !wick_jsc_string_write(js->ctx, argv[index], copy_to_arena, &to, exc)) {
        return false;
    }
    if (to.is_full) {
        (void)wick_js_throw_range(js, exc,
                                  "The answer does not fit into %zu MB",
                                  WICK_ARENA_MAX / WICK_MIB);
        return false;
    }
    *text = to.text;
    return true;
}

static void free_bytes(void *bytes, void *context)
{
    (void)context;
    wick_free(bytes);
}

static void copy_bytes(void *arg, const char *bytes, size_t len)
{
    struct wick_str *to = arg;

    *to = (struct wick_str){wick_dup(bytes, len), len};
}

/* utf8(text) -> Uint8Array. */
WICK_JS_NATIVE(utf8)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_str copy = {NULL, 0};

    if (argc < 1 ||
        !wick_jsc_string_write(ctx, argv[0], copy_bytes, &copy, exc)) {
        return argc < 1 ? js->undefined : NULL;
    }
    return JSObjectMakeTypedArrayWithBytesNoCopy(
        ctx, kJSTypedArrayTypeUint8Array, (char *)(uintptr_t)copy.ptr, copy.len,
        free_bytes, NULL, exc);
}

void wick_js_lambda_text_init(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"utf8", utf8},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
