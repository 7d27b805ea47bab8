/* SPDX-License-Identifier: MIT */
#include "usage.h"

#include <errno.h>
#include <string.h>

/* Where the text of a variable begins. */
#define TEXT_COLUMN 27

const char wick_usage[] =
    "usage: bootstrap [HANDLER]            serve invocations (AWS Lambda)\n"
    "       bootstrap run FILE [ARG...]    run a script (-: stdin) and exit\n"
    "       bootstrap compile FILE...      write their bytecode beside them\n"
    "       bootstrap --version | --help\n"
    "\n"
    "Without a command it is the runtime of an AWS Lambda function: it loads\n"
    "$_HANDLER (or HANDLER), \"file.function\" below $LAMBDA_TASK_ROOT, and\n"
    "serves the Runtime API at $AWS_LAMBDA_RUNTIME_API. To try a handler on\n"
    "this machine use `wick invoke`.\n"
    "\n"
    "run:\n"
    "  --expose-internals       the global $wick, for tests of the engine\n";

const struct wick_env_var wick_env_vars[] = {
#define WICK_ENV_GROUP(heading)         {NULL, "", heading},
#define WICK_ENV_VAR(name, value, text) {name, value, text},
#include "env_vars.def"
#undef WICK_ENV_GROUP
#undef WICK_ENV_VAR
};
const size_t wick_env_var_count = ARRAY_LEN(wick_env_vars);

/* The lines of @text in their column; the first goes on at @column. */
static int print_text(FILE *out, const char *text, size_t column)
{
    int done = 0;

    while (done >= 0 && *text) {
        size_t len = strcspn(text, "\n");
        int pad = column < TEXT_COLUMN ? (int)(TEXT_COLUMN - column) : 1;

        done = fprintf(out, "%*s%.*s\n", pad, "", (int)len, text);
        text += len + (text[len] == '\n' ? 1 : 0);
        column = 0;
    }
    return done;
}

static int print_var(FILE *out, const struct wick_env_var *var)
{
    if (!var->name) {
        return fprintf(out, "\n%s:\n", var->text);
    }
    int column = fprintf(out, "  %s%s%s", var->name, var->value[0] ? "=" : "",
                         var->value);
    if (column >= TEXT_COLUMN) {
        column = fputc('\n', out) == EOF ? -1 : 0;
    }
    return column < 0 ? column : print_text(out, var->text, (size_t)column);
}

int wick_usage_print(FILE *out)
{
    int done = fputs(wick_usage, out);

    for (size_t i = 0; done >= 0 && i < wick_env_var_count; i++) {
        done = print_var(out, &wick_env_vars[i]);
    }
    return done < 0 || fflush(out) != 0 ? -EIO : 0;
}
