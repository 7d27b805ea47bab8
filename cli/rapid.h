/* SPDX-License-Identifier: MIT */
/*
 * The order of calls that the Runtime API accepts, as RAPID, its server in
 * the service and in the open emulator, keeps it: a state machine without
 * I/O. Ids are checked before it is asked; a refused step changes nothing.
 */
#ifndef WICK_RAPID_H
#define WICK_RAPID_H

#include "base.h"

enum wick_rapid_state {
    WICK_RAPID_STARTED,
    WICK_RAPID_INIT_ERROR,
    WICK_RAPID_RESTORE_READY,
    WICK_RAPID_RESTORING,
    WICK_RAPID_RESTORE_ERROR,
    WICK_RAPID_READY,
    WICK_RAPID_RUNNING,
    WICK_RAPID_RESPONSE,
    WICK_RAPID_ERROR_RESPONSE,
    WICK_RAPID_RESPONSE_SENT,
};

enum wick_rapid_step {
    /* What the runtime asks for. */
    WICK_RAPID_DO_INIT_ERROR,
    WICK_RAPID_DO_RESTORE_NEXT,
    WICK_RAPID_DO_RESTORE_ERROR,
    WICK_RAPID_DO_NEXT,
    WICK_RAPID_DO_RESPONSE,
    WICK_RAPID_DO_ERROR,
    /* What the server does. */
    WICK_RAPID_DO_RESTORE,
    WICK_RAPID_DO_INVOKE,
    WICK_RAPID_DO_SENT,
};

/*
 * Takes @step from *@state: 0 and *@state is the next one, or -EPERM.
 * Asking for the next event while one is RUNNING is allowed and changes
 * nothing: the same event is handed out again.
 */
WICK_NODISCARD int wick_rapid_take(enum wick_rapid_state *state,
                                   enum wick_rapid_step step);

/* The name that RAPID's messages give to @state. */
const char *wick_rapid_name(enum wick_rapid_state state);

/* The state that @step leads to, as a refusal names it. */
enum wick_rapid_state wick_rapid_target(enum wick_rapid_step step);

#endif
