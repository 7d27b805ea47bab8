/* SPDX-License-Identifier: MIT */
#include "http1.h"

#include <errno.h>

#include "test.h"

#include "http1_transcript.h"

struct http1_case {
    const char *input;
    const char *expected;
};

#define OK    "HTTP/1.1 200 OK\r\n"
#define CHUNK "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
/* The transcript of the head of CHUNK. */
#define CHUNK_HEAD \
    "HEAD 200 1.1 persistent chunked 0\nTransfer-Encoding=chunked\n"

/* Whole, byte by byte, and cut at every place: the same transcript. */
static void check_case(enum wick_http1_kind kind,
                       const struct http1_case *test_case)
{
    struct wick_str input = wick_str_from(test_case->input);
    struct http1_cut cut = {.every = 1};
    char *text = http1_transcript(kind, input, cut);

    CHECK_STR(text, test_case->expected);
    wick_free(text);
    for (size_t at = 0; at <= input.len; at++) {
        cut = (struct http1_cut){.at = at};
        text = http1_transcript(kind, input, cut);
        CHECK_STR(text, test_case->expected);
        wick_free(text);
    }
}

static void check_cases(enum wick_http1_kind kind,
                        const struct http1_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_case(kind, &cases[i]);
    }
}

#define CHECK_RESPONSES(cases) \
    check_cases(WICK_HTTP1_RESPONSE, cases, ARRAY_LEN(cases))
#define CHECK_REQUESTS(cases) \
    check_cases(WICK_HTTP1_REQUEST, cases, ARRAY_LEN(cases))

WICK_TEST(response_with_length)
{
    static const struct http1_case cases[] = {
        {OK "Content-Length: 5\r\n\r\nhello",
         "HEAD 200 1.1 persistent length 5\nContent-Length=5\n"
         "END \"hello\"\n"},
        {OK "Content-Length: 0\r\n\r\n",
         "HEAD 200 1.1 persistent length 0\nContent-Length=0\nEND \"\"\n"},
        {OK "content-length:000000000000000000000000002 \t\r\n\r\nok",
         "HEAD 200 1.1 persistent length 2\n"
         "content-length=000000000000000000000000002\nEND \"ok\"\n"},
    };

    CHECK_RESPONSES(cases);
}

WICK_TEST(responses_follow_each_other)
{
    static const struct http1_case cases[] = {
        {OK "Content-Length: 1\r\n\r\nAHTTP/1.1 202 Accepted\r\n"
            "Content-Length: 0\r\n\r\n",
         "HEAD 200 1.1 persistent length 1\nContent-Length=1\nEND \"A\"\n"
         "HEAD 202 1.1 persistent length 0\nContent-Length=0\nEND \"\"\n"},
    };

    CHECK_RESPONSES(cases);
}

WICK_TEST(response_chunked)
{
    static const struct http1_case cases[] = {
        {CHUNK "3\r\nabc\r\nA;x=\"y\"\r\n0123456789\r\n0\r\n\r\n",
         CHUNK_HEAD "END \"abc0123456789\"\n"},
        {CHUNK "0\r\nX-Trailer: t \r\nOther: u\r\n\r\n",
         CHUNK_HEAD "END \"\"\ntrailer t\n"},
        {CHUNK "000001 \r\nz\r\n00\r\n\r\n", CHUNK_HEAD "END \"z\"\n"},
        {CHUNK "1\r\nzz\r\n",
         CHUNK_HEAD "WICK_EPROTO \"z\" a chunk is longer than its size\n"},
        {CHUNK "1\r\nz\n",
         CHUNK_HEAD "WICK_EPROTO \"z\" a line does not end in CRLF\n"},
        {CHUNK "\r\n", CHUNK_HEAD "WICK_EPROTO \"\" malformed chunk size\n"},
        {CHUNK "x\r\n", CHUNK_HEAD "WICK_EPROTO \"\" malformed chunk size\n"},
        {CHUNK "-1\r\n", CHUNK_HEAD "WICK_EPROTO \"\" malformed chunk size\n"},
        {CHUNK "0x1\r\n", CHUNK_HEAD "WICK_EPROTO \"\" malformed chunk size\n"},
        {CHUNK "8000000000000000\r\n",
         CHUNK_HEAD "WICK_EPROTO \"\" malformed chunk size\n"},
        {CHUNK "10000000000000001\r\n",
         CHUNK_HEAD "WICK_EPROTO \"\" malformed chunk size\n"},
        {CHUNK "5\nabc",
         CHUNK_HEAD "WICK_EPROTO \"\" a line does not end in CRLF\n"},
        {CHUNK "5\r\nabc",
         CHUNK_HEAD "WICK_ETRUNCATED \"abc\" the connection ended too early\n"},
        {CHUNK "0\r\n",
         CHUNK_HEAD "WICK_ETRUNCATED \"\" the connection ended too early\n"},
        {CHUNK "0\r\n folded\r\n\r\n",
         CHUNK_HEAD "WICK_EPROTO \"\" folded header\n"},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
         "HEAD 200 1.1 persistent chunked 0\nTransfer-Encoding=Chunked\n"
         "END \"\"\n"},
    };

    CHECK_RESPONSES(cases);
}

