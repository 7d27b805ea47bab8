/* SPDX-License-Identifier: MIT */
/*
 * What this environment lets the runtime do, for process.report: a group of
 * js_binding.h.
 */
#ifndef WICK_JS_DIAGNOSTICS_H
#define WICK_JS_DIAGNOSTICS_H

#include "js.h"

void wick_js_diagnostics_fill(struct wick_js *js, JSObjectRef object);

#endif
