/* SPDX-License-Identifier: MIT */
#include "usage.h"

#include <errno.h>
#include <string.h>

#include "test.h"

#define TEXT_SIZE    16384
#define LINE_MAX_LEN 80

static char *help(void)
{
    static char text[TEXT_SIZE];
    FILE *out = fmemopen(text, sizeof(text), "w");

    CHECK(out);
    CHECK_INT(wick_usage_print(out), 0);
    CHECK(fclose(out) == 0);
    return text;
}

WICK_TEST(every_variable_with_its_text)
{
    const char *at = help();

    for (size_t i = 0; i < wick_env_var_count; i++) {
        const struct wick_env_var *var = &wick_env_vars[i];

        at = strstr(at, var->name ? var->name : var->text);
        CHECK(at);
    }
}

WICK_TEST(lines_fit_a_terminal)
{
    for (char *line = strtok(help(), "\n"); line; line = strtok(NULL, "\n")) {
        CHECK(strlen(line) <= LINE_MAX_LEN);
    }
}

WICK_TEST(texts_stand_in_one_column)
{
    CHECK(strstr(help(), "\n  WICK_SMOL=1|0            small or full engine"));
    CHECK(strstr(help(), "\n  AWS_LAMBDA_FUNCTION_MEMORY_SIZE=MB\n"
                         "                           memory the process"));
    CHECK(strstr(help(), "control\n                           group's limit"));
}

WICK_TEST(a_name_stands_once)
{
    for (size_t i = 0; i < wick_env_var_count; i++) {
        for (size_t k = 0; wick_env_vars[i].name && k < i; k++) {
            CHECK(!wick_env_vars[k].name ||
                  strcmp(wick_env_vars[k].name, wick_env_vars[i].name) != 0);
        }
    }
}

WICK_TEST(a_full_disk_is_an_error)
{
    FILE *out = fopen("/dev/full", "w");

    CHECK(out);
    CHECK_INT(wick_usage_print(out), -EIO);
    (void)fclose(out);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(every_variable_with_its_text),
    WICK_TEST_ENTRY(lines_fit_a_terminal),
    WICK_TEST_ENTRY(texts_stand_in_one_column),
    WICK_TEST_ENTRY(a_name_stands_once),
    WICK_TEST_ENTRY(a_full_disk_is_an_error),
};

WICK_TEST_MAIN(tests)
