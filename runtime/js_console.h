/* SPDX-License-Identifier: MIT */
/*
 * The global console, over the sinks stdout and stderr.
 */
#ifndef WICK_JS_CONSOLE_H
#define WICK_JS_CONSOLE_H

#include "js.h"

/*
 * Makes the builtins and the global console, which loads itself when it is
 * first used. Returns 0 or -WICK_EEXCEPTION with @exc set.
 */
WICK_NODISCARD int wick_js_console_init(struct wick_js *js, JSValueRef *exc);

#endif
