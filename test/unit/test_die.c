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

static void report(const char *line, size_t len)
{
    (void)!write(STDERR_FILENO, "hook: ", 6);
    (void)!write(STDERR_FILENO, line, len);
}

static void die_with_hook(void)
{
    wick_die_set_hook(report);
    wick_die("once");
}

WICK_TEST(hook_gets_the_line)
{
    struct test_child child;

    test_child_run(&child, die_with_hook);
    CHECK_INT(child.status, WICK_DIE_STATUS);
    CHECK_STR(child.text, "wick: fatal: once\nhook: wick: fatal: once\n");
}

static void die_again(const char *line, size_t len)
{
    (void)line;
    wick_die("in the hook after %zu bytes", len);
}

static void die_in_hook(void)
{
    wick_die_set_hook(die_again);
    wick_die("first");
}

WICK_TEST(death_in_hook_does_not_recurse)
{
    struct test_child child;

    test_child_run(&child, die_in_hook);
    CHECK_INT(child.status, WICK_DIE_STATUS);
    CHECK_STR(child.text, "wick: fatal: first\n"
                          "wick: fatal: in the hook after 19 bytes\n");
}

static void die_without_hook(void)
{
    wick_die_set_hook(report);
    wick_die_set_hook(NULL);
    wick_die("alone");
}

WICK_TEST(hook_can_be_removed)
{
    struct test_child child;

    test_child_run(&child, die_without_hook);
    CHECK_STR(child.text, "wick: fatal: alone\n");
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
    WICK_TEST_ENTRY(hook_gets_the_line),
    WICK_TEST_ENTRY(death_in_hook_does_not_recurse),
    WICK_TEST_ENTRY(hook_can_be_removed),
    WICK_TEST_ENTRY(die_ends_when_nobody_can_read),
};
WICK_TEST_MAIN(tests)
