/* SPDX-License-Identifier: MIT */
#include "report.h"

#include "buf.h"
#include "json_escape.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <unistd.h>

/* 64 cases, 8 peers and 1000 rounds of 24 metrics fit. */
#define JSON_BYTES_MAX ((size_t)256 << 20)

/* The appends are checked once, by wick_buf_err() at the end. */
WICK_PRINTF(2, 3)
static void put(struct wick_buf *buf, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int ignored = wick_buf_vprintf(buf, format, args);
    (void)ignored;
    va_end(args);
}

static void put_text(struct wick_buf *buf, struct wick_str text)
{
    put(buf, "\"");
    int ignored = wick_json_escape(buf, text, WICK_JSON_ESCAPE_UTF8);
    (void)ignored;
    put(buf, "\"");
}

/* "KEY": "TEXT", with null for an empty one. */
static void put_field(struct wick_buf *buf, const char *key, const char *text)
{
    put(buf, "\"%s\": ", key);
    if (text[0] == '\0') {
        put(buf, "null");
    } else {
        put_text(buf, wick_str_from(text));
    }
}

static void put_number(struct wick_buf *buf, const char *key, double value)
{
    put(buf, "\"%s\": ", key);
    if (isnan(value)) {
        put(buf, "null");
    } else {
        put(buf, "%.6g", value);
    }
}

static void put_machine(struct wick_buf *buf,
                        const struct wick_results *results)
{
    const struct wick_machine *machine = &results->machine;

    put(buf, "  \"machine\": {");
    put_field(buf, "cpu", machine->cpu);
    put(buf, ", \"cores\": %u, \"virtual\": %s, \"memory_kb\": %llu, ",
        machine->cores, machine->is_virtual ? "true" : "false",
        (unsigned long long)machine->memory_kb);
    put_field(buf, "kernel", machine->kernel);
    put(buf, ", ");
    put_field(buf, "architecture", machine->architecture);
    put(buf, ", ");
    put_field(buf, "governor", machine->governor);
    put(buf, ", ");
    put_field(buf, "transparent_huge_pages", machine->huge_pages);
    put(buf, ",\n    ");
    put_number(buf, "other_processes_share", results->others_share);
    put(buf, ", ");
    put_number(buf, "hypervisor_share", results->stolen_share);
    put(buf, "},\n");
}

static void put_metric(struct wick_buf *buf, const struct wick_results *results,
                       const size_t at[2], enum wick_metric metric)
{
    const struct wick_cell *cell = &results->cells[at[0]][at[1]];
    const double *values = wick_results_values(results, cell, metric);
    struct wick_stats stats;
    struct wick_stats_ratio ratio;

    wick_results_stats(results, at[0], at[1], metric, &stats, &ratio);
    put(buf, ",\n        \"%s\": {", wick_metric_info(metric)->key);
    put_number(buf, "median", stats.median);
    put(buf, ", ");
    put_number(buf, "p90", stats.p90);
    put(buf, ", ");
    put_number(buf, "p99", stats.p99);
    put(buf, ", ");
    put_number(buf, "min", stats.min);
    put(buf, ", ");
    put_number(buf, "max", stats.max);
    put(buf, ",\n          ");
    put_number(buf, "ratio_of_medians", ratio.of_medians);
    put(buf, ", ");
    put_number(buf, "ratio_by_round", ratio.pair_median);
    put(buf, ", ");
    put_number(buf, "ratio_by_round_q1", ratio.pair_low);
    put(buf, ", ");
    put_number(buf, "ratio_by_round_q3", ratio.pair_high);
    put(buf, ",\n          \"runs\": [");
    for (size_t i = 0; i < results->plan->rounds; i++) {
        put(buf, i > 0 ? ", " : "");
        if (isnan(values[i])) {
            put(buf, "null");
        } else {
            put(buf, "%.10g", values[i]);
        }
    }
    put(buf, "]}");
}

static void put_cell(struct wick_buf *buf, const struct wick_results *results,
                     size_t case_index, size_t peer_index)
{
    const struct wick_cell *cell = &results->cells[case_index][peer_index];
    const size_t at[2] = {case_index, peer_index};
    struct wick_stats stats;
    struct wick_stats_ratio ratio;

    put(buf, "      ");
    put_text(buf, wick_str_from(results->plan->peers[peer_index].name));
    put(buf, ": {");
    put_field(buf, "error", cell->why);
    for (size_t i = 0; i < WICK_METRIC_COUNT; i++) {
        wick_results_stats(results, case_index, peer_index, (enum wick_metric)i,
                           &stats, &ratio);
        if (stats.count > 0) {
            put_metric(buf, results, at, (enum wick_metric)i);
        }
    }
    put(buf, "}");
}

