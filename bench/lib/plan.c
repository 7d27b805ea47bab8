/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include "err.h"

#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stats.h"

/* A quarter of an hour; times the slowdown of Valgrind it fits an int. */
#define TIMEOUT_MS_MAX 900000u

static const char usage_text[] =
    "usage: timeit [OPTION...] -- NAME COMMAND... [-- NAME COMMAND...]...\n"
    "\n"
    "Runs the commands in turn, A B C A B C ..., and prints order statistics\n"
    "and ratios. {} in a command stands for the argument of a case.\n"
    "\n"
    "  -c, --case NAME=ARG    a case; without any, each command is the case\n"
    "                         \"run\"\n"
    "  -r, --rounds N         measured runs of each command (5)\n"
    "  -w, --warmup N         runs before them that do not count (1)\n"
    "  -b, --base NAME        whom the others are compared with (the first)\n"
    "  -m, --metrics LIST     tables to print in this order, of: wall cpu\n"
    "                         user sys rss minor major instructions inner\n"
    "                         each p50 p99 spent next first total\n"
    "                         waiting-rss private vsz faults pages calls\n"
    "                         opens threads (wall,cpu,rss)\n"
    "  -l, --limit C:P:M:R    fail when in case C peer P has more than R "
    "times\n"
    "                         the base's median of metric M\n"
    "  -e, --expect TEXT      every run must print TEXT and a newline\n"
    "  -j, --json FILE        write everything, each run too, to FILE\n"
    "  -t, --timeout-ms N     kill a run after N ms (60000)\n"
    "  -P, --program NAME=FILE\n"
    "                         what peer NAME is about, where that is not the\n"
    "                         first word of its command: the peer is missing\n"
    "                         without it, and it is asked for its version\n"
    "  -V, --versions         ask each program for its --version\n"
    "  -G, --valgrind PROGRAM where the kernel has no counter, count the\n"
    "                         instructions of one more run under callgrind\n"
    "\n"
    "inner is the number in a line \"CASE NUMBER\" that the command prints;\n"
    "each and what follows it are those in lines \"each NUMBER\" and so on.\n"
    "Exit status: 0; 1 a limit is exceeded or cannot be judged; 2 a run\n"
    "failed; 64 the command line is wrong.\n";

