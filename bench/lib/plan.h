/* SPDX-License-Identifier: MIT */
/*
 * What the command line asks for: peers (commands that do the same), cases
 * (what each of them is given to do), limits on their ratio.
 */
#ifndef WICK_BENCH_PLAN_H
#define WICK_BENCH_PLAN_H

#include <stdio.h>

#include "base.h"
#include "metric.h"
#include "str.h"

#define WICK_PLAN_PEERS_MAX  8
#define WICK_PLAN_CASES_MAX  64
#define WICK_PLAN_LIMITS_MAX 16
/* Words of one command, and bytes of all of them once {} is filled in. */
#define WICK_PLAN_WORDS_MAX   32
#define WICK_PLAN_BYTES_MAX   8192
#define WICK_PLAN_VERSION_MAX 64

/* Lifetime: process, as all of these; the text is that of argv. */
struct wick_plan_peer {
    const char *name;
    char *const *words; /* the first is the program; not terminated */
    size_t word_count;
    const char *program; /* the peer proper: its first word, or as told */
    bool is_missing;     /* no such program */
    char version[WICK_PLAN_VERSION_MAX]; /* "" when not asked or unknown */
};

struct wick_plan_case {
    struct wick_str name;
    const char *argument; /* for {} */
};

/* The ratio of @peer's median to the base's may not be over @ratio. */
struct wick_plan_limit {
    size_t case_index;
    size_t peer_index;
    enum wick_metric metric;
    double ratio;
};

struct wick_plan {
    struct wick_plan_peer peers[WICK_PLAN_PEERS_MAX];
    size_t peer_count;
    size_t base_index;
    struct wick_plan_case cases[WICK_PLAN_CASES_MAX];
    size_t case_count;
    struct wick_plan_limit limits[WICK_PLAN_LIMITS_MAX];
    size_t limit_count;
    enum wick_metric shown[WICK_METRIC_COUNT]; /* tables, in order */
    size_t shown_count;
    size_t rounds;
    size_t warmup;
    int timeout_ms;
    const char *expected;  /* standard output, without its newline, or NULL */
    const char *json_path; /* or NULL */
    char *valgrind;        /* counts instructions where perf cannot, or NULL */
    bool has_versions;
};

enum wick_plan_result { WICK_PLAN_RUN, WICK_PLAN_HELP, WICK_PLAN_ERROR };

/*
 * Reads the command line. On WICK_PLAN_ERROR a line has been printed on
 * standard error.
 */
WICK_NODISCARD enum wick_plan_result wick_plan_parse(struct wick_plan *plan,
                                                     int argc, char *argv[]);

/* True when the plan has a table of @metric. */
WICK_NODISCARD bool wick_plan_shows(const struct wick_plan *plan,
                                    enum wick_metric metric);

/* Prints the options. */
void wick_plan_usage(FILE *to);

/* The command of one peer for one case. Lifetime: the caller's storage. */
struct wick_plan_command {
    char *argv[WICK_PLAN_WORDS_MAX + 4]; /* ends with NULL */
    char bytes[WICK_PLAN_BYTES_MAX];
};

/*
 * Fills @command; @prefix (or NULL) are words that go before it, at most 3,
 * ending with NULL. 0 or -WICK_ETOOBIG.
 */
WICK_NODISCARD int wick_plan_command(struct wick_plan_command *command,
                                     const struct wick_plan_peer *peer,
                                     const struct wick_plan_case *which,
                                     char *const prefix[]);

#endif
