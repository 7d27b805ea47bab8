/* SPDX-License-Identifier: MIT */
#include "memory_limit.h"

#include "limits.h"
#include "test.h"

/* A function of 128 MB whose engine has just started. */
#define RESIDENT_MAX (118 * WICK_MIB)
#define BASE         (4 * WICK_MIB)

static struct wick_memory_limit limit;

WICK_TEST(a_new_process_has_most_of_its_memory)
{
    wick_memory_limit_init(&limit, 0, RESIDENT_MAX, BASE);
    CHECK(limit.heap > RESIDENT_MAX / 4 * 3);
    CHECK(limit.heap < limit.ceiling);
    CHECK_INT(limit.ceiling, RESIDENT_MAX - BASE);
    CHECK(limit.single >= 64 * WICK_MIB);
    CHECK(limit.single < limit.heap);
}

WICK_TEST(without_bounds_there_is_no_limit)
{
    wick_memory_limit_init(&limit, 0, 0, BASE);
    CHECK(limit.heap == SIZE_MAX);
    CHECK(limit.single > SIZE_MAX / 8);
    CHECK(!wick_memory_limit_judge(&limit, SIZE_MAX / 2, true));
}

WICK_TEST(the_smaller_bound_holds)
{
    wick_memory_limit_init(&limit, 40 * WICK_MIB, RESIDENT_MAX, BASE);
    CHECK_INT(limit.heap, 40 * WICK_MIB);
    CHECK(limit.single < 40 * WICK_MIB);
    wick_memory_limit_set_heap(&limit, 1024 * WICK_MIB);
    CHECK(limit.heap < RESIDENT_MAX);
    wick_memory_limit_set_heap(&limit, 0);
    CHECK(limit.heap < RESIDENT_MAX);
}

/* Whatever is resident beside the heap is not the heap's. */
WICK_TEST(what_lies_beside_the_heap_counts)
{
    wick_memory_limit_init(&limit, 0, RESIDENT_MAX, BASE);
    size_t before = limit.heap;
    wick_memory_limit_measure(&limit, 50 * WICK_MIB, 20 * WICK_MIB);
    CHECK_INT(limit.ceiling, RESIDENT_MAX - 30 * WICK_MIB);
    CHECK(limit.heap < before - 20 * WICK_MIB);
    wick_memory_limit_measure(&limit, 20 * WICK_MIB, 16 * WICK_MIB);
    CHECK_INT(limit.heap, before);
}

/* Buffers that nobody has written to are accounted and not resident. */
WICK_TEST(untouched_memory_is_no_room)
{
    wick_memory_limit_init(&limit, 0, RESIDENT_MAX, BASE);
    wick_memory_limit_measure(&limit, 10 * WICK_MIB, 60 * WICK_MIB);
    CHECK_INT(limit.ceiling, RESIDENT_MAX - BASE);
}

WICK_TEST(more_resident_than_there_may_be)
{
    wick_memory_limit_init(&limit, 0, RESIDENT_MAX, BASE);
    wick_memory_limit_measure(&limit, 200 * WICK_MIB, 20 * WICK_MIB);
    CHECK_INT(limit.ceiling, 0);
    CHECK_INT(limit.heap, 0);
    CHECK_INT(limit.single, 0);
    CHECK(wick_memory_limit_judge(&limit, 20 * WICK_MIB, true));
}

WICK_TEST(only_a_full_collection_judges)
{
    wick_memory_limit_init(&limit, 0, RESIDENT_MAX, BASE);
    CHECK(!wick_memory_limit_judge(&limit, limit.heap, true));
    CHECK(!wick_memory_limit_judge(&limit, limit.heap + 1, false));
    CHECK(wick_memory_limit_judge(&limit, limit.heap + 1, true));
}

/* At every size: what the engine adds until it collects, and one allocation
 * that grows by half while the old one is there, fit into what is left. */
WICK_TEST(one_allocation_fits_into_what_is_left)
{
    wick_memory_limit_init(&limit, 0, RESIDENT_MAX, BASE);
    for (size_t live = 0; live < limit.heap; live += WICK_MIB) {
        size_t eden = wick_size_max(4 * WICK_MIB, live);

        eden = wick_size_min(eden, limit.heap - live);
        CHECK(!wick_memory_limit_judge(&limit, live, true));
        CHECK(live + eden + limit.single / 3 * 5 <= limit.ceiling);
    }
}

