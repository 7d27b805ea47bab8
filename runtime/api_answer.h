/* SPDX-License-Identifier: MIT */
/*
 * What the Runtime API answered, and what a runtime has to do about it: the
 * one table of statuses. No I/O.
 */
#ifndef WICK_API_ANSWER_H
#define WICK_API_ANSWER_H

#include "base.h"
#include "limits.h"
#include "str.h"

enum wick_api_call {
    WICK_API_NEXT,
    WICK_API_RESPONSE,
    WICK_API_STREAM, /* a response that is streamed */
    WICK_API_ERROR,
    WICK_API_INIT_ERROR,
    WICK_API_RESTORE_NEXT,
    WICK_API_RESTORE_ERROR,
    WICK_API_REGISTER /* an internal extension, for SIGTERM */
};

enum wick_api_action {
    /* Done, or refused in a way that ends this invocation alone. */
    WICK_API_GO_ON,
    /* Nothing to do yet: ask again. */
    WICK_API_POLL_AGAIN,
    /*
     * End the process with a status other than 0. After a failed restore/next
     * an init error is to be posted before (WICK_API_INIT_ERROR).
     */
    WICK_API_EXIT
};

/* The sentence, the server's words, and what it is about. */
#define WICK_API_TEXT_SIZE (WICK_HTTP_STATUS_BODY_MAX + 256)

/* Lifetime: the caller's. */
struct wick_api_answer {
    enum wick_api_action action;
    int status; /* 0 when there is no answer */
    int err;    /* why there is none, or 0 */
    /* One line for the log, level ERROR; "" when all is well. */
    char text[WICK_API_TEXT_SIZE];
};

/*
 * Fills @answer for @call, which ended with @err or with @status and the
 * first bytes of a @body.
 *
 * Statuses: contract of the Runtime API. 2xx is success (204 on next: ask
 * again). On response and error 400, 403, 404, 410, 413 and whatever else
 * below 500 is logged and the next invocation asked for; never post an error
 * after a 413. 5xx, and anything but 2xx on next, ends the process. A stream
 * that breaks has ended its invocation for the service (truncated), so the
 * process goes on; any other call without an answer ends it. Init and restore
 * errors always end it. An extension that cannot register costs SIGTERM
 * handlers, nothing else.
 */
void wick_api_answer_fill(struct wick_api_answer *answer,
                          enum wick_api_call call, int status,
                          struct wick_str body);

/* The same for a call that got no answer: @err, and @why in words. */
void wick_api_answer_fail(struct wick_api_answer *answer,
                          enum wick_api_call call, int err, const char *why);

#endif
