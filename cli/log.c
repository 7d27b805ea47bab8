/* SPDX-License-Identifier: MIT */
#include "log.h"

#include <stdarg.h>
#include <unistd.h>

#include "limits.h"
#include "term.h"

/* The longest line of the platform: ids, numbers and a path. */
#define LINE_MAX (2 * WICK_PATH_MAX)

void wick_log_init(struct wick_log *log, bool is_quiet)
{
    *log = (struct wick_log){.is_quiet = is_quiet};
    wick_buf_init(&log->line, LINE_MAX);
}

void wick_log_release(struct wick_log *log)
{
    wick_buf_release(&log->line);
}

void wick_log_output(struct wick_log *log, struct wick_str bytes)
{
    if (bytes.len == 0) {
        return;
    }
    log->is_mid_line = bytes.ptr[bytes.len - 1] != '\n';
    if (!wick_term_is_terminal(STDERR_FILENO)) {
        wick_term_write(STDERR_FILENO, WICK_COLOUR_NONE, bytes);
        return;
    }

    struct wick_str_split parts = wick_str_split_start(bytes);
    struct wick_str part;
    bool is_first = true;
    while (wick_str_split_next(&parts, '\r', &part)) {
        if (!is_first && !wick_str_starts_with(part, WICK_STR("\n"))) {
            wick_term_write(STDERR_FILENO, WICK_COLOUR_NONE, WICK_STR("\n"));
        }
        is_first = false;
        wick_term_write(STDERR_FILENO, WICK_COLOUR_NONE, part);
    }
}

/* Prints and empties the line; @err is that of its last append. */
static void print(struct wick_log *log, enum wick_colour colour, int err)
{
    if (err == 0 && log->is_mid_line) {
        wick_term_write(STDERR_FILENO, WICK_COLOUR_NONE, WICK_STR("\n"));
    }
    log->is_mid_line = false;
    if (err == 0) {
        wick_term_write(STDERR_FILENO, colour, wick_buf_get(&log->line));
    }
    wick_buf_reset(&log->line);
}

void wick_log_start(struct wick_log *log, const char *id)
{
    if (!log->is_quiet) {
        print(log, WICK_COLOUR_DIM, wick_report_start(&log->line, id));
    }
}

void wick_log_end(struct wick_log *log, const struct wick_report *report)
{
    if (log->is_quiet) {
        return;
    }
    print(log, WICK_COLOUR_DIM, wick_report_end(&log->line, report->id));
    print(log, report->status ? WICK_COLOUR_RED : WICK_COLOUR_DIM,
          wick_report_line(&log->line, report));
}

void wick_log_error(struct wick_log *log, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int err = wick_buf_vprintf(&log->line, format, args);
    va_end(args);
    if (err == 0) {
        err = wick_buf_append_byte(&log->line, '\n');
    }
    print(log, WICK_COLOUR_RED, err);
}