/* What is larger is measured: it has to fit beside all that is resident. */
WICK_TEST(room_is_what_is_left_now)
{
    wick_memory_limit_init(&limit, 0, RESIDENT_MAX, BASE);
    size_t live = limit.heap / 4 * 3;
    size_t left = RESIDENT_MAX - BASE - live;

    CHECK(wick_memory_limit_has_room(&limit, BASE + live, live,
                                     left - 2 * WICK_MIB));
    CHECK(!wick_memory_limit_has_room(&limit, BASE + live, live, left));
    /* Pages that nobody has written to yet are not free. */
    CHECK(!wick_memory_limit_has_room(&limit, BASE, live, left));
    /* Nor is what is no object. */
    CHECK(!wick_memory_limit_has_room(&limit, RESIDENT_MAX, live, 1));
    CHECK(!wick_memory_limit_has_room(&limit, BASE, live, SIZE_MAX));
}

WICK_TEST(room_is_below_both_bounds)
{
    wick_memory_limit_init(&limit, 40 * WICK_MIB, RESIDENT_MAX, BASE);
    CHECK(wick_memory_limit_has_room(&limit, BASE, 0, 40 * WICK_MIB));
    CHECK(!wick_memory_limit_has_room(&limit, BASE, WICK_MIB, 40 * WICK_MIB));
    wick_memory_limit_init(&limit, 0, 0, 0);
    CHECK(wick_memory_limit_has_room(&limit, 0, 0, SIZE_MAX));
}

WICK_TEST(near_the_limit_free_memory_goes_back)
{
    wick_memory_limit_init(&limit, 0, RESIDENT_MAX, BASE);
    CHECK(!wick_memory_limit_is_near(&limit, 10 * WICK_MIB));
    CHECK(wick_memory_limit_is_near(&limit, limit.heap - WICK_MIB));
    CHECK(wick_memory_limit_is_near(&limit, limit.heap + WICK_MIB));
}

WICK_TEST(a_process_runs_short_and_then_is_lost)
{
    size_t short_of = 10 * WICK_MIB;

    wick_memory_limit_init(&limit, 0, RESIDENT_MAX, BASE);
    size_t left = wick_memory_limit_left(&limit, BASE);
    CHECK(left > RESIDENT_MAX / 4 * 3);
    CHECK(!wick_memory_limit_is_short(&limit, left));
    left = wick_memory_limit_left(&limit, RESIDENT_MAX - short_of);
    CHECK(left > 0 && left < short_of);
    CHECK(wick_memory_limit_is_short(&limit, left));
    CHECK_INT(wick_memory_limit_left(&limit, RESIDENT_MAX), 0);
    CHECK(!wick_memory_limit_is_lost(&limit, RESIDENT_MAX));
    CHECK(wick_memory_limit_is_lost(&limit, RESIDENT_MAX + WICK_TEXT_RESIDENT));

    wick_memory_limit_init(&limit, 0, 0, 0);
    CHECK(!wick_memory_limit_is_short(
        &limit, wick_memory_limit_left(&limit, 1024 * WICK_MIB)));
    CHECK(!wick_memory_limit_is_lost(&limit, SIZE_MAX));
}

WICK_TEST(an_ended_call_is_reported)
{
    wick_memory_limit_init(&limit, 0, RESIDENT_MAX, BASE);
    size_t over = limit.heap + WICK_MIB;

    CHECK(wick_memory_limit_judge(&limit, over, true));
    wick_memory_limit_forgive(&limit, over);
    CHECK(wick_memory_limit_is_stuck(&limit, over));
    CHECK(!wick_memory_limit_judge(&limit, over + WICK_MIB, true));
    CHECK(wick_memory_limit_judge(&limit, over + 8 * WICK_MIB, true));
    /* What was let through is let through no more once there was room. */
    CHECK(!wick_memory_limit_judge(&limit, 10 * WICK_MIB, true));
    CHECK(wick_memory_limit_judge(&limit, over + WICK_MIB, true));

    wick_memory_limit_forgive(&limit, 10 * WICK_MIB);
    CHECK(!wick_memory_limit_is_stuck(&limit, 10 * WICK_MIB));
    CHECK(wick_memory_limit_judge(&limit, over, true));
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(a_new_process_has_most_of_its_memory),
    WICK_TEST_ENTRY(without_bounds_there_is_no_limit),
    WICK_TEST_ENTRY(the_smaller_bound_holds),
    WICK_TEST_ENTRY(what_lies_beside_the_heap_counts),
    WICK_TEST_ENTRY(untouched_memory_is_no_room),
    WICK_TEST_ENTRY(more_resident_than_there_may_be),
    WICK_TEST_ENTRY(only_a_full_collection_judges),
    WICK_TEST_ENTRY(one_allocation_fits_into_what_is_left),
    WICK_TEST_ENTRY(room_is_what_is_left_now),
    WICK_TEST_ENTRY(room_is_below_both_bounds),
    WICK_TEST_ENTRY(near_the_limit_free_memory_goes_back),
    WICK_TEST_ENTRY(a_process_runs_short_and_then_is_lost),
    WICK_TEST_ENTRY(an_ended_call_is_reported),
};

WICK_TEST_MAIN(tests)
