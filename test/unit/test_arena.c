/* SPDX-License-Identifier: MIT */
/* mincore(), to see which pages are in memory. */
#define _GNU_SOURCE
#include "arena.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "child.h"
#include "die.h"
#include "err.h"
#include "limits.h"
#include "poison.h"
#include "test.h"

#define MAX  (8 * WICK_MIB)
#define WARM ((size_t)16384)

static struct wick_arena arena;

static void start(void)
{
    struct wick_arena_config config = {
        .reserve = MAX, .max = MAX, .warm = WARM};

    CHECK_INT(wick_arena_init(&arena, &config), 0);
}

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* Pages of the first @len bytes that are in memory. */
static size_t resident_pages(size_t len)
{
    static unsigned char present[MAX / 4096];
    size_t count = 0;

    CHECK(mincore(arena.base, len, present) == 0);
    for (size_t i = 0; i < len / page_size(); i++) {
        count += present[i] & 1;
    }
    return count;
}

WICK_TEST(objects_are_aligned_and_apart)
{
    char *last_end = NULL;

    start();
    for (size_t size = 0; size < 200; size++) {
        char *ptr = wick_arena_alloc(&arena, size);

        CHECK((uintptr_t)ptr % WICK_ARENA_ALIGN == 0);
        CHECK(!last_end || ptr >= last_end);
        memset(ptr, 'x', size);
        last_end = ptr + wick_size_max(size, 1);
    }
    wick_arena_release(&arena);
}

WICK_TEST(larger_alignment_is_kept)
{
    start();
    for (size_t alignment = 1; alignment <= WICK_ARENA_ALIGN_MAX;
         alignment *= 2) {
        CHECK(wick_arena_try_alloc(&arena, 1));
        void *ptr = wick_arena_try_alloc_aligned(&arena, 3, alignment);
        CHECK(ptr);
        CHECK((uintptr_t)ptr % alignment == 0);
    }
    wick_arena_release(&arena);
}

WICK_TEST(ceiling_holds)
{
    start();
    CHECK(!wick_arena_try_alloc(&arena, MAX + 1));
    CHECK(!wick_arena_try_alloc(&arena, SIZE_MAX));
    CHECK(!wick_arena_try_alloc(&arena, SIZE_MAX - 8));
    char *all = wick_arena_try_alloc(&arena, MAX - WICK_POISON_GAP);
    CHECK(all);
    all[0] = 'x';
    all[MAX - WICK_POISON_GAP - 1] = 'x';
    CHECK(!wick_arena_try_alloc(&arena, 0));
    wick_arena_reset(&arena);
    CHECK(wick_arena_try_alloc(&arena, MAX / 2));
    wick_arena_release(&arena);
}

static void allocate_beyond(void)
{
    start();
    (void)!wick_arena_alloc(&arena, MAX + 1);
}

WICK_TEST(alloc_dies_at_the_ceiling)
{
    struct test_child child;

    test_child_run(&child, allocate_beyond);
    CHECK_INT(child.status, WICK_DIE_STATUS);
    CHECK(strstr(child.text, "request arena: no room for 8388609 bytes for "
                             "test/unit/test_arena.c:"));
}

WICK_TEST(newest_object_resizes_in_place)
{
    start();
    char *first = wick_arena_try_alloc(&arena, 10);
    memset(first, 'a', 10);
    char *grown = wick_arena_try_resize(&arena, first, 10, 1000000);
    CHECK(grown == first);
    CHECK(grown[9] == 'a');
    memset(grown, 'b', 1000000);
    CHECK(wick_arena_try_resize(&arena, grown, 1000000, 20) == first);
    char *next = wick_arena_try_alloc(&arena, 1);
    CHECK(next < first + 100);
    wick_arena_release(&arena);
}

WICK_TEST(older_object_is_copied)
{
    start();
    char *first = wick_arena_try_alloc(&arena, 10);
    memset(first, 'a', 10);
    CHECK(wick_arena_try_alloc(&arena, 10));
    char *grown = wick_arena_try_resize(&arena, first, 10, 100);
    CHECK(grown && grown != first);
    CHECK(grown[0] == 'a' && grown[9] == 'a');
    CHECK(wick_arena_try_resize(&arena, first, 10, 5) == first);
    wick_arena_release(&arena);
}

