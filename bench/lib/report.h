/* SPDX-License-Identifier: MIT */
/*
 * Results for people (tables) and for programs (JSON), and the judgement of
 * the limits.
 */
#ifndef WICK_BENCH_REPORT_H
#define WICK_BENCH_REPORT_H

#include <stdio.h>

#include "base.h"
#include "results.h"

/* Prints the machine, a table for each metric that the plan shows, notes. */
void wick_report_print(FILE *to, const struct wick_results *results);

/*
 * Judges each limit in a line of its own. False when one is exceeded or a
 * side of it was not measured.
 */
WICK_NODISCARD bool wick_report_limits(FILE *to,
                                       const struct wick_results *results);

/*
 * Writes everything, each run too, to the file @path, whole or not at all.
 * 0 or -errno.
 */
WICK_NODISCARD int wick_report_write_json(const char *path,
                                          const struct wick_results *results);

#endif
