/* SPDX-License-Identifier: MIT */
#include "env.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "err.h"
#include "limits.h"

/* As much of a bad value as a message shows. */
#define SHOWN_MAX 64

/* "NAME=TEXT: " and the rest; bytes that are not printable become '?'. */
WICK_PRINTF(4, 5)
static void explain(struct wick_env_error *error, const char *name,
                    struct wick_str text, const char *format, ...)
{
    char shown[SHOWN_MAX + 1];
    size_t len = wick_size_min(text.len, SHOWN_MAX);
    va_list args;

    for (size_t i = 0; i < len; i++) {
        shown[i] = text.ptr[i] >= ' ' && text.ptr[i] <= '~' ? text.ptr[i] : '?';
    }
    shown[len] = '\0';
    int used = snprintf(error->text, sizeof(error->text), "%s=%s%s: ", name,
                        shown, len < text.len ? "..." : "");
    if (used < 0 || (size_t)used >= sizeof(error->text)) {
        return;
    }
    va_start(args, format);
    (void)vsnprintf(error->text + used, sizeof(error->text) - (size_t)used,
                    format, args);
    va_end(args);
}

int wick_env_str(const char *name, size_t max, struct wick_str *value,
                 struct wick_env_error *error)
{
    struct wick_str text = wick_str_from(getenv(name));

    if (text.len == 0) {
        return 0;
    }
    if (text.len > max) {
        explain(error, name, text, "longer than %zu bytes", max);
        return -WICK_ETOOBIG;
    }
    *value = text;
    return 1;
}

int wick_env_u64(const char *name, const struct wick_env_range *range,
                 uint64_t *value, struct wick_env_error *error)
{
    struct wick_str text;
    uint64_t parsed = 0;
    const char *unit = range->unit ? range->unit : "";

    WICK_ASSERT(range->min <= range->max);
    int found = wick_env_str(name, WICK_ENV_VALUE_MAX, &text, error);
    if (found <= 0) {
        return found;
    }
    int err = wick_str_parse_u64(text, range->max, &parsed);
    if (err == 0 && parsed < range->min) {
        err = -ERANGE;
    }
    if (err < 0) {
        explain(error, name, text,
                "not a whole number from %" PRIu64 " to %" PRIu64 "%s%s",
                range->min, range->max, unit[0] ? " " : "", unit);
        return err;
    }
    *value = parsed;
    return 1;
}

/* The index of @text among @choices, in any case, or WICK_STR_NONE. */
static size_t find_choice(struct wick_str text, const char *const *choices)
{
    for (size_t i = 0; choices[i]; i++) {
        if (wick_str_eq_nocase(text, wick_str_from(choices[i]))) {
            return i;
        }
    }
    return WICK_STR_NONE;
}

int wick_env_bool(const char *name, bool *value, struct wick_env_error *error)
{
    static const char *const words[] = {"0", "false", "1", "true", NULL};
    struct wick_str text;

    int found = wick_env_str(name, WICK_ENV_VALUE_MAX, &text, error);
    if (found <= 0) {
        return found;
    }
    size_t index = find_choice(text, words);
    if (index == WICK_STR_NONE) {
        explain(error, name, text, "neither 1 (true) nor 0 (false)");
        return -WICK_ESYNTAX;
    }
    *value = index >= 2;
    return 1;
}

int wick_env_choice(const char *name, const char *const *choices, size_t *value,
                    struct wick_env_error *error)
{
    char list[WICK_ENV_ERROR_SIZE];
    size_t len = 0;
    struct wick_str text;

    int found = wick_env_str(name, WICK_ENV_VALUE_MAX, &text, error);
    if (found <= 0) {
        return found;
    }
    size_t index = find_choice(text, choices);
    if (index != WICK_STR_NONE) {
        *value = index;
        return 1;
    }
    list[0] = '\0';
    for (size_t i = 0; choices[i] && len < sizeof(list); i++) {
        int more = snprintf(list + len, sizeof(list) - len, "%s%s",
                            i > 0 ? ", " : "", choices[i]);

        len += more > 0 ? (size_t)more : 0;
    }
    explain(error, name, text, "not one of %s", list);
    return -WICK_ESYNTAX;
}
