/* SPDX-License-Identifier: MIT */
#include "lambda_env.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "err.h"

/* Reads the texts that need no more than to be there. */
static int read_texts(struct wick_lambda_env *env, struct wick_env_error *error)
{
    const struct {
        const char *name;
        struct wick_str *value;
    } texts[] = {
        {"AWS_LAMBDA_RUNTIME_API", &env->runtime_api},
        {"_HANDLER", &env->handler},
        {"LAMBDA_TASK_ROOT", &env->task_root},
        {"LAMBDA_RUNTIME_DIR", &env->runtime_dir},
        /* The second wins when both are set. */
        {"AWS_DEFAULT_REGION", &env->region},
        {"AWS_REGION", &env->region},
        {"AWS_LAMBDA_FUNCTION_NAME", &env->function_name},
        {"AWS_LAMBDA_FUNCTION_VERSION", &env->function_version},
        {"AWS_LAMBDA_FUNCTION_MEMORY_SIZE", &env->memory_text},
        {"AWS_LAMBDA_LOG_GROUP_NAME", &env->log_group},
        {"AWS_LAMBDA_LOG_STREAM_NAME", &env->log_stream},
    };

    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        int got = wick_env_str(texts[i].name, WICK_ENV_VALUE_MAX,
                               texts[i].value, error);

        if (got < 0) {
            return got;
        }
    }
    return 0;
}

/*
 * The index of the variable's value among @words, or @other when it is none
 * of them. Lambda may learn new words: an unknown one is no error.
 */
static size_t read_word(const char *name, const char *const *words,
                        size_t other)
{
    struct wick_str value = wick_str_from(getenv(name));

    for (size_t i = 0; words[i]; i++) {
        if (wick_str_eq_nocase(value, wick_str_from(words[i]))) {
            return i;
        }
    }
    return other;
}

static void read_words(struct wick_lambda_env *env)
{
    static const char *const init_types[] = {
        "on-demand", "provisioned-concurrency", "snap-start",
        "lambda-managed-instances", NULL};
    static const char *const log_formats[] = {"Text", "JSON", NULL};
    static const char *const log_levels[] = {"TRACE", "DEBUG", "INFO", "WARN",
                                             "ERROR", "FATAL", NULL};
    const char *init_type = getenv("AWS_LAMBDA_INITIALIZATION_TYPE");

    env->init_type = (enum wick_init_type)read_word(
        "AWS_LAMBDA_INITIALIZATION_TYPE", init_types,
        init_type && init_type[0] ? WICK_INIT_OTHER : WICK_INIT_ON_DEMAND);
    env->log_format = (enum wick_log_format)read_word(
        "AWS_LAMBDA_LOG_FORMAT", log_formats, WICK_LOG_TEXT);
    env->log_level = (enum wick_log_level)read_word("AWS_LAMBDA_LOG_LEVEL",
                                                    log_levels, WICK_LOG_TRACE);
    env->has_max_concurrency = getenv("AWS_LAMBDA_MAX_CONCURRENCY") != NULL;
}

int wick_lambda_env_init(struct wick_lambda_env *env,
                         struct wick_env_error *error)
{
    static const struct wick_env_range memory_range = {
        WICK_MEMORY_MB_MIN, WICK_MEMORY_MB_MAX, "MB"};
    uint64_t memory_mb = 0;

    *env = (struct wick_lambda_env){.memory_mb = 0};
    int err = read_texts(env, error);
    if (err < 0) {
        return err;
    }
    if (env->runtime_api.len == 0) {
        (void)snprintf(error->text, sizeof(error->text),
                       "Runtime.PlatformError: Missing required environment "
                       "variables: AWS_LAMBDA_RUNTIME_API");
        return -ENOENT;
    }
    err = wick_env_u64("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", &memory_range,
                       &memory_mb, error);
    if (err < 0) {
        return err;
    }
    env->memory_mb = (uint32_t)memory_mb;
    if (env->task_root.len == 0) {
        if (!getcwd(env->directory, sizeof(env->directory))) {
            err = -errno;
            (void)snprintf(error->text, sizeof(error->text),
                           "the current directory: %s", wick_err_message(err));
            return err;
        }
        env->task_root = wick_str_from(env->directory);
    }
    read_words(env);
    return 0;
}
