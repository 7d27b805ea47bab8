/* SPDX-License-Identifier: MIT */
#include "map.h"

#include "child.h"
#include "die.h"
#include "err.h"
#include "mem.h"
#include "test.h"

#define MANY 5000

static struct wick_map map;
static int values[MANY];

static struct wick_str key_of(int number)
{
    static char text[16];
    int len = snprintf(text, sizeof(text), "key-%d", number);

    return (struct wick_str){text, (size_t)len};
}

WICK_TEST(empty_map_allocates_nothing)
{
    uint64_t made = wick_mem_alloc_count();

    wick_map_init(&map, 10);
    CHECK(!wick_map_find(&map, WICK_STR("a")));
    CHECK(!wick_map_take(&map, WICK_STR("a")));
    CHECK(!wick_map_at(&map, 0));
    wick_map_release(&map);
    CHECK_INT(wick_mem_alloc_count(), made);
}

WICK_TEST(put_find_replace_take)
{
    void *old = &map;

    wick_map_init(&map, 10);
    CHECK_INT(wick_map_put(&map, WICK_STR("a"), &values[0], &old), 0);
    CHECK(!old);
    CHECK_INT(wick_map_put(&map, WICK_STR("a"), &values[1], &old), 0);
    CHECK(old == &values[0]);
    CHECK_INT(map.count, 1);
    CHECK(wick_map_find(&map, WICK_STR("a")) == &values[1]);
    CHECK(!wick_map_find(&map, WICK_STR("A")));
    CHECK(wick_map_take(&map, WICK_STR("a")) == &values[1]);
    CHECK(!wick_map_find(&map, WICK_STR("a")));
    CHECK(!wick_map_take(&map, WICK_STR("a")));
    CHECK_INT(map.count, 0);
    wick_map_release(&map);
}

WICK_TEST(keys_are_copied_bytes)
{
    char text[] = "key";

    wick_map_init(&map, 10);
    CHECK_INT(wick_map_put(&map, wick_str_from(text), &values[0], NULL), 0);
    text[0] = 'x';
    CHECK(wick_map_find(&map, WICK_STR("key")) == &values[0]);
    CHECK_INT(wick_map_put(&map, WICK_STR("a\0b"), &values[1], NULL), 0);
    CHECK_INT(wick_map_put(&map, WICK_STR("a\0c"), &values[2], NULL), 0);
    CHECK_INT(wick_map_put(&map, WICK_STR(""), &values[3], NULL), 0);
    CHECK(wick_map_find(&map, WICK_STR("a\0b")) == &values[1]);
    CHECK(wick_map_find(&map, WICK_STR("a\0c")) == &values[2]);
    CHECK(wick_map_find(&map, (struct wick_str){NULL, 0}) == &values[3]);
    CHECK_STR(wick_map_at(&map, 0)->key.ptr, "key");
    wick_map_release(&map);
}

WICK_TEST(many_keys)
{
    uint64_t live = wick_mem_live_count();

    wick_map_init(&map, MANY);
    for (int i = 0; i < MANY; i++) {
        CHECK_INT(wick_map_put(&map, key_of(i), &values[i], NULL), 0);
    }
    for (int i = 0; i < MANY; i++) {
        CHECK(wick_map_find(&map, key_of(i)) == &values[i]);
    }
    CHECK(!wick_map_find(&map, key_of(MANY)));
    for (int i = 0; i < MANY; i += 2) {
        CHECK(wick_map_take(&map, key_of(i)) == &values[i]);
    }
    for (int i = 0; i < MANY; i++) {
        CHECK(wick_map_find(&map, key_of(i)) == (i % 2 ? &values[i] : NULL));
    }
    CHECK_INT(map.count, MANY / 2);
    wick_map_release(&map);
    CHECK_INT(wick_mem_live_count(), live);
}

WICK_TEST(keys_of_equal_hash_are_apart)
{
    static const struct wick_str one = {"44257", 5};
    static const struct wick_str two = {"59801", 5};

    wick_map_init(&map, 10);
    CHECK_INT(wick_map_put(&map, one, &values[1], NULL), 0);
    CHECK(!wick_map_find(&map, two));
    CHECK_INT(wick_map_put(&map, two, &values[2], NULL), 0);
    CHECK_INT(wick_map_at(&map, 0)->hash, wick_map_at(&map, 1)->hash);
    CHECK(wick_map_find(&map, one) == &values[1]);
    CHECK(wick_map_find(&map, two) == &values[2]);
    CHECK(wick_map_take(&map, one) == &values[1]);
    CHECK(wick_map_find(&map, two) == &values[2]);
    wick_map_release(&map);
}

