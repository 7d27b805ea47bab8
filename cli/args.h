/* SPDX-License-Identifier: MIT */
/*
 * The command line as a table: the same entries parse the arguments and
 * print the help. Options come as --name VALUE, --name=VALUE or -n VALUE, in
 * any order with the operands; "--" ends them.
 */
#ifndef WICK_ARGS_H
#define WICK_ARGS_H

#include "base.h"
#include "buf.h"

/* Values of a repeatable option, and operands, of one command line. */
#define WICK_ARGS_LIST_MAX 256

enum wick_option_kind {
    WICK_OPTION_FLAG,   /* bool */
    WICK_OPTION_TEXT,   /* const char *, never empty */
    WICK_OPTION_NUMBER, /* uint32_t within [min, max] */
    WICK_OPTION_LIST,   /* struct wick_args_list */
};

/* A table of them ends with an entry whose name is NULL. */
struct wick_option {
    const char *name; /* without the dashes */
    char letter;      /* or 0 */
    enum wick_option_kind kind;
    size_t offset; /* of the value in the options' struct */
    uint32_t min;
    uint32_t max;
    const char *value; /* what the help calls the value; NULL for a flag */
    const char *help;
};

/* Lifetime: process; the strings are those of argv. */
struct wick_args_list {
    const char *items[WICK_ARGS_LIST_MAX];
    size_t count;
};

struct wick_command {
    const char *name;
    const char *summary;  /* one line */
    const char *synopsis; /* what follows the name */
    const char *more;     /* paragraphs of the help; may be NULL */
    const struct wick_option *options[2]; /* tables, or NULL */
    size_t operands_min;
    size_t operands_max;
    int (*run)(const struct wick_command *command, int argc, char **argv);
};

/*
 * Parses @argc words of @argv (the command's name not among them) into
 * @options, whose members hold their defaults, and @operands. Returns 0 or
 * -EINVAL after a message on standard error.
 */
WICK_NODISCARD int wick_args_parse(const struct wick_command *command, int argc,
                                   char **argv, void *options,
                                   struct wick_args_list *operands);

/* Appends the help of @command. Fails as wick_buf_append() does. */
WICK_NODISCARD int wick_args_help(const struct wick_command *command,
                                  struct wick_buf *out);

#endif
