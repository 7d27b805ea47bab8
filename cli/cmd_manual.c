/* SPDX-License-Identifier: MIT */
/*
 * wick manual: the manual pages, in roff, from the tables that the programs
 * themselves read.
 */
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "limits.h"
#include "str.h"
#include "term.h"
#include "usage.h"

/* Room for a page; what is in the tables is known and far less. */
#define PAGE_MAX (256 * WICK_KIB)

/* ---- Roff ---- */

static void add(struct wick_buf *out, const char *text)
{
    int err = wick_buf_append_cstr(out, text);

    WICK_ASSERT(err == 0);
}

/* Text as it is: nothing in it is a request of roff. */
static void add_text(struct wick_buf *out, const char *text)
{
    bool is_start = true;

    for (; *text; text++) {
        char byte[] = {*text, '\0'};

        if (is_start && (*text == '.' || *text == '\'')) {
            add(out, "\\&");
        }
        if (*text == '\\') {
            add(out, "\\e");
        } else if (*text == '-') {
            add(out, "\\-");
        } else {
            add(out, byte);
        }
        is_start = *text == '\n';
    }
}

/* A line of text between two requests: BEFORE TEXT, a newline. */
static void add_line(struct wick_buf *out, const char *before, const char *text)
{
    add(out, before);
    add_text(out, text);
    add(out, "\n");
}

/* Text whose lines are to stay as they are. */
static void add_block(struct wick_buf *out, const char *text)
{
    add(out, ".PP\n.nf\n");
    add_text(out, text);
    add(out, ".fi\n");
}

/* ---- wick(1) ---- */

static void add_option(struct wick_buf *out, const struct wick_option *option)
{
    char letter[] = {option->letter, '\0'};

    add(out, ".TP\n");
    if (option->letter != '\0') {
        add(out, "\\fB\\-");
        add(out, letter);
        add(out, "\\fR, ");
    }
    add(out, "\\fB\\-\\-");
    add_text(out, option->name);
    add(out, "\\fR");
    if (option->value) {
        add(out, " \\fI");
        add_text(out, option->value);
        add(out, "\\fR");
    }
    add_line(out, "\n", option->help);
}

static void add_command(struct wick_buf *out,
                        const struct wick_command *command)
{
    add(out, ".SS \"wick ");
    add_text(out, command->name);
    add(out, " ");
    add_text(out, command->synopsis);
    add_line(out, "\"\n", command->summary);
    if (command->more) {
        add_block(out, command->more);
    }
    for (size_t t = 0; t < ARRAY_LEN(command->options); t++) {
        const struct wick_option *table = command->options[t];

        for (size_t i = 0; table && table[i].name; i++) {
            add_option(out, &table[i]);
        }
    }
}

static void wick_page(struct wick_buf *out)
{
    add(out, ".TH WICK 1\n.SH NAME\nwick \\- a local Lambda for functions "
             "that run on Wick\n.SH SYNOPSIS\n.B wick\n.I COMMAND\n"
             "[\\fIARGUMENT\\fR...]\n.SH COMMANDS\n");
    for (size_t i = 0; wick_commands[i]; i++) {
        add_command(out, wick_commands[i]);
    }
    add(out, ".SH EXIT STATUS\n.TP\n0\nThe function answered.\n.TP\n1\n"
             "The function failed.\n.TP\n2\nIt could not be run.\n"
             ".SH SEE ALSO\n.BR bootstrap (1)\n");
}

/* ---- bootstrap(1) ---- */

static void bootstrap_page(struct wick_buf *out)
{
    add(out, ".TH BOOTSTRAP 1\n.SH NAME\nbootstrap \\- the JavaScript "
             "runtime of AWS Lambda functions\n.SH SYNOPSIS\n");
    add_block(out, wick_usage);
    add(out, ".SH ENVIRONMENT\n");
    for (size_t i = 0; i < wick_env_var_count; i++) {
        const struct wick_env_var *var = &wick_env_vars[i];

        if (!var->name) {
            add_line(out, ".SS ", var->text);
            continue;
        }
        add(out, ".TP\n\\fB");
        add_text(out, var->name);
        add(out, "\\fR");
        if (var->value[0]) {
            add(out, "=\\fI");
            add_text(out, var->value);
            add(out, "\\fR");
        }
        add_line(out, "\n", var->text);
    }
    add(out, ".SH EXIT STATUS\nThat of the function's process; 64 where the "
             "command line or a variable is wrong.\n.SH SEE ALSO\n"
             ".BR wick (1)\n");
}

static const struct {
    const char *name;
    void (*write)(struct wick_buf *out);
} pages[] = {
    {"wick", wick_page},
    {"bootstrap", bootstrap_page},
};

static int run(const struct wick_command *command, int argc, char **argv)
{
    struct wick_args_list operands = {.count = 0};
    char none;

    if (wick_args_parse(command, argc, argv, &none, &operands) < 0) {
        return WICK_EXIT_USAGE;
    }
    for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
        struct wick_buf out;

        if (operands.count > 0 &&
            strcmp(operands.items[0], pages[i].name) != 0) {
            continue;
        }
        wick_buf_init(&out, PAGE_MAX);
        pages[i].write(&out);
        wick_term_write(STDOUT_FILENO, WICK_COLOUR_NONE, wick_buf_get(&out));
        wick_buf_release(&out);
        return WICK_EXIT_OK;
    }
    wick_term_error("there is no page \"%.100s\": wick, bootstrap",
                    operands.items[0]);
    return WICK_EXIT_USAGE;
}

const struct wick_command wick_cmd_manual = {
    .name = "manual",
    .summary = "Prints a manual page, for man -l -",
    .synopsis = "[wick | bootstrap]",
    .more = "  wick manual bootstrap | man -l -\n",
    .options = {NULL},
    .operands_min = 0,
    .operands_max = 1,
    .run = run,
};
