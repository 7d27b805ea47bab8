/* SPDX-License-Identifier: MIT */
/*
 * The event loop as JavaScript sees it: timers, immediates, and the turn of
 * Node's phases around them.
 */
#ifndef WICK_JS_LOOP_H
#define WICK_JS_LOOP_H

#include "js.h"

struct wick_loop;

/* Makes the natives of internal/timers over @loop, which outlives @js. */
void wick_js_loop_init(struct wick_js *js, struct wick_loop *loop);

/*
 * One turn: waits (not at all when immediates are queued), runs what is ready,
 * then immediates.
 */
void wick_js_loop_turn(struct wick_js *js);

/* The loop that wick_js_loop_init() was given. */
struct wick_loop *wick_js_loop_get(void);

/* Whether immediates are queued, referenced or not. */
bool wick_js_loop_has_immediates(void);

/* Whether anything that JavaScript started is still to come. */
bool wick_js_loop_is_alive(struct wick_js *js);

#endif
