/* SPDX-License-Identifier: MIT */
/* The environment of the function's process. */
#include <stdlib.h>

#include "buf.h"
#include "function.h"
#include "limits.h"
#include "mem.h"

/* Our own variables, the developer's --env and the terminating NULL. */
#define VARIABLES_MAX (WICK_ARGS_LIST_MAX + 40)

/* As the provided.al2023 runtimes have it. */
#define LIBRARY_PATH                                              \
    "LD_LIBRARY_PATH=/lib64:/usr/lib64:/var/runtime:/var/runtime" \
    "/lib:/var/task:/var/task/lib:/opt/lib"

/* Lifetime: one call. */
struct builder {
    char **variables;
    size_t count;
};

WICK_PRINTF(2, 3)
static void add(struct builder *builder, const char *format, ...)
{
    struct wick_buf text;
    va_list args;

    wick_buf_init(&text, WICK_ENV_VALUE_MAX);
    va_start(args, format);
    int err = wick_buf_vprintf(&text, format, args);
    va_end(args);
    WICK_ASSERT(err == 0 && builder->count < VARIABLES_MAX - 1);
    builder->variables[builder->count++] = wick_buf_take(&text, NULL);
}

/* Passes a variable of the developer's own on, where it is set. */
static void pass(struct builder *builder, const char *name)
{
    const char *value = getenv(name);

    if (value && *value != '\0') {
        add(builder, "%s=%.100000s", name, value);
    }
}

static bool is_overridden(const struct wick_function *function,
                          struct wick_str name)
{
    const struct wick_args_list *env = &function->options->env;

    for (size_t i = 0; i < env->count; i++) {
        struct wick_str own;
        struct wick_str value;
        if (wick_str_cut(wick_str_from(env->items[i]), '=', &own, &value) &&
            wick_str_eq(own, name)) {
            return true;
        }
    }
    return false;
}

/* What the developer may override. */
static void add_defaults(struct builder *builder,
                         const struct wick_function *function)
{
    static const char *const defaults[] = {
        "LANG=en_US.UTF-8",
        "PATH=/usr/local/bin:/usr/bin/:/bin:/opt/bin",
        LIBRARY_PATH,
        "TZ=:UTC",
        "AWS_XRAY_CONTEXT_MISSING=LOG_ERROR",
        "AWS_XRAY_DAEMON_ADDRESS=127.0.0.1:2000",
    };

    for (size_t i = 0; i < ARRAY_LEN(defaults); i++) {
        struct wick_str name;
        struct wick_str value;
        bool is_pair =
            wick_str_cut(wick_str_from(defaults[i]), '=', &name, &value);
        WICK_ASSERT(is_pair);
        if (!is_overridden(function, name)) {
            add(builder, "%s", defaults[i]);
        }
    }
    for (size_t i = 0; i < function->options->env.count; i++) {
        add(builder, "%s", function->options->env.items[i]);
    }
}

char **wick_function_environment(const struct wick_function *function,
                                 uint16_t api_port)
{
    const struct wick_function_options *options = function->options;
    struct builder builder = {
        .variables = wick_alloc_zero(VARIABLES_MAX, sizeof(char *))};

    add(&builder, "_HANDLER=%s", function->handler);
    add(&builder, "LAMBDA_TASK_ROOT=%s", function->root);
    add(&builder, "LAMBDA_RUNTIME_DIR=/var/runtime");
    add(&builder, "AWS_LAMBDA_RUNTIME_API=127.0.0.1:%u", api_port);
    add(&builder, "AWS_LAMBDA_FUNCTION_NAME=%s", options->name);
    add(&builder, "AWS_LAMBDA_FUNCTION_VERSION=$LATEST");
    add(&builder, "AWS_LAMBDA_FUNCTION_MEMORY_SIZE=%u", options->memory_mb);
    add(&builder, "AWS_LAMBDA_INITIALIZATION_TYPE=%s",
        options->is_snap_start ? "snap-start" : "on-demand");
    add(&builder, "AWS_LAMBDA_LOG_FORMAT=%s", options->log_format);
    if (!options->is_snap_start) {
        /* Not known where a snapshot is taken, so absent there. */
        add(&builder, "AWS_LAMBDA_LOG_GROUP_NAME=/aws/lambda/%s",
            options->name);
        add(&builder, "AWS_LAMBDA_LOG_STREAM_NAME=%s", function->log_stream);
    }
    add(&builder, "AWS_REGION=%.100s", function->region);
    add(&builder, "AWS_DEFAULT_REGION=%.100s", function->region);
    pass(&builder, "AWS_ACCESS_KEY_ID");
    pass(&builder, "AWS_SECRET_ACCESS_KEY");
    pass(&builder, "AWS_SESSION_TOKEN");
    add_defaults(&builder, function);
    return builder.variables;
}

void wick_function_environment_free(char **environment)
{
    for (size_t i = 0; environment[i]; i++) {
        wick_free(environment[i]);
    }
    wick_free(environment);
}
