/* SPDX-License-Identifier: MIT */
/* wick event: prints a sample event. */
#include <stdio.h>
#include <unistd.h>

#include "commands.h"
#include "samples.h"
#include "str.h"
#include "term.h"

struct options {
    bool is_list;
};

static const struct wick_option options_table[] = {
    {.name = "list",
     .letter = 'l',
     .kind = WICK_OPTION_FLAG,
     .offset = offsetof(struct options, is_list),
     .help = "print the names of all sample events"},
    {.name = NULL},
};

static void list(void)
{
    for (size_t i = 0; i < wick_samples_count; i++) {
        wick_term_write(STDOUT_FILENO, WICK_COLOUR_NONE,
                        wick_str_from(wick_samples[i].name));
        wick_term_write(STDOUT_FILENO, WICK_COLOUR_NONE, WICK_STR("\n"));
    }
}

static const struct wick_sample *find(const char *name)
{
    for (size_t i = 0; i < wick_samples_count; i++) {
        if (wick_str_eq(wick_str_from(wick_samples[i].name),
                        wick_str_from(name))) {
            return &wick_samples[i];
        }
    }
    return NULL;
}

static int run(const struct wick_command *command, int argc, char **argv)
{
    struct options options = {0};
    struct wick_args_list operands = {.count = 0};

    if (wick_args_parse(command, argc, argv, &options, &operands) < 0) {
        return WICK_EXIT_USAGE;
    }
    if (options.is_list == (operands.count > 0)) {
        wick_term_error("name one event, or --list");
        return WICK_EXIT_USAGE;
    }
    if (options.is_list) {
        list();
        return WICK_EXIT_OK;
    }

    const struct wick_sample *sample = find(operands.items[0]);
    if (!sample) {
        wick_term_error("no sample event is called \"%.100s\"; "
                        "wick event --list names them",
                        operands.items[0]);
        return WICK_EXIT_USAGE;
    }
    wick_term_write(STDOUT_FILENO, WICK_COLOUR_NONE,
                    (struct wick_str){sample->bytes,
                                      (size_t)(sample->end - sample->bytes)});
    return WICK_EXIT_OK;
}

const struct wick_command wick_cmd_event = {
    .name = "event",
    .summary = "Prints a sample event, ready for wick invoke -e -",
    .synopsis = "NAME | --list",
    .options = {options_table},
    .operands_min = 0,
    .operands_max = 1,
    .run = run,
};
