/* SPDX-License-Identifier: MIT */
#include "die.h"

#include <signal.h>
#include <stdlib.h>

#include "child.h"
#include "limits.h"
#include "test.h"

static void die_plainly(void)
{
    wick_die("no %s left, %d asked", "room", 7);
}

WICK_TEST(die_prints_and_exits)
{
    struct test_child child;

    test_child_run(&child, die_plainly);
    CHECK_INT(child.status, WICK_DIE_STATUS);
    CHECK_STR(child.text, "wick: fatal: no room left, 7 asked\n");
}

static void die_at_length(void)
{
    char text[3 * WICK_DIE_TEXT_MAX];

    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    wick_die("%s", text);
}

WICK_TEST(die_cuts_a_long_message)
{
    struct test_child child;

    test_child_run(&child, die_at_length);
    CHECK_INT(child.status, WICK_DIE_STATUS);
    size_t len = strlen(child.text);
    CHECK(len <= WICK_DIE_TEXT_MAX);
    CHECK(len > WICK_DIE_TEXT_MAX - 4);
    CHECK(child.text[len - 1] == '\n');
    CHECK(child.text[len - 2] == 'x');
}

static void fail_assertion(void)
{
    int two = 2;

    WICK_ASSERT(two == 2);
    WICK_ASSERT(two == 3);
}

WICK_TEST(assert_names_place_and_aborts)
{
    struct test_child child;

    test_child_run(&child, fail_assertion);
    CHECK_INT(child.signal, SIGABRT);
    CHECK(strstr(child.text, "wick: bug: test/unit/test_die.c:"));
    CHECK(strstr(child.text, "assertion failed: two == 3\n"));
}

static void die_with_closed_stderr(void)
{
    (void)close(STDERR_FILENO);
    wick_die("nobody reads this");
}

WICK_TEST(die_ends_when_nobody_can_read)
{
    struct test_child child;

    test_child_run(&child, die_with_closed_stderr);
    CHECK_INT(child.status, WICK_DIE_STATUS);
    CHECK_STR(child.text, "");
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(die_prints_and_exits),
    WICK_TEST_ENTRY(die_cuts_a_long_message),
    WICK_TEST_ENTRY(assert_names_place_and_aborts),
    WICK_TEST_ENTRY(die_ends_when_nobody_can_read),
};
WICK_TEST_MAIN(tests)