WICK_TEST(response_until_close)
{
    static const struct http1_case cases[] = {
        {OK "\r\nall of it", "HEAD 200 1.1 last close 0\nEND \"all of it\"\n"},
        {"HTTP/1.0 200 OK\r\n\r\n", "HEAD 200 1.0 last close 0\nEND \"\"\n"},
    };

    CHECK_RESPONSES(cases);
}

WICK_TEST(response_persistence)
{
    static const struct http1_case cases[] = {
        {OK "Connection: close\r\nContent-Length: 0\r\n\r\n",
         "HEAD 200 1.1 last length 0\nConnection=close\nContent-Length=0\n"
         "END \"\"\n"},
        {OK "Connection: x , CLOSE\r\nContent-Length: 0\r\n\r\n",
         "HEAD 200 1.1 last length 0\nConnection=x , CLOSE\n"
         "Content-Length=0\nEND \"\"\n"},
        {"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
         "HEAD 200 1.0 last length 0\nContent-Length=0\nEND \"\"\n"},
        {"HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n"
         "\r\n",
         "HEAD 200 1.0 persistent length 0\nConnection=Keep-Alive\n"
         "Content-Length=0\nEND \"\"\n"},
    };

    CHECK_RESPONSES(cases);
}

WICK_TEST(responses_without_body)
{
    static const struct http1_case cases[] = {
        {"HTTP/1.1 204 No Content\r\n\r\n",
         "HEAD 204 1.1 persistent none 0\nEND \"\"\n"},
        {"HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
         "HEAD 304 1.1 persistent none 9\nContent-Length=9\nEND \"\"\n"},
        {"HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.1 103 x\r\n\r\n" OK
         "Content-Length: 0\r\n\r\n",
         "HEAD 200 1.1 persistent length 0\nContent-Length=0\nEND \"\"\n"},
        {"HTTP/1.1 101 Switching\r\n\r\n",
         "WICK_EPROTO \"\" an upgrade nobody asked for\n"},
    };

    CHECK_RESPONSES(cases);
}

WICK_TEST(status_lines)
{
    static const struct http1_case cases[] = {
        {"HTTP/1.1 202\r\nContent-Length: 0\r\n\r\n",
         "HEAD 202 1.1 persistent length 0\nContent-Length=0\nEND \"\"\n"},
        {"HTTP/1.1 999 \r\nContent-Length: 0\r\n\r\n",
         "HEAD 999 1.1 persistent length 0\nContent-Length=0\nEND \"\"\n"},
        {"HTTP/1.1 099 x\r\n", "WICK_EPROTO \"\" malformed status line\n"},
        {"HTTP/1.1 20 OK\r\n", "WICK_EPROTO \"\" malformed status line\n"},
        {"HTTP/1.1 2000 OK\r\n", "WICK_EPROTO \"\" malformed status line\n"},
        {"HTTP/1.1 +20 OK\r\n", "WICK_EPROTO \"\" malformed status line\n"},
        {"HTTP/1.1  200 OK\r\n", "WICK_EPROTO \"\" malformed status line\n"},
        {"HTTP/1.1\r\n", "WICK_EPROTO \"\" malformed status line\n"},
        {"HTTP/1.1 \r\n", "WICK_EPROTO \"\" malformed status line\n"},
        {"HTTP/2.0 200 OK\r\n", "WICK_EPROTO \"\" not HTTP/1\n"},
        {"http/1.1 200 OK\r\n", "WICK_EPROTO \"\" not HTTP/1\n"},
        {"SSH-2.0-x\r\n", "WICK_EPROTO \"\" not HTTP/1\n"},
        {"\r\n", "WICK_EPROTO \"\" not HTTP/1\n"},
        {"\x16\x03\x01\n", "WICK_EPROTO \"\" a line does not end in CRLF\n"},
        {"HTTP/1.1 200 OK\n", "WICK_EPROTO \"\" a line does not end in CRLF\n"},
        {"HTTP/1.1 200 O\rK\r\n",
         "WICK_EPROTO \"\" a NUL or a lone CR in the head\n"},
        {"HTTP/1.1 20",
         "WICK_ETRUNCATED \"\" the connection ended too early\n"},
        {"", ""},
    };

    CHECK_RESPONSES(cases);
}