static const struct option options[] = {
    {"case", required_argument, NULL, 'c'},
    {"rounds", required_argument, NULL, 'r'},
    {"warmup", required_argument, NULL, 'w'},
    {"base", required_argument, NULL, 'b'},
    {"metrics", required_argument, NULL, 'm'},
    {"limit", required_argument, NULL, 'l'},
    {"expect", required_argument, NULL, 'e'},
    {"json", required_argument, NULL, 'j'},
    {"timeout-ms", required_argument, NULL, 't'},
    {"program", required_argument, NULL, 'P'},
    {"versions", no_argument, NULL, 'V'},
    {"valgrind", required_argument, NULL, 'G'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

/* What can only be understood once all peers and cases are known. */
struct deferred {
    const char *base;
    const char *limits[WICK_PLAN_LIMITS_MAX];
    const char *programs[WICK_PLAN_PEERS_MAX];
    size_t program_count;
};

WICK_PRINTF(1, 2) static bool refuse(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)fputs("timeit: ", stderr);
    (void)vfprintf(stderr, format, args);
    (void)fputc('\n', stderr);
    va_end(args);
    return false;
}

void wick_plan_usage(FILE *to)
{
    (void)fputs(usage_text, to);
}

static bool parse_number(const char *text, uint32_t min, uint32_t max,
                         uint32_t *value)
{
    if (wick_str_parse_u32(wick_str_from(text), max, value) < 0 ||
        *value < min) {
        return refuse("%s is not a number from %u to %u", text, min, max);
    }
    return true;
}

static bool parse_case(struct wick_plan *plan, const char *text)
{
    struct wick_str name;
    struct wick_str argument;

    if (!wick_str_cut(wick_str_from(text), '=', &name, &argument) ||
        name.len == 0) {
        return refuse("%s is not NAME=ARG", text);
    }
    if (plan->case_count == WICK_PLAN_CASES_MAX) {
        return refuse("more than %d cases", WICK_PLAN_CASES_MAX);
    }
    plan->cases[plan->case_count++] =
        (struct wick_plan_case){name, argument.ptr};
    return true;
}

bool wick_plan_shows(const struct wick_plan *plan, enum wick_metric metric)
{
    for (size_t i = 0; i < plan->shown_count; i++) {
        if (plan->shown[i] == metric) {
            return true;
        }
    }
    return false;
}

static bool parse_metrics(struct wick_plan *plan, const char *text)
{
    struct wick_str_split split = wick_str_split_start(wick_str_from(text));
    struct wick_str name;
    enum wick_metric metric;

    plan->shown_count = 0;
    while (wick_str_split_next(&split, ',', &name)) {
        if (!wick_metric_find(name, &metric)) {
            return refuse("there is no metric \"%.*s\"", WICK_STR_ARG(name));
        }
        /* A second mention changes nothing, so the array is large enough. */
        if (!wick_plan_shows(plan, metric)) {
            plan->shown[plan->shown_count++] = metric;
        }
    }
    return true;
}

static bool parse_option(struct wick_plan *plan, struct deferred *deferred,
                         int option)
{
    uint32_t number = 0;

    switch (option) {
    case 'c':
        return parse_case(plan, optarg);
    case 'r':
        if (!parse_number(optarg, 1, WICK_STATS_RUNS_MAX, &number)) {
            return false;
        }
        plan->rounds = number;
        return true;
    case 'w':
        if (!parse_number(optarg, 0, WICK_STATS_RUNS_MAX, &number)) {
            return false;
        }
        plan->warmup = number;
        return true;
    case 't':
        if (!parse_number(optarg, 1, TIMEOUT_MS_MAX, &number)) {
            return false;
        }
        plan->timeout_ms = (int)number;
        return true;
    case 'm':
        return parse_metrics(plan, optarg);
    case 'b':
        deferred->base = optarg;
        return true;
    case 'l':
        if (plan->limit_count == WICK_PLAN_LIMITS_MAX) {
            return refuse("more than %d limits", WICK_PLAN_LIMITS_MAX);
        }
        deferred->limits[plan->limit_count++] = optarg;
        return true;
    case 'P':
        if (deferred->program_count == WICK_PLAN_PEERS_MAX) {
            return refuse("more than %d programs", WICK_PLAN_PEERS_MAX);
        }
        deferred->programs[deferred->program_count++] = optarg;
        return true;
    case 'e':
        plan->expected = optarg;
        return true;
    case 'j':
        plan->json_path = optarg;
        return true;
    case 'V':
        plan->has_versions = true;
        return true;
    case 'G':
        plan->valgrind = optarg;
        return true;
    default:
        return false;
    }
}

static bool find_peer(const struct wick_plan *plan, struct wick_str name,
                      size_t *index)
{
    for (size_t i = 0; i < plan->peer_count; i++) {
        if (wick_str_eq(wick_str_from(plan->peers[i].name), name)) {
            *index = i;
            return true;
        }
    }
    return refuse("there is no peer \"%.*s\"", WICK_STR_ARG(name));
}

static bool find_case(const struct wick_plan *plan, struct wick_str name,
                      size_t *index)
{
    for (size_t i = 0; i < plan->case_count; i++) {
        if (wick_str_eq(plan->cases[i].name, name)) {
            *index = i;
            return true;
        }
    }
    return refuse("there is no case \"%.*s\"", WICK_STR_ARG(name));
}

static bool parse_limit(const struct wick_plan *plan, const char *text,
                        struct wick_plan_limit *limit)
{
    struct wick_str_split split = wick_str_split_start(wick_str_from(text));
    struct wick_str part[4];
    char *end;

    for (size_t i = 0; i < ARRAY_LEN(part); i++) {
        if (!wick_str_split_next(&split, ':', &part[i])) {
            return refuse("%s is not CASE:PEER:METRIC:RATIO", text);
        }
    }
    /* The last part ends where argv's string does. */
    limit->ratio = strtod(part[3].ptr, &end);
    if (end == part[3].ptr || *end != '\0' || !isfinite(limit->ratio) ||
        limit->ratio <= 0) {
        return refuse("%s does not end with a ratio", text);
    }
    if (!wick_metric_find(part[2], &limit->metric)) {
        return refuse("there is no metric \"%.*s\"", WICK_STR_ARG(part[2]));
    }
    return find_case(plan, part[0], &limit->case_index) &&
           find_peer(plan, part[1], &limit->peer_index);
}

/* True when one directory of PATH has the program. */
static bool is_in_path(const char *program)
{
    const char *path = getenv("PATH");
    struct wick_str_split split = wick_str_split_start(wick_str_from(path));
    struct wick_str folder;
    char file[PATH_MAX];

    while (wick_str_split_next(&split, ':', &folder)) {
        int len = snprintf(file, sizeof(file), "%.*s/%s", WICK_STR_ARG(folder),
                           program);
        if (len > 0 && (size_t)len < sizeof(file) && access(file, X_OK) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_program(const char *program)
{
    return strchr(program, '/') ? access(program, X_OK) == 0
                                : is_in_path(program);
}

static bool has_hole(const struct wick_plan_peer *peer)
{
    for (size_t i = 0; i < peer->word_count; i++) {
        if (strstr(peer->words[i], "{}")) {
            return true;
        }
    }
    return false;
}

/* One "NAME COMMAND..." of @count words. */
static bool add_peer(struct wick_plan *plan, char *words[], size_t count)
{
    struct wick_plan_peer *peer = &plan->peers[plan->peer_count];

    if (count < 2) {
        return refuse("a peer is NAME COMMAND...");
    }
    if (plan->peer_count == WICK_PLAN_PEERS_MAX) {
        return refuse("more than %d peers", WICK_PLAN_PEERS_MAX);
    }
    if (count - 1 > WICK_PLAN_WORDS_MAX) {
        return refuse("the command of %s has more than %d words", words[0],
                      WICK_PLAN_WORDS_MAX);
    }
    peer->name = words[0];
    peer->words = words + 1;
    peer->word_count = count - 1;
    peer->program = words[1];
    peer->is_missing = !has_program(words[1]);
    plan->peer_count++;
    return true;
}

static bool parse_peers(struct wick_plan *plan, char *words[], size_t count)
{
    size_t start = 0;

    for (size_t i = 0; i <= count; i++) {
        if (i < count && strcmp(words[i], "--") != 0) {
            continue;
        }
        if (!add_peer(plan, words + start, i - start)) {
            return false;
        }
        start = i + 1;
    }
    if (plan->case_count == 0) {
        plan->cases[plan->case_count++] =
            (struct wick_plan_case){WICK_STR("run"), "{}"};
        return true;
    }
    for (size_t i = 0; i < plan->peer_count; i++) {
        if (!has_hole(&plan->peers[i])) {
            return refuse("the command of %s has no {} for the case",
                          plan->peers[i].name);
        }
    }
    return true;
}

static bool parse_program(struct wick_plan *plan, const char *text)
{
    struct wick_str name;
    struct wick_str program;
    size_t index;

    if (!wick_str_cut(wick_str_from(text), '=', &name, &program)) {
        return refuse("%s is not NAME=FILE", text);
    }
    if (!find_peer(plan, name, &index)) {
        return false;
    }
    /* The last part ends where argv's string does. */
    plan->peers[index].program = program.ptr;
    plan->peers[index].is_missing |= !has_program(program.ptr);
    return true;
}

static bool parse_deferred(struct wick_plan *plan,
                           const struct deferred *deferred)
{
    if (deferred->base &&
        !find_peer(plan, wick_str_from(deferred->base), &plan->base_index)) {
        return false;
    }
    for (size_t i = 0; i < deferred->program_count; i++) {
        if (!parse_program(plan, deferred->programs[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < plan->limit_count; i++) {
        if (!parse_limit(plan, deferred->limits[i], &plan->limits[i])) {
            return false;
        }
    }
    return true;
}

enum wick_plan_result wick_plan_parse(struct wick_plan *plan, int argc,
                                      char *argv[])
{
    struct deferred deferred = {0};
    int option;

    *plan = (struct wick_plan){.rounds = 5, .warmup = 1, .timeout_ms = 60000};
    if (!parse_metrics(plan, "wall,cpu,rss")) {
        return WICK_PLAN_ERROR;
    }
    while ((option = getopt_long(argc, argv, "+c:r:w:b:m:l:e:j:t:P:VG:h",
                                 options, NULL)) != -1) {
        if (option == 'h') {
            return WICK_PLAN_HELP;
        }
        if (!parse_option(plan, &deferred, option)) {
            return WICK_PLAN_ERROR;
        }
    }
    if (!parse_peers(plan, argv + optind, (size_t)(argc - optind)) ||
        !parse_deferred(plan, &deferred)) {
        return WICK_PLAN_ERROR;
    }
    return WICK_PLAN_RUN;
}

/* Copies @word with every {} filled in to @at, NUL-terminated. */
static char *fill_word(char *at, const char *end, const char *word,
                       const char *argument)
{
    while (*word != '\0') {
        bool is_hole = strncmp(word, "{}", 2) == 0;
        const char *from = is_hole ? argument : word;
        size_t len = is_hole ? strlen(argument) : 1;

        if (len >= (size_t)(end - at)) {
            return NULL;
        }
        (void)memcpy(at, from, len);
        at += len;
        word += is_hole ? 2 : 1;
    }
    *at = '\0';
    return at + 1;
}

int wick_plan_command(struct wick_plan_command *command,
                      const struct wick_plan_peer *peer,
                      const struct wick_plan_case *which, char *const prefix[])
{
    char *at = command->bytes;
    const char *end = command->bytes + sizeof(command->bytes);
    size_t count = 0;

    while (prefix && prefix[count]) {
        WICK_ASSERT(count < 3);
        command->argv[count] = prefix[count];
        count++;
    }
    for (size_t i = 0; i < peer->word_count; i++) {
        char *next = at < end
                         ? fill_word(at, end, peer->words[i], which->argument)
                         : NULL;
        if (!next) {
            return -WICK_ETOOBIG;
        }
        command->argv[count++] = at;
        at = next;
    }
    command->argv[count] = NULL;
    return 0;
}
