/* SPDX-License-Identifier: MIT */
/*
 * What bootstrap says of itself: its command line, and the variables of the
 * environment that it reads (env_vars.def).
 */
#ifndef WICK_USAGE_H
#define WICK_USAGE_H

#include "base.h"

#include <stdio.h>

/*
 * A variable; constant. Without a name it is the heading of those that follow.
 * @value is "" where any text will do. @text may have several lines.
 */
struct wick_env_var {
    const char *name;
    const char *value;
    const char *text;
};

extern const struct wick_env_var wick_env_vars[];
extern const size_t wick_env_var_count;

/* What precedes the variables: the command line. */
extern const char wick_usage[];

/*
 * Prints the help, in lines of at most 80 characters. Returns 0, or -EIO when
 * @out cannot be written to.
 */
WICK_NODISCARD int wick_usage_print(FILE *out);

#endif
