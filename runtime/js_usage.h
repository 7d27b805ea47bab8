/* SPDX-License-Identifier: MIT */
/*
 * What the process has used, for JavaScript: internal/process_usage and
 * internal/process_time.
 */
#ifndef WICK_JS_USAGE_H
#define WICK_JS_USAGE_H

#include "js.h"

/* The process begins here, as process.uptime() counts. */
void wick_js_usage_init(void);

/* The natives of both files; made when one of them is loaded. */
void wick_js_usage_fill(struct wick_js *js, JSObjectRef object);

#endif
