/* SPDX-License-Identifier: MIT */
/*
 * timeit: runs commands in turn and compares them. In turn, because a machine
 * that others use too is faster in one minute than in the next: what happens
 * to one peer happens to all of them, and a round compares neighbours.
 */
#include "base.h"
#include "err.h"
#include "plan.h"
#include "report.h"
#include "results.h"
#include "run.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_LIMIT = 1, EXIT_FAILED_RUN = 2, EXIT_USAGE = 64 };

/* Valgrind makes a program this much slower, at the most. */
#define GRIND_SLOWDOWN 100

static struct wick_plan plan;
static struct wick_results results;
static struct wick_run run;

/* What a failed command had to say, in one line: the last that has a word. */
static struct wick_str last_line(const char *text)
{
    struct wick_str rest = wick_str_trim(wick_str_from(text));

    while (rest.len > 0 && rest.ptr[rest.len - 1] == '\n') {
        rest.len--;
    }
    size_t at = wick_str_find_last_byte(rest, '\n');
    return at == WICK_STR_NONE ? rest : wick_str_from_index(rest, at + 1);
}

/* The number in the line "NAME NUMBER" of @text, or NAN. */
static double find_number(const char *text, struct wick_str name)
{
    struct wick_str_split split = wick_str_split_start(wick_str_from(text));
    struct wick_str line;
    struct wick_str key;
    struct wick_str number;

    while (wick_str_split_next(&split, '\n', &line)) {
        char *end;

        if (!wick_str_cut(line, ' ', &key, &number) ||
            !wick_str_eq(key, name) || number.len == 0) {
            continue;
        }
        /* The text is NUL-terminated, so it cannot run past its end. */
        double value = strtod(number.ptr, &end);
        if (end == number.ptr + number.len && isfinite(value)) {
            return value;
        }
    }
    return NAN;
}

/* Anything after the program's end that came for us: end as it wants. */
static void leave_if_interrupted(void)
{
    if (run.end == WICK_RUN_INTERRUPTED) {
        (void)fprintf(stderr, "timeit: interrupted, nothing is written\n");
        exit(128 + run.code);
    }
}

/* True when the last run did what it should; else the cell says why not. */
static bool judge_run(struct wick_cell *cell)
{
    switch (run.end) {
    case WICK_RUN_EXITED:
        if (run.code == 0) {
            return true;
        }
        wick_results_fail(&results, cell, "failed: exit status %d: %.*s",
                          run.code, WICK_STR_ARG(last_line(run.err)));
        break;
    case WICK_RUN_SIGNALLED:
        wick_results_fail(&results, cell, "failed: signal %d (%s)", run.code,
                          strsignal(run.code));
        break;
    case WICK_RUN_TIMED_OUT:
        wick_results_fail(&results, cell, "failed: still running after %d ms",
                          plan.timeout_ms);
        break;
    case WICK_RUN_NOT_STARTED:
        wick_results_fail(&results, cell, "failed: cannot be started: %s",
                          wick_err_message(-run.code));
        break;
    case WICK_RUN_INTERRUPTED:
        WICK_UNREACHABLE();
    }
    return false;
}

/* The number of @metric in what was printed; false when it has to be there. */
static bool take_figure(struct wick_cell *cell, enum wick_metric metric,
                        struct wick_str name)
{
    run.sample.value[metric] = find_number(run.out, name);
    if (wick_metric_info(metric)->source == WICK_METRIC_TOLD_IF_KNOWN ||
        !wick_plan_shows(&plan, metric) || !isnan(run.sample.value[metric])) {
        return true;
    }
    wick_results_fail(&results, cell, "failed: printed no line \"%.*s NUMBER\"",
                      WICK_STR_ARG(name));
    return false;
}

/* Takes the figures that the command measured itself from its output. */
static bool take_figures(struct wick_cell *cell,
                         const struct wick_plan_case *which)
{
    for (size_t i = 0; i < WICK_METRIC_COUNT; i++) {
        enum wick_metric metric = (enum wick_metric)i;
        const struct wick_metric_info *info = wick_metric_info(metric);

        if (info->source != WICK_METRIC_MEASURED &&
            !take_figure(cell, metric, wick_str_from(info->name))) {
            return false;
        }
    }
    return take_figure(cell, WICK_METRIC_INNER, which->name);
}

/* The same for what it printed. */
static bool judge_output(struct wick_cell *cell,
                         const struct wick_plan_case *which)
{
    struct wick_str out = {run.out, run.out_len};

    if (plan.expected) {
        struct wick_str expected = wick_str_from(plan.expected);

        if (out.len != expected.len + 1 || out.ptr[expected.len] != '\n' ||
            !wick_str_starts_with(out, expected)) {
            wick_results_fail(&results, cell, "failed: did not print \"%s\"",
                              plan.expected);
            return false;
        }
    }
    return take_figures(cell, which);
}

/* Runs one cell; false when it failed. */
static bool run_cell(size_t c, size_t p, char *const prefix[], int timeout_ms)
{
    static struct wick_plan_command command;
    struct wick_cell *cell = &results.cells[c][p];
    int err =
        wick_plan_command(&command, &plan.peers[p], &plan.cases[c], prefix);

    if (err < 0) {
        wick_results_fail(&results, cell,
                          "failed: the command is over %d bytes",
                          WICK_PLAN_BYTES_MAX);
        return false;
    }
    wick_run_command(&run, command.argv, timeout_ms);
    leave_if_interrupted();
    return judge_run(cell) && judge_output(cell, &plan.cases[c]);
}

