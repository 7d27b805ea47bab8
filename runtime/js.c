/* SPDX-License-Identifier: MIT */
#include "js.h"

#include "err.h"
#include "js_binding.h"
#include "js_builtin.h"
#include "js_code.h"
#include "js_console.h"
#include "js_fs.h"
#include "js_loop.h"
#include "js_module.h"
#include "js_native.h"
#include "js_os.h"
#include "js_process.h"
#include "js_reject.h"
#include "js_turn.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"
#include "random.h"
#include "sizing.h"

#include <string.h>

static struct wick_js *the_js;

int wick_js_init(struct wick_js *js, const struct wick_sizing *sizing,
                 const void *locale_data, const char *options)
{
    struct wick_jsc_config config = {
        .is_smol = sizing->is_smol,
        .jit_bytes = sizing->jit_bytes,
        .ram_bytes = sizing->memory_bytes,
        .heap_limit_bytes = sizing->heap_bytes,
        .resident_limit_bytes = sizing->resident_bytes,
        .locale_data = locale_data,
        .options = options,
    };

    *js = (struct wick_js){
        .is_smol = sizing->is_smol,
        .memory_bytes = sizing->memory_bytes,
    };
    int err = wick_jsc_start(&config, &js->ctx);
    if (err < 0) {
        return err;
    }
    js->undefined = JSValueMakeUndefined(js->ctx);
    js->null = JSValueMakeNull(js->ctx);
    the_js = js;
    wick_js_reject_init(js);
    wick_js_native_init(js);
    return 0;
}

int wick_js_boot(struct wick_js *js, struct wick_loop *loop,
                 const struct wick_js_arguments *arguments, JSValueRef *exc)
{
    wick_js_turn_init(js);
    wick_js_console_init(js);
    wick_js_binding_init(js);
    wick_js_loop_init(js, loop);
    wick_js_module_init(js);
    wick_js_fs_init(js, loop);
    wick_js_os_init(js);
    wick_js_code_init(js);
    wick_js_process_init(js, arguments);
    int err = wick_js_builtin_init(js, exc);
    if (err == 0 && !wick_js_builtin_require(js, "internal/globals", exc)) {
        err = -WICK_EEXCEPTION;
    }
    return err;
}

int wick_js_exit_code(struct wick_js *js)
{
    JSValueRef exc = NULL;
    JSValueRef process = wick_js_get_property(
        js, JSContextGetGlobalObject(js->ctx), "process", &exc);

    if (!process || !JSValueIsObject(js->ctx, process)) {
        return 0;
    }
    JSValueRef code = wick_js_get_property(js, (JSObjectRef)(uintptr_t)process,
                                           "exitCode", &exc);
    double number = code ? JSValueToNumber(js->ctx, code, &exc) : 0;
    return number == number ? (int)((int64_t)number & 0xff) : 0;
}

void wick_js_reseed(struct wick_js *js)
{
    wick_jsc_reseed(js->ctx);
    wick_random_reset();
}

struct wick_js *wick_js_get(void)
{
    WICK_ASSERT(the_js);
    return the_js;
}

JSValueRef wick_js_evaluate(struct wick_js *js, const char *text, size_t len,
                            const char *url, JSValueRef *exc)
{
    struct wick_jsc_source source = {
        .kind = WICK_JSC_SCRIPT,
        .text = text,
        .len = len,
        .url = url,
    };

    return wick_jsc_evaluate(js->ctx, &source, exc);
}

static JSValueRef memory_error(struct wick_js *js,
                               const struct wick_jsc_excess *excess)
{
    JSValueRef error = NULL;

    if (excess->is_of_mappings) {
        (void)wick_js_throw_range(
            js, &error,
            "Out of memory: the process has as many mappings as the kernel "
            "allows (vm.max_map_count); each buffer that can grow is two");
        return error;
    }
    (void)wick_js_throw_range(
        js, &error,
        "JavaScript heap out of memory: %zu MB of objects, the limit is "
        "%zu MB in %zu MB of memory (AWS_LAMBDA_FUNCTION_MEMORY_SIZE, "
        "WICK_HEAP_MB)",
        excess->live_bytes / WICK_MIB, excess->limit_bytes / WICK_MIB,
        js->memory_bytes / WICK_MIB);
    return error;
}

enum wick_js_end wick_js_take_end(struct wick_js *js, JSValueRef *error)
{
    struct wick_jsc_excess excess;

    switch (wick_jsc_take_end(js->ctx, &excess)) {
    case WICK_JSC_RUNNING:
        return WICK_JS_RUNNING;
    case WICK_JSC_TERMINATED:
        (void)wick_js_throw(js, error, "The call was ended");
        return WICK_JS_TERMINATED;
    case WICK_JSC_OUT_OF_MEMORY:
        *error = memory_error(js, &excess);
        return excess.is_stuck ? WICK_JS_MEMORY_STUCK : WICK_JS_OUT_OF_MEMORY;
    }
    WICK_UNREACHABLE();
}

JSValueRef wick_js_take_error(struct wick_js *js, JSValueRef exc)
{
    JSValueRef error = exc;

    (void)wick_js_take_end(js, &error);
    return error;
}
