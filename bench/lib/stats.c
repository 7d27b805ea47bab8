/* SPDX-License-Identifier: MIT */
#include "stats.h"

#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The value of nearest rank: @percent of @count sorted values are below. */
static double at_percent(const double *sorted, size_t count, size_t percent)
{
    size_t rank = (count * percent + 99) / 100;

    return sorted[rank == 0 ? 0 : rank - 1];
}

/* Copies what was measured into @sorted, in order; returns how much. */
static size_t sort_measured(double *sorted, const double *values, size_t count)
{
    size_t measured = 0;

    WICK_ASSERT(count <= WICK_STATS_RUNS_MAX);
    for (size_t i = 0; i < count; i++) {
        if (!isnan(values[i])) {
            sorted[measured++] = values[i];
        }
    }
    qsort(sorted, measured, sizeof(*sorted), compare_doubles);
    return measured;
}

void wick_stats_of(struct wick_stats *stats, const double *values, size_t count)
{
    double sorted[WICK_STATS_RUNS_MAX];
    size_t measured = sort_measured(sorted, values, count);

    *stats = (struct wick_stats){0, NAN, NAN, NAN, NAN, NAN};
    if (measured == 0) {
        return;
    }
    stats->count = measured;
    stats->min = sorted[0];
    stats->median = (sorted[(measured - 1) / 2] + sorted[measured / 2]) / 2;
    stats->p90 = at_percent(sorted, measured, 90);
    stats->p99 = at_percent(sorted, measured, 99);
    stats->max = sorted[measured - 1];
}

static double quotient(double value, double base)
{
    return base > 0 ? value / base : NAN;
}

void wick_stats_compare(struct wick_stats_ratio *ratio, const double *values,
                        const double *base, size_t count)
{
    struct wick_stats own;
    struct wick_stats other;
    struct wick_stats pairs;
    double quotients[WICK_STATS_RUNS_MAX];
    double sorted[WICK_STATS_RUNS_MAX];

    WICK_ASSERT(count <= WICK_STATS_RUNS_MAX);
    wick_stats_of(&own, values, count);
    wick_stats_of(&other, base, count);
    for (size_t i = 0; i < count; i++) {
        quotients[i] = quotient(values[i], base[i]);
    }
    wick_stats_of(&pairs, quotients, count);
    ratio->of_medians = quotient(own.median, other.median);
    ratio->pairs = pairs.count;
    ratio->pair_median = pairs.median;
    ratio->pair_low = NAN;
    ratio->pair_high = NAN;
    if (sort_measured(sorted, quotients, count) > 0) {
        ratio->pair_low = at_percent(sorted, pairs.count, 25);
        ratio->pair_high = at_percent(sorted, pairs.count, 75);
    }
}

double wick_stats_geometric_mean(const double *values, size_t count)
{
    double sum = 0;
    size_t measured = 0;

    for (size_t i = 0; i < count; i++) {
        if (!isnan(values[i])) {
            sum += log(values[i]);
            measured++;
        }
    }
    return measured > 0 ? exp(sum / (double)measured) : NAN;
}