/* Rounds below the warm-up do not count. */
static void run_round(size_t round)
{
    for (size_t c = 0; c < plan.case_count; c++) {
        for (size_t p = 0; p < plan.peer_count; p++) {
            struct wick_cell *cell = &results.cells[c][p];

            if (cell->state == WICK_CELL_OK &&
                run_cell(c, p, NULL, plan.timeout_ms) && round >= plan.warmup) {
                wick_results_put(&results, cell, round - plan.warmup,
                                 &run.sample);
            }
        }
    }
}

static void run_rounds(void)
{
    size_t total = plan.warmup + plan.rounds;
    bool is_watched = isatty(STDERR_FILENO);

    for (size_t round = 0; round < total; round++) {
        if (is_watched) {
            (void)fprintf(stderr, "\rround %zu of %zu", round + 1, total);
        }
        run_round(round);
    }
    if (is_watched) {
        (void)fputs("\r\033[K", stderr);
    }
}

/* "==PID== Collected : NUMBER" of callgrind, or NAN. */
static double find_collected(const char *text)
{
    static const char label[] = "Collected : ";
    const char *at = strstr(text, label);
    char *end;

    if (!at) {
        return NAN;
    }
    double value = strtod(at + sizeof(label) - 1, &end);
    return *end == '\n' || *end == '\0' ? value : NAN;
}

/*
 * One more run of each under callgrind: a count of instructions hardly
 * varies, and the runs that are timed stay undisturbed. An engine that does
 * not run there has no figure, which is not a failure.
 */
static void count_by_valgrind(void)
{
    static struct wick_plan_command command;
    char tool[] = "--tool=callgrind";
    char file[] = "--callgrind-out-file=/dev/null";
    char *const prefix[] = {plan.valgrind, tool, file, NULL};

    for (size_t c = 0; c < plan.case_count; c++) {
        for (size_t p = 0; p < plan.peer_count; p++) {
            struct wick_cell *cell = &results.cells[c][p];

            if (cell->state != WICK_CELL_OK ||
                wick_plan_command(&command, &plan.peers[p], &plan.cases[c],
                                  prefix) < 0) {
                continue;
            }
            wick_run_command(&run, command.argv,
                             plan.timeout_ms * GRIND_SLOWDOWN);
            leave_if_interrupted();
            if (run.end == WICK_RUN_EXITED && run.code == 0) {
                wick_results_values(&results, cell,
                                    WICK_METRIC_INSTRUCTIONS)[0] =
                    find_collected(run.err);
            }
        }
    }
}

/* The first line that the program prints when asked for its version. */
static void ask_version(struct wick_plan_peer *peer)
{
    char option[] = "--version";
    char program[PATH_MAX];
    char *const argv[] = {program, option, NULL};

    (void)snprintf(program, sizeof(program), "%s", peer->program);

    wick_run_command(&run, argv, plan.timeout_ms);
    leave_if_interrupted();
    if (run.end != WICK_RUN_EXITED || run.code != 0) {
        return;
    }
    int len = (int)strcspn(run.out, "\n");
    (void)snprintf(peer->version, sizeof(peer->version), "%.*s", len, run.out);
}

static void measure(void)
{
    struct wick_machine_load load;

    wick_machine_init(&results.machine);
    for (size_t p = 0; p < plan.peer_count; p++) {
        if (plan.has_versions && !plan.peers[p].is_missing) {
            ask_version(&plan.peers[p]);
        }
    }
    results.counter_err = wick_run_can_count();
    results.counter =
        results.counter_err == 0 ? WICK_COUNTER_PERF : WICK_COUNTER_NONE;
    wick_machine_load_start(&load);
    run_rounds();
    wick_machine_load_read(&load, &results.others_share, &results.stolen_share);
    if (results.counter == WICK_COUNTER_NONE && plan.valgrind) {
        results.counter = WICK_COUNTER_GRIND;
        count_by_valgrind();
    }
}

/* The exit status of the whole. */
static int report(void)
{
    wick_report_print(stdout, &results);
    bool is_kept = wick_report_limits(stdout, &results);

    if (plan.json_path) {
        int err = wick_report_write_json(plan.json_path, &results);

        if (err < 0) {
            (void)fprintf(stderr, "timeit: %s: %s\n", plan.json_path,
                          wick_err_message(err));
            return EXIT_FAILED_RUN;
        }
        (void)printf("written: %s\n", plan.json_path);
    }
    if (wick_results_has_failed(&results)) {
        return EXIT_FAILED_RUN;
    }
    return is_kept ? EXIT_SUCCESS : EXIT_LIMIT;
}

int main(int argc, char *argv[])
{
    switch (wick_plan_parse(&plan, argc, argv)) {
    case WICK_PLAN_HELP:
        wick_plan_usage(stdout);
        return EXIT_SUCCESS;
    case WICK_PLAN_ERROR:
        (void)fputs("timeit: --help lists the options\n", stderr);
        return EXIT_USAGE;
    case WICK_PLAN_RUN:
        break;
    }
    int err = wick_run_init();
    if (err < 0) {
        (void)fprintf(stderr, "timeit: no signalfd: %s\n",
                      wick_err_message(err));
        return EXIT_FAILED_RUN;
    }
    wick_results_init(&results, &plan);
    measure();
    int status = report();
    wick_results_release(&results);
    return status;
}
