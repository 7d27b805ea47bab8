/* SPDX-License-Identifier: MIT */
/*
 * coldstart: one cold start of one runtime. Serves the Runtime API, starts the
 * runtime, notes when it asks for its first event, hands it one, and notes
 * when the response is there, which must be the one that FUNCTION expects.
 * Times are those of CLOCK_MONOTONIC, taken when the request has been read.
 *
 * Then it starts the runtime once more and counts its system calls up to the
 * first request for an event; that start has no part in the times.
 *
 * Prints lines "NAME NUMBER", which bench/lib/timeit.c reads:
 *
 *   next      from before the spawn to the first request for an event, ms
 *   first     from the event's departure to the response, ms
 *   total     the sum of both
 *   waiting-rss, vsz   of the process while it waits for the event, KB
 *   private   of that what no file backs, KB
 *   faults    page faults by then that interrupted it, by the kernel's counter
 *             (perf_event_open); no line where there is none
 *   pages     pages that it got by then, one by one or populated in one call
 *   threads   by then
 *   calls     system calls by then, of all threads
 *   opens     of them those that open a file
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base.h"
#include "buf.h"
#include "clock.h"
#include "err.h"
#include "file.h"
#include "lambda.h"
#include "trace.h"

enum { EXIT_USAGE = 64 };

#define TEXT_MAX ((size_t)8 << 20)

static const char usage_text[] =
    "usage: coldstart [-s] [-m MB] FUNCTION [NAME=VALUE...] COMMAND...\n"
    "\n"
    "FUNCTION is a folder with index.mjs or index.js, event.json and\n"
    "response.json. MB (512) is the function's memory. -s: no second\n"
    "start, which counts the system calls.\n";

#define REQUEST_ID WICK_STR("8476a536-e9f4-11e8-9739-2dfe598c3fcd")

/* What /proc says of the process. */
struct state {
    double rss_kb;
    double vsz_kb;
    double private_kb;
    double threads;
    double pages;
    double faults; /* NAN: not counted */
};

/* Lifetime: process. */
static struct {
    struct wick_lambda lambda;
    struct wick_lambda_config config;
    struct wick_buf event;
    struct wick_buf response;
    struct wick_trace_counts *counts; /* NULL in the start that is timed */

    int faults_fd; /* -1: not counted */
    uint64_t start_ns;
    uint64_t next_ns;
    uint64_t sent_ns;
    uint64_t response_ns;
    struct state state;
    uint64_t calls;
    uint64_t opens;
    bool is_over;
    int status;
} bench;

static void end(void)
{
    bench.is_over = true;
    wick_child_signal(&bench.lambda.child, SIGKILL);
}

/* Says why there is no figure; the runtime is stopped. */
WICK_PRINTF(1, 2)
static void fail(const char *format, ...)
{
    va_list args;

    if (bench.is_over) {
        return;
    }
    va_start(args, format);
    (void)fputs("coldstart: ", stderr);
    (void)vfprintf(stderr, format, args);
    (void)fputc('\n', stderr);
    va_end(args);
    bench.status = EXIT_FAILURE;
    end();
}

/* ---- Page faults ---- */

/*
 * A counter that this process never starts itself; the process it spawns
 * inherits it and starts it with its exec. -1 where the kernel has none for us.
 */
static int open_faults(void)
{
    struct perf_event_attr attr = {
        .type = PERF_TYPE_SOFTWARE,
        .size = sizeof(attr),
        .config = PERF_COUNT_SW_PAGE_FAULTS,
        .disabled = 1,
        .inherit = 1,
        .enable_on_exec = 1,
        .exclude_kernel = 1,
    };

    return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1,
                        (unsigned long)PERF_FLAG_FD_CLOEXEC);
}

static double read_faults(void)
{
    uint64_t count;

    return bench.faults_fd >= 0 &&
                   read(bench.faults_fd, &count, sizeof(count)) == sizeof(count)
               ? (double)count
               : NAN;
}

/* ---- What /proc says ---- */

/* The number after @label in @text, or -1. */
static double field(const char *text, const char *label)
{
    const char *at = strstr(text, label);

    return at ? strtod(at + strlen(label), NULL) : -1;
}

/* Minor and major faults: the 10th and 12th field of /proc/PID/stat. */
static double pages_of(const char *stat)
{
    /* The command's name, the 2nd, may hold blanks and parentheses. */
    const char *at = strrchr(stat, ')');
    double pages[2] = {-1, 0};

    for (int n = 2; at && n < 12; n++) {
        at = strchr(at + 1, ' ');
        if (at && (n == 9 || n == 11)) {
            pages[n == 11] = strtod(at, NULL);
        }
    }
    return pages[0] + pages[1];
}

