/* SPDX-License-Identifier: MIT */
/*
 * invoke: one runtime under load. Serves the Runtime API, starts a runtime,
 * hands it one event after the other and measures from the event's departure
 * to the last byte of its response. Each response is compared with what it
 * has to be: a runtime that answers quickly and wrongly has no figure.
 *
 * Prints lines "NAME NUMBER", which bench/lib/timeit.c reads:
 *
 *   each   time of an invocation, from event to event, us
 *   p50    half of the responses came within this many us
 *   p99    all but one in a hundred did
 *   spent  CPU time of the runtime's process an invocation, us
 *
 * The server is the developer's command's own (cli/server.h), so that all
 * runtimes meet the same one, and a fast one.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base.h"
#include "clock.h"
#include "err.h"
#include "lambda.h"
#include "load.h"
#include "mem.h"

enum { EXIT_USAGE = 64 };

#define COUNT_MAX 1000000u

static const char usage_text[] =
    "usage: invoke [-n COUNT] [-w WARMUP] [-m MB] CASE [NAME=VALUE...] "
    "COMMAND...\n"
    "\n"
    "Starts COMMAND as Lambda would, with the handler CASE.handler of this\n"
    "folder (-d DIR: of another), and measures COUNT (2000) invocations after\n"
    "WARMUP (500) that do not count. MB (512) is the function's memory.\n"
    "CASE is one of: ";

/* Lifetime: process. */
static struct {
    struct wick_lambda lambda;
    struct wick_lambda_config config;
    struct wick_load load;
    const char *name;
    char *directory;
    char handler[64];
    uint32_t count;
    uint32_t warmup;
    uint32_t memory_mb;

    size_t delivered;
    size_t answered;
    uint64_t sent_ns; /* of the event that is out, 0 without one */
    uint64_t began_ns;
    uint64_t ended_ns;
    uint64_t cpu_began_ns;
    uint64_t cpu_ended_ns;
    uint64_t *latency_ns; /* of each measured invocation, owned */
    int status;
    bool is_over;
} bench;

/* ---- The end ---- */

/* Says why there is no figure; the runtime is stopped. */
WICK_PRINTF(1, 2)
static void fail(const char *format, ...)
{
    va_list args;

    if (bench.is_over) {
        return;
    }
    va_start(args, format);
    (void)fputs("invoke: ", stderr);
    (void)vfprintf(stderr, format, args);
    (void)fputc('\n', stderr);
    va_end(args);
    bench.is_over = true;
    bench.status = EXIT_FAILURE;
    wick_child_signal(&bench.lambda.child, SIGKILL);
}

