/* SPDX-License-Identifier: MIT */
#include "path.h"

#include "err.h"
#include "test.h"

static const char *resolved(const char *directory, const char *name)
{
    static struct wick_buf buf;

    wick_buf_release(&buf);
    wick_buf_init(&buf, 64);
    return wick_path_resolve(&buf, wick_str_from(directory),
                             wick_str_from(name)) == 0
               ? wick_buf_cstr(&buf)
               : "too long";
}

WICK_TEST(joins_and_normalises)
{
    CHECK_STR(resolved("/a/b", "c"), "/a/b/c");
    CHECK_STR(resolved("/a/b/", "./c//d/."), "/a/b/c/d");
    CHECK_STR(resolved("/a/b", "../c"), "/a/c");
    CHECK_STR(resolved("/a/b", "../../../../c"), "/c");
    CHECK_STR(resolved("/a/b", "/x/../y"), "/y");
    CHECK_STR(resolved("/a", ".."), "/");
    CHECK_STR(resolved("/", ""), "/");
    CHECK_STR(resolved("/a", "..."), "/a/...");
    /* Empties what the buffer is asked to hold. */
    CHECK_STR(resolved("/", ""), "/");
}

WICK_TEST(ceiling_holds)
{
    char name[70];

    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    CHECK_STR(resolved("/", name), "too long");
    resolved("/", "");
}

static bool is(struct wick_str str, const char *text)
{
    return wick_str_eq(str, wick_str_from(text));
}

WICK_TEST(parts)
{
    CHECK(is(wick_path_dirname(WICK_STR("/a/b")), "/a"));
    CHECK(is(wick_path_dirname(WICK_STR("/a")), "/"));
    CHECK(is(wick_path_dirname(WICK_STR("/")), "/"));
    CHECK(is(wick_path_basename(WICK_STR("/a/b")), "b"));
    CHECK(is(wick_path_basename(WICK_STR("b")), "b"));
    CHECK(is(wick_path_basename(WICK_STR("/")), ""));
    CHECK(wick_path_ends_with_part(WICK_STR("/x/node_modules"),
                                   WICK_STR("node_modules")));
    CHECK(!wick_path_ends_with_part(WICK_STR("/x_node_modules"),
                                    WICK_STR("node_modules")));
}

static const char *decoded(const char *text)
{
    static struct wick_buf buf;

    wick_buf_release(&buf);
    wick_buf_init(&buf, 64);
    return wick_path_append_decoded(&buf, wick_str_from(text)) == 0
               ? wick_buf_cstr(&buf)
               : "too long";
}

WICK_TEST(decoding)
{
    CHECK_STR(decoded("a%20b%C3%a9"), "a b\xc3\xa9");
    CHECK_STR(decoded("100%"), "100%");
    CHECK_STR(decoded("%zz%4"), "%zz%4");
    CHECK_STR(decoded("%2525"), "%25");
    decoded("");
}

WICK_TEST(encoded_slashes)
{
    CHECK(wick_path_has_encoded_slash(WICK_STR("a%2Fb")));
    CHECK(wick_path_has_encoded_slash(WICK_STR("%2f")));
    CHECK(wick_path_has_encoded_slash(WICK_STR("a%5c")));
    CHECK(!wick_path_has_encoded_slash(WICK_STR("a/b%20%2")));
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(joins_and_normalises),
    WICK_TEST_ENTRY(ceiling_holds),
    WICK_TEST_ENTRY(parts),
    WICK_TEST_ENTRY(decoding),
    WICK_TEST_ENTRY(encoded_slashes),
};
WICK_TEST_MAIN(tests)
