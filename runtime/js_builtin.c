/* SPDX-License-Identifier: MIT */
#include "js_builtin.h"

#include "buf.h"
#include "err.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"

#include <stdlib.h>
#include <string.h>

static int compare_name(const void *name, const void *builtin)
{
    return strcmp(name, ((const struct wick_builtin *)builtin)->name);
}

static size_t evaluated_count;

size_t wick_js_builtin_evaluated(void)
{
    return evaluated_count;
}

static JSObjectRef evaluate(struct wick_js *js, unsigned index,
                            JSObjectRef exports, JSValueRef *exc)
{
    const struct wick_builtin *builtin = &wick_builtins[index];
    struct wick_jsc_source source = {
        .kind = WICK_JSC_SCRIPT,
        .text = builtin->text,
        .len = builtin->len,
        .is_latin1 = true,
        .is_static = true,
        .url = builtin->url,
        .bytecode = wick_builtin_bytecode[index].bytes,
        .bytecode_len = wick_builtin_bytecode[index].len,
        .hash = builtin->hash,
    };
    JSValueRef wrapper = wick_jsc_evaluate(js->ctx, &source, exc);
    JSValueRef args[] = {js->native, js->require, exports, js->primordials};

    evaluated_count++;
    if (!wrapper) {
        return NULL;
    }
    if (!JSObjectCallAsFunction(js->ctx, (JSObjectRef)(uintptr_t)wrapper, NULL,
                                ARRAY_LEN(args), args, exc)) {
        return NULL;
    }
    return exports;
}

JSObjectRef wick_js_builtin_require(struct wick_js *js, const char *name,
                                    JSValueRef *exc)
{
    const struct wick_builtin *builtin =
        bsearch(name, wick_builtins, wick_builtin_count, sizeof(*wick_builtins),
                compare_name);

    if (!builtin) {
        (void)wick_js_throw(js, exc, "No such builtin: %s", name);
        return NULL;
    }
    unsigned index = (unsigned)(builtin - wick_builtins);
    JSValueRef known =
        JSObjectGetPropertyAtIndex(js->ctx, js->loaded, index, NULL);
    if (JSValueIsObject(js->ctx, known)) {
        return (JSObjectRef)(uintptr_t)known;
    }
    JSObjectRef exports = JSObjectMake(js->ctx, NULL, NULL);
    /* Set first: builtins may require each other in a circle. */
    JSObjectSetPropertyAtIndex(js->ctx, js->loaded, index, exports, NULL);
    if (!evaluate(js, index, exports, exc)) {
        JSObjectSetPropertyAtIndex(js->ctx, js->loaded, index, js->undefined,
                                   NULL);
        return NULL;
    }
    return exports;
}

static JSValueRef require(JSContextRef ctx, JSObjectRef function,
                          JSObjectRef self, size_t argc,
                          const JSValueRef argv[], JSValueRef *exc)
{
    struct wick_js *js = wick_js_get();
    struct wick_buf name;

    (void)ctx;
    (void)function;
    (void)self;
    if (argc < 1 || !JSValueIsString(js->ctx, argv[0])) {
        return wick_js_throw_type(js, exc, "require takes a builtin's name");
    }
    wick_buf_init(&name, WICK_PATH_MAX);
    JSValueRef exports = NULL;
    if (wick_js_to_utf8(js, argv[0], &name, exc) == 0) {
        exports = wick_js_builtin_require(js, wick_buf_cstr(&name), exc);
    }
    wick_buf_release(&name);
    return exports;
}

int wick_js_builtin_init(struct wick_js *js, JSValueRef *exc)
{
    JSStringRef name = JSStringCreateWithUTF8CString("require");

    js->require = JSObjectMakeFunctionWithCallback(js->ctx, name, require);
    JSStringRelease(name);
    JSValueProtect(js->ctx, js->require);
    js->loaded = JSObjectMakeArray(js->ctx, 0, NULL, NULL);
    JSValueProtect(js->ctx, js->loaded);
    js->primordials = JSObjectMake(js->ctx, NULL, NULL);
    JSValueProtect(js->ctx, js->primordials);
    JSObjectRef filled =
        wick_js_builtin_require(js, "internal/primordials", exc);
    if (!filled) {
        return -WICK_EEXCEPTION;
    }
    JSValueUnprotect(js->ctx, js->primordials);
    js->primordials = filled;
    JSValueProtect(js->ctx, js->primordials);
    return 0;
}
