/* SPDX-License-Identifier: MIT */
/*
 * The lines and documents of the platform: START, END and REPORT as RAPID
 * prints them, and the error documents that it makes itself.
 */
#ifndef WICK_REPORT_H
#define WICK_REPORT_H

#include "base.h"
#include "buf.h"
#include "encode.h"

/* Lifetime: that of its invocation. Milliseconds. */
struct wick_report {
    char id[WICK_UUID_SIZE];
    double init_ms;    /* 0: not a cold start */
    double restore_ms; /* 0: not restored */
    double duration_ms;
    uint32_t memory_mb;      /* configured */
    uint32_t memory_used_mb; /* the most that was resident, rounded up */
    const char *status;      /* NULL, "timeout" or "error" */
    char error_type[64];     /* "" without an error */
};

/*
 * What is paid for: custom runtimes have always been billed for their init
 * too, rounded up together with the duration.
 */
uint64_t wick_report_billed_ms(const struct wick_report *report);

/* The appends fail as wick_buf_append() does. Lines end in a newline. */
WICK_NODISCARD int wick_report_start(struct wick_buf *out, const char *id);
WICK_NODISCARD int wick_report_end(struct wick_buf *out, const char *id);
WICK_NODISCARD int wick_report_line(struct wick_buf *out,
                                    const struct wick_report *report);
/* {"requestId":...}: the same as one JSON object, without a newline. */
WICK_NODISCARD int wick_report_json(struct wick_buf *out,
                                    const struct wick_report *report);

/* {"errorType":TYPE,"errorMessage":MESSAGE}. */
WICK_NODISCARD int wick_report_error(struct wick_buf *out, const char *type,
                                     struct wick_str message);

/*
 * @type as RAPID keeps it for its metrics: itself where it contains
 * "Runtime.Xyz" or "Function.Xyz" (capital, then letters), else
 * "Function.Unknown" or "Runtime.Unknown" by its beginning. Cut to @size.
 */
void wick_report_error_type(struct wick_str type, char *out, size_t size);

#endif
