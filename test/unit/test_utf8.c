/* SPDX-License-Identifier: MIT */
#include "utf8.h"

#include "err.h"
#include "test.h"

/*
 * The decoder of the Encoding standard (section 8.1.1), step by step as it is
 * written there: the reference that the real one is compared with. Returns
 * the number of code points; malformed parts are 0xFFFD.
 */
static size_t decode_by_the_book(const uint8_t *in, size_t len, uint32_t *out)
{
    uint32_t point = 0;
    unsigned needed = 0;
    unsigned seen = 0;
    uint8_t lower = 0x80;
    uint8_t upper = 0xBF;
    size_t count = 0;

    for (size_t i = 0; i < len;) {
        uint8_t byte = in[i];

        if (needed == 0) {
            i++;
            if (byte <= 0x7F) {
                out[count++] = byte;
            } else if (byte >= 0xC2 && byte <= 0xDF) {
                needed = 1;
                point = byte & 0x1F;
            } else if (byte >= 0xE0 && byte <= 0xEF) {
                lower = byte == 0xE0 ? 0xA0 : lower;
                upper = byte == 0xED ? 0x9F : upper;
                needed = 2;
                point = byte & 0xF;
            } else if (byte >= 0xF0 && byte <= 0xF4) {
                lower = byte == 0xF0 ? 0x90 : lower;
                upper = byte == 0xF4 ? 0x8F : upper;
                needed = 3;
                point = byte & 0x7;
            } else {
                out[count++] = 0xFFFD;
            }
            continue;
        }
        bool is_in_range = byte >= lower && byte <= upper;
        lower = 0x80;
        upper = 0xBF;
        if (!is_in_range) {
            /* The byte is looked at again as the first of a sequence. */
            needed = 0;
            seen = 0;
            out[count++] = 0xFFFD;
            continue;
        }
        i++;
        point = (point << 6) | (byte & 0x3F);
        if (++seen == needed) {
            out[count++] = point;
            needed = 0;
            seen = 0;
        }
    }
    if (needed > 0) {
        out[count++] = 0xFFFD;
    }
    return count;
}

static struct wick_str str_of(const uint8_t *bytes, size_t len)
{
    return (struct wick_str){(const char *)bytes, len};
}

/* Everything the file says about @bytes against the reference. */
static void compare(const uint8_t *bytes, size_t len)
{
    uint32_t points[16];
    uint16_t units[32];
    size_t count = decode_by_the_book(bytes, len, points);
    struct wick_str rest = str_of(bytes, len);
    size_t unit_count = 0;

    for (size_t i = 0; i < count; i++) {
        CHECK(rest.len > 0);
        int32_t c = wick_utf8_next(&rest);
        CHECK_INT(c < 0 ? 0xFFFD : c, points[i]);
        unit_count += points[i] >= 0x10000 ? 2 : 1;
    }
    CHECK_INT(rest.len, 0);
    CHECK_INT(wick_utf8_to_utf16_len(str_of(bytes, len)), unit_count);
    CHECK_INT(wick_utf8_to_utf16(str_of(bytes, len), units), unit_count);
}

WICK_TEST(every_scalar_value_survives)
{
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        char bytes[4];
        char again[4];
        uint16_t units[2];

        if (c >= 0xD800 && c <= 0xDFFF) {
            continue;
        }
        size_t len = wick_utf8_encode(c, bytes);
        struct wick_str rest = {bytes, len};
        CHECK(wick_utf8_is_valid(rest));
        size_t count = wick_utf8_to_utf16(rest, units);
        CHECK_INT(count, c >= 0x10000 ? 2 : 1);
        CHECK_INT(wick_utf8_to_utf16_len(rest), count);
        CHECK_INT(wick_utf8_from_utf16_len(units, count), len);
        CHECK_INT(wick_utf8_from_utf16(units, count, again), len);
        CHECK(memcmp(bytes, again, len) == 0);
        CHECK_INT(wick_utf8_next(&rest), c);
        CHECK_INT(rest.len, 0);
        CHECK_INT(wick_utf8_is_latin1((struct wick_str){bytes, len}),
                  c <= 0xFF);
    }
}

