/* SPDX-License-Identifier: MIT */
/*
 * wick: a local Lambda for the developer's machine. Starts the Runtime API in
 * its own process and the real bootstrap as its child. Never deployed.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/term.h"
#include "err.h"
#include "limits.h"

#ifndef WICK_VERSION
#define WICK_VERSION "0.1.0"
#endif

#define HELP_MAX (64 * WICK_KIB)

static const struct wick_command *find(const char *name)
{
    for (size_t i = 0; wick_commands[i]; i++) {
        if (strcmp(wick_commands[i]->name, name) == 0) {
            return wick_commands[i];
        }
    }
    return NULL;
}

static int general_help(struct wick_buf *out)
{
    int err = wick_buf_append_cstr(
        out, "usage: wick COMMAND [ARGUMENT...]\n\n"
             "A local Lambda for functions that run on the wick runtime.\n\n");

    for (size_t i = 0; err == 0 && wick_commands[i]; i++) {
        err = wick_buf_printf(out, "  %-8s %s\n", wick_commands[i]->name,
                              wick_commands[i]->summary);
    }
    if (err == 0) {
        err = wick_buf_append_cstr(out, "\nwick help COMMAND says more; "
                                        "wick --version prints the version.\n");
    }
    return err;
}

/* The help of @command, or the general one for NULL. */
static int print_help(int fd, const struct wick_command *command)
{
    struct wick_buf out;

    wick_buf_init(&out, HELP_MAX);
    int err = command ? wick_args_help(command, &out) : general_help(&out);
    WICK_ASSERT(err == 0);
    wick_term_write(fd, WICK_COLOUR_NONE, wick_buf_get(&out));
    wick_buf_release(&out);
    return WICK_EXIT_OK;
}

static int run_help(int argc, char **argv)
{
    if (argc < 1) {
        return print_help(STDOUT_FILENO, NULL);
    }

    const struct wick_command *command = find(argv[0]);
    if (!command) {
        wick_term_error("no command is called \"%.100s\"", argv[0]);
        return WICK_EXIT_USAGE;
    }
    return print_help(STDOUT_FILENO, command);
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int run_command(const struct wick_command *command, int argc,
                       char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (is_help(argv[i])) {
            return print_help(STDOUT_FILENO, command);
        }
    }
    return command->run(command, argc, argv);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        (void)print_help(STDERR_FILENO, NULL);
        return WICK_EXIT_USAGE;
    }
    if (is_help(argv[1]) || strcmp(argv[1], "help") == 0) {
        return run_help(argc - 2, argv + 2);
    }
    if (strcmp(argv[1], "--version") == 0) {
        wick_term_write(STDOUT_FILENO, WICK_COLOUR_NONE,
                        WICK_STR("wick " WICK_VERSION "\n"));
        return WICK_EXIT_OK;
    }

    const struct wick_command *command = find(argv[1]);
    if (!command) {
        wick_term_error("no command is called \"%.100s\"; wick --help lists "
                        "them",
                        argv[1]);
        return WICK_EXIT_USAGE;
    }
    return run_command(command, argc - 2, argv + 2);
}

/* What went nowhere is no success; but a reader may have had enough. */
static int judge_output(int status)
{
    int err = wick_term_output_err();

    if (err == 0 || err == -EPIPE || status != WICK_EXIT_OK) {
        return status;
    }
    wick_term_error("standard output takes no more: %s", wick_err_message(err));
    return WICK_EXIT_USAGE;
}

int main(int argc, char **argv)
{
    /* A closed pipe is an error of one write, not the end of the command. */
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGPIPE, &ignore, NULL);

    return judge_output(run(argc, argv));
}
