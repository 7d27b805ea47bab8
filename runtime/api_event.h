/* SPDX-License-Identifier: MIT */
/*
 * One event as the Runtime API hands it out: the headers of the answer to
 * next, and its body, both in the invocation's arena.
 */
#ifndef WICK_API_EVENT_H
#define WICK_API_EVENT_H

#include <sys/uio.h>

#include "arena.h"
#include "base.h"
#include "http1.h"
#include "str.h"

/*
 * Lifetime: the invocation. The struct is the caller's, the bytes are in the
 * arena. An optional header that is missing is an empty slice; one that is
 * empty counts as missing, except for the tenant.
 */
struct wick_api_event {
    struct wick_str request_id; /* opaque, not empty */
    struct wick_str function_arn;
    struct wick_str trace_id;
    struct wick_str client_context;   /* JSON text */
    struct wick_str cognito_identity; /* JSON text */
    struct wick_str tenant_id;
    bool has_tenant_id;
    /* To be echoed; empty when missing or not fit to be sent back. */
    struct wick_str invocation_id;
    bool is_invocation_id_bad;
    bool has_deadline;   /* false also for a malformed one */
    int64_t deadline_ms; /* Unix time */
    /* The event, as it came, with a NUL behind it. */
    struct wick_str body;
    /*
     * 0, or why there is no body: -WICK_ETOOBIG above WICK_EVENT_MAX, -ENOMEM
     * at the arena's ceiling. The invocation fails, the process goes on.
     */
    int err;

    /* Private. */
    struct wick_arena *arena;
    char *bytes;
    size_t cap;
};

/*
 * Takes the headers of @http, an answer to next, and makes room for the body.
 * -WICK_EPROTO without a usable request id; @event is then unspecified.
 */
WICK_NODISCARD int wick_api_event_begin(struct wick_api_event *event,
                                        struct wick_arena *arena,
                                        const struct wick_http1 *http);

/*
 * Where the rest of a body of known length goes, so that it can be received
 * in place; empty when the length is unknown or the body unwanted.
 */
struct iovec wick_api_event_sink(const struct wick_api_event *event);

/* Takes a @piece of the body, which may already lie in its place. */
void wick_api_event_append(struct wick_api_event *event, struct wick_str piece);

#endif
