/* SPDX-License-Identifier: MIT */
/*
 * The natives of the global process.
 */
#ifndef WICK_JS_PROCESS_H
#define WICK_JS_PROCESS_H

#include "js.h"

/* What the process was started with. Borrowed to its end. */
struct wick_js_arguments {
    const char *script; /* argv[1], or NULL */
    int argc;
    char *const *argv;
};

/* Makes the natives of internal/process. Once. */
void wick_js_process_init(struct wick_js *js,
                          const struct wick_js_arguments *arguments);

/*
 * Emits 'beforeExit', whose listeners may start something, or 'exit' with
 * @status, after which nothing is to run. Each is a turn of its own.
 */
void wick_js_process_before_exit(struct wick_js *js);
void wick_js_process_exit(struct wick_js *js, int status);

#endif
