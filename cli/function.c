/* SPDX-License-Identifier: MIT */
#include "function.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "clock.h"
#include "encode.h"
#include "err.h"
#include "limits.h"
#include "mem.h"
#include "term.h"

#define OPTION(field) offsetof(struct wick_function_options, field)

const struct wick_option wick_function_options_table[] = {
    {.name = "timeout",
     .letter = 't',
     .kind = WICK_OPTION_NUMBER,
     .offset = OPTION(timeout_s),
     .min = 1,
     .max = WICK_TIMEOUT_S_MAX,
     .value = "S",
     .help = "seconds until an invocation is killed (3)"},
    {.name = "memory",
     .letter = 'm',
     .kind = WICK_OPTION_NUMBER,
     .offset = OPTION(memory_mb),
     .min = WICK_MEMORY_MB_MIN,
     .max = WICK_MEMORY_MB_MAX,
     .value = "MB",
     .help = "memory; a function that takes more is killed (128)"},
    {.name = "env",
     .letter = 'E',
     .kind = WICK_OPTION_LIST,
     .offset = OPTION(env),
     .value = "K=V",
     .help = "a variable of the environment; repeatable"},
    {.name = "handler-root",
     .letter = 'C',
     .kind = WICK_OPTION_TEXT,
     .offset = OPTION(root),
     .value = "DIR",
     .help = "the function's folder, LAMBDA_TASK_ROOT (.)"},
    {.name = "bootstrap",
     .kind = WICK_OPTION_TEXT,
     .offset = OPTION(bootstrap),
     .value = "FILE",
     .help = "the runtime (WICK_BOOTSTRAP, else beside wick)"},
    {.name = "name",
     .kind = WICK_OPTION_TEXT,
     .offset = OPTION(name),
     .value = "NAME",
     .help = "the function's name (function)"},
    {.name = "log-format",
     .kind = WICK_OPTION_TEXT,
     .offset = OPTION(log_format),
     .value = "Text|JSON",
     .help = "AWS_LAMBDA_LOG_FORMAT (Text)"},
    {.name = "init-timeout",
     .kind = WICK_OPTION_NUMBER,
     .offset = OPTION(init_timeout_s),
     .min = 1,
     .max = WICK_TIMEOUT_S_MAX,
     .value = "S",
     .help = "seconds until the init is started anew (10)"},
    {.name = "snap-start",
     .kind = WICK_OPTION_FLAG,
     .offset = OPTION(is_snap_start),
     .help = "restore from a snapshot before the first event"},
    {.name = "freeze",
     .kind = WICK_OPTION_FLAG,
     .offset = OPTION(is_frozen),
     .help = "stop the process between invocations, as Lambda does"},
    {.name = "quiet",
     .letter = 'q',
     .kind = WICK_OPTION_FLAG,
     .offset = OPTION(is_quiet),
     .help = "no START, END and REPORT lines"},
    {.name = NULL},
};

/* Set by Lambda alone: naming one of them is an error there too. */
static const char *const reserved[] = {
    "_HANDLER",
    "_X_AMZN_TRACE_ID",
    "AWS_DEFAULT_REGION",
    "AWS_REGION",
    "AWS_EXECUTION_ENV",
    "AWS_LAMBDA_FUNCTION_NAME",
    "AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
    "AWS_LAMBDA_FUNCTION_VERSION",
    "AWS_LAMBDA_INITIALIZATION_TYPE",
    "AWS_LAMBDA_LOG_GROUP_NAME",
    "AWS_LAMBDA_LOG_STREAM_NAME",
    "AWS_ACCESS_KEY",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_LAMBDA_RUNTIME_API",
    "LAMBDA_TASK_ROOT",
    "LAMBDA_RUNTIME_DIR",
};

static bool is_reserved(struct wick_str name)
{
    for (size_t i = 0; i < ARRAY_LEN(reserved); i++) {
        if (wick_str_eq(name, wick_str_from(reserved[i]))) {
            return true;
        }
    }
    return false;
}

/* A letter, then letters, digits and underscores, as Lambda demands. */
static bool is_env_name(struct wick_str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char lower = wick_str_to_lower(name.ptr[i]);
        bool is_letter = lower >= 'a' && lower <= 'z';
        bool is_digit = lower >= '0' && lower <= '9';
        if (!is_letter && (i == 0 || (!is_digit && lower != '_'))) {
            return false;
        }
    }
    return name.len >= 2;
}

/* What may be the name of a function or of a region. */
static bool is_word(const char *text)
{
    size_t len = strlen(text);

    for (size_t i = 0; i < len; i++) {
        char lower = wick_str_to_lower(text[i]);
        if (!(lower >= 'a' && lower <= 'z') && lower != '-' && lower != '_' &&
            !(lower >= '0' && lower <= '9')) {
            return false;
        }
    }
    return len > 0 && len <= 64;
}

