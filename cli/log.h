/* SPDX-License-Identifier: MIT */
/*
 * The log of a function: its own output as it comes, and the platform's
 * lines between. All of it goes to standard error.
 */
#ifndef WICK_LOG_H
#define WICK_LOG_H

#include "base.h"
#include "buf.h"
#include "report.h"

/* Lifetime: the sandbox's. */
struct wick_log {
    bool is_quiet;    /* leave out the platform's lines */
    bool is_mid_line; /* the function's last byte was no newline */
    struct wick_buf line;
};

void wick_log_init(struct wick_log *log, bool is_quiet);
void wick_log_release(struct wick_log *log);

/*
 * Output of the function. On a terminal a carriage return begins a new line:
 * the runtime writes one inside of an entry of several lines, because the
 * log service splits at newlines.
 */
void wick_log_output(struct wick_log *log, struct wick_str bytes);

void wick_log_start(struct wick_log *log, const char *id);
/* END and REPORT. */
void wick_log_end(struct wick_log *log, const struct wick_report *report);
/* A line of the platform about an error, without its newline. */
WICK_PRINTF(2, 3)
void wick_log_error(struct wick_log *log, const char *format, ...);

#endif
