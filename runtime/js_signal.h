/* SPDX-License-Identifier: MIT */
/*
 * Signals for JavaScript: internal/process_signals says which are watched and
 * turns them into events of process.
 */
#ifndef WICK_JS_SIGNAL_H
#define WICK_JS_SIGNAL_H

#include "js.h"

/* The natives of internal/process_signals; made when it is loaded. */
void wick_js_signal_fill(struct wick_js *js, JSObjectRef object);

/* Called after the listeners of a signal have run, with its number. */
typedef void (*wick_js_signal_fn)(int number);

/*
 * From now on @after is called for every signal that is told. One; NULL takes
 * it away.
 */
void wick_js_signal_set_hook(wick_js_signal_fn after);

#endif
