/* SPDX-License-Identifier: MIT */
/*
 * The global console, over the sinks stdout and stderr.
 */
#ifndef WICK_JS_CONSOLE_H
#define WICK_JS_CONSOLE_H

#include "js.h"

/* Makes the natives of internal/console. Once. */
void wick_js_console_init(struct wick_js *js);

#endif
