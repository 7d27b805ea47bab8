/* SPDX-License-Identifier: MIT */
/*
 * What Lambda says about the function through the environment, read once.
 *
 * The platform's own variables are trusted in form only where the runtime
 * depends on it: the address of the Runtime API must be there, the memory
 * size must be a number. The rest may be missing: emulators, SnapStart and
 * container images each leave out some.
 */
#ifndef WICK_LAMBDA_ENV_H
#define WICK_LAMBDA_ENV_H

#include "base.h"
#include "env.h"
#include "limits.h"
#include "str.h"

#include <stdio.h>

/*
 * Lifetime: process, constant after its initialisation. The strings are
 * those that the process was started with, which stay where they are when a
 * variable is changed later; missing ones are empty.
 */
struct wick_lambda_env {
    struct wick_str runtime_api; /* AWS_LAMBDA_RUNTIME_API, HOST:PORT */
    struct wick_str handler;     /* _HANDLER */
    struct wick_str task_root;   /* LAMBDA_TASK_ROOT, else the directory */
    struct wick_str function_name;
    struct wick_str function_version;
    struct wick_str memory_text; /* AWS_LAMBDA_FUNCTION_MEMORY_SIZE */
    uint32_t memory_mb;          /* the same as a number; 0: missing */
    struct wick_str log_group;
    struct wick_str log_stream;
    char directory[WICK_PATH_MAX];
};

/*
 * Reads the environment. Fails with -ENOENT when AWS_LAMBDA_RUNTIME_API is
 * missing or empty, with the codes of wick_env_u64() for a bad memory size,
 * -WICK_ETOOBIG for an endless value, -EILSEQ for a folder of the function that
 * is not UTF-8, and with the errno of getcwd(3); @error then holds a sentence
 * for the log.
 */
WICK_NODISCARD int wick_lambda_env_init(struct wick_lambda_env *env,
                                        struct wick_env_error *error);

/*
 * Writes a line to @out for each setting of a word that is none of those that
 * it takes, so that a typing error does not go unseen. JavaScript reads them
 * and takes such a one for not set.
 */
void wick_lambda_env_note(FILE *out);

#endif
