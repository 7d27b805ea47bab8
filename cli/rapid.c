/* SPDX-License-Identifier: MIT */
#include "rapid.h"

#include <errno.h>

/* Lifetime: process, constant. One row for each transition that exists. */
static const struct transition {
    enum wick_rapid_state from;
    enum wick_rapid_step step;
    enum wick_rapid_state to;
} transitions[] = {
    {WICK_RAPID_STARTED, WICK_RAPID_DO_INIT_ERROR, WICK_RAPID_INIT_ERROR},
    {WICK_RAPID_STARTED, WICK_RAPID_DO_RESTORE_NEXT, WICK_RAPID_RESTORE_READY},
    /* A runtime without restore hooks may skip them. */
    {WICK_RAPID_STARTED, WICK_RAPID_DO_NEXT, WICK_RAPID_READY},
    {WICK_RAPID_RESTORE_READY, WICK_RAPID_DO_RESTORE, WICK_RAPID_RESTORING},
    {WICK_RAPID_RESTORING, WICK_RAPID_DO_RESTORE_ERROR,
     WICK_RAPID_RESTORE_ERROR},
    {WICK_RAPID_RESTORING, WICK_RAPID_DO_NEXT, WICK_RAPID_READY},
    {WICK_RAPID_READY, WICK_RAPID_DO_NEXT, WICK_RAPID_READY},
    {WICK_RAPID_READY, WICK_RAPID_DO_INVOKE, WICK_RAPID_RUNNING},
    {WICK_RAPID_RUNNING, WICK_RAPID_DO_NEXT, WICK_RAPID_RUNNING},
    {WICK_RAPID_RUNNING, WICK_RAPID_DO_RESPONSE, WICK_RAPID_RESPONSE},
    {WICK_RAPID_RUNNING, WICK_RAPID_DO_ERROR, WICK_RAPID_ERROR_RESPONSE},
    {WICK_RAPID_RESPONSE, WICK_RAPID_DO_SENT, WICK_RAPID_RESPONSE_SENT},
    {WICK_RAPID_ERROR_RESPONSE, WICK_RAPID_DO_SENT, WICK_RAPID_RESPONSE_SENT},
    {WICK_RAPID_RESPONSE_SENT, WICK_RAPID_DO_NEXT, WICK_RAPID_READY},
};

int wick_rapid_take(enum wick_rapid_state *state, enum wick_rapid_step step)
{
    for (size_t i = 0; i < ARRAY_LEN(transitions); i++) {
        if (transitions[i].from == *state && transitions[i].step == step) {
            *state = transitions[i].to;
            return 0;
        }
    }
    return -EPERM;
}

const char *wick_rapid_name(enum wick_rapid_state state)
{
    switch (state) {
    case WICK_RAPID_STARTED:
        return "Started";
    case WICK_RAPID_INIT_ERROR:
        return "InitError";
    case WICK_RAPID_RESTORE_READY:
        return "RestoreReady";
    case WICK_RAPID_RESTORING:
        return "Restoring";
    case WICK_RAPID_RESTORE_ERROR:
        return "RuntimeRestoreErrorState";
    case WICK_RAPID_READY:
        return "Ready";
    case WICK_RAPID_RUNNING:
        return "Running";
    case WICK_RAPID_RESPONSE:
        return "InvocationResponse";
    case WICK_RAPID_ERROR_RESPONSE:
        return "InvocationErrorResponse";
    case WICK_RAPID_RESPONSE_SENT:
        return "RuntimeResponseSentState";
    }
    WICK_UNREACHABLE();
}

enum wick_rapid_state wick_rapid_target(enum wick_rapid_step step)
{
    switch (step) {
    case WICK_RAPID_DO_INIT_ERROR:
        return WICK_RAPID_INIT_ERROR;
    case WICK_RAPID_DO_RESTORE_ERROR:
        return WICK_RAPID_RESTORE_ERROR;
    case WICK_RAPID_DO_RESTORE_NEXT: /* RAPID says "Ready" here too */
    case WICK_RAPID_DO_NEXT:
        return WICK_RAPID_READY;
    case WICK_RAPID_DO_RESPONSE:
        return WICK_RAPID_RESPONSE;
    case WICK_RAPID_DO_ERROR:
        return WICK_RAPID_ERROR_RESPONSE;
    case WICK_RAPID_DO_RESTORE:
        return WICK_RAPID_RESTORING;
    case WICK_RAPID_DO_INVOKE:
        return WICK_RAPID_RUNNING;
    case WICK_RAPID_DO_SENT:
        return WICK_RAPID_RESPONSE_SENT;
    }
    WICK_UNREACHABLE();
}