static void read_state(struct state *state, pid_t pid)
{
    char path[64];
    struct wick_buf text;

    wick_buf_init(&text, TEXT_MAX);
    (void)snprintf(path, sizeof(path), "/proc/%d/stat", pid);
    int err = wick_file_read(path, &text);
    state->pages = err < 0 ? -1 : pages_of(wick_buf_cstr(&text));
    wick_buf_reset(&text);
    (void)snprintf(path, sizeof(path), "/proc/%d/status", pid);
    err = wick_file_read(path, &text);
    if (err < 0) {
        fail("%s: %s", path, wick_err_message(err));
    }
    const char *status = wick_buf_cstr(&text);
    state->rss_kb = field(status, "VmRSS:");
    state->vsz_kb = field(status, "VmSize:");
    state->private_kb = field(status, "RssAnon:");
    state->threads = field(status, "Threads:");
    wick_buf_release(&text);
}

/* ---- The Runtime API ---- */

static void take_next(struct wick_conn *conn)
{
    uint64_t now_ns = wick_clock_monotonic_ns();

    if (bench.next_ns != 0) {
        /* After the response: it is over, and this one is left to wait. */
        return;
    }
    bench.next_ns = now_ns;
    if (bench.counts) {
        bench.calls = atomic_load(&bench.counts->calls);
        bench.opens = atomic_load(&bench.counts->opens);
        end();
        return;
    }
    bench.state.faults = read_faults();
    read_state(&bench.state, bench.lambda.child.pid);
    bench.sent_ns = wick_clock_monotonic_ns();
    wick_lambda_deliver(conn, REQUEST_ID, wick_buf_get(&bench.event));
}

static void take_response(struct wick_conn *conn)
{
    struct wick_str body = wick_buf_get(&conn->body);

    bench.response_ns = wick_clock_monotonic_ns();
    if (!wick_str_eq(body, wick_buf_get(&bench.response))) {
        fail("a wrong response, %zu bytes: %.*s", body.len,
             (int)wick_size_min(body.len, 300), body.ptr);
        return;
    }
    wick_conn_reply(conn, 202, "application/json",
                    WICK_STR("{\"status\":\"OK\"}\n"));
    end();
}

static void on_head(struct wick_conn *conn)
{
    conn->body_max = TEXT_MAX;
}

static void on_request(struct wick_conn *conn)
{
    struct wick_str target = wick_http1_target(&conn->http);

    if (wick_str_eq(target, WICK_STR(WICK_LAMBDA_API "next"))) {
        take_next(conn);
    } else if (wick_lambda_is_response(target, REQUEST_ID)) {
        take_response(conn);
    } else {
        fail("%.*s with %.*s", WICK_STR_ARG(target),
             (int)wick_size_min(conn->body.len, 1000),
             wick_buf_cstr(&conn->body));
    }
}

static void on_too_large(struct wick_conn *conn)
{
    fail("%.*s is too large", WICK_STR_ARG(wick_http1_target(&conn->http)));
}

static void on_exit_of_child(struct wick_child *child,
                             const struct wick_child_end *how_ended)
{
    struct wick_buf how;

    (void)child;
    wick_buf_init(&how, 1024);
    (void)!wick_child_describe(&how, how_ended->wait_status);
    fail("the runtime ended: %s", wick_buf_cstr(&how));
    wick_buf_release(&how);
    wick_reactor_stop(&bench.lambda.reactor);
}

/* ---- The two starts ---- */

static int run(char *command[])
{
    int err = wick_lambda_init(&bench.lambda, &bench.config);

    if (err < 0) {
        return err;
    }
    bench.next_ns = 0;
    bench.is_over = false;
    bench.faults_fd = open_faults();
    bench.start_ns = wick_clock_monotonic_ns();
    err = wick_lambda_start(&bench.lambda, command);
    if (err == 0) {
        err = wick_reactor_run(&bench.lambda.reactor);
    }
    wick_lambda_release(&bench.lambda);
    if (bench.faults_fd >= 0) {
        (void)close(bench.faults_fd);
    }
    return err;
}

/* The same command below this program, as "coldstart --trace PID FD". */
static int run_traced(char *command[])
{
    static char program[] = "/proc/self/exe";
    static char option[] = "--trace";
    char place[64];
    char *words[64];
    size_t count = 0;
    int fd = memfd_create("counts", MFD_CLOEXEC);

    if (fd < 0 || ftruncate(fd, sizeof(*bench.counts)) < 0) {
        return -errno;
    }
    bench.counts = mmap(NULL, sizeof(*bench.counts), PROT_READ | PROT_WRITE,
                        MAP_SHARED, fd, 0);
    if (bench.counts == MAP_FAILED) {
        return -errno;
    }
    (void)snprintf(place, sizeof(place), "/proc/%d/fd/%d", getpid(), fd);
    while (*command && strchr(*command, '=')) {
        words[count++] = *command++;
    }
    words[count++] = program;
    words[count++] = option;
    words[count++] = place;
    while (*command && count + 1 < ARRAY_LEN(words)) {
        words[count++] = *command++;
    }
    words[count] = NULL;
    return run(words);
}