WICK_TEST(malformed_headers)
{
    static const struct http1_case cases[] = {
        {OK "A: b\r\n c\r\n", "WICK_EPROTO \"\" folded header\n"},
        {OK " A: b\r\n", "WICK_EPROTO \"\" folded header\n"},
        {OK "\tA: b\r\n", "WICK_EPROTO \"\" folded header\n"},
        {OK "A : b\r\n", "WICK_EPROTO \"\" malformed header\n"},
        {OK ": b\r\n", "WICK_EPROTO \"\" malformed header\n"},
        {OK "A b\r\n", "WICK_EPROTO \"\" malformed header\n"},
        {OK "A\x01: b\r\n", "WICK_EPROTO \"\" malformed header\n"},
        {OK "A(: b\r\n", "WICK_EPROTO \"\" malformed header\n"},
        {OK "A: b\n\r\n", "WICK_EPROTO \"\" a line does not end in CRLF\n"},
        {OK "A: b\rc\r\n", "WICK_EPROTO \"\" a NUL or a lone CR in the head\n"},
        {OK "A: b\r\r\n", "WICK_EPROTO \"\" a NUL or a lone CR in the head\n"},
        {OK "A: b\r\n",
         "WICK_ETRUNCATED \"\" the connection ended too early\n"},
    };

    CHECK_RESPONSES(cases);
}

WICK_TEST(nul_in_the_head_is_refused)
{
    static const char text[] = OK "A: b\0c\r\n\r\n";
    struct wick_str input = {text, sizeof(text) - 1};
    char *seen =
        http1_transcript(WICK_HTTP1_RESPONSE, input, (struct http1_cut){0});

    CHECK_STR(seen, "WICK_EPROTO \"\" a NUL or a lone CR in the head\n");
    wick_free(seen);
}

WICK_TEST(odd_but_legal_headers)
{
    static const struct http1_case cases[] = {
        {OK "Empty:\r\nBlank: \t \r\n!#$%&'*+-.^_`|~9: v\r\n"
            "C: \x01\x7f\xff\tx\r\nContent-Length: 0\r\n\r\n",
         "HEAD 200 1.1 persistent length 0\nEmpty=\nBlank=\n"
         "!#$%&'*+-.^_`|~9=v\nC=\x01\x7f\xff\tx\nContent-Length=0\n"
         "END \"\"\n"},
    };

    CHECK_RESPONSES(cases);
}

WICK_TEST(lengths_that_do_not_agree)
{
    static const struct http1_case cases[] = {
        {OK "Content-Length: 1\r\nContent-Length: 1\r\n\r\n",
         "WICK_EPROTO \"\" more than one length\n"},
        {OK "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
         "WICK_EPROTO \"\" more than one length\n"},
        {OK "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
         "WICK_EPROTO \"\" more than one length\n"},
        {OK "Content-Length: 1, 1\r\n\r\n",
         "WICK_EPROTO \"\" malformed Content-Length\n"},
        {OK "Content-Length: -1\r\n\r\n",
         "WICK_EPROTO \"\" malformed Content-Length\n"},
        {OK "Content-Length: +1\r\n\r\n",
         "WICK_EPROTO \"\" malformed Content-Length\n"},
        {OK "Content-Length: 0x1\r\n\r\n",
         "WICK_EPROTO \"\" malformed Content-Length\n"},
        {OK "Content-Length: 1 1\r\n\r\n",
         "WICK_EPROTO \"\" malformed Content-Length\n"},
        {OK "Content-Length:\r\n\r\n",
         "WICK_EPROTO \"\" malformed Content-Length\n"},
        {OK "Content-Length: 9223372036854775808\r\n\r\n",
         "WICK_EPROTO \"\" malformed Content-Length\n"},
        {OK "Content-Length: 18446744073709551617\r\n\r\n",
         "WICK_EPROTO \"\" malformed Content-Length\n"},
        {OK "Transfer-Encoding: gzip, chunked\r\n\r\n",
         "WICK_EPROTO \"\" unknown Transfer-Encoding\n"},
        {OK "Transfer-Encoding: identity\r\n\r\n",
         "WICK_EPROTO \"\" unknown Transfer-Encoding\n"},
        {"HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
         "WICK_EPROTO \"\" unknown Transfer-Encoding\n"},
        {OK "Content-Length: 9\r\n\r\nshort",
         "HEAD 200 1.1 persistent length 9\nContent-Length=9\n"
         "WICK_ETRUNCATED \"short\" the connection ended too early\n"},
    };

    CHECK_RESPONSES(cases);
}

