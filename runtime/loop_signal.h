/* SPDX-License-Identifier: MIT */
/*
 * Signals of the process as callbacks of its loop, on either back end and
 * without a thread: the handler counts the signal and posts (loop.h), which is
 * safe in a signal handler; the callback runs in the next turn.
 *
 * Signal handlers belong to the process, so there is one such set, and one
 * loop that gets them. A signal that is not watched does what it did before.
 */
#ifndef WICK_LOOP_SIGNAL_H
#define WICK_LOOP_SIGNAL_H

#include "base.h"

struct wick_loop;

/* Called in a turn, once for every signal @number that came. */
typedef void (*wick_loop_signal_fn)(int number);

/* Called in a turn after any number of children have ended. */
typedef void (*wick_loop_children_fn)(void);

/*
 * From now on @number calls @on_signal in a turn of @loop. Several signals
 * that came between two turns are told in the order of their numbers. Keeps
 * the loop alive as little as a post does. Idempotent. One loop at a time, and
 * one @on_signal for all numbers: the last that was given.
 *
 * A fault of the program itself (SIGSEGV and its kin, sent by the kernel) is
 * not called back for, since it would come again and again: it ends the
 * process, watched or not.
 *
 * Fails with -EINVAL for a number that cannot be caught (SIGKILL, SIGSTOP,
 * those of the C library) or that is none, or with the errno of eventfd(2).
 */
WICK_NODISCARD int wick_loop_signal_watch(struct wick_loop *loop, int number,
                                          wick_loop_signal_fn on_signal);

/*
 * Gives @number back the action that it had before it was watched, unless it
 * is held. Signals that have come and were not told yet are forgotten.
 */
void wick_loop_signal_unwatch(int number);

/*
 * Keeps the watched @number watched for good: for a process that is told to
 * end more than once, which must not cut the first end short.
 */
void wick_loop_signal_hold(int number);

/*
 * From now on SIGCHLD calls @on_children in a turn of @loop, before whoever
 * watches it by its number. 0 or the errno of eventfd(2).
 */
WICK_NODISCARD int
wick_loop_signal_watch_children(struct wick_loop *loop,
                                wick_loop_children_fn on_children);

/* Undoes it. */
void wick_loop_signal_unwatch_children(void);

/* Whether @number is watched by its number, or held. */
bool wick_loop_signal_is_watched(int number);

#endif
