/* SPDX-License-Identifier: MIT */
#include "random.h"

#include "limits.h"
#include "test.h"

/* Of so many bytes none is left as it was, but by a chance of 2^-128. */
static bool is_untouched(const uint8_t *bytes, size_t len)
{
    static const uint8_t mark[16] = {0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA,
                                     0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA,
                                     0xAA, 0xAA, 0xAA, 0xAA};

    for (size_t i = 0; i + sizeof(mark) <= len; i += sizeof(mark)) {
        if (memcmp(bytes + i, mark, sizeof(mark)) == 0) {
            return true;
        }
    }
    return false;
}

WICK_TEST(fills_exactly)
{
    static uint8_t bytes[2 * WICK_RANDOM_POOL + 1];
    static const size_t sizes[] = {16, WICK_RANDOM_POOL / 4,
                                   WICK_RANDOM_POOL / 4 + 16,
                                   2 * WICK_RANDOM_POOL};

    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        memset(bytes, 0xAA, sizeof(bytes));
        wick_random_fill(bytes, sizes[i]);
        CHECK(!is_untouched(bytes, sizes[i]));
        CHECK_INT(bytes[sizes[i]], 0xAA);
    }
    wick_random_fill(bytes, 0);
}

WICK_TEST(never_repeats)
{
    static uint8_t seen[1000][16];

    for (size_t i = 0; i < ARRAY_LEN(seen); i++) {
        if (i == 500) {
            wick_random_reset();
        }
        wick_random_fill(seen[i], sizeof(seen[i]));
        for (size_t j = 0; j < i; j++) {
            CHECK(memcmp(seen[i], seen[j], sizeof(seen[i])) != 0);
        }
    }
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(fills_exactly),
    WICK_TEST_ENTRY(never_repeats),
};
WICK_TEST_MAIN(tests)
