/* SPDX-License-Identifier: MIT */
#include "api_request.h"

#include "err.h"
#include "test.h"

/* The exact bytes of each request are in test/contract/golden-*.scn. */

static struct wick_api_identity identity = {
    .host = WICK_STR("127.0.0.1:9001"),
    .user_agent = WICK_STR("wick/1"),
};

WICK_TEST(what_is_no_header_is_not_sent)
{
    struct wick_api_identity odd = {
        .host = WICK_STR("h"),
        .user_agent = WICK_STR("a\r\nX: y"),
        .features = WICK_STR(" x"),
    };
    struct wick_buf out;

    wick_buf_init(&out, 1000);
    CHECK_INT(wick_api_request_write_get(&out, &odd, WICK_API_NEXT), 0);
    CHECK_STR(wick_buf_cstr(&out),
              "GET /2018-06-01/runtime/invocation/next HTTP/1.1\r\n"
              "Host: h\r\n\r\n");
    wick_buf_release(&out);
}

WICK_TEST(head_beyond_the_ceiling_is_an_error)
{
    static char id[WICK_REQUEST_ID_MAX];
    const struct wick_api_post post = {
        .call = WICK_API_RESPONSE,
        .request_id = {id, sizeof(id)},
    };
    struct wick_buf out;

    wick_buf_init(&out, 1000);
    CHECK_INT(wick_api_request_write_post(&out, &identity, &post),
              -WICK_ETOOBIG);
    wick_buf_release(&out);
}

WICK_TEST(every_length_in_base64)
{
    static const struct {
        struct wick_str body;
        const char *text;
    } cases[] = {
        {WICK_STR(""), ""},
        {WICK_STR("f"), "Zg=="},
        {WICK_STR("fo"), "Zm8="},
        {WICK_STR("foo"), "Zm9v"},
        {WICK_STR("foob"), "Zm9vYg=="},
        {WICK_STR("fooba"), "Zm9vYmE="},
        {WICK_STR("foobar"), "Zm9vYmFy"},
        {WICK_STR("\xff\xfe\xfb"), "//77"},
        {WICK_STR("\0\0"), "AAA="},
    };
    struct wick_buf out;
    char expected[200];

    wick_buf_init(&out, 1000);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        wick_buf_reset(&out);
        CHECK_INT(
            wick_api_request_write_end(&out, WICK_STR("E"), cases[i].body), 0);
        (void)snprintf(expected, sizeof(expected),
                       "0\r\nLambda-Runtime-Function-Error-Type: E\r\n"
                       "Lambda-Runtime-Function-Error-Body: %s\r\n\r\n",
                       cases[i].text);
        CHECK_STR(wick_buf_cstr(&out), expected);
    }
    wick_buf_release(&out);
}

WICK_TEST(end_without_an_error)
{
    struct wick_buf out;

    wick_buf_init(&out, 1000);
    CHECK_INT(
        wick_api_request_write_end(&out, WICK_STR("\r\n"), WICK_STR("ignored")),
        0);
    CHECK_STR(wick_buf_cstr(&out), "0\r\n\r\n");
    wick_buf_release(&out);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(what_is_no_header_is_not_sent),
    WICK_TEST_ENTRY(head_beyond_the_ceiling_is_an_error),
    WICK_TEST_ENTRY(every_length_in_base64),
    WICK_TEST_ENTRY(end_without_an_error),
};
WICK_TEST_MAIN(tests)
