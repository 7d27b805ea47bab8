/* SPDX-License-Identifier: MIT */
/*
 * Text of JavaScript as the bytes that go to the Runtime API.
 */
#ifndef WICK_JS_LAMBDA_TEXT_H
#define WICK_JS_LAMBDA_TEXT_H

#include "js.h"
#include "str.h"

struct wick_arena;

/* Gives @object, native.lambda, the function utf8 (lambda/main.js). */
void wick_js_lambda_text_init(struct wick_js *js, JSObjectRef object);

/*
 * Argument @index as UTF-8 in @arena, with a NUL behind it; "" where it is
 * undefined or not there. False with @exc set.
 */
bool wick_js_lambda_take_text(struct wick_js *js, struct wick_arena *arena,
                              size_t argc, const JSValueRef argv[],
                              size_t index, struct wick_str *text,
                              JSValueRef *exc);

#endif
