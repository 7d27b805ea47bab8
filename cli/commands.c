/* SPDX-License-Identifier: MIT */
#include "commands.h"

const struct wick_command *const wick_commands[] = {
    &wick_cmd_invoke,  &wick_cmd_serve,  &wick_cmd_event,
    &wick_cmd_compile, &wick_cmd_manual, NULL,
};
