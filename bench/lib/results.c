/* SPDX-License-Identifier: MIT */
#include "results.h"

#include "mem.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static size_t value_count(const struct wick_plan *plan)
{
    return WICK_METRIC_COUNT * plan->rounds;
}

static void clear_values(const struct wick_results *results,
                         struct wick_cell *cell)
{
    for (size_t i = 0; i < value_count(results->plan); i++) {
        cell->values[i] = NAN;
    }
}

void wick_results_init(struct wick_results *results,
                       const struct wick_plan *plan)
{
    *results = (struct wick_results){.plan = plan};
    for (size_t c = 0; c < plan->case_count; c++) {
        for (size_t p = 0; p < plan->peer_count; p++) {
            struct wick_cell *cell = &results->cells[c][p];

            cell->values = wick_alloc_zero(value_count(plan), sizeof(double));
            clear_values(results, cell);
            if (plan->peers[p].is_missing) {
                cell->state = WICK_CELL_MISSING;
                (void)snprintf(cell->why, sizeof(cell->why), "missing");
            }
        }
    }
}

void wick_results_release(struct wick_results *results)
{
    for (size_t c = 0; c < results->plan->case_count; c++) {
        for (size_t p = 0; p < results->plan->peer_count; p++) {
            wick_free(results->cells[c][p].values);
        }
    }
}

double *wick_results_values(const struct wick_results *results,
                            const struct wick_cell *cell,
                            enum wick_metric metric)
{
    return cell->values + (size_t)metric * results->plan->rounds;
}

void wick_results_put(struct wick_results *results, struct wick_cell *cell,
                      size_t round, const struct wick_sample *sample)
{
    WICK_ASSERT(round < results->plan->rounds);
    for (size_t i = 0; i < WICK_METRIC_COUNT; i++) {
        wick_results_values(results, cell, (enum wick_metric)i)[round] =
            sample->value[i];
    }
}

void wick_results_fail(struct wick_results *results, struct wick_cell *cell,
                       const char *format, ...)
{
    va_list args;

    cell->state = WICK_CELL_FAILED;
    clear_values(results, cell);
    va_start(args, format);
    (void)vsnprintf(cell->why, sizeof(cell->why), format, args);
    va_end(args);
}

bool wick_results_has_failed(const struct wick_results *results)
{
    for (size_t c = 0; c < results->plan->case_count; c++) {
        for (size_t p = 0; p < results->plan->peer_count; p++) {
            if (results->cells[c][p].state == WICK_CELL_FAILED) {
                return true;
            }
        }
    }
    return false;
}

void wick_results_stats(const struct wick_results *results, size_t case_index,
                        size_t peer_index, enum wick_metric metric,
                        struct wick_stats *stats,
                        struct wick_stats_ratio *ratio)
{
    const struct wick_cell *row = results->cells[case_index];
    const double *own = wick_results_values(results, &row[peer_index], metric);
    const double *base =
        wick_results_values(results, &row[results->plan->base_index], metric);

    wick_stats_of(stats, own, results->plan->rounds);
    wick_stats_compare(ratio, own, base, results->plan->rounds);
}

double wick_results_mean_ratio(const struct wick_results *results,
                               size_t peer_index, enum wick_metric metric)
{
    double ratios[WICK_PLAN_CASES_MAX];
    struct wick_stats stats;
    struct wick_stats_ratio ratio;

    for (size_t c = 0; c < results->plan->case_count; c++) {
        wick_results_stats(results, c, peer_index, metric, &stats, &ratio);
        /* A ratio of zero (no major fault) has no place in the mean. */
        if (isnan(ratio.of_medians) || ratio.of_medians <= 0) {
            return NAN;
        }
        ratios[c] = ratio.of_medians;
    }
    return wick_stats_geometric_mean(ratios, results->plan->case_count);
}
