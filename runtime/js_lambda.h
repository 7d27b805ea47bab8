/* SPDX-License-Identifier: MIT */
/*
 * The function: its handler in JavaScript between the Runtime API and the
 * loop. lambda/main.js is the other half and documents the interface.
 */
#ifndef WICK_JS_LAMBDA_H
#define WICK_JS_LAMBDA_H

#include "js.h"
#include "str.h"

struct wick_lambda_env;
struct wick_loop;

struct wick_js_lambda_config {
    struct wick_loop *loop;
    const struct wick_lambda_env *env;
    struct wick_str handler; /* "file.function" */
};

/*
 * Loads the handler and serves invocations until the process is to end.
 * Returns the exit status. @config is borrowed for the call.
 */
int wick_js_lambda_run(struct wick_js *js,
                       const struct wick_js_lambda_config *config);

#endif
