/* SPDX-License-Identifier: MIT */
#include "mem.h"

#include <stdlib.h>

#include "child.h"
#include "die.h"
#include "test.h"

/* More than any machine has; the compiler must not see the number. */
static volatile size_t absurd_size = SIZE_MAX / 2;

WICK_TEST(alloc_gives_writable_bytes)
{
    char *bytes = wick_alloc(100);

    memset(bytes, 'x', 100);
    bytes = wick_realloc(bytes, 1000);
    CHECK(bytes[99] == 'x');
    memset(bytes, 'y', 1000);
    wick_free(bytes);
}

WICK_TEST(alloc_zero_is_zero)
{
    char *bytes = wick_alloc_zero(10, 10);

    for (size_t i = 0; i < 100; i++) {
        CHECK(bytes[i] == 0);
    }
    wick_free(bytes);
}

WICK_TEST(size_zero_is_served)
{
    void *one = wick_alloc(0);
    void *two = wick_alloc_zero(0, 8);
    void *three = wick_alloc_zero(8, 0);
    void *four = wick_realloc(NULL, 0);
    void *five = wick_realloc(wick_alloc(4), 0);

    CHECK(one && two && three && four && five);
    wick_free(one);
    wick_free(two);
    wick_free(three);
    wick_free(four);
    wick_free(five);
    wick_free(NULL);
}

WICK_TEST(dup_copies_and_terminates)
{
    char *copy = wick_dup("abcdef", 3);

    CHECK_STR(copy, "abc");
    wick_free(copy);
    copy = wick_dup(NULL, 0);
    CHECK_STR(copy, "");
    wick_free(copy);
    copy = wick_try_strdup("text");
    CHECK_STR(copy, "text");
    wick_free(copy);
}

WICK_TEST(try_returns_null_when_it_fails)
{
    /* AddressSanitizer reports absurd sizes, so failure is injected. */
    wick_mem_fail_at(1);
    CHECK(!wick_try_alloc(8));
    wick_mem_fail_at(1);
    CHECK(!wick_try_alloc_zero(8, 8));
    wick_mem_fail_at(1);
    CHECK(!wick_try_strdup("x"));
    char *kept = wick_try_alloc(8);
    CHECK(kept);
    wick_mem_fail_at(1);
    CHECK(!wick_try_realloc(kept, 16));
    kept[7] = 'k'; /* still the caller's */
    wick_free(kept);
}

WICK_TEST(fails_at_the_nth_once)
{
    void *ptr[4];

    wick_mem_fail_at(3);
    for (size_t i = 0; i < ARRAY_LEN(ptr); i++) {
        ptr[i] = wick_try_alloc(1);
    }
    CHECK(ptr[0] && ptr[1] && !ptr[2] && ptr[3]);
    for (size_t i = 0; i < ARRAY_LEN(ptr); i++) {
        wick_free(ptr[i]);
    }
    wick_mem_fail_at(1);
    wick_mem_fail_at(0);
    ptr[0] = wick_try_alloc(1);
    CHECK(ptr[0]);
    wick_free(ptr[0]);
}

WICK_TEST(counts_allocations)
{
    uint64_t made = wick_mem_alloc_count();
    uint64_t live = wick_mem_live_count();
    void *one = wick_alloc(1);
    void *two = wick_realloc(NULL, 2);

    two = wick_realloc(two, 3);
    CHECK_INT(wick_mem_alloc_count() - made, 3);
    CHECK_INT(wick_mem_live_count() - live, 2);
    wick_free(one);
    wick_free(two);
    wick_free(NULL);
    CHECK_INT(wick_mem_live_count(), live);
}

static void alloc_failing(void)
{
    wick_mem_fail_at(1);
    wick_free(wick_alloc(12345));
}

static void realloc_failing(void)
{
    wick_mem_fail_at(1);
    wick_free(wick_realloc(NULL, 12345));
}

static void zero_failing(void)
{
    wick_mem_fail_at(1);
    wick_free(wick_alloc_zero(5, 2469));
}

static void dup_failing(void)
{
    char bytes[12344] = {0};

    wick_mem_fail_at(1);
    wick_free(wick_dup(bytes, sizeof(bytes)));
}

WICK_TEST(dies_with_size_and_place)
{
    static void (*const bodies[])(void) = {alloc_failing, realloc_failing,
                                           zero_failing, dup_failing};

    for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
        struct test_child child;

        test_child_run(&child, bodies[i]);
        CHECK_INT(child.status, WICK_DIE_STATUS);
        CHECK(strstr(child.text, "wick: fatal: out of memory: 12345 bytes for "
                                 "test/unit/test_mem.c:"));
    }
}

static void multiply_beyond(void)
{
    wick_mem_fail_at(1);
    wick_free(wick_alloc_zero(absurd_size, 4));
}

WICK_TEST(overflowing_product_dies)
{
    struct test_child child;

    test_child_run(&child, multiply_beyond);
    CHECK_INT(child.status, WICK_DIE_STATUS);
    CHECK(strstr(child.text, "out of memory: 18446744073709551615 bytes"));
}

static void fail_from_env(void)
{
    wick_mem_fail_from_env();
    void *first = wick_try_alloc(1);
    void *second = wick_try_alloc(1);
    (void)fprintf(stderr, "%d%d", first != NULL, second != NULL);
    wick_free(first);
    wick_free(second);
}

static void fail_second_from_env(void)
{
    (void)setenv("WICK_FAIL_ALLOC_AT", "2", 1);
    fail_from_env();
}

static void fail_without_env(void)
{
    (void)unsetenv("WICK_FAIL_ALLOC_AT");
    fail_from_env();
}

static void fail_from_nonsense(void)
{
    (void)setenv("WICK_FAIL_ALLOC_AT", "two", 1);
    fail_from_env();
}

WICK_TEST(environment_names_the_failure)
{
    struct test_child child;

    test_child_run(&child, fail_second_from_env);
    CHECK_STR(child.text, "10");
    test_child_run(&child, fail_without_env);
    CHECK_STR(child.text, "11");
    test_child_run(&child, fail_from_nonsense);
    CHECK_INT(child.status, WICK_DIE_STATUS);
    CHECK(strstr(child.text, "WICK_FAIL_ALLOC_AT=two is not a number"));
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(alloc_gives_writable_bytes),
    WICK_TEST_ENTRY(alloc_zero_is_zero),
    WICK_TEST_ENTRY(size_zero_is_served),
    WICK_TEST_ENTRY(dup_copies_and_terminates),
    WICK_TEST_ENTRY(try_returns_null_when_it_fails),
    WICK_TEST_ENTRY(fails_at_the_nth_once),
    WICK_TEST_ENTRY(counts_allocations),
    WICK_TEST_ENTRY(dies_with_size_and_place),
    WICK_TEST_ENTRY(overflowing_product_dies),
    WICK_TEST_ENTRY(environment_names_the_failure),
};
WICK_TEST_MAIN(tests)