WICK_TEST(requests)
{
    static const struct http1_case cases[] = {
        {"GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n",
         "HEAD 0GET /a?b 1.1 persistent none 0\nHost=x\nEND \"\"\n"},
        {"\r\n\r\nPOST / HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi",
         "HEAD 0POST / 1.0 last length 2\nContent-Length=2\nEND \"hi\"\n"},
        {"PUT * HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n"
         "X-Trailer: v\r\n\r\nGET / HTTP/1.1\r\n\r\n",
         "HEAD 0PUT * 1.1 persistent chunked 0\nTransfer-Encoding=chunked\n"
         "END \"hi\"\ntrailer v\nHEAD 0GET / 1.1 persistent none 0\n"
         "END \"\"\n"},
        {"GET  / HTTP/1.1\r\n", "WICK_EPROTO \"\" malformed request line\n"},
        {"GET / HTTP/1.1 \r\n", "WICK_EPROTO \"\" not HTTP/1\n"},
        {"GET /\r\n", "WICK_EPROTO \"\" malformed request line\n"},
        {"GET\r\n", "WICK_EPROTO \"\" malformed request line\n"},
        {"G(T / HTTP/1.1\r\n", "WICK_EPROTO \"\" malformed request line\n"},
        {"GET /\x7f HTTP/1.1\r\n", "WICK_EPROTO \"\" malformed request line\n"},
        {"GET /\t HTTP/1.1\r\n", "WICK_EPROTO \"\" malformed request line\n"},
        {"GET / HTTP/1.10\r\n", "WICK_EPROTO \"\" not HTTP/1\n"},
        {"PRI * HTTP/2.0\r\n", "WICK_EPROTO \"\" not HTTP/1\n"},
    };

    CHECK_REQUESTS(cases);
}

/* The error of a message made of @head, @count times @unit, and @tail. */
static int parse_repeated(const char *head, const char *unit, size_t count,
                          const char *tail)
{
    struct wick_http1 http;
    struct wick_buf text;
    struct wick_str body;
    int got;

    wick_buf_init(&text, 8 * WICK_MIB);
    CHECK_INT(wick_buf_append_cstr(&text, head), 0);
    for (size_t i = 0; i < count; i++) {
        CHECK_INT(wick_buf_append_cstr(&text, unit), 0);
    }
    CHECK_INT(wick_buf_append_cstr(&text, tail), 0);
    wick_http1_init(&http, WICK_HTTP1_RESPONSE);
    struct wick_str input = wick_buf_get(&text);
    do {
        got = wick_http1_parse(&http, &input, &body);
    } while (got > 0 && got != WICK_HTTP1_END);
    if (got < 0) {
        /* An error stays. */
        CHECK_INT(wick_http1_parse(&http, &input, &body), got);
        CHECK_INT(wick_http1_eof(&http), got);
    }
    wick_http1_release(&http);
    wick_buf_release(&text);
    return got;
}

WICK_TEST(count_of_headers_is_bounded)
{
    const char *tail = "Content-Length: 0\r\n\r\n";

    CHECK_INT(parse_repeated(OK, "A: b\r\n", WICK_HTTP_HEADERS_MAX - 1, tail),
              WICK_HTTP1_END);
    CHECK_INT(parse_repeated(OK, "A: b\r\n", WICK_HTTP_HEADERS_MAX, tail),
              -WICK_ETOOMANY);
}

