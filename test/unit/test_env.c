/* SPDX-License-Identifier: MIT */
#include "env.h"

#include <errno.h>
#include <stdlib.h>

#include "err.h"
#include "test.h"

#define NAME "WICK_TEST_SETTING"

static struct wick_env_error error;

static void set(const char *text)
{
    CHECK(setenv(NAME, text, 1) == 0);
    error.text[0] = '\0';
}

WICK_TEST(unset_and_empty_leave_the_default)
{
    static const char *const choices[] = {"x", NULL};
    struct wick_env_range range = {0, 10, NULL};
    struct wick_str str = WICK_STR("default");
    uint64_t number = 7;
    size_t choice = 7;
    bool flag = true;

    CHECK(unsetenv(NAME) == 0);
    for (int round = 0; round < 2; round++) {
        CHECK_INT(wick_env_str(NAME, 10, &str, &error), 0);
        CHECK_INT(wick_env_u64(NAME, &range, &number, &error), 0);
        CHECK_INT(wick_env_bool(NAME, &flag, &error), 0);
        CHECK_INT(wick_env_choice(NAME, choices, &choice, &error), 0);
        set("");
    }
    CHECK(wick_str_eq(str, WICK_STR("default")));
    CHECK_INT(number, 7);
    CHECK_INT(choice, 7);
    CHECK(flag);
}

WICK_TEST(text_up_to_its_bound)
{
    struct wick_str str = {0};

    set("12345");
    CHECK_INT(wick_env_str(NAME, 5, &str, &error), 1);
    CHECK(wick_str_eq(str, WICK_STR("12345")));
    CHECK_INT(wick_env_str(NAME, 4, &str, &error), -WICK_ETOOBIG);
    CHECK_STR(error.text, NAME "=12345: longer than 4 bytes");
}

WICK_TEST(numbers_within_their_range)
{
    struct wick_env_range range = {1, 1024, "MB"};
    uint64_t number = 7;

    set("1");
    CHECK_INT(wick_env_u64(NAME, &range, &number, &error), 1);
    CHECK_INT(number, 1);
    set("1024");
    CHECK_INT(wick_env_u64(NAME, &range, &number, &error), 1);
    CHECK_INT(number, 1024);
    set("1025");
    CHECK_INT(wick_env_u64(NAME, &range, &number, &error), -ERANGE);
    CHECK_STR(error.text, NAME "=1025: not a whole number from 1 to 1024 MB");
    set("0");
    CHECK_INT(wick_env_u64(NAME, &range, &number, &error), -ERANGE);
    CHECK_STR(error.text, NAME "=0: not a whole number from 1 to 1024 MB");
    CHECK_INT(number, 1024);
}

WICK_TEST(nonsense_is_no_number)
{
    static const char *const bad[] = {"64MB", "-1",   "1.5",
                                      " 5",   "five", "0x10"};
    struct wick_env_range range = {0, UINT64_MAX, NULL};
    uint64_t number = 7;

    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        char expected[100];

        set(bad[i]);
        CHECK_INT(wick_env_u64(NAME, &range, &number, &error), -WICK_ESYNTAX);
        (void)snprintf(expected, sizeof(expected),
                       "%s=%s: not a whole number from 0 to "
                       "18446744073709551615",
                       NAME, bad[i]);
        CHECK_STR(error.text, expected);
    }
    CHECK_INT(number, 7);
}

WICK_TEST(booleans)
{
    static const char *const yes[] = {"1", "true", "TRUE"};
    static const char *const no[] = {"0", "false", "False"};
    bool flag = false;

    for (size_t i = 0; i < ARRAY_LEN(yes); i++) {
        set(yes[i]);
        CHECK_INT(wick_env_bool(NAME, &flag, &error), 1);
        CHECK(flag);
        set(no[i]);
        CHECK_INT(wick_env_bool(NAME, &flag, &error), 1);
        CHECK(!flag);
    }
    set("yes please");
    CHECK_INT(wick_env_bool(NAME, &flag, &error), -WICK_ESYNTAX);
    CHECK_STR(error.text, NAME "=yes please: neither 1 (true) nor 0 (false)");
}

WICK_TEST(choices)
{
    static const char *const formats[] = {"Text", "JSON", NULL};
    size_t choice = 7;

    set("json");
    CHECK_INT(wick_env_choice(NAME, formats, &choice, &error), 1);
    CHECK_INT(choice, 1);
    set("TEXT");
    CHECK_INT(wick_env_choice(NAME, formats, &choice, &error), 1);
    CHECK_INT(choice, 0);
    set("xml");
    CHECK_INT(wick_env_choice(NAME, formats, &choice, &error), -WICK_ESYNTAX);
    CHECK_STR(error.text, NAME "=xml: not one of Text, JSON");
    CHECK_INT(choice, 0);
}

WICK_TEST(messages_are_printable_and_cut)
{
    static const char *const many[] = {
        "a choice with a name that is rather long, to fill the message",
        "a choice with a name that is rather long, to fill the messagf",
        "a choice with a name that is rather long, to fill the messagg",
        "a choice with a name that is rather long, to fill the messagh",
        "a choice with a name that is rather long, to fill the messagi",
        NULL};
    char text[300];
    size_t choice;

    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    text[0] = '\n';
    text[1] = (char)0xE4;
    set(text);
    CHECK_INT(wick_env_choice(NAME, many, &choice, &error), -WICK_ESYNTAX);
    CHECK(strstr(error.text, NAME "=??xxx"));
    CHECK(strstr(error.text, "xxx...: not one of a choice"));
    CHECK_INT(strlen(error.text), WICK_ENV_ERROR_SIZE - 1);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(unset_and_empty_leave_the_default),
    WICK_TEST_ENTRY(text_up_to_its_bound),
    WICK_TEST_ENTRY(numbers_within_their_range),
    WICK_TEST_ENTRY(nonsense_is_no_number),
    WICK_TEST_ENTRY(booleans),
    WICK_TEST_ENTRY(choices),
    WICK_TEST_ENTRY(messages_are_printable_and_cut),
};
WICK_TEST_MAIN(tests)
