/* SPDX-License-Identifier: MIT */
/*
 * What is measured of one run of a command, and a table of the names under
 * which plans and reports speak of it. Smaller is better in all of them.
 */
#ifndef WICK_BENCH_METRIC_H
#define WICK_BENCH_METRIC_H

#include "base.h"
#include "str.h"

enum wick_metric {
    WICK_METRIC_WALL,
    WICK_METRIC_CPU,
    WICK_METRIC_USER,
    WICK_METRIC_SYS,
    WICK_METRIC_RSS,
    WICK_METRIC_MINOR,
    WICK_METRIC_MAJOR,
    WICK_METRIC_INSTRUCTIONS,
    WICK_METRIC_INNER,
    WICK_METRIC_EACH,
    WICK_METRIC_P50,
    WICK_METRIC_P99,
    WICK_METRIC_SPENT,
    /* Of a cold start, told by bench/coldstart. */
    WICK_METRIC_NEXT,
    WICK_METRIC_FIRST,
    WICK_METRIC_TOTAL,
    WICK_METRIC_WAITING_RSS,
    WICK_METRIC_WAITING_PRIVATE,
    WICK_METRIC_WAITING_VSZ,
    WICK_METRIC_FAULTS,
    WICK_METRIC_PAGES,
    WICK_METRIC_CALLS,
    WICK_METRIC_OPENS,
    WICK_METRIC_THREADS,
    WICK_METRIC_COUNT,
};

/* Who finds the figure. */
enum wick_metric_source {
    WICK_METRIC_MEASURED,
    /* The command, which prints a line "NAME NUMBER". */
    WICK_METRIC_TOLD,
    /* Likewise, where its kernel has a counter for it. */
    WICK_METRIC_TOLD_IF_KNOWN,
};

/* Lifetime: process, constant. */
struct wick_metric_info {
    const char *name;  /* on the command line and in tables */
    const char *key;   /* in JSON, with the unit */
    const char *title; /* above a table */
    int decimals;
    enum wick_metric_source source;
};

/* The entry of @metric, which is below WICK_METRIC_COUNT. */
const struct wick_metric_info *wick_metric_info(enum wick_metric metric);

/* The metric called @name into @metric; false when there is none. */
WICK_NODISCARD bool wick_metric_find(struct wick_str name,
                                     enum wick_metric *metric);

/* One run. Lifetime: the caller's storage. */
struct wick_sample {
    double value[WICK_METRIC_COUNT]; /* NAN: not measured */
};

#endif
