/* SPDX-License-Identifier: MIT */
/* clearenv(3). */
#define _GNU_SOURCE

#include "lambda_env.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "err.h"
#include "test.h"

static struct wick_lambda_env env;
static struct wick_env_error error;

/* An environment of these NAME, VALUE pairs alone, up to a NULL. */
static int init_with(const char *const *pairs)
{
    CHECK(clearenv() == 0);
    for (size_t i = 0; pairs[i]; i += 2) {
        CHECK(setenv(pairs[i], pairs[i + 1], 1) == 0);
    }
    error.text[0] = '\0';
    return wick_lambda_env_init(&env, &error);
}

#define INIT_WITH(...) init_with((const char *const[]){__VA_ARGS__, NULL})
#define API            "AWS_LAMBDA_RUNTIME_API", "127.0.0.1:9001"

static void check_str(struct wick_str actual, const char *expected)
{
    CHECK(wick_str_eq(actual, wick_str_from(expected)));
}

WICK_TEST(everything_that_lambda_sets)
{
    CHECK_INT(INIT_WITH(API, "_HANDLER", "index.handler", "LAMBDA_TASK_ROOT",
                        "/var/task", "AWS_LAMBDA_FUNCTION_NAME", "f",
                        "AWS_LAMBDA_FUNCTION_VERSION", "$LATEST",
                        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "0128",
                        "AWS_LAMBDA_LOG_GROUP_NAME", "g",
                        "AWS_LAMBDA_LOG_STREAM_NAME", "s"),
              0);
    check_str(env.runtime_api, "127.0.0.1:9001");
    check_str(env.handler, "index.handler");
    check_str(env.task_root, "/var/task");
    check_str(env.function_name, "f");
    check_str(env.function_version, "$LATEST");
    check_str(env.memory_text, "0128");
    CHECK_INT(env.memory_mb, 128);
    check_str(env.log_group, "g");
    check_str(env.log_stream, "s");
}

WICK_TEST(only_the_address_is_needed)
{
    char here[WICK_PATH_MAX];

    CHECK(getcwd(here, sizeof(here)) != NULL);
    CHECK_INT(INIT_WITH(API), 0);
    check_str(env.task_root, here);
    check_str(env.handler, "");
    CHECK_INT(env.memory_mb, 0);
}

WICK_TEST(address_is_needed)
{
    const char *expected = "Runtime.PlatformError: Missing required "
                           "environment variables: AWS_LAMBDA_RUNTIME_API";

    CHECK_INT(INIT_WITH("_HANDLER", "a.b"), -ENOENT);
    CHECK_STR(error.text, expected);
    CHECK_INT(INIT_WITH("AWS_LAMBDA_RUNTIME_API", ""), -ENOENT);
    CHECK_STR(error.text, expected);
}

WICK_TEST(memory_size_is_a_number)
{
    const char *name = "AWS_LAMBDA_FUNCTION_MEMORY_SIZE";

    CHECK_INT(INIT_WITH(API, name, "10240"), 0);
    CHECK_INT(env.memory_mb, 10240);
    CHECK_INT(INIT_WITH(API, name, "128MB"), -WICK_ESYNTAX);
    CHECK(strstr(error.text, name) != NULL);
    CHECK_INT(INIT_WITH(API, name, "0"), -ERANGE);
    CHECK_INT(INIT_WITH(API, name, "99999999999999999999"), -ERANGE);
}

WICK_TEST(folder_is_utf_8)
{
    CHECK_INT(INIT_WITH(API, "LAMBDA_TASK_ROOT", "/t\xc3\xa4sk"), 0);
    CHECK_INT(INIT_WITH(API, "LAMBDA_TASK_ROOT", "/t\xe4sk"), -EILSEQ);
    CHECK(strstr(error.text, "not UTF-8") != NULL);
}

/* What is said of the one setting @name=@value. */
static const char *noted(const char *name, const char *value)
{
    static char text[512];
    FILE *out = fmemopen(text, sizeof(text), "w");

    CHECK(out != NULL);
    text[0] = '\0';
    CHECK_INT(INIT_WITH(API, name, value), 0);
    wick_lambda_env_note(out);
    CHECK_INT(fclose(out), 0);
    return text;
}

WICK_TEST(words_that_are_none_are_noted)
{
    CHECK_STR(noted("WICK_NODE_COMPAT", "20"),
              "bootstrap: WICK_NODE_COMPAT=20: not one of 22, 24; "
              "ignored\n");
    CHECK_STR(noted("AWS_LAMBDA_LOG_FORMAT", "xml"),
              "bootstrap: AWS_LAMBDA_LOG_FORMAT=xml: not one of Text, JSON; "
              "ignored\n");
    CHECK_STR(noted("AWS_LAMBDA_LOG_LEVEL", "loud\n"),
              "bootstrap: AWS_LAMBDA_LOG_LEVEL=loud?: not one of TRACE, "
              "DEBUG, INFO, WARN, ERROR, FATAL; ignored\n");
}

WICK_TEST(words_that_are_known_are_not)
{
    CHECK_STR(noted("WICK_NODE_COMPAT", "24"), "");
    CHECK_STR(noted("WICK_NODE_COMPAT", ""), "");
    CHECK_STR(noted("AWS_LAMBDA_LOG_FORMAT", "json"), "");
    CHECK_STR(noted("AWS_LAMBDA_LOG_LEVEL", "warn"), "");
    CHECK_STR(noted("AWS_LAMBDA_LOG_LEVEL", "FATAL"), "");
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(everything_that_lambda_sets),
    WICK_TEST_ENTRY(only_the_address_is_needed),
    WICK_TEST_ENTRY(address_is_needed),
    WICK_TEST_ENTRY(memory_size_is_a_number),
    WICK_TEST_ENTRY(folder_is_utf_8),
    WICK_TEST_ENTRY(words_that_are_none_are_noted),
    WICK_TEST_ENTRY(words_that_are_known_are_not),
};
WICK_TEST_MAIN(tests)
