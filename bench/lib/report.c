/* SPDX-License-Identifier: MIT */
#include "report.h"

#include "err.h"

#include <math.h>

/* Above this share of other work the wall clock says little. */
#define BUSY_SHARE 0.10

/* A cell of a table: the number, or a dash for what was not measured. */
static void put_number(FILE *to, int width, int decimals, double value)
{
    if (isnan(value)) {
        (void)fprintf(to, " %*s", width, "-");
    } else {
        (void)fprintf(to, " %*.*f", width, decimals, value);
    }
}

static void print_machine(FILE *to, const struct wick_results *results)
{
    const struct wick_machine *machine = &results->machine;
    const struct wick_plan *plan = results->plan;

    (void)fprintf(to, "%s, %u cores%s, %.1f GB, Linux %s %s, governor %s\n",
                  machine->cpu[0] ? machine->cpu : "unknown CPU",
                  machine->cores, machine->is_virtual ? " (virtual)" : "",
                  (double)machine->memory_kb / (1 << 20), machine->kernel,
                  machine->architecture,
                  machine->governor[0] ? machine->governor : "unknown");
    (void)fprintf(to, "%zu rounds in turn after %zu to warm up\n", plan->rounds,
                  plan->warmup);
    for (size_t p = 0; p < plan->peer_count; p++) {
        const struct wick_plan_peer *peer = &plan->peers[p];

        if (peer->is_missing) {
            (void)fprintf(to, "%s: missing, there is no program %s\n",
                          peer->name, peer->program);
        } else if (peer->version[0] != '\0') {
            (void)fprintf(to, "%s: %s\n", peer->name, peer->version);
        }
    }
}

static void print_row(FILE *to, const struct wick_results *results,
                      const size_t at[2], enum wick_metric metric)
{
    const struct wick_plan *plan = results->plan;
    const struct wick_cell *cell = &results->cells[at[0]][at[1]];
    int decimals = wick_metric_info(metric)->decimals;
    struct wick_stats stats;
    struct wick_stats_ratio ratio;

    (void)fprintf(to, "%-14.*s %-8s",
                  at[1] == 0 ? (int)plan->cases[at[0]].name.len : 0,
                  plan->cases[at[0]].name.ptr, plan->peers[at[1]].name);
    if (cell->state != WICK_CELL_OK) {
        (void)fprintf(to, " %s\n", cell->why);
        return;
    }
    wick_results_stats(results, at[0], at[1], metric, &stats, &ratio);
    put_number(to, 10, decimals, stats.median);
    put_number(to, 10, decimals, stats.p90);
    put_number(to, 10, decimals, stats.p99);
    put_number(to, 7, 2, ratio.of_medians);
    if (at[1] != plan->base_index && ratio.pairs > 0) {
        (void)fprintf(to, "  %.2f (%.2f-%.2f)", ratio.pair_median,
                      ratio.pair_low, ratio.pair_high);
    }
    (void)fputc('\n', to);
}

/* True when some cell has a figure of @metric. */
static bool is_measured(const struct wick_results *results,
                        enum wick_metric metric)
{
    struct wick_stats stats;
    struct wick_stats_ratio ratio;

    for (size_t c = 0; c < results->plan->case_count; c++) {
        for (size_t p = 0; p < results->plan->peer_count; p++) {
            wick_results_stats(results, c, p, metric, &stats, &ratio);
            if (stats.count > 0) {
                return true;
            }
        }
    }
    return false;
}

/* The bottom line of a table of several cases. */
static void print_means(FILE *to, const struct wick_results *results,
                        enum wick_metric metric)
{
    const struct wick_plan *plan = results->plan;

    for (size_t p = 0; p < plan->peer_count; p++) {
        double mean = wick_results_mean_ratio(results, p, metric);

        if (p != plan->base_index && !isnan(mean)) {
            (void)fprintf(to, "%-14s %-8s %*.2f\n", "geometric mean",
                          plan->peers[p].name, 3 * 11 + 7, mean);
        }
    }
}

static void print_table(FILE *to, const struct wick_results *results,
                        enum wick_metric metric)
{
    const struct wick_plan *plan = results->plan;
    const char *title = wick_metric_info(metric)->title;
    const char *base = plan->peers[plan->base_index].name;
    char ratio_title[32];

    (void)snprintf(ratio_title, sizeof(ratio_title), "to %s", base);
    (void)fprintf(to, "\n%-23s %10s %10s %10s %7s  %s\n", title, "median",
                  "p90", "p99", ratio_title, "by round (quartiles)");
    for (size_t c = 0; c < plan->case_count; c++) {
        for (size_t p = 0; p < plan->peer_count; p++) {
            const size_t at[2] = {c, p};
            print_row(to, results, at, metric);
        }
    }
    if (plan->case_count > 1) {
        print_means(to, results, metric);
    }
}

static void print_counter(FILE *to, const struct wick_results *results)
{
    switch (results->counter) {
    case WICK_COUNTER_PERF:
        break;
    case WICK_COUNTER_GRIND:
        (void)fputs("note: instructions are those of one run each under "
                    "callgrind, in which threads take turns\n",
                    to);
        break;
    case WICK_COUNTER_NONE:
        (void)fprintf(to, "note: instructions are not counted here (%s)\n",
                      wick_err_message(results->counter_err));
        break;
    }
}

static void print_notes(FILE *to, const struct wick_results *results)
{
    (void)fputc('\n', to);
    if (wick_plan_shows(results->plan, WICK_METRIC_INSTRUCTIONS)) {
        print_counter(to, results);
    }
    if (results->others_share + results->stolen_share > BUSY_SHARE) {
        (void)fprintf(to,
                      "note: other processes took %.0f %% of the machine, the "
                      "hypervisor %.0f %%: absolute times mean little, "
                      "ratios a bit more\n",
                      100 * results->others_share, 100 * results->stolen_share);
    }
}

void wick_report_print(FILE *to, const struct wick_results *results)
{
    print_machine(to, results);
    for (size_t i = 0; i < results->plan->shown_count; i++) {
        enum wick_metric metric = results->plan->shown[i];

        /* Where nothing worked, the reasons still need a place. */
        if (metric != WICK_METRIC_INSTRUCTIONS ||
            is_measured(results, metric)) {
            print_table(to, results, metric);
        }
    }
    print_notes(to, results);
}

bool wick_report_limits(FILE *to, const struct wick_results *results)
{
    const struct wick_plan *plan = results->plan;
    bool is_kept = true;

    for (size_t i = 0; i < plan->limit_count; i++) {
        const struct wick_plan_limit *limit = &plan->limits[i];
        const struct wick_plan_case *which = &plan->cases[limit->case_index];
        struct wick_stats stats;
        struct wick_stats_ratio ratio;

        wick_results_stats(results, limit->case_index, limit->peer_index,
                           limit->metric, &stats, &ratio);
        (void)fprintf(to, "limit: %.*s of %s, %s: ", WICK_STR_ARG(which->name),
                      plan->peers[limit->peer_index].name,
                      wick_metric_info(limit->metric)->name);
        if (isnan(ratio.of_medians)) {
            (void)fputs("cannot be judged, a side was not measured\n", to);
        } else {
            (void)fprintf(
                to, "%.2f times %s, %.2f allowed: %s\n", ratio.of_medians,
                plan->peers[plan->base_index].name, limit->ratio,
                ratio.of_medians <= limit->ratio ? "kept" : "EXCEEDED");
        }
        /* Also false for NAN. */
        is_kept = is_kept && ratio.of_medians <= limit->ratio;
    }
    return is_kept;
}
