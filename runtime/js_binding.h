/* SPDX-License-Identifier: MIT */
/*
 * Groups of natives that come to be when a builtin asks for them, by
 * native.binding(name), so that a start pays for none.
 */
#ifndef WICK_JS_BINDING_H
#define WICK_JS_BINDING_H

#include "js.h"

/* Adds binding() to js->native. Once. */
void wick_js_binding_init(struct wick_js *js);

#endif
