/* SPDX-License-Identifier: MIT */
/*
 * What is known of a function before it runs: the developer's options, made
 * absolute and checked, and the environment variables that follow from them.
 */
#ifndef WICK_FUNCTION_H
#define WICK_FUNCTION_H

#include "args.h"
#include "base.h"

/*
 * The options that every command with a function has. They stand first in
 * the options of a command, so that one table serves all.
 */
struct wick_function_options {
    uint32_t timeout_s;
    uint32_t init_timeout_s;
    uint32_t memory_mb;
    const char *name;
    const char *root;
    const char *bootstrap;
    const char *log_format;
    bool is_snap_start;
    bool is_frozen;
    bool is_quiet;
    struct wick_args_list env;
};

/* The defaults of Lambda: 3 s, 128 MB. */
#define WICK_FUNCTION_OPTIONS_DEFAULT                                        \
    {                                                                        \
        .timeout_s = 3, .init_timeout_s = WICK_INIT_S_MAX, .memory_mb = 128, \
        .name = "function", .root = ".", .log_format = "Text"                \
    }

extern const struct wick_option wick_function_options_table[];

/* Lifetime: the command's. */
struct wick_function {
    const struct wick_function_options *options;
    const char *handler;
    char *root;      /* absolute, owned */
    char *bootstrap; /* absolute, owned */
    char *arn;       /* owned */
    const char *region;
    char log_stream[64];
};

/*
 * Checks @options and @handler and finds the bootstrap: the option, else
 * WICK_BOOTSTRAP, else beside this program. 0, or a negative error after a
 * message on standard error.
 */
WICK_NODISCARD int
wick_function_init(struct wick_function *function,
                   const struct wick_function_options *options,
                   const char *handler);
void wick_function_release(struct wick_function *function);

/*
 * The executable of the runtime: @named, else WICK_BOOTSTRAP, else beside this
 * program. 0 with an absolute path in @bootstrap, which the caller frees; or a
 * negative error after a message on standard error; then it may be NULL.
 */
WICK_NODISCARD int wick_function_find_bootstrap(const char *named,
                                                char **bootstrap);

/*
 * The environment of the function's process as Lambda makes it, and nothing
 * of the developer's own but credentials and region. NULL-terminated, owned,
 * freed by wick_function_environment_free().
 */
WICK_NODISCARD char **
wick_function_environment(const struct wick_function *function,
                          uint16_t api_port);
void wick_function_environment_free(char **environment);

#endif
