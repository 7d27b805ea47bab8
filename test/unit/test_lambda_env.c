/* SPDX-License-Identifier: MIT */
/* clearenv(3). */
#define _GNU_SOURCE

#include "lambda_env.h"

#include <errno.h>
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
                        "/var/task", "LAMBDA_RUNTIME_DIR", "/var/runtime",
                        "AWS_REGION", "eu-west-1", "AWS_DEFAULT_REGION",
                        "us-east-1", "AWS_LAMBDA_FUNCTION_NAME", "f",
                        "AWS_LAMBDA_FUNCTION_VERSION", "$LATEST",
                        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "0128",
                        "AWS_LAMBDA_LOG_GROUP_NAME", "g",
                        "AWS_LAMBDA_LOG_STREAM_NAME", "s"),
              0);
    check_str(env.runtime_api, "127.0.0.1:9001");
    check_str(env.handler, "index.handler");
    check_str(env.task_root, "/var/task");
    check_str(env.runtime_dir, "/var/runtime");
    check_str(env.region, "eu-west-1");
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
    check_str(env.region, "");
    CHECK_INT(env.memory_mb, 0);
    CHECK_INT(env.init_type, WICK_INIT_ON_DEMAND);
    CHECK_INT(env.log_format, WICK_LOG_TEXT);
    CHECK_INT(env.log_level, WICK_LOG_TRACE);
    CHECK(!env.has_max_concurrency);
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

WICK_TEST(default_region_alone)
{
    CHECK_INT(INIT_WITH(API, "AWS_DEFAULT_REGION", "us-east-1"), 0);
    check_str(env.region, "us-east-1");
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

WICK_TEST(initialization_types)
{
    static const struct {
        const char *text;
        enum wick_init_type type;
    } cases[] = {
        {"on-demand", WICK_INIT_ON_DEMAND},
        {"provisioned-concurrency", WICK_INIT_PROVISIONED},
        {"snap-start", WICK_INIT_SNAP_START},
        {"lambda-managed-instances", WICK_INIT_MANAGED_INSTANCES},
        {"something-new", WICK_INIT_OTHER},
        {"", WICK_INIT_ON_DEMAND},
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        CHECK_INT(
            INIT_WITH(API, "AWS_LAMBDA_INITIALIZATION_TYPE", cases[i].text), 0);
        CHECK_INT(env.init_type, cases[i].type);
    }
}

WICK_TEST(log_settings)
{
    static const char *const levels[] = {"TRACE", "debug", "Info",
                                         "WARN",  "error", "FATAL"};

    CHECK_INT(INIT_WITH(API, "AWS_LAMBDA_LOG_FORMAT", "json"), 0);
    CHECK_INT(env.log_format, WICK_LOG_JSON);
    CHECK_INT(INIT_WITH(API, "AWS_LAMBDA_LOG_FORMAT", "Text"), 0);
    CHECK_INT(env.log_format, WICK_LOG_TEXT);
    CHECK_INT(INIT_WITH(API, "AWS_LAMBDA_LOG_FORMAT", "xml"), 0);
    CHECK_INT(env.log_format, WICK_LOG_TEXT);
    for (size_t i = 0; i < ARRAY_LEN(levels); i++) {
        CHECK_INT(INIT_WITH(API, "AWS_LAMBDA_LOG_LEVEL", levels[i]), 0);
        CHECK_INT(env.log_level, i);
    }
    CHECK_INT(INIT_WITH(API, "AWS_LAMBDA_LOG_LEVEL", "loud"), 0);
    CHECK_INT(env.log_level, WICK_LOG_TRACE);
}

WICK_TEST(max_concurrency_counts_even_empty)
{
    CHECK_INT(INIT_WITH(API, "AWS_LAMBDA_MAX_CONCURRENCY", ""), 0);
    CHECK(env.has_max_concurrency);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(everything_that_lambda_sets),
    WICK_TEST_ENTRY(only_the_address_is_needed),
    WICK_TEST_ENTRY(address_is_needed),
    WICK_TEST_ENTRY(default_region_alone),
    WICK_TEST_ENTRY(memory_size_is_a_number),
    WICK_TEST_ENTRY(initialization_types),
    WICK_TEST_ENTRY(log_settings),
    WICK_TEST_ENTRY(max_concurrency_counts_even_empty),
};
WICK_TEST_MAIN(tests)
