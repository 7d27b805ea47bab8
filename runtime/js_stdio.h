/* SPDX-License-Identifier: MIT */
/*
 * The standard streams for JavaScript: internal/standard_output,
 * internal/standard_input and internal/terminal.
 */
#ifndef WICK_JS_STDIO_H
#define WICK_JS_STDIO_H

#include "js.h"

/* The natives of the three files; made when one of them is loaded. */
void wick_js_stdio_fill(struct wick_js *js, JSObjectRef object);

#endif
