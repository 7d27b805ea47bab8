/* SPDX-License-Identifier: MIT */
/*
 * An internal extension without events, registered so that Lambda sends
 * SIGTERM before it ends the environment (0 ms of notice become 500 ms). Only
 * for functions that asked: it costs a request during initialisation, and it
 * must be done before the first next, when registration closes.
 */
#ifndef WICK_API_EXTENSION_H
#define WICK_API_EXTENSION_H

#include "base.h"
#include "http1_client.h"
#include "runtime_api.h"

/* Lambda's identifiers are UUIDs. */
#define WICK_API_EXTENSION_ID_MAX 128

/* Lifetime: the owner's, pinned until its release. All private. */
struct wick_api_extension {
    struct wick_api_identity identity;
    struct wick_http1_client client;
    struct wick_http1_exchange exchange;
    struct wick_api_caller caller;
    struct wick_buf head;
    int status;
    bool is_registered;
    size_t id_len;
    char id[WICK_API_EXTENSION_ID_MAX];
    size_t words_len;
    char words[WICK_HTTP_STATUS_BODY_MAX];
};

/*
 * Registers, on a connection of its own. When @caller has been told that it
 * succeeded, event/next is under way, which never returns and does not keep
 * the loop alive. The answer's action is always WICK_API_GO_ON. Fails as
 * wick_api_next() does; @caller is then not called.
 */
WICK_NODISCARD int
wick_api_extension_start(struct wick_api_extension *extension,
                         const struct wick_api_config *config,
                         struct wick_api_caller caller);

/* Ends it; run wick_loop_drain() before the release. */
void wick_api_extension_cancel(struct wick_api_extension *extension);

void wick_api_extension_release(struct wick_api_extension *extension);

#endif
