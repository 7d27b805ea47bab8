/* SPDX-License-Identifier: MIT */
#include "js_script.h"

#include "buf.h"
#include "err.h"
#include "file.h"
#include "js_internals.h"
#include "js_loop.h"
#include "js_process.h"
#include "js_turn.h"
#include "js_value.h"
#include "limits.h"

#include <stdio.h>

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

static void run_text(struct wick_js *js, const char *path, struct wick_str text)
{
    JSValueRef exc = NULL;

    if (!wick_js_evaluate(js, text.ptr, text.len, path, &exc)) {
        wick_js_uncaught(js, exc, "uncaughtException");
    }
    wick_js_end_turn(js);
    run_turns(js);
}

int wick_js_script_run(struct wick_js *js, const char *path,
                       const struct wick_js_script_options *options)
{
    struct wick_buf text;

    wick_buf_init(&text, WICK_SOURCE_MAX);
    int err = wick_file_read(path, &text);
    if (err < 0) {
        (void)fprintf(stderr, "bootstrap: cannot read %s: %s\n", path,
                      wick_err_message(err));
        wick_buf_release(&text);
        return 1;
    }
    if (options->has_internals) {
        wick_js_internals_init(js);
    }
    run_text(js, path, wick_buf_get(&text));
    wick_buf_release(&text);
    return wick_js_exit_code(js);
}
