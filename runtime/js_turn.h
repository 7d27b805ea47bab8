/* SPDX-License-Identifier: MIT */
/*
 * One entry from C into JavaScript, and the end of the turn after it: ticks,
 * microtasks, rejections that nobody handles, errors that nobody catches.
 */
#ifndef WICK_JS_TURN_H
#define WICK_JS_TURN_H

#include "js.h"

/* Makes the natives of internal/task_queue and of the fatal callbacks. */
void wick_js_turn_init(struct wick_js *js);

/*
 * Calls @function with @argc arguments as a turn of its own. What it throws
 * goes the way of an uncaught exception. Does not return when that ends the
 * process. False when the call was ended for want of memory, which no catch
 * and no finally of it has seen.
 */
bool wick_js_enter_function(struct wick_js *js, JSObjectRef function,
                            size_t argc, const JSValueRef argv[]);

/* The same for a function that was kept. */
bool wick_js_enter(struct wick_js *js, enum wick_js_callback callback,
                   size_t argc, const JSValueRef argv[]);

/*
 * Ends the process with @status, at once or, where js->hold_exit says so,
 * when that has done what it has to. In the second case it returns, and the
 * engine ends what runs at its next loop or call.
 */
void wick_js_exit(struct wick_js *js, int status);

/* Ticks and microtasks until there are none, then unhandled rejections. */
void wick_js_end_turn(struct wick_js *js);

/*
 * @error came out of a callback and nobody has caught it: the listeners of
 * the process decide; without one it is reported on stderr and the process
 * ends with status 1.
 */
void wick_js_uncaught(struct wick_js *js, JSValueRef error, const char *origin);

/* Keeps @value, a function, as @callback in the place of what was there. */
void wick_js_keep(struct wick_js *js, enum wick_js_callback callback,
                  JSValueRef value);

#endif