static void put_peers(struct wick_buf *buf, const struct wick_plan *plan)
{
    put(buf, "  \"peers\": {\n");
    for (size_t p = 0; p < plan->peer_count; p++) {
        const struct wick_plan_peer *peer = &plan->peers[p];

        put(buf, "    ");
        put_text(buf, wick_str_from(peer->name));
        put(buf, ": {");
        put_field(buf, "version", peer->version);
        put(buf, ", \"missing\": %s, \"command\": [",
            peer->is_missing ? "true" : "false");
        for (size_t i = 0; i < peer->word_count; i++) {
            put(buf, i > 0 ? ", " : "");
            put_text(buf, wick_str_from(peer->words[i]));
        }
        put(buf, "]}%s\n", p + 1 < plan->peer_count ? "," : "");
    }
    put(buf, "  },\n");
}

/* For each peer the geometric mean over the cases of its ratios by metric. */
static void put_means(struct wick_buf *buf, const struct wick_results *results)
{
    const struct wick_plan *plan = results->plan;

    put(buf, "  \"geometric_mean_of_ratios\": {\n");
    for (size_t p = 0; p < plan->peer_count; p++) {
        put(buf, "    ");
        put_text(buf, wick_str_from(plan->peers[p].name));
        put(buf, ": {");
        for (size_t i = 0; i < WICK_METRIC_COUNT; i++) {
            enum wick_metric metric = (enum wick_metric)i;

            put(buf, i > 0 ? ", " : "");
            put_number(buf, wick_metric_info(metric)->key,
                       wick_results_mean_ratio(results, p, metric));
        }
        put(buf, "}%s\n", p + 1 < plan->peer_count ? "," : "");
    }
    put(buf, "  }\n");
}

static void put_results(struct wick_buf *buf,
                        const struct wick_results *results)
{
    static const char *const counters[] = {
        [WICK_COUNTER_NONE] = "null",
        [WICK_COUNTER_PERF] = "\"perf_event\"",
        [WICK_COUNTER_GRIND] = "\"callgrind\"",
    };
    const struct wick_plan *plan = results->plan;

    put(buf, "{\n");
    put_machine(buf, results);
    put(buf, "  \"rounds\": %zu,\n  \"warmup\": %zu,\n  ", plan->rounds,
        plan->warmup);
    put_field(buf, "base", plan->peers[plan->base_index].name);
    put(buf, ",\n  \"instructions_counted_by\": %s,\n",
        counters[results->counter]);
    put_peers(buf, plan);
    put(buf, "  \"cases\": {\n");
    for (size_t c = 0; c < plan->case_count; c++) {
        put(buf, "    ");
        put_text(buf, plan->cases[c].name);
        put(buf, ": {\n");
        for (size_t p = 0; p < plan->peer_count; p++) {
            put_cell(buf, results, c, p);
            put(buf, p + 1 < plan->peer_count ? ",\n" : "\n");
        }
        put(buf, "    }%s\n", c + 1 < plan->case_count ? "," : "");
    }
    put(buf, "  },\n");
    put_means(buf, results);
    put(buf, "}\n");
}

static int write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t written = write(fd, bytes, len);

        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return -errno;
        }
        bytes += written;
        len -= (size_t)written;
    }
    return 0;
}

/* By a second name, so that a reader never sees half of it. */
static int write_file(const char *path, struct wick_str text)
{
    char made[PATH_MAX];
    int len = snprintf(made, sizeof(made), "%s.new", path);

    if (len < 0 || (size_t)len >= sizeof(made)) {
        return -ENAMETOOLONG;
    }
    int fd = open(made, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        return -errno;
    }
    int err = write_all(fd, text.ptr, text.len);
    if (close(fd) < 0 && err == 0) {
        err = -errno;
    }
    if (err == 0 && rename(made, path) < 0) {
        err = -errno;
    }
    if (err < 0) {
        (void)unlink(made);
    }
    return err;
}

int wick_report_write_json(const char *path, const struct wick_results *results)
{
    struct wick_buf buf;

    wick_buf_init(&buf, JSON_BYTES_MAX);
    put_results(&buf, results);
    int err = wick_buf_err(&buf);
    if (err == 0) {
        err = write_file(path, wick_buf_get(&buf));
    }
    wick_buf_release(&buf);
    return err;
}
