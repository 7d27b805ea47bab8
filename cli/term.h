/* SPDX-License-Identifier: MIT */
/*
 * What the developer sees: messages of the command itself, coloured on a
 * terminal and plain everywhere else.
 */
#ifndef WICK_TERM_H
#define WICK_TERM_H

#include "base.h"
#include "str.h"

enum wick_colour {
    WICK_COLOUR_NONE,
    WICK_COLOUR_DIM,
    WICK_COLOUR_RED,
    WICK_COLOUR_GREEN,
    WICK_COLOUR_YELLOW,
    WICK_COLOUR_BOLD,
};

/*
 * @fd is a terminal that may be coloured: NO_COLOR is unset or empty
 * (no-color.org) and TERM is not "dumb". Asked once for each descriptor.
 */
bool wick_term_is_coloured(int fd);

/* @fd is a terminal. */
bool wick_term_is_terminal(int fd);

/*
 * Writes all of @text to @fd, in @colour where colours are on. A reader that
 * went away (EPIPE) or a full disk loses the text, never the command.
 */
void wick_term_write(int fd, enum wick_colour colour, struct wick_str text);

/* Whether standard output took all of that: 0, or -errno of the first loss. */
int wick_term_output_err(void);

/* "wick: MESSAGE" on standard error: an error (red) or news (dim). */
WICK_PRINTF(1, 2) void wick_term_error(const char *format, ...);
WICK_PRINTF(1, 2) void wick_term_note(const char *format, ...);

#endif