WICK_TEST(hash_depends_on_every_byte)
{
    wick_map_init(&map, 10);
    CHECK_INT(wick_map_put(&map, WICK_STR("key a"), &values[1], NULL), 0);
    CHECK_INT(wick_map_put(&map, WICK_STR("key b"), &values[2], NULL), 0);
    CHECK(wick_map_at(&map, 0)->hash != wick_map_at(&map, 1)->hash);
    wick_map_release(&map);
    CHECK_INT(map.count, 0);
    CHECK(!wick_map_find(&map, WICK_STR("key a")));
    CHECK_INT(wick_map_put(&map, WICK_STR("key a"), &values[3], NULL), 0);
    CHECK(wick_map_find(&map, WICK_STR("key a")) == &values[3]);
    wick_map_release(&map);
}

WICK_TEST(bound_holds)
{
    wick_map_init(&map, 2);
    CHECK_INT(wick_map_put(&map, WICK_STR("a"), &values[0], NULL), 0);
    CHECK_INT(wick_map_put(&map, WICK_STR("b"), &values[0], NULL), 0);
    CHECK_INT(wick_map_put(&map, WICK_STR("c"), &values[0], NULL),
              -WICK_ETOOMANY);
    CHECK(!wick_map_find(&map, WICK_STR("c")));
    CHECK_INT(wick_map_put(&map, WICK_STR("a"), &values[1], NULL), 0);
    CHECK(wick_map_take(&map, WICK_STR("a")));
    CHECK_INT(wick_map_put(&map, WICK_STR("c"), &values[0], NULL), 0);
    wick_map_release(&map);
}

/* The first bytes of the keys in order. */
static const char *order(void)
{
    static char text[16];
    size_t len = 0;

    WICK_MAP_EACH (entry, &map) {
        CHECK(len < sizeof(text) - 1);
        text[len++] = entry->key.ptr[0];
    }
    text[len] = '\0';
    return text;
}

WICK_TEST(order_is_that_of_the_first_put)
{
    static const char *const names[] = {"d", "a", "c", "b"};

    wick_map_init(&map, 10);
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        CHECK_INT(wick_map_put(&map, wick_str_from(names[i]), &values[i], NULL),
                  0);
    }
    CHECK_INT(wick_map_put(&map, WICK_STR("a"), &values[9], NULL), 0);
    CHECK_STR(order(), "dacb");
    CHECK(wick_map_take(&map, WICK_STR("a")));
    CHECK_STR(order(), "dcb");
    CHECK_INT(wick_map_put(&map, WICK_STR("a"), &values[0], NULL), 0);
    CHECK_STR(order(), "dcba");
    WICK_MAP_EACH (entry, &map) {
        CHECK(wick_map_take(&map, entry->key));
    }
    CHECK_STR(order(), "");
    wick_map_release(&map);
}

/* A key that comes and goes forever must not make the tables grow. */
WICK_TEST(churn_does_not_grow)
{
    wick_map_init(&map, 100);
    for (int i = 0; i < 100000; i++) {
        CHECK_INT(wick_map_put(&map, key_of(i), &values[0], NULL), 0);
        CHECK(wick_map_take(&map, key_of(i)));
    }
    CHECK(map.slot_cap <= 32);
    CHECK_INT(map.count, 0);
    wick_map_release(&map);
}

static void put_without_memory(void)
{
    wick_map_init(&map, 100);
    wick_mem_fail_at(2);
    (void)!wick_map_put(&map, WICK_STR("a"), &values[0], NULL);
}

WICK_TEST(out_of_memory_dies)
{
    struct test_child child;

    test_child_run(&child, put_without_memory);
    CHECK_INT(child.status, WICK_DIE_STATUS);
    CHECK(strstr(child.text, "for runtime/map.c:"));
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(empty_map_allocates_nothing),
    WICK_TEST_ENTRY(put_find_replace_take),
    WICK_TEST_ENTRY(keys_are_copied_bytes),
    WICK_TEST_ENTRY(many_keys),
    WICK_TEST_ENTRY(keys_of_equal_hash_are_apart),
    WICK_TEST_ENTRY(hash_depends_on_every_byte),
    WICK_TEST_ENTRY(bound_holds),
    WICK_TEST_ENTRY(order_is_that_of_the_first_put),
    WICK_TEST_ENTRY(churn_does_not_grow),
    WICK_TEST_ENTRY(out_of_memory_dies),
};
WICK_TEST_MAIN(tests)