WICK_TEST(resize_of_nothing_and_beyond)
{
    start();
    char *ptr = wick_arena_try_resize(&arena, NULL, 0, 0);
    CHECK(ptr);
    ptr = wick_arena_try_resize(&arena, ptr, 0, 50);
    CHECK(ptr);
    memset(ptr, 'k', 50);
    CHECK(!wick_arena_try_resize(&arena, ptr, 50, MAX + 1));
    CHECK(!wick_arena_try_resize(&arena, ptr, 50, SIZE_MAX));
    CHECK(ptr[49] == 'k');
    wick_arena_release(&arena);
}

WICK_TEST(text_is_terminated)
{
    start();
    CHECK_STR(wick_arena_dup(&arena, (struct wick_str){"abcdef", 3}), "abc");
    CHECK_STR(wick_arena_dup(&arena, (struct wick_str){NULL, 0}), "");
    CHECK_STR(wick_arena_printf(&arena, "%s-%d", "x", 42), "x-42");
    wick_arena_release(&arena);
}

static char order[8];

static void note(void *data)
{
    size_t len = strlen(order);

    order[len] = *(char *)data; /* arena memory: still there */
    order[len + 1] = '\0';
}

WICK_TEST(deferred_calls_run_newest_first_once)
{
    start();
    order[0] = '\0';
    for (char name = 'a'; name < 'd'; name++) {
        char *data = wick_arena_alloc(&arena, 1);

        *data = name;
        CHECK_INT(wick_arena_defer(&arena, note, data), 0);
    }
    CHECK_STR(order, "");
    wick_arena_reset(&arena);
    CHECK_STR(order, "cba");
    wick_arena_reset(&arena);
    CHECK_STR(order, "cba");
    static char last = 'z';
    CHECK_INT(wick_arena_defer(&arena, note, &last), 0);
    wick_arena_release(&arena);
    CHECK_STR(order, "cbaz");
}

static size_t call_count;

static void count_call(void *data)
{
    (void)data;
    call_count++;
}

WICK_TEST(deferred_calls_have_a_bound)
{
    start();
    call_count = 0;
    for (size_t i = 0; i < WICK_ARENA_DEFERS_MAX; i++) {
        CHECK_INT(wick_arena_defer(&arena, count_call, NULL), 0);
    }
    CHECK_INT(wick_arena_defer(&arena, count_call, NULL), -WICK_ETOOMANY);
    wick_arena_reset(&arena);
    CHECK_INT(call_count, WICK_ARENA_DEFERS_MAX);
    CHECK(wick_arena_try_alloc(&arena, MAX - 2 * WICK_POISON_GAP - 16));
    CHECK_INT(wick_arena_defer(&arena, count_call, NULL), -ENOMEM);
    wick_arena_release(&arena);
    CHECK_INT(call_count, WICK_ARENA_DEFERS_MAX);
}

WICK_TEST(reset_keeps_the_warm_head_alone)
{
    start();
    memset(wick_arena_alloc(&arena, 1000000), 'x', 1000000);
    CHECK(resident_pages(MAX) >= 1000000 / page_size());
    wick_arena_reset(&arena);
    CHECK_INT(resident_pages(MAX), WARM / page_size());
    const struct wick_arena_stats *stats = wick_arena_get_stats(&arena);
    CHECK_INT(stats->madvise_count, 1);
    CHECK(stats->last_returned >= 1000000 - WARM);
    CHECK(stats->last_returned <= 1000000 - WARM + 2 * page_size());
    CHECK_INT(stats->returned, stats->last_returned);
    CHECK(stats->last_peak >= 1000000);
    CHECK_INT(stats->used, 0);
    CHECK_INT(stats->peak, 0);
    /* What has been given back is not given back again. */
    wick_arena_reset(&arena);
    CHECK_INT(stats->madvise_count, 1);
    CHECK_INT(stats->last_returned, 0);
    wick_arena_release(&arena);
}

WICK_TEST(small_invocation_costs_no_call)
{
    start();
    for (int i = 0; i < 3; i++) {
        memset(wick_arena_alloc(&arena, WARM / 2), 'x', WARM / 2);
        wick_arena_reset(&arena);
    }
    const struct wick_arena_stats *stats = wick_arena_get_stats(&arena);
    CHECK_INT(stats->reset_count, 3);
    CHECK_INT(stats->madvise_count, 0);
    CHECK_INT(stats->returned, 0);
    wick_arena_release(&arena);
}

WICK_TEST(returned_pages_read_as_zero)
{
    start();
    char *ptr = wick_arena_alloc(&arena, 1000000);
    memset(ptr, 'x', 1000000);
    wick_arena_reset(&arena);
    CHECK(wick_arena_alloc(&arena, 1000000) == ptr);
    /* Undefined to Valgrind, as it should be, but for this look. */
#ifdef WICK_VALGRIND
    (void)VALGRIND_MAKE_MEM_DEFINED(ptr, 1000000);
#endif
    CHECK(ptr[999999] == 0);
    wick_arena_release(&arena);
}

