/* SPDX-License-Identifier: MIT */
/*
 * The natives of internal/loader, and the engine's questions about modules,
 * which internal/loader answers.
 */
#ifndef WICK_JS_MODULE_H
#define WICK_JS_MODULE_H

#include "js.h"

void wick_js_module_init(struct wick_js *js);

#endif
