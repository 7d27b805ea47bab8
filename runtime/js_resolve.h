/* SPDX-License-Identifier: MIT */
/*
 * Resolution (resolve.h) over the real file system, as natives of the module
 * loader.
 */
#ifndef WICK_JS_RESOLVE_H
#define WICK_JS_RESOLVE_H

#include "js.h"

void wick_js_resolve_init(struct wick_js *js);

#endif
