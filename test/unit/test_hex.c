/* SPDX-License-Identifier: MIT */
#include "hex.h"

#include "test.h"

static struct wick_chars latin1(const char *text)
{
    return (struct wick_chars){text, strlen(text), true};
}

WICK_TEST(encodes_in_lower_case)
{
    static const uint8_t bytes[] = {0x00, 0x0F, 0xA5, 0xFF};
    char out[9] = {0};

    wick_hex_encode(bytes, sizeof(bytes), (uint8_t *)out);
    CHECK_STR(out, "000fa5ff");
}

WICK_TEST(decodes_either_case)
{
    uint8_t out[4];

    CHECK_INT(wick_hex_decode(latin1("aBCd09"), out, sizeof(out)), 3);
    CHECK(out[0] == 0xAB && out[1] == 0xCD && out[2] == 0x09);
}

WICK_TEST(ends_at_what_is_no_pair)
{
    uint8_t out[4] = {0};

    CHECK_INT(wick_hex_decode(latin1("abxx12"), out, sizeof(out)), 1);
    CHECK_INT(wick_hex_decode(latin1("ab1"), out, sizeof(out)), 1);
    CHECK_INT(wick_hex_decode(latin1("g0"), out, sizeof(out)), 0);
    CHECK_INT(wick_hex_decode(latin1("0`"), out, sizeof(out)), 0);
    CHECK_INT(wick_hex_decode(latin1("0@"), out, sizeof(out)), 0);
    CHECK_INT(wick_hex_decode(latin1(""), out, sizeof(out)), 0);
}

WICK_TEST(room_is_a_bound)
{
    uint8_t out[2] = {0xAA, 0xAA};

    CHECK_INT(wick_hex_decode(latin1("010203"), out, 1), 1);
    CHECK(out[0] == 1 && out[1] == 0xAA);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(encodes_in_lower_case),
    WICK_TEST_ENTRY(decodes_either_case),
    WICK_TEST_ENTRY(ends_at_what_is_no_pair),
    WICK_TEST_ENTRY(room_is_a_bound),
};
WICK_TEST_MAIN(tests)
