/* SPDX-License-Identifier: MIT */
#include "refusal.h"

#include <string.h>
#include <sys/resource.h>

#include "limits.h"
#include "test.h"

static const struct wick_refusal no_limits = {
    .wanted = 32 * WICK_MIB,
    .mapped = 40 * WICK_MIB,
    .address_limit = WICK_NO_LIMIT,
    .data_limit = WICK_NO_LIMIT,
};

static void expect(const struct wick_refusal *refusal, enum wick_refused what,
                   const char *part)
{
    char text[WICK_REFUSAL_TEXT_SIZE];

    CHECK_INT(wick_refusal_explain(refusal, text), what);
    CHECK(strstr(text, part) != NULL);
}

WICK_TEST(limit_that_was_met_is_named)
{
    struct wick_refusal refusal = no_limits;

    refusal.address_limit = 64 * WICK_MIB;
    expect(&refusal, WICK_REFUSED_ADDRESSES, "limited to 65536 KB");
    expect(&refusal, WICK_REFUSED_ADDRESSES, "ulimit -v");
    /* There was room for it: something else was in the way. */
    refusal.address_limit = 72 * WICK_MIB;
    refusal.data_limit = 20 * WICK_MIB;
    expect(&refusal, WICK_REFUSED_DATA, "limited to 20480 KB");
    expect(&refusal, WICK_REFUSED_DATA, "ulimit -d");
}

WICK_TEST(unknown_use_is_taken_for_too_much)
{
    struct wick_refusal refusal = no_limits;

    refusal.mapped = 0;
    expect(&refusal, WICK_REFUSED_BY_KERNEL, "none left");
    refusal.address_limit = 1024 * WICK_MIB;
    expect(&refusal, WICK_REFUSED_ADDRESSES, "1048576 KB");
}

WICK_TEST(mappings_are_named_where_their_number_is_known)
{
    struct wick_refusal refusal = no_limits;

    expect(&refusal, WICK_REFUSED_BY_KERNEL, "the kernel has none left");
    refusal.mappings_max = SIZE_MAX;
    expect(&refusal, WICK_REFUSED_BY_KERNEL, "(vm.max_map_count)");
}

WICK_TEST(limits_of_the_process_are_read)
{
    struct rlimit old;
    struct rlimit less;
    struct wick_refusal refusal;

    CHECK(getrlimit(RLIMIT_DATA, &old) == 0);
    less = old;
    less.rlim_cur = (rlim_t)1 << 40;
    CHECK(setrlimit(RLIMIT_DATA, &less) == 0);
    wick_refusal_get(&refusal, WICK_MIB);
    CHECK(setrlimit(RLIMIT_DATA, &old) == 0);
    CHECK_INT(refusal.wanted, WICK_MIB);
    CHECK_INT(refusal.data_limit, (size_t)1 << 40);
    CHECK(refusal.mapped > WICK_MIB);
    CHECK(refusal.mappings_max > 0);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(limit_that_was_met_is_named),
    WICK_TEST_ENTRY(unknown_use_is_taken_for_too_much),
    WICK_TEST_ENTRY(mappings_are_named_where_their_number_is_known),
    WICK_TEST_ENTRY(limits_of_the_process_are_read),
};

WICK_TEST_MAIN(tests)