WICK_TEST(every_pair_of_bytes_as_the_standard_says)
{
    for (unsigned pair = 0; pair <= 0xFFFF; pair++) {
        uint8_t bytes[] = {(uint8_t)(pair >> 8), (uint8_t)pair};

        compare(bytes, 2);
    }
}

/* Bytes at both sides of every bound of the tables. */
static const uint8_t edges[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                                0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
                                0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1,
                                0xF3, 0xF4, 0xF5, 0xFF};

WICK_TEST(edges_in_fours_as_the_standard_says)
{
    size_t total = ARRAY_LEN(edges) * ARRAY_LEN(edges) * ARRAY_LEN(edges) *
                   ARRAY_LEN(edges);

    for (size_t i = 0; i < total; i++) {
        uint8_t bytes[4];
        size_t number = i;

        for (size_t k = 0; k < 4; k++) {
            bytes[k] = edges[number % ARRAY_LEN(edges)];
            number /= ARRAY_LEN(edges);
        }
        compare(bytes, 4);
    }
}

WICK_TEST(valid_len_stops_at_the_first_fault)
{
    CHECK_INT(wick_utf8_valid_len(WICK_STR("")), 0);
    CHECK_INT(wick_utf8_valid_len((struct wick_str){NULL, 0}), 0);
    CHECK_INT(wick_utf8_valid_len(WICK_STR("plain ascii, long enough")), 24);
    CHECK_INT(wick_utf8_valid_len(WICK_STR("12345678\xC3\xA4"
                                           "12345678")),
              18);
    CHECK_INT(wick_utf8_valid_len(WICK_STR("abc\xC3(def")), 3);
    CHECK_INT(wick_utf8_valid_len(WICK_STR("abc\xE2\x82")), 3);
    CHECK(!wick_utf8_is_valid(WICK_STR("\xED\xA0\x80"))); /* surrogate */
    CHECK(!wick_utf8_is_valid(WICK_STR("\xC0\x80")));     /* overlong */
    CHECK(!wick_utf8_is_valid(WICK_STR("\xF4\x90\x80\x80")));
    CHECK(wick_utf8_is_valid(WICK_STR("\0\xF4\x8F\xBF\xBF")));
}

WICK_TEST(ascii_len_at_every_offset)
{
    char bytes[40];

    for (size_t at = 0; at < sizeof(bytes); at++) {
        memset(bytes, 'a', sizeof(bytes));
        bytes[at] = (char)0x80;
        for (size_t from = 0; from <= at; from++) {
            struct wick_str str = {bytes + from, sizeof(bytes) - from};

            CHECK_INT(wick_utf8_ascii_len(str), at - from);
            CHECK(!wick_utf8_is_ascii(str));
        }
    }
    CHECK(wick_utf8_is_ascii(WICK_STR("seven b")));
    CHECK(wick_utf8_is_ascii((struct wick_str){NULL, 0}));
}

WICK_TEST(latin1_both_ways)
{
    uint8_t all[256];
    char text[512];
    uint8_t again[256];

    for (unsigned i = 0; i < 256; i++) {
        all[i] = (uint8_t)i;
    }
    size_t len = wick_utf8_from_latin1(all, 256, text);
    CHECK_INT(len, 384);
    CHECK_INT(wick_utf8_from_latin1_len(all, 256), len);
    CHECK(wick_utf8_is_latin1((struct wick_str){text, len}));
    CHECK_INT(wick_utf8_to_latin1((struct wick_str){text, len}, again), 256);
    CHECK(memcmp(all, again, 256) == 0);
    CHECK(!wick_utf8_is_latin1(WICK_STR("abc\xC4\x80"))); /* U+0100 */
    CHECK(!wick_utf8_is_latin1(WICK_STR("abc\xFF")));
    CHECK(wick_utf8_is_latin1((struct wick_str){NULL, 0}));
}

