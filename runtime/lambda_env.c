/* SPDX-License-Identifier: MIT */
#include "lambda_env.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "err.h"
#include "utf8.h"

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
    if (!wick_utf8_is_valid(env->task_root)) {
        (void)snprintf(error->text, sizeof(error->text),
                       "the folder of the function has a name that is not "
                       "UTF-8, by which JavaScript cannot name its files");
        return -EILSEQ;
    }
    return 0;
}

void wick_lambda_env_note(FILE *out)
{
    static const char *const compat[] = {"22", "24", NULL};
    static const char *const formats[] = {"Text", "JSON", NULL};
    static const char *const levels[] = {"TRACE", "DEBUG", "INFO", "WARN",
                                         "ERROR", "FATAL", NULL};
    static const struct {
        const char *name;
        const char *const *words;
    } settings[] = {
        {"WICK_NODE_COMPAT", compat},
        {"AWS_LAMBDA_LOG_FORMAT", formats},
        {"AWS_LAMBDA_LOG_LEVEL", levels},
    };

    for (size_t i = 0; i < ARRAY_LEN(settings); i++) {
        struct wick_env_error error;
        size_t word;

        if (wick_env_choice(settings[i].name, settings[i].words, &word,
                            &error) < 0) {
            (void)fprintf(out, "bootstrap: %s; ignored\n", error.text);
        }
    }
}
