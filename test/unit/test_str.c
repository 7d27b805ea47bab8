/* SPDX-License-Identifier: MIT */
#include "str.h"

#include <errno.h>

#include "err.h"
#include "test.h"

static const struct wick_str none;

WICK_TEST(from_text)
{
    CHECK_INT(wick_str_from("abc").len, 3);
    CHECK_INT(wick_str_from("").len, 0);
    CHECK_INT(wick_str_from(NULL).len, 0);
    CHECK_INT(WICK_STR("a\0b").len, 3);
    CHECK(wick_str_is_empty(none));
    CHECK(!wick_str_is_empty(WICK_STR(" ")));
}

WICK_TEST(equality)
{
    CHECK(wick_str_eq(WICK_STR("abc"), wick_str_from("abc")));
    CHECK(!wick_str_eq(WICK_STR("abc"), WICK_STR("abd")));
    CHECK(!wick_str_eq(WICK_STR("abc"), WICK_STR("ab")));
    CHECK(wick_str_eq(none, WICK_STR("")));
    CHECK(!wick_str_eq(WICK_STR("a\0b"), WICK_STR("a\0c")));
}

WICK_TEST(equality_without_case)
{
    CHECK(
        wick_str_eq_nocase(WICK_STR("Content-Type"), WICK_STR("cONTENT-tYPE")));
    CHECK(!wick_str_eq_nocase(WICK_STR("abc"), WICK_STR("abcd")));
    CHECK(!wick_str_eq_nocase(WICK_STR("abc"), WICK_STR("abd")));
    /* Neighbours of the letters, and letters outside of ASCII. */
    CHECK(!wick_str_eq_nocase(WICK_STR("@["), WICK_STR("`{")));
    CHECK(!wick_str_eq_nocase(WICK_STR("\xc4"), WICK_STR("\xe4")));
    CHECK(wick_str_eq_nocase(none, none));
}

WICK_TEST(order)
{
    CHECK(wick_str_compare(WICK_STR("a"), WICK_STR("b")) < 0);
    CHECK(wick_str_compare(WICK_STR("b"), WICK_STR("a")) > 0);
    CHECK(wick_str_compare(WICK_STR("a"), WICK_STR("ab")) < 0);
    CHECK(wick_str_compare(WICK_STR("ab"), WICK_STR("a")) > 0);
    CHECK_INT(wick_str_compare(WICK_STR("ab"), WICK_STR("ab")), 0);
    CHECK(wick_str_compare(WICK_STR("\xff"), WICK_STR("a")) > 0);
    CHECK_INT(wick_str_compare(none, WICK_STR("")), 0);
}

WICK_TEST(prefixes_and_suffixes)
{
    CHECK(wick_str_starts_with(WICK_STR("node:fs"), WICK_STR("node:")));
    CHECK(!wick_str_starts_with(WICK_STR("node"), WICK_STR("node:")));
    CHECK(wick_str_starts_with(WICK_STR("x"), none));
    CHECK(wick_str_starts_with_nocase(WICK_STR("NODE:fs"), WICK_STR("node:")));
    CHECK(!wick_str_starts_with_nocase(WICK_STR("nod"), WICK_STR("node:")));
    CHECK(wick_str_ends_with(WICK_STR("a.mjs"), WICK_STR(".mjs")));
    CHECK(!wick_str_ends_with(WICK_STR("mjs"), WICK_STR(".mjs")));
    CHECK(!wick_str_ends_with(WICK_STR("a.cjs"), WICK_STR(".mjs")));
    CHECK(wick_str_ends_with(WICK_STR(".mjs"), WICK_STR(".mjs")));
    CHECK(wick_str_ends_with(WICK_STR("x"), none));
}

WICK_TEST(find_bytes)
{
    CHECK_INT(wick_str_find_byte(WICK_STR("a:b:c"), ':'), 1);
    CHECK_INT(wick_str_find_last_byte(WICK_STR("a:b:c"), ':'), 3);
    CHECK(wick_str_find_byte(WICK_STR("abc"), ':') == WICK_STR_NONE);
    CHECK(wick_str_find_last_byte(WICK_STR("abc"), ':') == WICK_STR_NONE);
    CHECK(wick_str_find_byte(none, ':') == WICK_STR_NONE);
    CHECK_INT(wick_str_find_last_byte(WICK_STR(":"), ':'), 0);
    /* The byte behind the slice is not looked at. */
    CHECK(wick_str_find_byte((struct wick_str){"ab:", 2}, ':') ==
          WICK_STR_NONE);
}