WICK_TEST(lone_surrogates_are_replaced)
{
    static const uint16_t units[] = {'a',    0xD83D, 'b',    0xDE00,
                                     0xD83D, 0xD83D, 0xDE00, 0xD800};
    char text[24];
    size_t len = wick_utf8_from_utf16(units, ARRAY_LEN(units), text);

    CHECK_INT(wick_utf8_from_utf16_len(units, ARRAY_LEN(units)), len);
    CHECK(wick_str_eq((struct wick_str){text, len},
                      WICK_STR("a\xEF\xBF\xBD"
                               "b\xEF\xBF\xBD\xEF\xBF\xBD"
                               "\xF0\x9F\x98\x80\xEF\xBF\xBD")));
}

WICK_TEST(incomplete_ends_are_measured)
{
    static const struct {
        const char *text;
        size_t len;
    } cases[] = {
        {"", 0},
        {"abc", 0},
        {"ab\xC3", 1},
        {"ab\xC3\xA4", 0},
        {"\xE2", 1},
        {"\xE2\x82", 2},
        {"\xE2\x82\xAC", 0},
        {"\xF0\x9F\x98", 3},
        {"\xF0\x9F", 2},
        {"\xF0\x9F\x98\x80", 0},
        {"\xE0\x80", 0},         /* overlong: can never become a character */
        {"\xED\xA0", 0},         /* surrogate */
        {"\xC0", 0},             /* never a lead byte */
        {"\x80\x80\x80\x80", 0}, /* no lead byte in reach */
        {"a\xE2\x82\xE2", 1},
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        CHECK_INT(wick_utf8_incomplete_len(wick_str_from(cases[i].text)),
                  cases[i].len);
    }
}

WICK_TEST(repair_replaces_maximal_subparts)
{
    struct wick_buf buf;

    wick_buf_init(&buf, 100);
    /* Example of Unicode 15, table 3-8. */
    CHECK_INT(wick_utf8_append_repaired(
                  &buf, WICK_STR("\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80"
                                 "\xBF\x64")),
              0);
    CHECK_STR(wick_buf_cstr(&buf), "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
                                   "b\xEF\xBF\xBD"
                                   "c\xEF\xBF\xBD\xEF\xBF\xBD"
                                   "d");
    wick_buf_reset(&buf);
    CHECK_INT(wick_utf8_append_repaired(&buf, (struct wick_str){NULL, 0}), 0);
    CHECK_STR(wick_buf_cstr(&buf), "");
    wick_buf_release(&buf);
}

WICK_TEST(repair_stops_at_the_ceiling)
{
    struct wick_buf buf;

    wick_buf_init(&buf, 5);
    CHECK_INT(wick_utf8_append_repaired(&buf, WICK_STR("abc\xFF")),
              -WICK_ETOOBIG);
    CHECK_INT(buf.len, 0);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(every_scalar_value_survives),
    WICK_TEST_ENTRY(every_pair_of_bytes_as_the_standard_says),
    WICK_TEST_ENTRY(edges_in_fours_as_the_standard_says),
    WICK_TEST_ENTRY(valid_len_stops_at_the_first_fault),
    WICK_TEST_ENTRY(ascii_len_at_every_offset),
    WICK_TEST_ENTRY(latin1_both_ways),
    WICK_TEST_ENTRY(lone_surrogates_are_replaced),
    WICK_TEST_ENTRY(incomplete_ends_are_measured),
    WICK_TEST_ENTRY(repair_replaces_maximal_subparts),
    WICK_TEST_ENTRY(repair_stops_at_the_ceiling),
};
WICK_TEST_MAIN(tests)
