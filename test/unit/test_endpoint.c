/* SPDX-License-Identifier: MIT */
#include "endpoint.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>

#include "err.h"
#include "test.h"

static struct sockaddr_in parse_v4(const char *text)
{
    struct wick_endpoint endpoint;
    struct sockaddr_in v4;

    CHECK_INT(wick_endpoint_parse(&endpoint, wick_str_from(text)), 0);
    CHECK_INT(endpoint.len, sizeof(v4));
    memcpy(&v4, &endpoint.address, sizeof(v4));
    CHECK_INT(v4.sin_family, AF_INET);
    return v4;
}

WICK_TEST(addresses_of_ipv4)
{
    struct sockaddr_in v4 = parse_v4("169.254.100.1:9001");

    CHECK_INT(ntohl(v4.sin_addr.s_addr), 0xa9fe6401);
    CHECK_INT(ntohs(v4.sin_port), 9001);
    v4 = parse_v4("127.0.0.1:65535");
    CHECK_INT(ntohs(v4.sin_port), 65535);
}

WICK_TEST(localhost_needs_no_resolver)
{
    struct sockaddr_in v4 = parse_v4("LocalHost:1");

    CHECK_INT(ntohl(v4.sin_addr.s_addr), INADDR_LOOPBACK);
    CHECK_INT(ntohs(v4.sin_port), 1);
}

WICK_TEST(addresses_of_ipv6)
{
    struct wick_endpoint endpoint;
    struct sockaddr_in6 v6;

    CHECK_INT(wick_endpoint_parse(&endpoint, WICK_STR("[::1]:80")), 0);
    CHECK_INT(endpoint.len, sizeof(v6));
    memcpy(&v6, &endpoint.address, sizeof(v6));
    CHECK_INT(v6.sin6_family, AF_INET6);
    CHECK_INT(ntohs(v6.sin6_port), 80);
    CHECK(memcmp(&v6.sin6_addr, &in6addr_loopback, 16) == 0);
}

WICK_TEST(malformed_text)
{
    static const struct wick_str texts[] = {
        WICK_STR(""),
        WICK_STR(":"),
        WICK_STR(":80"),
        WICK_STR("127.0.0.1"),
        WICK_STR("127.0.0.1:"),
        WICK_STR("127.0.0.1:0"),
        WICK_STR("127.0.0.1:65536"),
        WICK_STR("127.0.0.1:-1"),
        WICK_STR("127.0.0.1:80 "),
        WICK_STR("127.0.0.1:80/"),
        WICK_STR("http://127.0.0.1:80"),
        WICK_STR("::1:80"),
        WICK_STR("[::1:80"),
        WICK_STR("[]:80"),
        WICK_STR("[127.0.0.1]:80"),
        WICK_STR("[::1%lo]x:80"),
        WICK_STR("a b:80"),
        WICK_STR("a\0b:80"),
        WICK_STR("a\r\nb:80"),
    };
    struct wick_endpoint endpoint = {.len = 77};

    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        CHECK_INT(wick_endpoint_parse(&endpoint, texts[i]), -WICK_ESYNTAX);
    }
    CHECK_INT(endpoint.len, 77);
}

WICK_TEST(text_is_bounded)
{
    char text[WICK_ENDPOINT_TEXT_MAX + 1];
    struct wick_endpoint endpoint;

    memset(text, 'a', sizeof(text));
    text[sizeof(text) - 2] = ':';
    text[sizeof(text) - 1] = '1';
    CHECK_INT(
        wick_endpoint_parse(&endpoint, (struct wick_str){text, sizeof(text)}),
        -WICK_ETOOBIG);
}

/* Above 255 no resolver asks anybody: no such name can exist. */
WICK_TEST(name_without_an_address)
{
    char text[WICK_ENDPOINT_TEXT_MAX];
    struct wick_endpoint endpoint;

    memset(text, 'a', sizeof(text));
    text[sizeof(text) - 2] = ':';
    text[sizeof(text) - 1] = '1';
    CHECK_INT(
        wick_endpoint_parse(&endpoint, (struct wick_str){text, sizeof(text)}),
        -ENOENT);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(addresses_of_ipv4),
    WICK_TEST_ENTRY(localhost_needs_no_resolver),
    WICK_TEST_ENTRY(addresses_of_ipv6),
    WICK_TEST_ENTRY(malformed_text),
    WICK_TEST_ENTRY(text_is_bounded),
    WICK_TEST_ENTRY(name_without_an_address),
};
WICK_TEST_MAIN(tests)
