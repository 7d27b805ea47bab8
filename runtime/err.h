/* SPDX-License-Identifier: MIT */
/*
 * Errors as numbers. Every function that can fail returns 0 or a negative
 * code: -errno of the system, or one of ours from errno.def (10,000 and up).
 * This file turns a code into its name, its message and Node's `code`.
 */
#ifndef WICK_ERR_H
#define WICK_ERR_H

#include "base.h"

enum {
#define WICK_ERRNO(code, message)
#define WICK_ERRNO_OWN(code, value, node_code, message) code = (value),
#include "errno.def"
#undef WICK_ERRNO
#undef WICK_ERRNO_OWN
};

/* Lifetime: process, constant. */
struct wick_err {
    int err;               /* negative, as functions return it */
    const char *name;      /* "ENOENT", "WICK_ETOOBIG" */
    const char *node_code; /* "ENOENT", "ERR_BUFFER_TOO_LARGE" */
    const char *message;   /* "no such file or directory" */
};

/* The entry of the negative code @err, or NULL when the table has none. */
const struct wick_err *wick_err_find(int err);

/* The entry named @name (NUL-terminated, case matters), or NULL. */
const struct wick_err *wick_err_find_name(const char *name);

/* Entry @index of the table in its order, or NULL past the end. */
const struct wick_err *wick_err_at(size_t index);

/* The fields of one entry. Never NULL: "UNKNOWN" / "unknown error". */
const char *wick_err_name(int err);
const char *wick_err_node_code(int err);
const char *wick_err_message(int err);

#endif
