/* SPDX-License-Identifier: MIT */
/* What wick invoke --json prints: one object for one or many invocations. */
#ifndef WICK_SUMMARY_H
#define WICK_SUMMARY_H

#include "base.h"
#include "buf.h"
#include "report.h"

/* Invocations of one --repeat: 8 bytes each are kept. */
#define WICK_SUMMARY_MAX 10000000

/* Lifetime: the command's. */
struct wick_summary {
    double *durations_ms; /* owned, @capacity of them */
    size_t count;
    size_t capacity;
    size_t errors;
    double init_ms;
    double restore_ms;
    struct wick_report last;
};

void wick_summary_init(struct wick_summary *summary, size_t capacity);
void wick_summary_release(struct wick_summary *summary);

/* Counts one invocation; more than the capacity is an assertion. */
void wick_summary_add(struct wick_summary *summary,
                      const struct wick_report *report);

/*
 * The summary with @response, the last one: itself where it is JSON, a
 * string where it is not. Fails as wick_buf_append() does. Sorts the
 * durations.
 */
WICK_NODISCARD int wick_summary_json(struct wick_summary *summary,
                                     struct wick_str response,
                                     struct wick_buf *out);

#endif
