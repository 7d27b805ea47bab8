/* SPDX-License-Identifier: MIT */
/*
 * `native`, the object of C functions that builtins are called with: looking
 * inside values for util.inspect, and writing to the log. The list is in
 * js/README.md.
 */
#ifndef WICK_JS_NATIVE_H
#define WICK_JS_NATIVE_H

#include "js.h"

/* Makes js->native. Once. */
void wick_js_native_init(struct wick_js *js);

#endif
