/* SPDX-License-Identifier: MIT */
#include "chars.h"

#include "test.h"

static const struct wick_chars cafe = {"caf\xE9", 4, true};

static const uint16_t mixed_units[] = {'a',    0xE9,   0x20AC, 0xD83D,
                                       0xDE00, 0xD800, 'b',    0xDC00};
static const struct wick_chars mixed = {mixed_units, 8, false};
/* Lone surrogates are U+FFFD. */
static const char mixed_utf8[] = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"
                                 "\xEF\xBF\xBD"
                                 "b\xEF\xBF\xBD";

WICK_TEST(utf8_of_latin1)
{
    char out[8] = {0};
    size_t read;

    CHECK_INT(wick_chars_utf8_len(cafe), 5);
    CHECK_INT(wick_chars_to_utf8(cafe, out, sizeof(out), &read), 5);
    CHECK_INT(read, 4);
    CHECK_STR(out, "caf\xC3\xA9");
}

WICK_TEST(utf8_of_utf16)
{
    char out[32] = {0};
    size_t read;

    CHECK_INT(wick_chars_utf8_len(mixed), sizeof(mixed_utf8) - 1);
    CHECK_INT(wick_chars_to_utf8(mixed, out, sizeof(out), &read),
              sizeof(mixed_utf8) - 1);
    CHECK_INT(read, 8);
    CHECK_STR(out, mixed_utf8);
}

/* At every size what is written is a start of the whole, between characters. */
WICK_TEST(utf8_is_cut_between_characters)
{
    for (size_t cap = 0; cap < sizeof(mixed_utf8); cap++) {
        char out[32];
        size_t read;

        memset(out, '!', sizeof(out));
        size_t len = wick_chars_to_utf8(mixed, out, cap, &read);
        CHECK(len <= cap && cap - len < 4);
        CHECK(memcmp(out, mixed_utf8, len) == 0);
        CHECK(out[len] == '!');
        struct wick_chars head = {mixed_units, read, false};
        CHECK_INT(wick_chars_utf8_len(head), len);
    }
    for (size_t cap = 0; cap <= 5; cap++) {
        char out[8];
        size_t read;

        CHECK_INT(wick_chars_to_utf8(cafe, out, cap, &read),
                  cap == 4 ? 3 : cap);
        CHECK_INT(read, cap == 5 ? 4 : wick_size_min(cap, 3));
    }
}

WICK_TEST(latin1_takes_low_bytes)
{
    uint8_t out[8];

    CHECK_INT(wick_chars_to_latin1(cafe, out, sizeof(out)), 4);
    CHECK_INT(out[3], 0xE9);
    CHECK_INT(wick_chars_to_latin1(mixed, out, 3), 3);
    CHECK_INT(out[2], 0xAC);
    CHECK_INT(wick_chars_to_latin1(cafe, out, 0), 0);
}

WICK_TEST(utf16_is_whole_units)
{
    uint8_t out[9] = {0};

    CHECK_INT(wick_chars_to_utf16le(cafe, out, sizeof(out)), 8);
    CHECK(out[6] == 0xE9 && out[7] == 0);
    CHECK_INT(wick_chars_to_utf16le(mixed, out + 1, 7), 6);
    CHECK(out[5] == 0xAC && out[6] == 0x20);
    CHECK_INT(wick_chars_to_utf16le(mixed, out, 1), 0);
}

WICK_TEST(nothing_is_written_of_nothing)
{
    struct wick_chars none = {NULL, 0, false};
    uint8_t out[1];
    size_t read;

    CHECK_INT(wick_chars_utf8_len(none), 0);
    CHECK_INT(wick_chars_to_utf8(none, (char *)out, 1, &read), 0);
    CHECK_INT(read, 0);
    CHECK_INT(wick_chars_to_latin1(none, out, 1), 0);
    CHECK_INT(wick_chars_to_utf16le(none, out, 1), 0);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(utf8_of_latin1),
    WICK_TEST_ENTRY(utf8_of_utf16),
    WICK_TEST_ENTRY(utf8_is_cut_between_characters),
    WICK_TEST_ENTRY(latin1_takes_low_bytes),
    WICK_TEST_ENTRY(utf16_is_whole_units),
    WICK_TEST_ENTRY(nothing_is_written_of_nothing),
};
WICK_TEST_MAIN(tests)
