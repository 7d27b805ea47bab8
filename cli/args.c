/* SPDX-License-Identifier: MIT */
#include "args.h"

#include <errno.h>
#include <string.h>

#include "str.h"
#include "term.h"

/* Where the help's second column begins. */
#define HELP_COLUMN 26

/* Lifetime: one parse. */
struct parser {
    const struct wick_command *command;
    char **words;
    size_t count;
    size_t at; /* of the next word */
    char *options;
    struct wick_args_list *operands;
};

static int refuse(const struct parser *parser)
{
    wick_term_error("see \"wick help %s\"", parser->command->name);
    return -EINVAL;
}

static const struct wick_option *find(const struct parser *parser,
                                      struct wick_str name, char letter)
{
    for (size_t t = 0; t < ARRAY_LEN(parser->command->options); t++) {
        const struct wick_option *table = parser->command->options[t];
        for (size_t i = 0; table && table[i].name; i++) {
            bool is_same =
                letter != '\0'
                    ? table[i].letter == letter
                    : wick_str_eq(wick_str_from(table[i].name), name);
            if (is_same) {
                return &table[i];
            }
        }
    }
    return NULL;
}

static int append(const struct parser *parser, struct wick_args_list *list,
                  const char *word)
{
    if (list->count == WICK_ARGS_LIST_MAX) {
        wick_term_error("more than %d values", WICK_ARGS_LIST_MAX);
        return refuse(parser);
    }
    list->items[list->count++] = word;
    return 0;
}

static int store(const struct parser *parser, const struct wick_option *option,
                 const char *value)
{
    void *target = parser->options + option->offset;

    switch (option->kind) {
    case WICK_OPTION_FLAG:
        *(bool *)target = true;
        return 0;
    case WICK_OPTION_TEXT:
        if (*value == '\0') {
            wick_term_error("--%s is empty", option->name);
            return refuse(parser);
        }
        *(const char **)target = value;
        return 0;
    case WICK_OPTION_NUMBER: {
        uint32_t number = 0;
        if (wick_str_parse_u32(wick_str_from(value), option->max, &number) <
                0 ||
            number < option->min) {
            wick_term_error("--%s takes a whole number from %u to %u, "
                            "not \"%.100s\"",
                            option->name, option->min, option->max, value);
            return refuse(parser);
        }
        *(uint32_t *)target = number;
        return 0;
    }
    case WICK_OPTION_LIST:
        return append(parser, target, value);
    }
    WICK_UNREACHABLE();
}

/* @inline_value is what stood behind "=" or the letter, or NULL. */
static int take_option(struct parser *parser, const struct wick_option *option,
                       const char *inline_value)
{
    if (option->kind == WICK_OPTION_FLAG) {
        if (inline_value) {
            wick_term_error("--%s takes no value", option->name);
            return refuse(parser);
        }
        return store(parser, option, NULL);
    }
    if (!inline_value) {
        if (parser->at == parser->count) {
            wick_term_error("--%s needs %s", option->name, option->value);
            return refuse(parser);
        }
        inline_value = parser->words[parser->at++];
    }
    return store(parser, option, inline_value);
}

static int take_long(struct parser *parser, const char *word)
{
    const char *equals = strchr(word, '=');
    size_t len = equals ? (size_t)(equals - word) : strlen(word);
    const struct wick_option *option =
        find(parser, (struct wick_str){word, len}, '\0');

    if (!option) {
        wick_term_error("unknown option --%.*s", (int)wick_size_min(len, 100),
                        word);
        return refuse(parser);
    }
    return take_option(parser, option, equals ? equals + 1 : NULL);
}

static int take_short(struct parser *parser, const char *word)
{
    const struct wick_option *option = find(parser, WICK_STR(""), word[0]);

    if (!option) {
        wick_term_error("unknown option -%.100s", word);
        return refuse(parser);
    }
    return take_option(parser, option, word[1] != '\0' ? word + 1 : NULL);
}

int wick_args_parse(const struct wick_command *command, int argc, char **argv,
                    void *options, struct wick_args_list *operands)
{
    struct parser parser = {.command = command,
                            .words = argv,
                            .count = argc > 0 ? (size_t)argc : 0,
                            .options = options,
                            .operands = operands};
    bool has_options_ended = false;

    while (parser.at < parser.count) {
        const char *word = parser.words[parser.at++];
        int err = 0;
        /* "-" alone is an operand or a value: standard input. */
        if (has_options_ended || word[0] != '-' || word[1] == '\0') {
            err = append(&parser, operands, word);
        } else if (strcmp(word, "--") == 0) {
            has_options_ended = true;
        } else if (word[1] == '-') {
            err = take_long(&parser, word + 2);
        } else {
            err = take_short(&parser, word + 1);
        }
        if (err < 0) {
            return err;
        }
    }

    if (operands->count < command->operands_min ||
        operands->count > command->operands_max) {
        wick_term_error("usage: wick %s %s", command->name, command->synopsis);
        return refuse(&parser);
    }
    return 0;
}

static int help_option(const struct wick_option *option, struct wick_buf *out)
{
    size_t start = out->len;
    char letter[8] = "    ";

    if (option->letter != '\0') {
        letter[0] = '-';
        letter[1] = option->letter;
        letter[2] = ',';
    }
    int err = wick_buf_printf(out, "  %s--%s%s%s", letter, option->name,
                              option->value ? " " : "",
                              option->value ? option->value : "");
    if (err < 0) {
        return err;
    }

    size_t width = out->len - start;
    int pad = HELP_COLUMN;
    if (width < HELP_COLUMN) {
        pad = HELP_COLUMN - (int)width;
    } else {
        err = wick_buf_append_byte(out, '\n');
        if (err < 0) {
            return err;
        }
    }
    return wick_buf_printf(out, "%*s%s\n", pad, "", option->help);
}

int wick_args_help(const struct wick_command *command, struct wick_buf *out)
{
    int err = wick_buf_printf(out, "usage: wick %s %s\n\n%s.\n", command->name,
                              command->synopsis, command->summary);

    if (err == 0 && command->more) {
        err = wick_buf_printf(out, "\n%s", command->more);
    }
    for (size_t t = 0; err == 0 && t < ARRAY_LEN(command->options); t++) {
        const struct wick_option *table = command->options[t];
        if (table) {
            err = wick_buf_append_byte(out, '\n');
        }
        for (size_t i = 0; err == 0 && table && table[i].name; i++) {
            err = help_option(&table[i], out);
        }
    }
    return err;
}
