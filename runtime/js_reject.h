/* SPDX-License-Identifier: MIT */
/*
 * Promises that were rejected while nobody listened: kept from the rejection
 * until a handler comes or until the turn ends, as HTML and Node have it.
 */
#ifndef WICK_JS_REJECT_H
#define WICK_JS_REJECT_H

#include "js.h"

/* Begins to listen. Once, after the engine has started. */
void wick_js_reject_init(struct wick_js *js);

/*
 * Takes the oldest promise that still has no handler: true, with it and its
 * reason; false when there is none.
 */
bool wick_js_reject_take(struct wick_js *js, JSObjectRef *promise,
                         JSValueRef *reason);

#endif