WICK_TEST(find_needle)
{
    CHECK_INT(wick_str_find(WICK_STR("aaab"), WICK_STR("ab")), 2);
    CHECK_INT(wick_str_find(WICK_STR("ab"), WICK_STR("ab")), 0);
    CHECK(wick_str_find(WICK_STR("ab"), WICK_STR("abc")) == WICK_STR_NONE);
    CHECK(wick_str_find(WICK_STR("abab"), WICK_STR("ba\0")) == WICK_STR_NONE);
    CHECK_INT(wick_str_find(WICK_STR("a\0b"), WICK_STR("\0b")), 1);
    CHECK_INT(wick_str_find(WICK_STR("ab"), none), 0);
    CHECK_INT(wick_str_find(none, none), 0);
    CHECK(wick_str_find(none, WICK_STR("a")) == WICK_STR_NONE);
}

WICK_TEST(slices_are_cut)
{
    struct wick_str str = WICK_STR("abcdef");

    CHECK(wick_str_eq(wick_str_slice(str, 1, 3), WICK_STR("bcd")));
    CHECK(wick_str_eq(wick_str_slice(str, 4, 100), WICK_STR("ef")));
    CHECK(wick_str_eq(wick_str_slice(str, 4, SIZE_MAX), WICK_STR("ef")));
    CHECK_INT(wick_str_slice(str, 6, 1).len, 0);
    CHECK_INT(wick_str_slice(str, SIZE_MAX, SIZE_MAX).len, 0);
    CHECK(wick_str_eq(wick_str_from_index(str, 4), WICK_STR("ef")));
    CHECK_INT(wick_str_from_index(str, 7).len, 0);
    CHECK_INT(wick_str_slice(none, 0, 5).len, 0);
}

WICK_TEST(trim_takes_blanks_alone)
{
    CHECK(wick_str_eq(wick_str_trim(WICK_STR(" \t a b\t ")), WICK_STR("a b")));
    CHECK(wick_str_eq(wick_str_trim(WICK_STR("\na\r")), WICK_STR("\na\r")));
    CHECK_INT(wick_str_trim(WICK_STR(" \t ")).len, 0);
    CHECK_INT(wick_str_trim(none).len, 0);
}

/* The fields of @str in brackets. */
static const char *split(struct wick_str str)
{
    static char text[100];
    struct wick_str_split iterator = wick_str_split_start(str);
    struct wick_str field;
    size_t len = 0;

    while (wick_str_split_next(&iterator, ',', &field)) {
        len += (size_t)snprintf(text + len, sizeof(text) - len, "[%.*s]",
                                WICK_STR_ARG(field));
    }
    CHECK(!wick_str_split_next(&iterator, ',', &field));
    return text;
}

WICK_TEST(split_fields)
{
    CHECK_STR(split(WICK_STR("a,bc,d")), "[a][bc][d]");
    CHECK_STR(split(WICK_STR("a,,b")), "[a][][b]");
    CHECK_STR(split(WICK_STR(",")), "[][]");
    CHECK_STR(split(WICK_STR("a")), "[a]");
    CHECK_STR(split(WICK_STR("")), "[]");
    CHECK_STR(split(none), "[]");
}

WICK_TEST(cut_in_two)
{
    struct wick_str before = WICK_STR("old");
    struct wick_str after = WICK_STR("old");

    CHECK(!wick_str_cut(WICK_STR("abc"), '=', &before, &after));
    CHECK(wick_str_eq(before, WICK_STR("old")));
    CHECK(wick_str_cut(WICK_STR("a=b=c"), '=', &before, &after));
    CHECK(wick_str_eq(before, WICK_STR("a")));
    CHECK(wick_str_eq(after, WICK_STR("b=c")));
    CHECK(wick_str_cut(WICK_STR("="), '=', &before, &after));
    CHECK_INT(before.len + after.len, 0);
}

