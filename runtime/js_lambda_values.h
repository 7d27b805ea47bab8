/* SPDX-License-Identifier: MIT */
/*
 * What an invocation brings as values of JavaScript, and what it answers as
 * bytes.
 */
#ifndef WICK_JS_LAMBDA_VALUES_H
#define WICK_JS_LAMBDA_VALUES_H

#include "js.h"
#include "str.h"

struct wick_api_event;
struct wick_arena;

#define WICK_JS_LAMBDA_EVENT_VALUES 7

/* What lambda/main's invoke() takes, in its order, into @values. */
void wick_js_lambda_event_values(struct wick_js *js,
                                 const struct wick_api_event *event,
                                 JSValueRef values[]);

/*
 * Argument @index as UTF-8 in @arena, "" where it is undefined or not there.
 * False with @exc set.
 */
bool wick_js_lambda_text(struct wick_js *js, struct wick_arena *arena,
                         size_t argc, const JSValueRef argv[], size_t index,
                         struct wick_str *text, JSValueRef *exc);

/*
 * Keeps what lambda/main exports as the callbacks that C calls. Returns 0, or
 * -WICK_EEXCEPTION with @exc set.
 */
WICK_NODISCARD int wick_js_lambda_keep_exports(struct wick_js *js,
                                               JSValueRef *exc);

#endif
