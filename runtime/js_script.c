/* SPDX-License-Identifier: MIT */
#include "js_script.h"

#include "buf.h"
#include "err.h"
#include "file.h"
#include "js_console.h"
#include "js_internals.h"
#include "js_report.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"

#include <stdio.h>
#include <unistd.h>

/* process.argv as Node has it: the program, the script, its arguments. */
static void set_arguments(struct wick_js *js, const char *path, int argc,
                          char *const argv[])
{
    JSObjectRef process = JSObjectMake(js->ctx, NULL, NULL);
    JSObjectRef list = JSObjectMakeArray(js->ctx, 0, NULL, NULL);

    JSObjectSetPropertyAtIndex(js->ctx, list, 0,
                               wick_js_string(js, "bootstrap"), NULL);
    JSObjectSetPropertyAtIndex(js->ctx, list, 1, wick_js_string(js, path),
                               NULL);
    for (int i = 0; i < argc; i++) {
        JSObjectSetPropertyAtIndex(js->ctx, list, (unsigned)i + 2,
                                   wick_js_string(js, argv[i]), NULL);
    }
    wick_js_set(js, process, "argv", list);
    wick_js_set(js, JSContextGetGlobalObject(js->ctx), "process", process);
}

/* Turns until the engine waits for nothing more. 0 or -WICK_EEXCEPTION. */
static int run_turns(struct wick_js *js, JSValueRef *exc)
{
    int err = wick_js_checkpoint(js, exc);

    while (err == 0 && wick_jsc_has_deferred(js->ctx)) {
        wick_jsc_run_deferred(js->ctx);
        err = wick_js_checkpoint(js, exc);
    }
    return err;
}

static int run_text(struct wick_js *js, const char *path, struct wick_str text)
{
    JSValueRef exc = NULL;
    JSValueRef value = wick_js_evaluate(js, text.ptr, text.len, path, &exc);

    if (value && run_turns(js, &exc) == 0) {
        return 0;
    }
    wick_js_report(js, wick_js_take_error(js, exc), STDERR_FILENO);
    return 1;
}

int wick_js_script_run(struct wick_js *js, const char *path, int argc,
                       char *const argv[],
                       const struct wick_js_script_options *options)
{
    JSValueRef exc = NULL;
    struct wick_buf text;

    wick_buf_init(&text, WICK_SOURCE_MAX);
    int err = wick_file_read(path, &text);
    if (err < 0) {
        (void)fprintf(stderr, "bootstrap: cannot read %s: %s\n", path,
                      wick_err_message(err));
        wick_buf_release(&text);
        return 1;
    }
    if (wick_js_console_init(js, &exc) < 0) {
        wick_js_report(js, exc, STDERR_FILENO);
        wick_buf_release(&text);
        return 1;
    }
    set_arguments(js, path, argc, argv);
    if (options->has_internals) {
        wick_js_internals_init(js);
    }
    int status = run_text(js, path, wick_buf_get(&text));
    wick_buf_release(&text);
    return status;
}
