/* SPDX-License-Identifier: MIT */
/*
 * The heads of the requests of the Runtime API (2018-06-01) and of the one
 * use of the Extensions API (2020-01-01). Bytes only, no I/O.
 */
#ifndef WICK_API_REQUEST_H
#define WICK_API_REQUEST_H

#include "api_answer.h"
#include "base.h"
#include "buf.h"
#include "str.h"

/* Lifetime: the owner's; the strings are borrowed as long. */
struct wick_api_identity {
    struct wick_str host; /* the value of Host: AWS_LAMBDA_RUNTIME_API */
    /* "NAME/VERSION"; the platform logs it as the runtime's release. */
    struct wick_str user_agent;
    /* Lambda-Runtime-Features, or empty. */
    struct wick_str features;
};

/* One POST of the Runtime API. Borrowed as the function that takes it says. */
struct wick_api_post {
    enum wick_api_call call;       /* anything but NEXT and RESTORE_NEXT */
    struct wick_str request_id;    /* RESPONSE, STREAM, ERROR */
    struct wick_str invocation_id; /* the same three; empty: not sent */
    struct wick_str content_type;  /* empty: the default of the call */
    struct wick_str body;          /* not of a STREAM */
    /* ERROR, INIT_ERROR, RESTORE_ERROR; cleaned here; empty: not sent. */
    struct wick_str error_type;
    /*
     * The X-Ray document, likewise. One that is no header value or is longer
     * than WICK_XRAY_CAUSE_MAX is left out: the report matters more.
     */
    struct wick_str xray_cause;
};

/* Appends the head of GET next or GET restore/next. Fails as appends do. */
WICK_NODISCARD int
wick_api_request_write_get(struct wick_buf *out,
                           const struct wick_api_identity *identity,
                           enum wick_api_call call);

/* Appends the head of @post, with Content-Length or as a stream. */
WICK_NODISCARD int
wick_api_request_write_post(struct wick_buf *out,
                            const struct wick_api_identity *identity,
                            const struct wick_api_post *post);

/* The extension's event/next, with the identifier that register gave. */
WICK_NODISCARD int
wick_api_request_write_extension(struct wick_buf *out,
                                 const struct wick_api_identity *identity,
                                 struct wick_str identifier);

/*
 * Appends the last chunk of a stream. With an @error_type that is not empty
 * the trailers tell of a failure: the type, and @error_body (a JSON document,
 * at most WICK_STREAM_ERROR_MAX bytes) in base64.
 */
WICK_NODISCARD int wick_api_request_write_end(struct wick_buf *out,
                                              struct wick_str error_type,
                                              struct wick_str error_body);

#endif
