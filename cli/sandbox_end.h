/* SPDX-License-Identifier: MIT */
/* Between sandbox.c and sandbox_end.c. */
#ifndef WICK_SANDBOX_END_H
#define WICK_SANDBOX_END_H

#include "sandbox.h"

/* In sandbox.c. */
void wick_sandbox_start(struct wick_sandbox *sandbox);
void wick_sandbox_pump(struct wick_sandbox *sandbox);
/* Prints all output that the function has written so far. */
void wick_sandbox_take_output(struct wick_sandbox *sandbox);

/* In sandbox_end.c. */
void wick_sandbox_on_exit(struct wick_child *child,
                          const struct wick_child_end *end);
void wick_sandbox_on_limit(struct wick_alarm *alarm);
void wick_sandbox_on_grace(struct wick_alarm *alarm);
void wick_sandbox_on_settle(struct wick_alarm *alarm);
/* The process could not be started: @err is why. */
void wick_sandbox_not_started(struct wick_sandbox *sandbox, int err);
/* SIGTERM where an extension asked for it, else SIGKILL. */
void wick_sandbox_end_process(struct wick_sandbox *sandbox);
/* Reports the current invocation and hands it back. */
void wick_sandbox_finish(struct wick_sandbox *sandbox);

#endif