WICK_TEST(trailers_count_as_headers)
{
    CHECK_INT(parse_repeated(CHUNK "0\r\n", "A: b\r\n",
                             WICK_HTTP_HEADERS_MAX - 1, "\r\n"),
              WICK_HTTP1_END);
    CHECK_INT(parse_repeated(CHUNK "0\r\n", "A: b\r\n", WICK_HTTP_HEADERS_MAX,
                             "\r\n"),
              -WICK_ETOOMANY);
}

WICK_TEST(length_of_a_line_is_bounded)
{
    const char *tail = "\r\nContent-Length: 0\r\n\r\n";
    /* "A:" and CRLF are 4 bytes of the line. */
    size_t room = WICK_HTTP_LINE_MAX - 4;

    CHECK_INT(parse_repeated(OK "A:", "x", room, tail), WICK_HTTP1_END);
    CHECK_INT(parse_repeated(OK "A:", "x", room + 1, tail), -WICK_ETOOBIG);
    /* Also without an end in sight. */
    CHECK_INT(parse_repeated(OK "A:", "x", room + 3, ""), -WICK_ETOOBIG);
}

/* @count headers that are 8 KiB each with their CRLF. */
static int parse_kilobytes(size_t count, size_t rest)
{
    static char line[8192 + 1];
    static char last[8192];
    int written = snprintf(last, sizeof(last), "B:%*s\r\n\r\n", (int)rest, "x");

    CHECK(written == (int)rest + 6);
    memset(line, 'x', sizeof(line) - 1);
    line[1] = ':';
    line[8190] = '\r';
    line[8191] = '\n';
    return parse_repeated("HTTP/1.1 204 x\r\n", line, count, last);
}

WICK_TEST(size_of_the_head_is_bounded)
{
    size_t full = WICK_HTTP_HEAD_MAX / 8192;
    /* The last 8 KiB: status line, this header, empty line. */
    size_t rest = 8192 - strlen("HTTP/1.1 204 x\r\n") - 6;

    CHECK_INT(parse_kilobytes(full - 1, rest), WICK_HTTP1_END);
    CHECK_INT(parse_kilobytes(full - 1, rest + 1), -WICK_ETOOBIG);
}

WICK_TEST(interim_responses_are_bounded)
{
    CHECK_INT(parse_repeated("", "HTTP/1.1 100 Continue\r\n\r\n",
                             WICK_HTTP_HEAD_MAX / 25 + 1, ""),
              -WICK_ETOOBIG);
}

WICK_TEST(chunk_lines_are_bounded)
{
    const char *tail = "\r\nz\r\n0\r\n\r\n";

    CHECK_INT(
        parse_repeated(CHUNK "1;", "x", WICK_HTTP_CHUNK_LINE_MAX - 4, tail),
        WICK_HTTP1_END);
    CHECK_INT(
        parse_repeated(CHUNK "1;", "x", WICK_HTTP_CHUNK_LINE_MAX - 3, tail),
        -WICK_ETOOBIG);
}

WICK_TEST(many_chunks_need_no_memory)
{
    CHECK_INT(parse_repeated(CHUNK, "1;ext=\"0123456789\"\r\nz\r\n", 200000,
                             "0\r\n\r\n"),
              WICK_HTTP1_END);
}

WICK_TEST(find_takes_the_first_in_any_case)
{
    struct wick_http1 http;
    struct wick_str input = WICK_STR(OK "X-One: 1\r\nx-one: 2\r\nE:\r\n"
                                        "Transfer-Encoding: chunked\r\n\r\n"
                                        "0\r\nX-Late: 3\r\n\r\n");
    struct wick_str body;
    struct wick_str value = WICK_STR("untouched");

    wick_http1_init(&http, WICK_HTTP1_RESPONSE);
    CHECK(wick_http1_is_idle(&http));
    CHECK_INT(wick_http1_parse(&http, &input, &body), WICK_HTTP1_HEAD);
    CHECK(!wick_http1_is_idle(&http));
    CHECK(!wick_http1_find(&http, WICK_STR("x-two"), &value));
    CHECK(wick_str_eq(value, WICK_STR("untouched")));
    CHECK(wick_http1_find(&http, WICK_STR("X-ONE"), &value));
    CHECK(wick_str_eq(value, WICK_STR("1")));
    CHECK(wick_http1_find(&http, WICK_STR("e"), &value));
    CHECK_INT(value.len, 0);
    CHECK_INT(wick_http1_parse(&http, &input, &body), WICK_HTTP1_END);
    /* Trailers never pass for headers, nor the other way round. */
    CHECK(!wick_http1_find(&http, WICK_STR("x-late"), &value));
    CHECK(!wick_http1_find_trailer(&http, WICK_STR("x-one"), &value));
    CHECK(wick_http1_find_trailer(&http, WICK_STR("X-LATE"), &value));
    CHECK(wick_str_eq(value, WICK_STR("3")));
    wick_http1_release(&http);
}

