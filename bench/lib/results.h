/* SPDX-License-Identifier: MIT */
/*
 * The figures of a plan's runs: for each case and peer one value a metric and
 * round, or why there is none.
 */
#ifndef WICK_BENCH_RESULTS_H
#define WICK_BENCH_RESULTS_H

#include "base.h"
#include "machine.h"
#include "metric.h"
#include "plan.h"
#include "stats.h"

#define WICK_RESULTS_WHY_MAX 512

enum wick_cell_state { WICK_CELL_OK, WICK_CELL_MISSING, WICK_CELL_FAILED };

/* One peer in one case. */
struct wick_cell {
    enum wick_cell_state state;
    char why[WICK_RESULTS_WHY_MAX]; /* "" when all is well; one line */
    double *values;                 /* by metric, then by round; NAN: none */
};

/* Where the instructions were counted. */
enum wick_counter { WICK_COUNTER_NONE, WICK_COUNTER_PERF, WICK_COUNTER_GRIND };

struct wick_results {
    const struct wick_plan *plan; /* borrowed */
    struct wick_cell cells[WICK_PLAN_CASES_MAX][WICK_PLAN_PEERS_MAX];
    enum wick_counter counter;
    int counter_err; /* why the kernel does not count, 0 if it does */
    struct wick_machine machine;
    double others_share; /* of the machine's CPU time during the runs */
    double stolen_share;
};

/* Makes room for @plan's runs. Missing peers are marked. Dies without memory.*/
void wick_results_init(struct wick_results *results,
                       const struct wick_plan *plan);

/* Frees what init allocated. */
void wick_results_release(struct wick_results *results);

/* The plan's rounds of one metric, in order. Borrowed. */
double *wick_results_values(const struct wick_results *results,
                            const struct wick_cell *cell,
                            enum wick_metric metric);

/* Keeps the figures of one run. */
void wick_results_put(struct wick_results *results, struct wick_cell *cell,
                      size_t round, const struct wick_sample *sample);

/*
 * The cell failed: what was measured of it is dropped, for a median of the
 * runs that happened to work would be a lie.
 */
WICK_PRINTF(3, 4)
void wick_results_fail(struct wick_results *results, struct wick_cell *cell,
                       const char *format, ...);

/* True when a cell of the results failed. */
WICK_NODISCARD bool wick_results_has_failed(const struct wick_results *results);

/* The statistics of one cell and its comparison with the base's. */
void wick_results_stats(const struct wick_results *results, size_t case_index,
                        size_t peer_index, enum wick_metric metric,
                        struct wick_stats *stats,
                        struct wick_stats_ratio *ratio);

/*
 * The geometric mean over all cases of one peer's ratios of medians; NAN
 * unless every case has one, since means of different cases do not compare.
 */
double wick_results_mean_ratio(const struct wick_results *results,
                               size_t peer_index, enum wick_metric metric);

#endif
