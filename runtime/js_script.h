/* SPDX-License-Identifier: MIT */
/*
 * `bootstrap run FILE`: a program outside Lambda, a CommonJS or an ES module.
 */
#ifndef WICK_JS_SCRIPT_H
#define WICK_JS_SCRIPT_H

#include "base.h"

struct wick_js;

struct wick_js_script_options {
    /* The global $wick, for tests: gc(), tier(), memory(), heapLimit(). */
    bool has_internals;
};

/*
 * Runs the program @path until nothing is left to wait for. Returns the exit
 * status: process.exitCode, or 1 after an uncaught error, which is reported on
 * stderr.
 */
int wick_js_script_run(struct wick_js *js, const char *path,
                       const struct wick_js_script_options *options);

#endif