WICK_TEST(small_head_keeps_its_memory)
{
    struct wick_http1 http;
    struct wick_str body;

    wick_http1_init(&http, WICK_HTTP1_RESPONSE);
    uint64_t made = 0;
    for (int round = 0; round < 3; round++) {
        struct wick_str input = WICK_STR("HTTP/1.1 204 x\r\nA: b\r\n\r\n");

        if (round == 1) {
            made = wick_mem_alloc_count();
        }
        CHECK_INT(wick_http1_parse(&http, &input, &body), WICK_HTTP1_HEAD);
        CHECK_INT(wick_http1_parse(&http, &input, &body), WICK_HTTP1_END);
        wick_http1_reset(&http);
    }
    CHECK_INT(wick_mem_alloc_count(), made);
    wick_http1_release(&http);
}

WICK_TEST(large_head_gives_its_memory_back)
{
    static char line[20000];
    struct wick_http1 http;
    struct wick_str body;
    struct wick_str input = {line, sizeof(line)};

    memset(line, 'x', sizeof(line));
    memcpy(line, "HTTP/1.1 204 ", 13);
    memcpy(line + sizeof(line) - 4, "\r\n\r\n", 4);
    wick_http1_init(&http, WICK_HTTP1_RESPONSE);
    CHECK_INT(wick_http1_parse(&http, &input, &body), WICK_HTTP1_HEAD);
    CHECK_INT(wick_http1_parse(&http, &input, &body), WICK_HTTP1_END);
    CHECK(http.head.cap > 0);
    wick_http1_reset(&http);
    CHECK_INT(http.head.cap, 0);
    wick_http1_release(&http);
}

WICK_TEST(no_memory_for_the_head)
{
    struct wick_http1 http;
    struct wick_str input = WICK_STR(OK);
    struct wick_str body;

    wick_http1_init(&http, WICK_HTTP1_RESPONSE);
    wick_mem_fail_at(1);
    CHECK_INT(wick_http1_parse(&http, &input, &body), -ENOMEM);
    CHECK_STR(wick_http1_why(&http), "no memory for the head");
    wick_http1_reset(&http);
    input = WICK_STR("HTTP/1.1 204 x\r\n\r\n");
    CHECK_INT(wick_http1_parse(&http, &input, &body), WICK_HTTP1_HEAD);
    wick_http1_release(&http);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(response_with_length),
    WICK_TEST_ENTRY(responses_follow_each_other),
    WICK_TEST_ENTRY(response_chunked),
    WICK_TEST_ENTRY(response_until_close),
    WICK_TEST_ENTRY(response_persistence),
    WICK_TEST_ENTRY(responses_without_body),
    WICK_TEST_ENTRY(status_lines),
    WICK_TEST_ENTRY(malformed_headers),
    WICK_TEST_ENTRY(nul_in_the_head_is_refused),
    WICK_TEST_ENTRY(odd_but_legal_headers),
    WICK_TEST_ENTRY(lengths_that_do_not_agree),
    WICK_TEST_ENTRY(requests),
    WICK_TEST_ENTRY(count_of_headers_is_bounded),
    WICK_TEST_ENTRY(trailers_count_as_headers),
    WICK_TEST_ENTRY(length_of_a_line_is_bounded),
    WICK_TEST_ENTRY(size_of_the_head_is_bounded),
    WICK_TEST_ENTRY(interim_responses_are_bounded),
    WICK_TEST_ENTRY(chunk_lines_are_bounded),
    WICK_TEST_ENTRY(many_chunks_need_no_memory),
    WICK_TEST_ENTRY(find_takes_the_first_in_any_case),
    WICK_TEST_ENTRY(small_head_keeps_its_memory),
    WICK_TEST_ENTRY(large_head_gives_its_memory_back),
    WICK_TEST_ENTRY(no_memory_for_the_head),
};
WICK_TEST_MAIN(tests)
