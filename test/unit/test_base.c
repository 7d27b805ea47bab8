/* SPDX-License-Identifier: MIT */
#include "base.h"

#include "test.h"

WICK_TEST(add_notices_overflow)
{
    size_t sum = 7;

    CHECK(wick_size_add(2, 3, &sum));
    CHECK_INT(sum, 5);
    CHECK(wick_size_add(SIZE_MAX, 0, &sum));
    CHECK(sum == SIZE_MAX);
    sum = 7;
    CHECK(!wick_size_add(SIZE_MAX, 1, &sum));
    CHECK_INT(sum, 7);
}

WICK_TEST(mul_notices_overflow)
{
    size_t product = 7;

    CHECK(wick_size_mul(6, 7, &product));
    CHECK_INT(product, 42);
    CHECK(wick_size_mul(SIZE_MAX, 0, &product));
    CHECK_INT(product, 0);
    product = 7;
    CHECK(!wick_size_mul(SIZE_MAX / 2 + 1, 2, &product));
    CHECK_INT(product, 7);
}

WICK_TEST(align_up_rounds_and_notices_overflow)
{
    size_t size = 7;

    CHECK(wick_size_align_up(0, 16, &size));
    CHECK_INT(size, 0);
    CHECK(wick_size_align_up(1, 16, &size));
    CHECK_INT(size, 16);
    CHECK(wick_size_align_up(16, 16, &size));
    CHECK_INT(size, 16);
    CHECK(wick_size_align_up(9, 1, &size));
    CHECK_INT(size, 9);
    CHECK(!wick_size_align_up(SIZE_MAX, 4096, &size));
    CHECK_INT(size, 9);
}

WICK_TEST(powers_of_two)
{
    CHECK(wick_is_power_of_two(1));
    CHECK(wick_is_power_of_two(4096));
    CHECK(!wick_is_power_of_two(0));
    CHECK(!wick_is_power_of_two(12));
}

WICK_TEST(min_and_max)
{
    CHECK_INT(wick_size_min(3, 5), 3);
    CHECK_INT(wick_size_min(5, 3), 3);
    CHECK_INT(wick_size_max(3, 5), 5);
    CHECK_INT(wick_size_max(5, 3), 5);
}

struct owner {
    int before;
    int member;
};

WICK_TEST(container_of_finds_the_owner)
{
    struct owner owner = {0};

    CHECK(container_of(&owner.member, struct owner, member) == &owner);
    CHECK(container_of(&owner.before, struct owner, before) == &owner);
}

WICK_TEST(array_len_counts_elements)
{
    static const char *const words[] = {"a", "b", "c"};

    CHECK_INT(ARRAY_LEN(words), 3);
    CHECK_INT(ARRAY_LEN("four"), 5);
}

WICK_TEST(assert_evaluates_once)
{
    int calls = 0;

    WICK_ASSERT(++calls == 1);
    CHECK_INT(calls, 1);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(add_notices_overflow),
    WICK_TEST_ENTRY(mul_notices_overflow),
    WICK_TEST_ENTRY(align_up_rounds_and_notices_overflow),
    WICK_TEST_ENTRY(powers_of_two),
    WICK_TEST_ENTRY(min_and_max),
    WICK_TEST_ENTRY(container_of_finds_the_owner),
    WICK_TEST_ENTRY(array_len_counts_elements),
    WICK_TEST_ENTRY(assert_evaluates_once),
};
WICK_TEST_MAIN(tests)
