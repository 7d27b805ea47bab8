/* SPDX-License-Identifier: MIT */
/* The natives of crypto.getRandomValues() and randomUUID(). */
#ifndef WICK_JS_RANDOM_H
#define WICK_JS_RANDOM_H

#include "js.h"

/* Puts them on @object: the binding "random". */
void wick_js_random_fill(struct wick_js *js, JSObjectRef object);

#endif
