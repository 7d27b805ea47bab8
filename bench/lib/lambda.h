/* SPDX-License-Identifier: MIT */
/*
 * One runtime under measurement: its process, started with the variables that
 * Lambda sets, and the Runtime API that it talks to. The server is the
 * developer's command's own (cli/server.h), so that all runtimes meet the
 * same one, and no collector runs in the process that holds the clock.
 */
#ifndef WICK_BENCH_LAMBDA_H
#define WICK_BENCH_LAMBDA_H

#include "base.h"
#include "child.h"
#include "reactor.h"
#include "server.h"
#include "str.h"

/* Lambda's variables and those of the command line. */
#define WICK_LAMBDA_VARIABLES_MAX 32
#define WICK_LAMBDA_VARIABLE_MAX  4096

#define WICK_LAMBDA_API "/2018-06-01/runtime/invocation/"

/* Lifetime: the caller's storage, which stays where it is. */
struct wick_lambda {
    struct wick_reactor reactor;
    struct wick_server api;
    struct wick_child child;
    const struct wick_lambda_config *config; /* borrowed */
    char variables[WICK_LAMBDA_VARIABLES_MAX][WICK_LAMBDA_VARIABLE_MAX];
    char *environment[WICK_LAMBDA_VARIABLES_MAX + 1];
    size_t variable_count;
};

/* What to start. Borrowed until wick_lambda_release(). */
struct wick_lambda_config {
    const char *directory; /* LAMBDA_TASK_ROOT, absolute */
    const char *handler;   /* "index.handler" */
    uint32_t memory_mb;
    const struct wick_server_ops *ops;
    void (*on_exit)(struct wick_child *child, const struct wick_child_end *end);
};

/* Opens the API on a free port of 127.0.0.1. 0 or -errno. */
WICK_NODISCARD int wick_lambda_init(struct wick_lambda *lambda,
                                    const struct wick_lambda_config *config);
void wick_lambda_release(struct wick_lambda *lambda);

/*
 * Starts @command, words that end with NULL; those before the first without a
 * "=" are variables, as for env(1), and count more than Lambda's. What it
 * prints goes to standard error. 0 or -errno.
 */
WICK_NODISCARD int wick_lambda_start(struct wick_lambda *lambda,
                                     char *command[]);

/* Answers a request for the next event: @event with the request id @id. */
void wick_lambda_deliver(struct wick_conn *conn, struct wick_str id,
                         struct wick_str event);

/* True when @target is "response" of the request @id. */
WICK_NODISCARD bool wick_lambda_is_response(struct wick_str target,
                                            struct wick_str id);

#endif
