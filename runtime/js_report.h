/* SPDX-License-Identifier: MIT */
/*
 * An error that nobody caught, for a person to read.
 */
#ifndef WICK_JS_REPORT_H
#define WICK_JS_REPORT_H

#include "js.h"

/*
 * Writes @error to descriptor @fd as util.inspect shows it, in one write: the
 * stack, causes and own properties of an Error, and for a SyntaxError the
 * place in the text before them. What cannot be shown is said to be so; never
 * fails and never throws.
 */
void wick_js_report(struct wick_js *js, JSValueRef error, int fd);

#endif
