/* SPDX-License-Identifier: MIT */
/*
 * Order statistics of a handful of runs. No means and no deviations: one run
 * that another process disturbed must not move the result.
 */
#ifndef WICK_BENCH_STATS_H
#define WICK_BENCH_STATS_H

#include "base.h"

/* Runs of one command at the most; bounds the arrays of a report. */
#define WICK_STATS_RUNS_MAX 1000

/* Lifetime: the caller's storage. */
struct wick_stats {
    size_t count; /* 0: nothing was measured, the rest is NAN */
    double min;
    double median; /* the mean of the two in the middle of an even number */
    double p90;    /* nearest rank: the smallest value that at least 90 % */
    double p99;    /* of the runs do not exceed */
    double max;
};

/* How one command compares with another, run against run. */
struct wick_stats_ratio {
    double of_medians;
    size_t pairs;       /* rounds in which both were measured */
    double pair_median; /* of the quotients of each round */
    double pair_low;    /* their lower and upper quartile, nearest rank */
    double pair_high;
};

/* Of @count (at most WICK_STATS_RUNS_MAX) values; NANs are left out. */
void wick_stats_of(struct wick_stats *stats, const double *values,
                   size_t count);

/*
 * @values over @base, both of @count rounds in order. What cannot be told (a
 * side not measured, a quotient by zero) is NAN.
 */
void wick_stats_compare(struct wick_stats_ratio *ratio, const double *values,
                        const double *base, size_t count);

/*
 * The geometric mean of @count values above zero, the mean that fits ratios;
 * NANs are left out. NAN when none is left.
 */
double wick_stats_geometric_mean(const double *values, size_t count);

#endif
