/* SPDX-License-Identifier: MIT */
/*
 * Child processes for builtins: native.binding('child').
 *
 *   spawn(options, callback)   the process id, or a negative errno. callback(
 *                              status, signal) later, numbers, once
 *   wait(options)              starts it and waits: [pid, status, signal,
 *                              errno, errno of a pipe, ...outputs]; a
 *                              Uint8Array or null for each of the pipes
 *   kill(pid, number)          of a child that runs; else -ESRCH
 *   setRef(pid, isRef)         whether it keeps the loop alive
 *   pair()                     two connected sockets, ours and the child's;
 *                              or a negative errno
 *
 * options: file, args, env (lists of strings), cwd, uid, gid (or undefined),
 * isDetached, stdio (which of our descriptors the child's 0, 1 ... are; -1:
 * none). For wait(): timeout (in ms), maxBuffer, killSignal (0 each: none),
 * pipes ([{ index, input, isOutput }]: instead of an entry of stdio).
 */
#ifndef WICK_JS_CHILD_H
#define WICK_JS_CHILD_H

#include "js.h"

/* The functions above on @object. */
void wick_js_child_fill(struct wick_js *js, JSObjectRef object);

#endif