static int check_env(const struct wick_args_list *env)
{
    for (size_t i = 0; i < env->count; i++) {
        struct wick_str name;
        struct wick_str value;
        if (!wick_str_cut(wick_str_from(env->items[i]), '=', &name, &value)) {
            wick_term_error("--env takes NAME=VALUE, not \"%.100s\"",
                            env->items[i]);
            return -EINVAL;
        }
        if (!is_env_name(name)) {
            wick_term_error("--env: \"%.*s\" is no name that Lambda takes",
                            (int)wick_size_min(name.len, 100), name.ptr);
            return -EINVAL;
        }
        if (is_reserved(name)) {
            wick_term_error("--env: %.*s is reserved, Lambda sets it",
                            WICK_STR_ARG(name));
            return -EINVAL;
        }
        if (value.len >= WICK_ENV_VALUE_MAX - name.len - 2) {
            wick_term_error("--env: the value of %.*s is too long",
                            WICK_STR_ARG(name));
            return -WICK_ETOOBIG;
        }
    }
    return 0;
}

static int check(const struct wick_function_options *options,
                 const char *handler)
{
    if (strlen(handler) > WICK_HANDLER_NAME_MAX) {
        wick_term_error("the handler has more than %d characters",
                        WICK_HANDLER_NAME_MAX);
        return -WICK_ETOOBIG;
    }
    if (!is_word(options->name)) {
        wick_term_error("--name takes 1 to 64 letters, digits, \"-\" and "
                        "\"_\"");
        return -EINVAL;
    }
    if (strcmp(options->log_format, "Text") != 0 &&
        strcmp(options->log_format, "JSON") != 0) {
        wick_term_error("--log-format is Text or JSON");
        return -EINVAL;
    }
    return check_env(&options->env);
}

/* An absolute path, owned, or NULL. */
static char *absolute(const char *path)
{
    char resolved[WICK_PATH_MAX];

    return realpath(path, resolved) ? wick_dup(resolved, strlen(resolved))
                                    : NULL;
}

/* "bootstrap" in the folder of this program, owned, or NULL. */
static char *beside_wick(void)
{
    char self[WICK_PATH_MAX];
    ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
    struct wick_buf path;
    char *found = NULL;

    if (len <= 0) {
        return NULL;
    }
    size_t slash =
        wick_str_find_last_byte((struct wick_str){self, (size_t)len}, '/');
    if (slash == WICK_STR_NONE) {
        return NULL;
    }
    wick_buf_init(&path, WICK_PATH_MAX);
    if (wick_buf_printf(&path, "%.*s/bootstrap", (int)slash, self) == 0) {
        found = absolute(wick_buf_cstr(&path));
    }
    wick_buf_release(&path);
    return found;
}

int wick_function_find_bootstrap(const char *named, char **bootstrap)
{
    if (!named) {
        named = getenv("WICK_BOOTSTRAP");
    }
    bool is_named = named && *named != '\0';
    *bootstrap = is_named ? absolute(named) : beside_wick();
    if (!*bootstrap) {
        if (is_named) {
            wick_term_error("no bootstrap: %.500s does not exist", named);
        } else {
            wick_term_error("no bootstrap beside wick; name one with "
                            "--bootstrap or WICK_BOOTSTRAP");
        }
        return -ENOENT;
    }
    if (access(*bootstrap, X_OK) < 0) {
        wick_term_error("%.500s is not executable", *bootstrap);
        return -EACCES;
    }
    return 0;
}

static int find_root(struct wick_function *function)
{
    struct stat status;

    function->root = absolute(function->options->root);
    if (!function->root || stat(function->root, &status) < 0 ||
        !S_ISDIR(status.st_mode)) {
        wick_term_error("--handler-root: %.500s is no folder",
                        function->options->root);
        return -ENOTDIR;
    }
    return 0;
}

static const char *env_or(const char *name, const char *fallback)
{
    const char *value = getenv(name);

    return value && *value != '\0' ? value : fallback;
}

int wick_function_init(struct wick_function *function,
                       const struct wick_function_options *options,
                       const char *handler)
{
    char hex[33];
    char date[WICK_CLOCK_ISO_SIZE];
    struct wick_buf arn;

    *function = (struct wick_function){.options = options, .handler = handler};
    int err = check(options, handler);
    if (err == 0) {
        err = find_root(function);
    }
    if (err == 0) {
        err = wick_function_find_bootstrap(options->bootstrap,
                                           &function->bootstrap);
    }
    if (err < 0) {
        return err;
    }

    function->region =
        env_or("AWS_REGION", env_or("AWS_DEFAULT_REGION", "us-east-1"));
    if (!is_word(function->region)) {
        wick_term_error("AWS_REGION is no name of a region");
        return -EINVAL;
    }
    wick_buf_init(&arn, 1024);
    if (wick_buf_printf(&arn, "arn:aws:lambda:%.100s:012345678912:function:%s",
                        function->region, options->name) == 0) {
        function->arn = wick_buf_take(&arn, NULL);
    }
    WICK_ASSERT(function->arn);

    /* 2026/11/30/[$LATEST]0123...; the slashes replace the date's dashes. */
    wick_random_hex(hex, 32);
    wick_clock_format_iso(wick_clock_real_ms(), date);
    (void)snprintf(function->log_stream, sizeof(function->log_stream),
                   "%.4s/%.2s/%.2s/[$LATEST]%s", date, date + 5, date + 8, hex);
    return 0;
}

void wick_function_release(struct wick_function *function)
{
    wick_free(function->root);
    wick_free(function->bootstrap);
    wick_free(function->arn);
    *function = (struct wick_function){0};
}