static uint64_t cpu_ns_of(pid_t pid)
{
    clockid_t clock;
    struct timespec time;

    if (clock_getcpuclockid(pid, &clock) != 0 ||
        clock_gettime(clock, &time) < 0) {
        return 0;
    }
    return (uint64_t)time.tv_sec * WICK_NS_PER_S + (uint64_t)time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a;
    uint64_t right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

/* Nearest rank: the least value that @percent of all do not exceed, in us. */
static double percentile(size_t percent)
{
    size_t rank = (bench.count * percent + 99) / 100;

    return (double)bench.latency_ns[rank - 1] / WICK_NS_PER_US;
}

static void print(void)
{
    double count = (double)bench.count * WICK_NS_PER_US;

    qsort(bench.latency_ns, bench.count, sizeof(*bench.latency_ns), compare);
    (void)printf("each %.3f\np50 %.3f\np99 %.3f\nspent %.3f\n",
                 (double)(bench.ended_ns - bench.began_ns) / count,
                 percentile(50), percentile(99),
                 (double)(bench.cpu_ended_ns - bench.cpu_began_ns) / count);
}

/* ---- The Runtime API ---- */

#define ID_SIZE 32

/* Of the event that is out, in @id. */
static struct wick_str id_of(char id[ID_SIZE])
{
    int len = snprintf(id, ID_SIZE, "request-%zu", bench.delivered);

    return (struct wick_str){id, (size_t)len};
}

static void deliver(struct wick_conn *conn)
{
    char id[ID_SIZE];

    if (bench.delivered == bench.warmup) {
        bench.cpu_began_ns = cpu_ns_of(bench.lambda.child.pid);
        bench.began_ns = wick_clock_monotonic_ns();
    }
    if (bench.delivered == (size_t)bench.warmup + bench.count) {
        bench.ended_ns = wick_clock_monotonic_ns();
        bench.cpu_ended_ns = cpu_ns_of(bench.lambda.child.pid);
        bench.is_over = true;
        wick_child_signal(&bench.lambda.child, SIGKILL);
        return;
    }
    bench.delivered++;
    struct wick_str request_id = id_of(id);

    bench.sent_ns = wick_clock_monotonic_ns();
    wick_lambda_deliver(conn, request_id, wick_buf_get(&bench.load.event));
}

static void take_response(struct wick_conn *conn)
{
    uint64_t now_ns = wick_clock_monotonic_ns();
    struct wick_str body = wick_buf_get(&conn->body);

    if (bench.sent_ns == 0) {
        fail("a second response to invocation %zu", bench.delivered);
        return;
    }
    if (!wick_str_eq(body, wick_buf_get(&bench.load.response))) {
        fail("a wrong response to invocation %zu, %zu bytes: %.*s",
             bench.delivered, body.len, (int)wick_size_min(body.len, 200),
             body.ptr);
        return;
    }
    if (bench.answered >= bench.warmup) {
        bench.latency_ns[bench.answered - bench.warmup] =
            now_ns - bench.sent_ns;
    }
    bench.answered++;
    bench.sent_ns = 0;
    wick_conn_reply(conn, 202, "application/json",
                    WICK_STR("{\"status\":\"OK\"}\n"));
}

static void on_head(struct wick_conn *conn)
{
    conn->body_max = 4 * bench.load.response.len + 65536;
}

static void on_request(struct wick_conn *conn)
{
    struct wick_str target = wick_http1_target(&conn->http);
    char id[ID_SIZE];

    if (wick_str_eq(target, WICK_STR(WICK_LAMBDA_API "next"))) {
        if (bench.sent_ns != 0) {
            fail("asks for the next event without a response");
            return;
        }
        deliver(conn);
    } else if (wick_lambda_is_response(target, id_of(id))) {
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

static const struct wick_server_ops ops = {
    .on_head = on_head,
    .on_too_large = on_too_large,
    .on_request = on_request,
};

/* ---- The runtime ---- */

static void on_exit_of_child(struct wick_child *child,
                             const struct wick_child_end *end)
{
    struct wick_buf how;

    (void)child;
    wick_buf_init(&how, 1024);
    (void)!wick_child_describe(&how, end->wait_status);
    fail("the runtime ended: %s", wick_buf_cstr(&how));
    wick_buf_release(&how);
    wick_reactor_stop(&bench.lambda.reactor);
}

static int start(char *command[])
{
    (void)snprintf(bench.handler, sizeof(bench.handler), "%s.handler",
                   bench.name);
    bench.config = (struct wick_lambda_config){
        .directory = bench.directory,
        .handler = bench.handler,
        .memory_mb = bench.memory_mb,
        .ops = &ops,
        .on_exit = on_exit_of_child,
    };
    int err = wick_lambda_init(&bench.lambda, &bench.config);

    return err < 0 ? err : wick_lambda_start(&bench.lambda, command);
}

/* ---- The command line ---- */

static int usage(void)
{
    (void)fprintf(stderr, "%s%s\n", usage_text, wick_load_names());
    return EXIT_USAGE;
}

static bool take_number(const char *text, uint32_t min, uint32_t *value)
{
    return wick_str_parse_u32(wick_str_from(text), COUNT_MAX, value) == 0 &&
           *value >= min;
}

static bool take_options(int argc, char *argv[])
{
    int option;

    bench.count = 2000;
    bench.warmup = 500;
    bench.memory_mb = 512;
    bench.directory = NULL;
    while ((option = getopt(argc, argv, "+n:w:m:d:")) != -1) {
        bool is_right = false;
        switch (option) {
        case 'n':
            is_right = take_number(optarg, 1, &bench.count);
            break;
        case 'w':
            is_right = take_number(optarg, 0, &bench.warmup);
            break;
        case 'm':
            is_right = take_number(optarg, 16, &bench.memory_mb);
            break;
        case 'd':
            free(bench.directory);
            bench.directory = realpath(optarg, NULL);
            is_right = bench.directory != NULL;
            break;
        default:
            break;
        }
        if (!is_right) {
            return false;
        }
    }
    return argc - optind >= 2;
}

int main(int argc, char *argv[])
{
    if (!take_options(argc, argv)) {
        return usage();
    }
    bench.name = argv[optind];
    if (!bench.directory) {
        bench.directory = realpath("bench/invoke", NULL);
    }
    if (!bench.directory || wick_load_init(&bench.load, bench.name) < 0) {
        return usage();
    }
    bench.latency_ns = wick_alloc_zero(bench.count, sizeof(*bench.latency_ns));
    int err = start(argv + optind + 1);
    if (err < 0) {
        (void)fprintf(stderr, "invoke: cannot start: %s\n",
                      wick_err_message(err));
        return EXIT_FAILURE;
    }
    err = wick_reactor_run(&bench.lambda.reactor);
    WICK_ASSERT(err == 0);
    if (bench.status == 0) {
        print();
    }
    wick_lambda_release(&bench.lambda);
    wick_load_release(&bench.load);
    wick_free(bench.latency_ns);
    free(bench.directory);
    return bench.status;
}
