/* SPDX-License-Identifier: MIT */
#include "net_address.h"

#include <errno.h>
#include <string.h>

#include "test.h"

static struct wick_net_address address;
static char text[WICK_NET_TEXT_SIZE];

static bool is_text(const char *expected)
{
    return wick_str_eq(wick_net_address_get(&address, text),
                       wick_str_from(expected));
}

WICK_TEST(addresses_and_ports)
{
    CHECK_INT(wick_net_address_set_ip(&address, WICK_STR("127.0.0.1"), 80), 0);
    CHECK_INT(wick_net_address_family(&address), 4);
    CHECK_INT(wick_net_address_port(&address), 80);
    CHECK(is_text("127.0.0.1"));
    CHECK_INT(wick_net_address_set_ip(&address, WICK_STR("2001:DB8::1"), 65535),
              0);
    CHECK_INT(wick_net_address_family(&address), 6);
    CHECK_INT(wick_net_address_port(&address), 65535);
    CHECK(is_text("2001:db8::1"));
}

WICK_TEST(bytes_as_numbers)
{
    uint32_t words[4];

    CHECK_INT(wick_net_address_set_ip(&address, WICK_STR("1.2.3.255"), 80), 0);
    wick_net_address_words(&address, words);
    CHECK_INT(words[0], 0);
    CHECK_INT(words[1], 0);
    CHECK_INT(words[2], 0xffff);
    CHECK_INT(words[3], 0x010203ff);
    CHECK_INT(wick_net_address_set_ip(&address, WICK_STR("8001:2::5:6"), 80),
              0);
    wick_net_address_words(&address, words);
    CHECK_INT(words[0], 0x80010002);
    CHECK_INT(words[1], 0);
    CHECK_INT(words[2], 0);
    CHECK_INT(words[3], 0x00050006);
}

WICK_TEST(a_zone_is_a_number_or_a_name)
{
    CHECK_INT(wick_net_address_set_ip(&address, WICK_STR("fe80::1%7"), 1), 0);
    CHECK(is_text("fe80::1%7"));
    CHECK_INT(wick_net_address_set_ip(&address, WICK_STR("fe80::1%lo"), 1), 0);
    CHECK(is_text("fe80::1%1"));
    CHECK_INT(wick_net_address_set_ip(&address, WICK_STR("fe80::1%none"), 1),
              0);
    CHECK(is_text("fe80::1"));
}

WICK_TEST(what_is_no_address)
{
    static const char *const texts[] = {
        "",
        "localhost",
        "1.2.3",
        "1.2.3.4.5",
        "::1::",
        "[::1]",
        "%lo",
        "1.2.3.4%lo",
        "0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:1"};

    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        CHECK_INT(wick_net_address_set_ip(&address, wick_str_from(texts[i]), 1),
                  -EINVAL);
        CHECK_INT(wick_net_address_family(&address), 0);
    }
}

WICK_TEST(paths_and_names)
{
    char longest[108];
    const struct wick_str name = {"\0name", 5};

    CHECK_INT(wick_net_address_set_path(&address, WICK_STR("/tmp/s")), 0);
    CHECK(is_text("/tmp/s"));
    CHECK_INT(wick_net_address_family(&address), 0);
    CHECK_INT(wick_net_address_port(&address), 0);
    CHECK_INT(wick_net_address_set_path(&address, name), 0);
    CHECK(wick_str_eq(wick_net_address_get(&address, text), name));
    CHECK_INT(wick_net_address_set_path(&address, WICK_STR("")), -EINVAL);

    memset(longest, 'x', sizeof(longest));
    struct wick_str path = {longest, sizeof(longest)};
    CHECK_INT(wick_net_address_set_path(&address, path), -ENAMETOOLONG);
    path.len--;
    CHECK_INT(wick_net_address_set_path(&address, path), 0);
    CHECK(wick_str_eq(wick_net_address_get(&address, text), path));
    longest[0] = '\0';
    path.len++;
    CHECK_INT(wick_net_address_set_path(&address, path), 0);
    CHECK(wick_str_eq(wick_net_address_get(&address, text), path));
}

WICK_TEST(an_empty_address_has_no_text)
{
    wick_net_address_clear(&address);
    CHECK(is_text(""));
    CHECK_INT(wick_net_address_family(&address), 0);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(addresses_and_ports),
    WICK_TEST_ENTRY(bytes_as_numbers),
    WICK_TEST_ENTRY(a_zone_is_a_number_or_a_name),
    WICK_TEST_ENTRY(what_is_no_address),
    WICK_TEST_ENTRY(paths_and_names),
    WICK_TEST_ENTRY(an_empty_address_has_no_text),
};

WICK_TEST_MAIN(tests)
