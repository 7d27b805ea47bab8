/* SPDX-License-Identifier: MIT */
#include "bytes.h"

#include "test.h"

static const uint8_t text[] = "abcabcab";
#define LEN (sizeof(text) - 1)

static size_t first(const char *what, size_t from)
{
    struct wick_bytes_needle needle = {(const uint8_t *)what, strlen(what), 1};

    return wick_bytes_find(text, LEN, needle, from);
}

static size_t last(const char *what, size_t from)
{
    struct wick_bytes_needle needle = {(const uint8_t *)what, strlen(what), 1};

    return wick_bytes_find_last(text, LEN, needle, from);
}

WICK_TEST(finds_from_the_front)
{
    CHECK_INT(first("abc", 0), 0);
    CHECK_INT(first("abc", 1), 3);
    CHECK(first("abc", 4) == WICK_BYTES_NONE);
    CHECK_INT(first("b", 7), 7);
    CHECK(first("b", 8) == WICK_BYTES_NONE);
    CHECK(first("b", 99) == WICK_BYTES_NONE);
    CHECK(first("", 0) == WICK_BYTES_NONE);
    CHECK(first("abcabcabc", 0) == WICK_BYTES_NONE);
}

WICK_TEST(finds_from_the_back)
{
    CHECK_INT(last("abc", 99), 3);
    CHECK_INT(last("abc", 3), 3);
    CHECK_INT(last("abc", 2), 0);
    CHECK_INT(last("ab", 7), 6);
    CHECK_INT(last("a", 0), 0);
    CHECK(last("b", 0) == WICK_BYTES_NONE);
    CHECK(last("x", 99) == WICK_BYTES_NONE);
    CHECK(last("", 0) == WICK_BYTES_NONE);
    CHECK(last("abcabcabc", 0) == WICK_BYTES_NONE);
}

/* In units of two bytes a match between two units is none. */
WICK_TEST(steps)
{
    static const uint8_t units[] = {1, 0, 0, 1, 0, 0, 1, 0};
    static const uint8_t pair[] = {0, 1};
    struct wick_bytes_needle needle = {pair, 2, 2};

    CHECK_INT(wick_bytes_find(units, 8, needle, 0), 2);
    CHECK(wick_bytes_find(units, 8, needle, 4) == WICK_BYTES_NONE);
    CHECK_INT(wick_bytes_find_last(units, 8, needle, 7), 2);
    needle.step = 1;
    CHECK_INT(wick_bytes_find_last(units, 8, needle, 7), 5);
}

WICK_TEST(swaps)
{
    uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};

    wick_bytes_swap(bytes, 8, 2);
    CHECK(memcmp(bytes, "\2\1\4\3\6\5\10\7", 8) == 0);
    wick_bytes_swap(bytes, 8, 4);
    CHECK(memcmp(bytes, "\3\4\1\2\7\10\5\6", 8) == 0);
    wick_bytes_swap(bytes, 8, 8);
    CHECK(memcmp(bytes, "\6\5\10\7\2\1\4\3", 8) == 0);
    wick_bytes_swap(bytes, 0, 2);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(finds_from_the_front),
    WICK_TEST_ENTRY(finds_from_the_back),
    WICK_TEST_ENTRY(steps),
    WICK_TEST_ENTRY(swaps),
};
WICK_TEST_MAIN(tests)
