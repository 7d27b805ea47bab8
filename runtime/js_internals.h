/* SPDX-License-Identifier: MIT */
/*
 * The global $wick of `bootstrap run --expose-internals`: what tests need to
 * see of the engine. Never there otherwise.
 */
#ifndef WICK_JS_INTERNALS_H
#define WICK_JS_INTERNALS_H

#include "js.h"

void wick_js_internals_init(struct wick_js *js);

#endif