/* What run_traced() has started: counts into the memory that is open there. */
static int trace(const char *place, char *command[])
{
    FILE *file = fopen(place, "r+");
    struct wick_trace_counts *counts =
        file ? mmap(NULL, sizeof(*counts), PROT_READ | PROT_WRITE, MAP_SHARED,
                    fileno(file), 0)
             : MAP_FAILED;

    if (counts == MAP_FAILED) {
        (void)fprintf(stderr, "coldstart: %s: %s\n", place,
                      wick_err_message(-errno));
        return EXIT_FAILURE;
    }
    int status = wick_trace_run(command, counts);
    if (status < 0) {
        (void)fprintf(stderr, "coldstart: cannot trace: %s\n",
                      wick_err_message(status));
        return EXIT_FAILURE;
    }
    return status;
}

static void print(void)
{
    double next_ms = (double)(bench.next_ns - bench.start_ns) / WICK_NS_PER_MS;
    double first_ms =
        (double)(bench.response_ns - bench.sent_ns) / WICK_NS_PER_MS;

    (void)printf("next %.3f\nfirst %.3f\ntotal %.3f\n", next_ms, first_ms,
                 next_ms + first_ms);
    (void)printf("waiting-rss %.0f\nvsz %.0f\nprivate %.0f\npages %.0f\n"
                 "threads %.0f\n",
                 bench.state.rss_kb, bench.state.vsz_kb, bench.state.private_kb,
                 bench.state.pages, bench.state.threads);
    if (!isnan(bench.state.faults)) {
        (void)printf("faults %.0f\n", bench.state.faults);
    }
}

/* ---- The command line ---- */

static int usage(void)
{
    (void)fputs(usage_text, stderr);
    return EXIT_USAGE;
}

/* One of the function's files, whole. */
static int load(struct wick_buf *text, const char *name)
{
    char path[4096];

    (void)snprintf(path, sizeof(path), "%s/%s", bench.config.directory, name);
    wick_buf_init(text, TEXT_MAX);
    int err = wick_file_read(path, text);
    if (err < 0) {
        (void)fprintf(stderr, "coldstart: %s: %s\n", path,
                      wick_err_message(err));
    }
    return err;
}

/* False when the command line is wrong. */
static bool take_options(int argc, char *argv[], bool *is_single)
{
    uint32_t memory_mb = 512;
    int option;

    while ((option = getopt(argc, argv, "+m:s")) != -1) {
        if (option == 's') {
            *is_single = true;
        } else if (option != 'm' || wick_str_parse_u32(wick_str_from(optarg),
                                                       10240, &memory_mb) < 0) {
            return false;
        }
    }
    bench.config.memory_mb = memory_mb;
    return argc - optind >= 2;
}

int main(int argc, char *argv[])
{
    static const struct wick_server_ops ops = {
        .on_head = on_head,
        .on_too_large = on_too_large,
        .on_request = on_request,
    };
    bool is_single = false;

    if (argc > 3 && strcmp(argv[1], "--trace") == 0) {
        return trace(argv[2], argv + 3);
    }
    if (!take_options(argc, argv, &is_single)) {
        return usage();
    }
    bench.config.directory = realpath(argv[optind], NULL);
    bench.config.handler = "index.handler";
    bench.config.ops = &ops;
    bench.config.on_exit = on_exit_of_child;
    /* The file ends with a newline, as files do; the response does not. */
    if (!bench.config.directory || load(&bench.event, "event.json") < 0 ||
        load(&bench.response, "response.json") < 0) {
        return usage();
    }
    if (bench.response.len > 0) {
        wick_buf_truncate(&bench.response, bench.response.len - 1);
    }
    int err = run(argv + optind + 1);
    if (err == 0 && bench.status == 0) {
        print();
    }
    if (err == 0 && bench.status == 0 && !is_single) {
        err = run_traced(argv + optind + 1);
        if (err == 0 && bench.status == 0) {
            (void)printf("calls %llu\nopens %llu\n",
                         (unsigned long long)bench.calls,
                         (unsigned long long)bench.opens);
        }
    }
    if (err < 0) {
        fail("cannot start: %s", wick_err_message(err));
    }
    return bench.status;
}
