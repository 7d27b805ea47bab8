/* SPDX-License-Identifier: MIT */
/*
 * Strict reading of settings from the environment. Every reader returns 1
 * when the variable was set and @value was written, 0 when it is unset or
 * empty (the caller's default stands), or a negative code when its text is
 * nonsense; then @error holds a sentence for the user that names variable,
 * text and what is allowed.
 */
#ifndef WICK_ENV_H
#define WICK_ENV_H

#include "base.h"
#include "str.h"

#define WICK_ENV_ERROR_SIZE 256

/* Lifetime: the caller's. NUL-terminated, cut if need be. */
struct wick_env_error {
    char text[WICK_ENV_ERROR_SIZE];
};

/*
 * The text of variable @name, borrowed from the environment until it is
 * changed. -WICK_ETOOBIG when it is longer than @max bytes.
 */
WICK_NODISCARD int wick_env_str(const char *name, size_t max,
                                struct wick_str *value,
                                struct wick_env_error *error);

/* Inclusive bounds of an integer, and its unit for the message, or NULL. */
struct wick_env_range {
    uint64_t min;
    uint64_t max;
    const char *unit;
};

/*
 * A whole number in decimal digits alone. -WICK_ESYNTAX for any other text,
 * -ERANGE outside of @range.
 */
WICK_NODISCARD int wick_env_u64(const char *name,
                                const struct wick_env_range *range,
                                uint64_t *value, struct wick_env_error *error);

/* "1" or "true", "0" or "false", in any case; else -WICK_ESYNTAX. */
WICK_NODISCARD int wick_env_bool(const char *name, bool *value,
                                 struct wick_env_error *error);

/*
 * One of the @choices (a NULL behind the last) in any case: @value gets its
 * index. -WICK_ESYNTAX for any other text.
 */
WICK_NODISCARD int wick_env_choice(const char *name, const char *const *choices,
                                   size_t *value, struct wick_env_error *error);

#endif
