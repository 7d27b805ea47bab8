/* SPDX-License-Identifier: MIT */
/*
 * The natives of the global process.
 */
#ifndef WICK_JS_PROCESS_H
#define WICK_JS_PROCESS_H

#include "js.h"

/* What the process was started with. Borrowed to its end. */
struct wick_js_arguments {
    const char *argv0;  /* argv[0] as the system gave it */
    const char *script; /* argv[1], or NULL */
    int argc;
    char *const *argv;
};

/* Makes process and its emitter, for internal/process. Once. */
void wick_js_process_init(struct wick_js *js,
                          const struct wick_js_arguments *arguments);

/* The groups of natives (js_binding.h) of the builtins internal/process_*. */
void wick_js_process_fill_env(struct wick_js *js, JSObjectRef object);
void wick_js_process_fill_errors(struct wick_js *js, JSObjectRef object);
void wick_js_process_fill_exit(struct wick_js *js, JSObjectRef object);
void wick_js_process_fill_info(struct wick_js *js, JSObjectRef object);

/*
 * Emits 'beforeExit', whose listeners may start something, or 'exit' with
 * @status, after which nothing is to run. Each is a turn of its own.
 */
void wick_js_process_before_exit(struct wick_js *js);
void wick_js_process_exit(struct wick_js *js, int status);
/*
 * Emits 'exit' with 1, the exit code from now on, within the turn that has
 * failed: what a listener throws is reported.
 */
void wick_js_process_failure(struct wick_js *js);

#endif
