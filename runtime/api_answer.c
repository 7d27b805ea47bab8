/* SPDX-License-Identifier: MIT */
#include "api_answer.h"

#include <stdio.h>

#include "err.h"

/* The beginning of the log line; the first is what log filters look for. */
static const char *describe(enum wick_api_call call)
{
    switch (call) {
    case WICK_API_NEXT:
        return "Failed to get next invocation";
    case WICK_API_RESPONSE:
    case WICK_API_STREAM:
        return "Failed to post handler success response";
    case WICK_API_ERROR:
        return "Failed to post handler error response";
    case WICK_API_INIT_ERROR:
        return "Failed to post init error";
    case WICK_API_RESTORE_NEXT:
        return "Failed to restore";
    case WICK_API_RESTORE_ERROR:
        return "Failed to post restore error";
    case WICK_API_REGISTER:
        return "Failed to register for SIGTERM";
    }
    WICK_UNREACHABLE();
}

static enum wick_api_action decide(enum wick_api_call call, int status)
{
    bool is_success = status >= 200 && status < 300;

    switch (call) {
    case WICK_API_NEXT:
        if (status == 204) {
            return WICK_API_POLL_AGAIN;
        }
        return status == 200 ? WICK_API_GO_ON : WICK_API_EXIT;
    case WICK_API_RESPONSE:
    case WICK_API_STREAM:
    case WICK_API_ERROR:
        return status >= 500 ? WICK_API_EXIT : WICK_API_GO_ON;
    case WICK_API_RESTORE_NEXT:
        return is_success ? WICK_API_GO_ON : WICK_API_EXIT;
    case WICK_API_INIT_ERROR:
    case WICK_API_RESTORE_ERROR:
        return WICK_API_EXIT;
    case WICK_API_REGISTER:
        return WICK_API_GO_ON;
    }
    WICK_UNREACHABLE();
}

/* One line: what a terminal or a log reader could trip over is a blank. */
static void clean(char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f) {
            *text = ' ';
        }
    }
}

void wick_api_answer_fill(struct wick_api_answer *answer,
                          enum wick_api_call call, int status,
                          struct wick_str body)
{
    answer->action = decide(call, status);
    answer->status = status;
    answer->err = 0;
    answer->text[0] = '\0';
    if (status >= 200 && status < 300 &&
        (call != WICK_API_NEXT || status == 200 || status == 204)) {
        return;
    }
    body = wick_str_slice(body, 0, WICK_HTTP_STATUS_BODY_MAX);
    (void)snprintf(answer->text, sizeof(answer->text),
                   "%s. Http response code: %d.%s%.*s", describe(call), status,
                   body.len > 0 ? " " : "", WICK_STR_ARG(body));
    clean(answer->text);
}

void wick_api_answer_fail(struct wick_api_answer *answer,
                          enum wick_api_call call, int err, const char *why)
{
    bool may_go_on = call == WICK_API_STREAM || call == WICK_API_REGISTER;

    WICK_ASSERT(err < 0);
    answer->action = may_go_on ? WICK_API_GO_ON : WICK_API_EXIT;
    answer->status = 0;
    answer->err = err;
    (void)snprintf(answer->text, sizeof(answer->text), "%s: %s%s%s.",
                   describe(call), why, why[0] ? ": " : "",
                   wick_err_message(err));
    clean(answer->text);
}
