/* SPDX-License-Identifier: MIT */
/*
 * Users, groups, directory and umask for JavaScript: internal/process_ids.
 */
#ifndef WICK_JS_IDS_H
#define WICK_JS_IDS_H

#include "js.h"

/* The natives of internal/process_ids; made when it is loaded. */
void wick_js_ids_fill(struct wick_js *js, JSObjectRef object);

#endif
