/* SPDX-License-Identifier: MIT */
#include "js_script.h"

#include "js_builtin.h"
#include "js_internals.h"
#include "js_loop.h"
#include "js_process.h"
#include "js_turn.h"
#include "js_value.h"

/* Turns until nothing is alive, and beforeExit has started nothing. */
static void run_turns(struct wick_js *js)
{
    do {
        while (wick_js_loop_is_alive(js)) {
            wick_js_loop_turn(js);
        }
        wick_js_process_before_exit(js);
    } while (wick_js_loop_is_alive(js));
    wick_js_process_exit(js, wick_js_exit_code(js));
}

static void run_program(struct wick_js *js, const char *path)
{
    JSValueRef exc = NULL;
    JSValueRef argument = wick_js_string(js, path);
    JSObjectRef loader = wick_js_builtin_require(js, "internal/loader", &exc);
    JSValueRef function =
        loader ? wick_js_get_property(js, loader, "runProgram", &exc) : NULL;

    if (!function) {
        wick_js_uncaught(js, exc, "uncaughtException");
        return;
    }
    wick_js_enter_function(js, (JSObjectRef)(uintptr_t)function, 1, &argument);
    run_turns(js);
}

int wick_js_script_run(struct wick_js *js, const char *path,
                       const struct wick_js_script_options *options)
{
    if (options->has_internals) {
        wick_js_internals_init(js);
    }
    run_program(js, path);
    return wick_js_exit_code(js);
}