WICK_TEST(parse_decimal)
{
    uint64_t value = 7;

    CHECK_INT(wick_str_parse_u64(WICK_STR("0"), UINT64_MAX, &value), 0);
    CHECK_INT(value, 0);
    CHECK_INT(wick_str_parse_u64(WICK_STR("00012"), 12, &value), 0);
    CHECK_INT(value, 12);
    CHECK_INT(wick_str_parse_u64(WICK_STR("18446744073709551615"), UINT64_MAX,
                                 &value),
              0);
    CHECK(value == UINT64_MAX);
}

WICK_TEST(parse_refuses_other_forms)
{
    static const char *const bad[] = {"",   " 1", "1 ", "+1",  "-1", "1.0",
                                      "1e", "0x", "a",  "1,0", "\n"};
    uint64_t value = 7;

    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        CHECK_INT(wick_str_parse_u64(wick_str_from(bad[i]), 100, &value),
                  -WICK_ESYNTAX);
    }
    CHECK_INT(wick_str_parse_u64(none, 100, &value), -WICK_ESYNTAX);
    CHECK_INT(wick_str_parse_u64(WICK_STR("1\0"), 100, &value), -WICK_ESYNTAX);
    CHECK_INT(value, 7);
}

WICK_TEST(parse_notices_range)
{
    uint64_t value = 7;
    uint32_t narrow = 7;

    CHECK_INT(wick_str_parse_u64(WICK_STR("101"), 100, &value), -ERANGE);
    CHECK_INT(wick_str_parse_u64(WICK_STR("18446744073709551616"), UINT64_MAX,
                                 &value),
              -ERANGE);
    /* Ten times this wraps to a small number. */
    CHECK_INT(wick_str_parse_u64(WICK_STR("184467440737095516160"), UINT64_MAX,
                                 &value),
              -ERANGE);
    /* Syntax is looked at to the end even when the range is left. */
    CHECK_INT(wick_str_parse_u64(WICK_STR("99999999999999999999999x"),
                                 UINT64_MAX, &value),
              -WICK_ESYNTAX);
    CHECK_INT(value, 7);
    CHECK_INT(wick_str_parse_u32(WICK_STR("4294967296"), UINT32_MAX, &narrow),
              -ERANGE);
    CHECK_INT(narrow, 7);
    CHECK_INT(wick_str_parse_u32(WICK_STR("4294967295"), UINT32_MAX, &narrow),
              0);
    CHECK(narrow == UINT32_MAX);
}

WICK_TEST(parse_hexadecimal)
{
    uint64_t value = 7;

    CHECK_INT(wick_str_parse_hex(WICK_STR("fF09"), UINT64_MAX, &value), 0);
    CHECK_INT(value, 0xff09);
    CHECK_INT(wick_str_parse_hex(WICK_STR("0x1"), UINT64_MAX, &value),
              -WICK_ESYNTAX);
    CHECK_INT(wick_str_parse_hex(WICK_STR("g"), UINT64_MAX, &value),
              -WICK_ESYNTAX);
    CHECK_INT(
        wick_str_parse_hex(WICK_STR("10000000000000000"), UINT64_MAX, &value),
        -ERANGE);
}

WICK_TEST(hex_digits)
{
    static const char digits[] = "0123456789abcdef";

    for (int byte = -128; byte < 128; byte++) {
        const char *at =
            byte ? strchr(digits, wick_str_to_lower((char)byte)) : NULL;

        CHECK_INT(wick_str_hex_digit((char)byte), at ? at - digits : -1);
    }
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(from_text),
    WICK_TEST_ENTRY(equality),
    WICK_TEST_ENTRY(equality_without_case),
    WICK_TEST_ENTRY(order),
    WICK_TEST_ENTRY(prefixes_and_suffixes),
    WICK_TEST_ENTRY(find_bytes),
    WICK_TEST_ENTRY(find_needle),
    WICK_TEST_ENTRY(slices_are_cut),
    WICK_TEST_ENTRY(trim_takes_blanks_alone),
    WICK_TEST_ENTRY(split_fields),
    WICK_TEST_ENTRY(cut_in_two),
    WICK_TEST_ENTRY(parse_decimal),
    WICK_TEST_ENTRY(parse_refuses_other_forms),
    WICK_TEST_ENTRY(parse_notices_range),
    WICK_TEST_ENTRY(parse_hexadecimal),
    WICK_TEST_ENTRY(hex_digits),
};
WICK_TEST_MAIN(tests)
