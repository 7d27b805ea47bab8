/* SPDX-License-Identifier: MIT */
/* The natives of URL: the engine's parser and the domains of UTS 46. */
#ifndef WICK_JS_URL_H
#define WICK_JS_URL_H

#include "js.h"

/* Puts them on @object: the binding "url". */
void wick_js_url_fill(struct wick_js *js, JSObjectRef object);

#endif
