/* SPDX-License-Identifier: MIT */
#include "metric.h"

#define MEASURED WICK_METRIC_MEASURED
#define TOLD     WICK_METRIC_TOLD

static const struct wick_metric_info infos[] = {
    [WICK_METRIC_WALL] = {"wall", "wall_ms", "wall clock, ms", 2, MEASURED},
    [WICK_METRIC_CPU] = {"cpu", "cpu_ms", "CPU time, ms", 1, MEASURED},
    [WICK_METRIC_USER] = {"user", "user_ms", "user mode, ms", 1, MEASURED},
    [WICK_METRIC_SYS] = {"sys", "sys_ms", "kernel mode, ms", 1, MEASURED},
    [WICK_METRIC_RSS] = {"rss", "peak_rss_kb", "peak RSS, KB", 0, MEASURED},
    [WICK_METRIC_MINOR] = {"minor", "minor_faults", "minor page faults", 0,
                           MEASURED},
    [WICK_METRIC_MAJOR] = {"major", "major_faults", "major page faults", 0,
                           MEASURED},
    [WICK_METRIC_INSTRUCTIONS] = {"instructions", "instructions",
                                  "user instructions", 0, MEASURED},
    [WICK_METRIC_INNER] = {"inner", "inner_ms", "inner time, ms", 1, MEASURED},
    [WICK_METRIC_EACH] = {"each", "each_us", "time an invocation, us", 1, TOLD},
    [WICK_METRIC_P50] = {"p50", "p50_us", "latency p50, us", 1, TOLD},
    [WICK_METRIC_P99] = {"p99", "p99_us", "latency p99, us", 1, TOLD},
    [WICK_METRIC_SPENT] = {"spent", "spent_us", "CPU time an invocation, us", 1,
                           TOLD},
    [WICK_METRIC_NEXT] = {"next", "next_ms", "spawn to first next, ms", 1,
                          TOLD},
    [WICK_METRIC_FIRST] = {"first", "first_ms", "event to response, ms", 1,
                           TOLD},
    [WICK_METRIC_TOTAL] = {"total", "total_ms", "both together, ms", 1, TOLD},
    [WICK_METRIC_WAITING_RSS] = {"waiting-rss", "waiting_rss_kb",
                                 "RSS at first next, KB", 0, TOLD},
    [WICK_METRIC_WAITING_PRIVATE] = {"private", "private_kb",
                                     "of it anonymous, KB", 0, TOLD},
    [WICK_METRIC_WAITING_VSZ] = {"vsz", "vsz_kb", "VSZ at first next, KB", 0,
                                 TOLD},
    [WICK_METRIC_FAULTS] = {"faults", "faults", "page faults by then", 0,
                            WICK_METRIC_TOLD_IF_KNOWN},
    [WICK_METRIC_PAGES] = {"pages", "pages", "pages by then", 0, TOLD},
    [WICK_METRIC_CALLS] = {"calls", "calls", "system calls by then", 0, TOLD},
    [WICK_METRIC_OPENS] = {"opens", "opens", "files opened by then", 0, TOLD},
    [WICK_METRIC_THREADS] = {"threads", "threads", "threads by then", 0, TOLD},
};
WICK_STATIC_ASSERT(ARRAY_LEN(infos) == WICK_METRIC_COUNT, "a row a metric");

const struct wick_metric_info *wick_metric_info(enum wick_metric metric)
{
    WICK_ASSERT((size_t)metric < ARRAY_LEN(infos));
    return &infos[metric];
}

bool wick_metric_find(struct wick_str name, enum wick_metric *metric)
{
    for (size_t i = 0; i < ARRAY_LEN(infos); i++) {
        if (wick_str_eq(wick_str_from(infos[i].name), name)) {
            *metric = (enum wick_metric)i;
            return true;
        }
    }
    return false;
}
