/* SPDX-License-Identifier: MIT */
#include "json_escape.h"

#include "err.h"
#include "mem.h"
#include "test.h"

/* @str escaped, in a static buffer, the same by both functions. */
static const char *escape(struct wick_str str, enum wick_json_escape mode)
{
    static char fixed[4096];
    struct wick_buf buf;
    bool is_cut = true;

    wick_buf_init(&buf, sizeof(fixed) - 1);
    CHECK_INT(wick_json_escape(&buf, str, mode), 0);
    size_t len =
        wick_json_escape_fixed(fixed, sizeof(fixed), str, mode, &is_cut);
    CHECK_INT(len, buf.len);
    CHECK(!is_cut);
    CHECK_STR(fixed, wick_buf_cstr(&buf));
    wick_buf_release(&buf);
    return fixed;
}

static const char *utf8(struct wick_str str)
{
    return escape(str, WICK_JSON_ESCAPE_UTF8);
}

static const char *ascii(struct wick_str str)
{
    return escape(str, WICK_JSON_ESCAPE_ASCII);
}

WICK_TEST(plain_text_stays)
{
    CHECK_STR(utf8(WICK_STR("")), "");
    CHECK_STR(utf8((struct wick_str){NULL, 0}), "");
    CHECK_STR(utf8(WICK_STR("plain /'<>& text~")), "plain /'<>& text~");
    CHECK_STR(ascii(WICK_STR("plain /'<>& text~")), "plain /'<>& text~");
}

WICK_TEST(short_escapes)
{
    CHECK_STR(utf8(WICK_STR("a\"b\\c\b\f\n\r\td")),
              "a\\\"b\\\\c\\b\\f\\n\\r\\td");
}

WICK_TEST(control_characters)
{
    CHECK_STR(utf8(WICK_STR("\0\x01\x1f\x7f")), "\\u0000\\u0001\\u001f\x7f");
    CHECK_STR(ascii(WICK_STR("\x7f")), "\\u007f");
}

WICK_TEST(characters_outside_of_ascii)
{
    CHECK_STR(utf8(WICK_STR("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80")),
              "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
    CHECK_STR(ascii(WICK_STR("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80")),
              "\\u00e4\\u20ac\\ud83d\\ude00");
    CHECK_STR(ascii(WICK_STR("\xF4\x8F\xBF\xBF")), "\\udbff\\udfff");
}

WICK_TEST(malformed_input_is_replaced)
{
    CHECK_STR(utf8(WICK_STR("a\xFF"
                            "b")),
              "a\xEF\xBF\xBD"
              "b");
    CHECK_STR(ascii(WICK_STR("a\xE2\x82")), "a\\ufffd");
    CHECK_STR(ascii(WICK_STR("\xED\xA0\x80")), "\\ufffd\\ufffd\\ufffd");
}

WICK_TEST(fixed_is_cut_between_characters)
{
    static const struct wick_str text = {"ab\"\xE2\x82\xAC\xF0\x9F\x98\x80",
                                         10};
    char whole[64];
    char out[64];
    bool is_cut;

    for (int mode = 0; mode < 2; mode++) {
        enum wick_json_escape how = (enum wick_json_escape)mode;
        size_t full =
            wick_json_escape_fixed(whole, sizeof(whole), text, how, NULL);
        size_t last = 0;

        for (size_t size = 1; size <= full + 1; size++) {
            memset(out, '#', sizeof(out));
            size_t len = wick_json_escape_fixed(out, size, text, how, &is_cut);

            CHECK(len < size);
            CHECK(len >= last);
            CHECK(out[len] == '\0');
            CHECK(out[size] == '#');
            CHECK_INT(is_cut, size <= full);
            CHECK(memcmp(out, whole, len) == 0);
            /* Never half an escape or half a character. */
            CHECK(whole[len] == '\0' ||
                  ((unsigned char)whole[len] & 0xC0) != 0x80);
            CHECK(len == 0 || out[len - 1] != '\\');
            last = len;
        }
        CHECK_INT(last, full);
    }
}

WICK_TEST(fixed_cuts_plain_text_anywhere)
{
    char out[5];
    bool is_cut = false;

    CHECK_INT(wick_json_escape_fixed(out, sizeof(out), WICK_STR("abcdef"),
                                     WICK_JSON_ESCAPE_UTF8, &is_cut),
              4);
    CHECK_STR(out, "abcd");
    CHECK(is_cut);
    CHECK_INT(wick_json_escape_fixed(out, 1, WICK_STR("abcdef"),
                                     WICK_JSON_ESCAPE_UTF8, &is_cut),
              0);
    CHECK_STR(out, "");
}

WICK_TEST(fixed_works_without_memory)
{
    uint64_t made = wick_mem_alloc_count();
    char out[100];

    (void)wick_json_escape_fixed(out, sizeof(out),
                                 WICK_STR("out of \"memory\""),
                                 WICK_JSON_ESCAPE_UTF8, NULL);
    CHECK_STR(out, "out of \\\"memory\\\"");
    CHECK_INT(wick_mem_alloc_count(), made);
}

WICK_TEST(buffer_keeps_its_ceiling)
{
    struct wick_buf buf;

    wick_buf_init(&buf, 6);
    CHECK_INT(wick_json_escape(&buf, WICK_STR("\x01"), WICK_JSON_ESCAPE_UTF8),
              0);
    CHECK_INT(wick_json_escape(&buf, WICK_STR("a"), WICK_JSON_ESCAPE_UTF8),
              -WICK_ETOOBIG);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(plain_text_stays),
    WICK_TEST_ENTRY(short_escapes),
    WICK_TEST_ENTRY(control_characters),
    WICK_TEST_ENTRY(characters_outside_of_ascii),
    WICK_TEST_ENTRY(malformed_input_is_replaced),
    WICK_TEST_ENTRY(fixed_is_cut_between_characters),
    WICK_TEST_ENTRY(fixed_cuts_plain_text_anywhere),
    WICK_TEST_ENTRY(fixed_works_without_memory),
    WICK_TEST_ENTRY(buffer_keeps_its_ceiling),
};
WICK_TEST_MAIN(tests)
