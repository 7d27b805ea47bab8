/* SPDX-License-Identifier: MIT */
/*
 * Internal extensions: registered by the function's own process, most often
 * to be told of the shutdown by SIGTERM. External ones do not exist here.
 */
#ifndef WICK_EXTENSION_H
#define WICK_EXTENSION_H

#include "base.h"
#include "encode.h"

/* RAPID takes ten. */
#define WICK_EXTENSIONS_MAX     10
#define WICK_EXTENSION_NAME_MAX 128

struct wick_conn;
struct wick_sandbox;

struct wick_extension {
    char name[WICK_EXTENSION_NAME_MAX + 1];
    char id[WICK_UUID_SIZE];
    bool wants_invoke;
    bool has_event;           /* an INVOKE that it has not fetched yet */
    struct wick_conn *waiter; /* of its event/next, or NULL */
};

/* Lifetime: one process of the sandbox. */
struct wick_extensions {
    struct wick_extension items[WICK_EXTENSIONS_MAX];
    size_t count;
};

/* POST /2020-01-01/extension/register and GET .../event/next: reply. */
void wick_extension_register(struct wick_sandbox *sandbox,
                             struct wick_conn *conn);
void wick_extension_next(struct wick_sandbox *sandbox, struct wick_conn *conn);
/* POST .../init/error and .../exit/error: noted in the log. */
void wick_extension_error(struct wick_sandbox *sandbox, struct wick_conn *conn);

/* Tells those that want to know that an invocation has begun. */
void wick_extension_notify(struct wick_sandbox *sandbox);
/* @conn is gone. */
void wick_extension_forget(struct wick_sandbox *sandbox,
                           const struct wick_conn *conn);

#endif