static void populate_and_check(enum wick_arena_populate how)
{
    struct wick_arena_config config = {
        .reserve = MAX, .max = MAX, .warm = WARM, .populate = how};

    CHECK_INT(wick_arena_init(&arena, &config), 0);
    char *kept = wick_arena_alloc(&arena, 6000);
    memset(kept, 'k', 6000);
    wick_arena_populate(&arena, 2 * WICK_MIB);
    CHECK(resident_pages(MAX) >= 2 * WICK_MIB / page_size());
    CHECK(resident_pages(MAX) <= 2 * WICK_MIB / page_size() + 3);
    CHECK(kept[0] == 'k' && kept[5999] == 'k');
    char *body = wick_arena_alloc(&arena, 2 * WICK_MIB);
    memset(body, 'b', 2 * WICK_MIB);
    /* Grows behind what was populated, too. */
    CHECK(wick_arena_try_alloc(&arena, 4 * WICK_MIB));
    wick_arena_reset(&arena);
    CHECK_INT(resident_pages(MAX), WARM / page_size());
    wick_arena_populate(&arena, WICK_MIB);
    CHECK(resident_pages(MAX) >= WICK_MIB / page_size());
    wick_arena_release(&arena);
}

WICK_TEST(populate_faults_in_at_once)
{
    populate_and_check(WICK_ARENA_POPULATE_AUTO);
}

WICK_TEST(populate_without_the_advice)
{
    populate_and_check(WICK_ARENA_POPULATE_MAP);
}

WICK_TEST(populate_is_cut_at_the_ceiling)
{
    start();
    wick_arena_populate(&arena, 0);
    CHECK_INT(resident_pages(MAX), 0);
    wick_arena_populate(&arena, SIZE_MAX);
    CHECK_INT(resident_pages(MAX), MAX / page_size());
    wick_arena_populate(&arena, SIZE_MAX);
    wick_arena_reset(&arena);
    CHECK_INT(resident_pages(MAX), WARM / page_size());
    wick_arena_release(&arena);
}

