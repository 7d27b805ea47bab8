/* SPDX-License-Identifier: MIT */
#include "lambda.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One read of what the runtime says. */
#define OUTPUT_CHUNK 4096

WICK_PRINTF(2, 3)
static void add_variable(struct wick_lambda *lambda, const char *format, ...)
{
    va_list args;

    /* The last place is that of the NULL. */
    WICK_ASSERT(lambda->variable_count < WICK_LAMBDA_VARIABLES_MAX);
    char *text = lambda->variables[lambda->variable_count];
    va_start(args, format);
    int len = vsnprintf(text, WICK_LAMBDA_VARIABLE_MAX, format, args);
    va_end(args);
    WICK_ASSERT(len > 0 && len < WICK_LAMBDA_VARIABLE_MAX);
    lambda->environment[lambda->variable_count++] = text;
}

static void add_variables(struct wick_lambda *lambda)
{
    const struct wick_lambda_config *config = lambda->config;
    const char *path = getenv("PATH");

    add_variable(lambda, "PATH=%s", path ? path : "/usr/bin:/bin");
    add_variable(lambda, "AWS_LAMBDA_RUNTIME_API=127.0.0.1:%u",
                 lambda->api.port);
    add_variable(lambda, "_HANDLER=%s", config->handler);
    add_variable(lambda, "LAMBDA_TASK_ROOT=%s", config->directory);
    add_variable(lambda, "AWS_LAMBDA_FUNCTION_NAME=bench");
    add_variable(lambda, "AWS_LAMBDA_FUNCTION_VERSION=$LATEST");
    add_variable(lambda, "AWS_LAMBDA_FUNCTION_MEMORY_SIZE=%u",
                 config->memory_mb);
    add_variable(lambda, "AWS_LAMBDA_INITIALIZATION_TYPE=on-demand");
    add_variable(lambda, "AWS_LAMBDA_LOG_GROUP_NAME=/aws/lambda/bench");
    add_variable(lambda, "AWS_LAMBDA_LOG_STREAM_NAME=bench");
    add_variable(lambda, "AWS_REGION=us-east-1");
    add_variable(lambda, "TZ=:UTC");
}

static void on_output(struct wick_child *child)
{
    char chunk[OUTPUT_CHUNK];
    ssize_t count;

    while ((count = wick_child_read(child, chunk, sizeof(chunk))) > 0) {
        (void)fwrite(chunk, 1, (size_t)count, stderr);
    }
}

int wick_lambda_init(struct wick_lambda *lambda,
                     const struct wick_lambda_config *config)
{
    memset(lambda, 0, sizeof(*lambda));
    lambda->config = config;
    int err = wick_reactor_init(&lambda->reactor);
    if (err < 0) {
        return err;
    }
    err = wick_server_start(&lambda->api, &lambda->reactor, config->ops, lambda,
                            htonl(INADDR_LOOPBACK), 0);
    if (err < 0) {
        wick_reactor_release(&lambda->reactor);
        return err;
    }
    wick_child_init(&lambda->child, &lambda->reactor);
    lambda->child.on_output = on_output;
    lambda->child.on_exit = config->on_exit;
    return 0;
}

void wick_lambda_release(struct wick_lambda *lambda)
{
    on_output(&lambda->child);
    wick_child_close_output(&lambda->child);
    wick_server_stop(&lambda->api);
    wick_reactor_release(&lambda->reactor);
}

int wick_lambda_start(struct wick_lambda *lambda, char *command[])
{
    static char search[] = "/usr/bin/env";
    char *words[64];
    size_t count = 0;

    /* The first of two of a name is what counts. */
    while (*command && strchr(*command, '=')) {
        add_variable(lambda, "%s", *command++);
    }
    add_variables(lambda);
    if (!*command) {
        return -EINVAL;
    }
    if (!strchr(*command, '/')) {
        /* Looks for it in PATH. */
        words[count++] = search;
    }
    while (*command) {
        if (count + 1 == ARRAY_LEN(words)) {
            return -E2BIG;
        }
        words[count++] = *command++;
    }
    words[count] = NULL;
    return wick_child_start(&lambda->child, ".", words, lambda->environment);
}

void wick_lambda_deliver(struct wick_conn *conn, struct wick_str id,
                         struct wick_str event)
{
    const struct {
        const char *name;
        struct wick_str value;
    } headers[] = {
        {"Lambda-Runtime-Aws-Request-Id", id},
        {"Lambda-Runtime-Deadline-Ms", WICK_STR("32503680000000")},
        {"Lambda-Runtime-Invoked-Function-Arn",
         WICK_STR("arn:aws:lambda:us-east-1:123456789012:function:bench")},
        {"Lambda-Runtime-Trace-Id",
         WICK_STR("Root=1-5e1b4151-5ac6c58b3b0d1b7d9d8f7f9e;Sampled=0")},
        {"Content-Type", WICK_STR("application/json")},
    };

    wick_conn_begin(conn, 200);
    for (size_t i = 0; i < ARRAY_LEN(headers); i++) {
        int err = wick_conn_header(conn, wick_str_from(headers[i].name),
                                   headers[i].value);
        WICK_ASSERT(err == 0);
    }
    wick_conn_end(conn, event);
}

bool wick_lambda_is_response(struct wick_str target, struct wick_str id)
{
    char path[256];
    int len = snprintf(path, sizeof(path), WICK_LAMBDA_API "%.*s/response",
                       WICK_STR_ARG(id));

    WICK_ASSERT(len > 0 && (size_t)len < sizeof(path));
    return wick_str_eq(target, wick_str_from(path));
}
