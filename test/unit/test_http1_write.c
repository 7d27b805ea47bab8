/* SPDX-License-Identifier: MIT */
#include "http1_write.h"

#include "err.h"
#include "test.h"

WICK_TEST(a_whole_message)
{
    struct wick_buf out;

    wick_buf_init(&out, 1000);
    CHECK_INT(wick_http1_write_request(&out, "POST", WICK_STR("/a?b")), 0);
    CHECK_INT(wick_http1_write_header(&out, WICK_STR("X"), WICK_STR("y z")), 0);
    CHECK_INT(wick_http1_write_header(&out, WICK_STR("E"), WICK_STR("")), 0);
    CHECK_INT(wick_http1_write_length(&out, UINT64_MAX), 0);
    CHECK_INT(wick_http1_write_end(&out), 0);
    CHECK_STR(wick_buf_cstr(&out),
              "POST /a?b HTTP/1.1\r\nX: y z\r\nE: \r\n"
              "Content-Length: 18446744073709551615\r\n\r\n");
    wick_buf_release(&out);
}

WICK_TEST(a_status_line)
{
    struct wick_buf out;

    wick_buf_init(&out, 1000);
    CHECK_INT(wick_http1_write_status(&out, 202, "Accepted"), 0);
    CHECK_STR(wick_buf_cstr(&out), "HTTP/1.1 202 Accepted\r\n");
    CHECK_INT(wick_http1_write_status(&out, 99, "x"), -WICK_ESYNTAX);
    CHECK_INT(wick_http1_write_status(&out, 1000, "x"), -WICK_ESYNTAX);
    CHECK_INT(wick_http1_write_status(&out, 200, "a\r\nb"), -WICK_ESYNTAX);
    CHECK_INT(out.len, 23);
    wick_buf_release(&out);
}

WICK_TEST(chunks)
{
    struct wick_buf out;

    wick_buf_init(&out, 1000);
    CHECK_INT(wick_http1_write_chunk_size(&out, 1), 0);
    CHECK_INT(wick_http1_write_chunk_size(&out, 0xabcdef), 0);
    CHECK_INT(wick_http1_write_last_chunk(&out), 0);
    CHECK_STR(wick_buf_cstr(&out), "1\r\nabcdef\r\n0\r\n");
    wick_buf_release(&out);
}

WICK_TEST(nothing_forges_a_header)
{
    static const struct wick_str values[] = {
        WICK_STR("a\r\nb"), WICK_STR("a\nb"), WICK_STR("a\rb"),
        WICK_STR("a\0b"),   WICK_STR(" a"),   WICK_STR("a "),
        WICK_STR("a\t"),    WICK_STR("\x1b"), WICK_STR("\x7f"),
    };
    static const struct wick_str names[] = {
        WICK_STR(""),   WICK_STR("a b"), WICK_STR("a:"),
        WICK_STR("\n"), WICK_STR("a\0"), WICK_STR("\xc3\xa9"),
    };
    struct wick_buf out;

    wick_buf_init(&out, 1000);
    for (size_t i = 0; i < ARRAY_LEN(values); i++) {
        CHECK(!wick_http1_is_value(values[i]));
        CHECK_INT(wick_http1_write_header(&out, WICK_STR("X"), values[i]),
                  -WICK_ESYNTAX);
    }
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        CHECK_INT(wick_http1_write_header(&out, names[i], WICK_STR("v")),
                  -WICK_ESYNTAX);
    }
    CHECK_INT(wick_http1_write_request(&out, "GET", WICK_STR("/ x")),
              -WICK_ESYNTAX);
    CHECK_INT(wick_http1_write_request(&out, "GET", WICK_STR("/\n")),
              -WICK_ESYNTAX);
    CHECK_INT(wick_http1_write_request(&out, "GET", WICK_STR("")),
              -WICK_ESYNTAX);
    CHECK_INT(wick_http1_write_request(&out, "G T", WICK_STR("/")),
              -WICK_ESYNTAX);
    CHECK_INT(out.len, 0);
    CHECK(wick_http1_is_value(WICK_STR("a\tb \xc3\xa9")));
    wick_buf_release(&out);
}

WICK_TEST(ceiling_is_reported)
{
    struct wick_buf out;

    wick_buf_init(&out, 5);
    CHECK_INT(wick_http1_write_header(&out, WICK_STR("X"), WICK_STR("y")),
              -WICK_ETOOBIG);
    wick_buf_release(&out);
    CHECK_INT(wick_http1_write_length(&out, 1), -WICK_ETOOBIG);
    wick_buf_release(&out);
}

static void check_segment(struct wick_str raw, const char *encoded)
{
    struct wick_buf out;

    wick_buf_init(&out, 1000);
    CHECK_INT(wick_http1_write_segment(&out, raw), 0);
    CHECK_STR(wick_buf_cstr(&out), encoded);
    wick_buf_release(&out);
}

/* The cases of the managed runtime's own test, and all other bytes. */
WICK_TEST(segments_are_encoded_like_encode_uri_component)
{
    check_segment(WICK_STR("#"), "%23");
    check_segment(WICK_STR("%"), "%25");
    check_segment(WICK_STR("/"), "%2F");
    check_segment(WICK_STR("?"), "%3F");
    check_segment(WICK_STR("\x7f"), "%7F");
    check_segment(WICK_STR("<script>alert('1')</script>"),
                  "%3Cscript%3Ealert('1')%3C%2Fscript%3E");
    check_segment(WICK_STR("\xe2\x9a\xa1"), "%E2%9A%A1");
    check_segment(WICK_STR("."), ".");
    check_segment(WICK_STR(".."), "..");
    check_segment(WICK_STR("59b22c65-fa81-47fb-a6dc-23028a63566f"),
                  "59b22c65-fa81-47fb-a6dc-23028a63566f");
    check_segment(WICK_STR("request/id with spaces"),
                  "request%2Fid%20with%20spaces");
    check_segment(WICK_STR("\0\r\n"), "%00%0D%0A");
    check_segment(WICK_STR("azAZ09-_.!~*'()"), "azAZ09-_.!~*'()");
    check_segment(WICK_STR("@[`{\":;&=+$,\\^|"),
                  "%40%5B%60%7B%22%3A%3B%26%3D%2B%24%2C%5C%5E%7C");
    check_segment(WICK_STR(""), "");
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(a_whole_message),
    WICK_TEST_ENTRY(a_status_line),
    WICK_TEST_ENTRY(chunks),
    WICK_TEST_ENTRY(nothing_forges_a_header),
    WICK_TEST_ENTRY(ceiling_is_reported),
    WICK_TEST_ENTRY(segments_are_encoded_like_encode_uri_component),
};
WICK_TEST_MAIN(tests)