/* An address with free space behind it, found by letting go of a mapping. */
static char *find_space(size_t size)
{
    char *space = mmap(NULL, size, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    CHECK(space != MAP_FAILED);
    CHECK(munmap(space, size) == 0);
    return space;
}

WICK_TEST(small_mapping_grows_in_place)
{
    char *space = find_space(MAX);
    struct wick_arena_config config = {
        .address = space, .reserve = 65536, .max = MAX, .warm = WARM};

    CHECK_INT(wick_arena_init(&arena, &config), 0);
    CHECK(arena.base == space);
    CHECK_INT(arena.mapped, 65536);
    char *first = wick_arena_alloc(&arena, 65000);
    memset(first, 'f', 65000);
    char *second = wick_arena_alloc(&arena, WICK_MIB);
    memset(second, 's', WICK_MIB);
    CHECK(arena.mapped >= 65536 + WICK_MIB);
    CHECK(arena.mapped < 2 * WICK_MIB);
    char *grown = wick_arena_try_resize(&arena, second, WICK_MIB, 4 * WICK_MIB);
    CHECK(grown == second);
    CHECK(first[64999] == 'f' && grown[WICK_MIB - 1] == 's');
    memset(grown, 'g', 4 * WICK_MIB);
    wick_arena_populate(&arena, SIZE_MAX);
    CHECK_INT(arena.mapped, MAX);
    wick_arena_reset(&arena);
    CHECK_INT(resident_pages(MAX), WARM / page_size());
    wick_arena_release(&arena);
}

WICK_TEST(growth_ends_at_the_ceiling)
{
    size_t max = 65536 + 100 * WICK_KIB;
    struct wick_arena_config config = {
        .address = find_space(MAX), .reserve = 65536, .max = max};

    CHECK_INT(wick_arena_init(&arena, &config), 0);
    CHECK(!wick_arena_try_alloc(&arena, max + 1));
    CHECK_INT(arena.mapped, 65536);
    char *all = wick_arena_try_alloc(&arena, max - WICK_POISON_GAP);
    CHECK(all);
    all[max - WICK_POISON_GAP - 1] = 'x';
    CHECK_INT(arena.mapped, max);
    wick_arena_release(&arena);
}

WICK_TEST(neighbour_stops_the_growth)
{
    char *space = find_space(MAX);
    struct wick_arena_config config = {
        .address = space, .reserve = 65536, .max = MAX, .warm = WARM};

    CHECK_INT(wick_arena_init(&arena, &config), 0);
    char *neighbour = mmap(space + 65536, 4096, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    CHECK(neighbour == space + 65536);
    CHECK(!wick_arena_try_alloc(&arena, WICK_MIB));
    CHECK(wick_arena_try_alloc(&arena, 1000));
    CHECK(munmap(neighbour, 4096) == 0);
    CHECK(wick_arena_try_alloc(&arena, WICK_MIB));
    wick_arena_release(&arena);
}

WICK_TEST(taken_address_is_refused)
{
    struct wick_arena_config config = {.reserve = MAX, .max = MAX};
    struct wick_arena other;

    start();
    config.address = arena.base;
    CHECK_INT(wick_arena_init(&other, &config), -EEXIST);
    wick_arena_release(&arena);
}

/* Reads through a pointer that has outlived its invocation. */
static void read_after_reset(void)
{
    start();
    volatile char *stale = wick_arena_dup(&arena, WICK_STR("secret"));
    wick_arena_reset(&arena);
    _exit(stale[0] == 's' ? 3 : 4);
}

static void read_after_reset_beyond_warm(void)
{
    start();
    CHECK(wick_arena_try_alloc(&arena, WICK_MIB));
    volatile char *stale = wick_arena_dup(&arena, WICK_STR("secret"));
    wick_arena_reset(&arena);
    _exit(stale[0] == 's' ? 3 : 4);
}

static void write_behind_the_end(void)
{
    start();
    volatile char *ptr = wick_arena_alloc(&arena, 16);
    (void)!wick_arena_alloc(&arena, 16);
    ptr[16] = 'x';
    _exit(3);
}

static void read_what_was_cut_off(void)
{
    start();
    char *ptr = wick_arena_alloc(&arena, 100);
    memset(ptr, 'x', 100);
    volatile char *cut = wick_arena_try_resize(&arena, ptr, 100, 40);
    _exit(cut[40] == 'x' ? 3 : 4);
}

WICK_TEST(use_after_reset_is_found)
{
    static void (*const bodies[])(void) = {
        read_after_reset, read_after_reset_beyond_warm, write_behind_the_end,
        read_what_was_cut_off};

    for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
        struct test_child child;

#if defined(WICK_HAS_ASAN)
        test_child_run(&child, bodies[i]);
        CHECK(strstr(child.text, "AddressSanitizer: use-after-poison"));
#elif defined(WICK_VALGRIND)
        if (!RUNNING_ON_VALGRIND) {
            SKIP("not under Valgrind");
        }
        /* The report goes to the log; the status of --error-exitcode tells. */
        test_child_run(&child, bodies[i]);
        CHECK_INT(child.status, 99);
#else
        (void)child;
        SKIP("built without AddressSanitizer and Valgrind");
#endif
    }
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(objects_are_aligned_and_apart),
    WICK_TEST_ENTRY(larger_alignment_is_kept),
    WICK_TEST_ENTRY(ceiling_holds),
    WICK_TEST_ENTRY(alloc_dies_at_the_ceiling),
    WICK_TEST_ENTRY(newest_object_resizes_in_place),
    WICK_TEST_ENTRY(older_object_is_copied),
    WICK_TEST_ENTRY(resize_of_nothing_and_beyond),
    WICK_TEST_ENTRY(text_is_terminated),
    WICK_TEST_ENTRY(deferred_calls_run_newest_first_once),
    WICK_TEST_ENTRY(deferred_calls_have_a_bound),
    WICK_TEST_ENTRY(reset_keeps_the_warm_head_alone),
    WICK_TEST_ENTRY(small_invocation_costs_no_call),
    WICK_TEST_ENTRY(returned_pages_read_as_zero),
    WICK_TEST_ENTRY(populate_faults_in_at_once),
    WICK_TEST_ENTRY(populate_without_the_advice),
    WICK_TEST_ENTRY(populate_is_cut_at_the_ceiling),
    WICK_TEST_ENTRY(small_mapping_grows_in_place),
    WICK_TEST_ENTRY(growth_ends_at_the_ceiling),
    WICK_TEST_ENTRY(neighbour_stops_the_growth),
    WICK_TEST_ENTRY(taken_address_is_refused),
    WICK_TEST_ENTRY(use_after_reset_is_found),
};
WICK_TEST_MAIN(tests)
