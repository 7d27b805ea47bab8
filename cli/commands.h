/* SPDX-License-Identifier: MIT */
/* The commands of wick, each in its own file. */
#ifndef WICK_COMMANDS_H
#define WICK_COMMANDS_H

#include "args.h"

/* Exit statuses: what scripts may rely on. */
enum wick_exit {
    WICK_EXIT_OK = 0,
    WICK_EXIT_FUNCTION = 1, /* the function failed */
    WICK_EXIT_USAGE = 2,    /* wick could not run it at all */
};

extern const struct wick_command wick_cmd_compile;
extern const struct wick_command wick_cmd_event;
extern const struct wick_command wick_cmd_invoke;
extern const struct wick_command wick_cmd_manual;
extern const struct wick_command wick_cmd_serve;

/* All of them, in the order of the help, and a NULL. */
extern const struct wick_command *const wick_commands[];

#endif
