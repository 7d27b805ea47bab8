/* SPDX-License-Identifier: MIT */
/* wick compile: bytecode ahead of time, by the runtime that will run it. */
#include <errno.h>
#include <unistd.h>

#include "commands.h"
#include "err.h"
#include "function.h"
#include "mem.h"
#include "term.h"

struct options {
    const char *bootstrap;
};

static const struct wick_option options_table[] = {
    {.name = "bootstrap",
     .kind = WICK_OPTION_TEXT,
     .offset = offsetof(struct options, bootstrap),
     .value = "FILE",
     .help = "the runtime that the function is deployed with"},
    {.name = NULL},
};

static int run(const struct wick_command *command, int argc, char **argv)
{
    static char compile[] = "compile";
    struct options options = {0};
    struct wick_args_list operands = {.count = 0};
    char *words[WICK_ARGS_LIST_MAX + 3];
    char *bootstrap;
    size_t count = 0;

    if (wick_args_parse(command, argc, argv, &options, &operands) < 0 ||
        wick_function_find_bootstrap(options.bootstrap, &bootstrap) < 0) {
        return WICK_EXIT_USAGE;
    }
    words[count++] = bootstrap;
    words[count++] = compile;
    for (size_t i = 0; i < operands.count; i++) {
        words[count++] = (char *)(uintptr_t)operands.items[i];
    }
    words[count] = NULL;
    /* Its messages and its status are ours. */
    (void)execv(bootstrap, words);
    wick_term_error("%.500s: %s", bootstrap, wick_err_message(-errno));
    wick_free(bootstrap);
    return WICK_EXIT_USAGE;
}

const struct wick_command wick_cmd_compile = {
    .name = "compile",
    .summary = "Compiles modules ahead of time, for a faster start",
    .synopsis = "FILE...",
    .more = "Writes FILE.wickc beside each FILE (.js, .mjs, .cjs), to be "
            "deployed with it.\n"
            "The runtime uses it as long as FILE and the runtime itself are "
            "the same, and\n"
            "FILE otherwise; with WICK_DEBUG=1 it says when it does not.\n",
    .options = {options_table},
    .operands_min = 1,
    .operands_max = WICK_ARGS_LIST_MAX,
    .run = run,
};
