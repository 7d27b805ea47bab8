/* SPDX-License-Identifier: MIT */
#include "err.h"

#include <errno.h>

#include "test.h"

WICK_TEST(find_system_error)
{
    const struct wick_err *err = wick_err_find(-ENOENT);

    CHECK(err);
    CHECK_INT(err->err, -ENOENT);
    CHECK_STR(err->name, "ENOENT");
    CHECK_STR(err->node_code, "ENOENT");
    CHECK_STR(err->message, "no such file or directory");
}

WICK_TEST(find_own_error)
{
    const struct wick_err *err = wick_err_find(-WICK_ETOOBIG);

    CHECK(err);
    CHECK_STR(err->name, "WICK_ETOOBIG");
    CHECK_STR(err->node_code, "ERR_BUFFER_TOO_LARGE");
    CHECK(WICK_ETOOBIG >= 10000);
}

WICK_TEST(unknown_codes_have_words)
{
    CHECK(!wick_err_find(-3999));
    CHECK(!wick_err_find(0));
    CHECK(!wick_err_find(ENOENT)); /* positive is no error code */
    CHECK_STR(wick_err_name(-3999), "UNKNOWN");
    CHECK_STR(wick_err_node_code(-3999), "UNKNOWN");
    CHECK_STR(wick_err_message(-3999), "unknown error");
}

WICK_TEST(shorthands_agree_with_the_entry)
{
    CHECK_STR(wick_err_name(-EPIPE), "EPIPE");
    CHECK_STR(wick_err_node_code(-WICK_ETRUNCATED), "ECONNRESET");
    CHECK_STR(wick_err_message(-EACCES), "permission denied");
}

WICK_TEST(find_by_name)
{
    const struct wick_err *err = wick_err_find_name("ECONNREFUSED");

    CHECK(err);
    CHECK_INT(err->err, -ECONNREFUSED);
    CHECK(!wick_err_find_name("econnrefused"));
    CHECK(!wick_err_find_name(""));
}

WICK_TEST(codes_and_names_are_unique)
{
    size_t count = 0;

    for (const struct wick_err *err; (err = wick_err_at(count)); count++) {
        CHECK(err->err < 0);
        CHECK(wick_err_find(err->err) == err);
        CHECK(wick_err_find_name(err->name) == err);
        CHECK(err->message[0] != '\0');
    }
    CHECK(count > 70);
    CHECK(!wick_err_at(count));
    CHECK(!wick_err_at(SIZE_MAX));
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(find_system_error),
    WICK_TEST_ENTRY(find_own_error),
    WICK_TEST_ENTRY(unknown_codes_have_words),
    WICK_TEST_ENTRY(shorthands_agree_with_the_entry),
    WICK_TEST_ENTRY(find_by_name),
    WICK_TEST_ENTRY(codes_and_names_are_unique),
};
WICK_TEST_MAIN(tests)
