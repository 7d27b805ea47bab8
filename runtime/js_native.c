/* SPDX-License-Identifier: MIT */
#include "js_native.h"

#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"

#include <errno.h>
#include <unistd.h>

#include "err.h"

/* classOf(value) -> string: wick_jsc_class(). */
WICK_JS_NATIVE(class_of)
{
    WICK_JS_NATIVE_UNUSED();
    return wick_js_string(wick_js_get(),
                          argc > 0 ? wick_jsc_class(ctx, argv[0]) : "");
}

/* getProxyDetails(value) -> [target, handler], undefined of no proxy. */
WICK_JS_NATIVE(get_proxy_details)
{
    JSValueRef parts[2];

    WICK_JS_NATIVE_UNUSED();
    if (argc < 1 || !wick_jsc_proxy_get(ctx, argv[0], &parts[0], &parts[1])) {
        return JSValueMakeUndefined(ctx);
    }
    return JSObjectMakeArray(ctx, 2, parts, exc);
}

/* getPromiseDetails(promise) -> [state] or [state, result]; 0 is pending,
 * 1 fulfilled, 2 rejected. */
WICK_JS_NATIVE(get_promise_details)
{
    enum wick_jsc_promise_state state;
    JSValueRef parts[2];

    WICK_JS_NATIVE_UNUSED();
    if (argc < 1 || !wick_jsc_promise_get(ctx, argv[0], &state, &parts[1])) {
        return JSValueMakeUndefined(ctx);
    }
    parts[0] = JSValueMakeNumber(ctx, state);
    return JSObjectMakeArray(ctx, state == WICK_JSC_PENDING ? 1 : 2, parts,
                             exc);
}

/* previewEntries(value) -> [entries, isPairs], undefined where there are
 * none to see. */
WICK_JS_NATIVE(preview_entries)
{
    bool is_pairs;
    JSValueRef parts[2];

    WICK_JS_NATIVE_UNUSED();
    JSObjectRef entries =
        argc > 0 ? wick_jsc_entries_get(ctx, argv[0], &is_pairs) : NULL;
    if (!entries) {
        return JSValueMakeUndefined(ctx);
    }
    parts[0] = entries;
    parts[1] = JSValueMakeBoolean(ctx, is_pairs);
    return JSObjectMakeArray(ctx, 2, parts, exc);
}

/* cwd() -> string. */
WICK_JS_NATIVE(cwd)
{
    struct wick_js *js = wick_js_get();
    char path[WICK_PATH_MAX];

    WICK_JS_NATIVE_UNUSED();
    if (!getcwd(path, sizeof(path))) {
        return wick_js_throw(js, exc, "The working directory is gone: %s",
                             wick_err_message(-errno));
    }
    return wick_js_string(js, path);
}

void wick_js_native_init(struct wick_js *js)
{
    static const struct wick_js_func funcs[] = {
        {"classOf", class_of},
        {"cwd", cwd},
        {"getPromiseDetails", get_promise_details},
        {"getProxyDetails", get_proxy_details},
        {"previewEntries", preview_entries},
    };

    js->native = JSObjectMake(js->ctx, NULL, NULL);
    JSValueProtect(js->ctx, js->native);
    wick_js_set_functions(js, js->native, funcs, ARRAY_LEN(funcs));
}
