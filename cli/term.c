/* SPDX-License-Identifier: MIT */
#include "term.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "buf.h"
#include "limits.h"

/* One message of the command: a path, a handler and some words. */
#define MESSAGE_MAX (3 * WICK_PATH_MAX)

bool wick_term_is_terminal(int fd)
{
    static signed char known[3]; /* 0 not asked, 1 yes, -1 no */

    if (fd < 0 || (size_t)fd >= ARRAY_LEN(known)) {
        return isatty(fd) == 1;
    }
    if (known[fd] == 0) {
        known[fd] = isatty(fd) == 1 ? 1 : -1;
    }
    return known[fd] > 0;
}

static bool environment_allows_colour(void)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    if (no_color && *no_color != '\0') {
        return false;
    }
    return !wick_str_eq(wick_str_from(term), WICK_STR("dumb"));
}

bool wick_term_is_coloured(int fd)
{
    static signed char is_allowed; /* 0 not asked, 1 yes, -1 no */

    if (is_allowed == 0) {
        is_allowed = environment_allows_colour() ? 1 : -1;
    }
    return is_allowed > 0 && wick_term_is_terminal(fd);
}

/* 0, or -errno of the first write to standard output that failed. */
static int output_err;

int wick_term_output_err(void)
{
    return output_err;
}

static void write_all(int fd, struct wick_str text)
{
    while (text.len > 0) {
        ssize_t count = write(fd, text.ptr, text.len);
        if (count >= 0) {
            text = wick_str_from_index(text, (size_t)count);
            continue;
        }
        if (errno == EAGAIN) {
            /* The descriptor is shared with somebody who made it so. */
            struct pollfd poll_fd = {.fd = fd, .events = POLLOUT};
            (void)poll(&poll_fd, 1, -1);
            continue;
        }
        if (errno != EINTR) {
            if (fd == STDOUT_FILENO && output_err == 0) {
                output_err = -errno;
            }
            return;
        }
    }
}

static const char *escape_of(enum wick_colour colour)
{
    switch (colour) {
    case WICK_COLOUR_NONE:
        return "";
    case WICK_COLOUR_DIM:
        return "\033[2m";
    case WICK_COLOUR_RED:
        return "\033[31m";
    case WICK_COLOUR_GREEN:
        return "\033[32m";
    case WICK_COLOUR_YELLOW:
        return "\033[33m";
    case WICK_COLOUR_BOLD:
        return "\033[1m";
    }
    WICK_UNREACHABLE();
}

void wick_term_write(int fd, enum wick_colour colour, struct wick_str text)
{
    if (colour == WICK_COLOUR_NONE || !wick_term_is_coloured(fd)) {
        write_all(fd, text);
        return;
    }

    /* The newline stays outside, or some terminals colour the next line. */
    bool has_newline = wick_str_ends_with(text, WICK_STR("\n"));
    write_all(fd, wick_str_from(escape_of(colour)));
    write_all(fd, wick_str_slice(text, 0, text.len - (has_newline ? 1 : 0)));
    write_all(fd, WICK_STR("\033[0m"));
    if (has_newline) {
        write_all(fd, WICK_STR("\n"));
    }
}

WICK_PRINTF(2, 0)
static void say(enum wick_colour colour, const char *format, va_list args)
{
    struct wick_buf line;

    wick_buf_init(&line, MESSAGE_MAX);
    if (wick_buf_append_cstr(&line, "wick: ") == 0 &&
        wick_buf_vprintf(&line, format, args) == 0 &&
        wick_buf_append_byte(&line, '\n') == 0) {
        wick_term_write(STDERR_FILENO, colour, wick_buf_get(&line));
    } else {
        wick_term_write(STDERR_FILENO, colour,
                        WICK_STR("wick: (a message that is too long)\n"));
    }
    wick_buf_release(&line);
}

void wick_term_error(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(WICK_COLOUR_RED, format, args);
    va_end(args);
}

void wick_term_note(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(WICK_COLOUR_DIM, format, args);
    va_end(args);
}
