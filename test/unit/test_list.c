/* SPDX-License-Identifier: MIT */
#include "list.h"

#include "test.h"

struct item {
    char name;
    struct wick_list node;
};

/* The names of the items in order. */
static const char *names(const struct wick_list *list)
{
    static char text[16];
    size_t len = 0;

    for (struct wick_list *node = list->next; node != list; node = node->next) {
        CHECK(node->next->prev == node);
        CHECK(len < sizeof(text) - 1);
        text[len++] = container_of(node, struct item, node)->name;
    }
    text[len] = '\0';
    return text;
}

static struct item items[3];
static struct wick_list list;

static void fill(void)
{
    wick_list_init(&list);
    for (size_t i = 0; i < ARRAY_LEN(items); i++) {
        items[i].name = (char)('a' + i);
        wick_list_push_back(&list, &items[i].node);
    }
}

WICK_TEST(push_at_both_ends)
{
    struct item front = {.name = 'f'};

    wick_list_init(&list);
    CHECK(wick_list_is_empty(&list));
    fill();
    wick_list_push_front(&list, &front.node);
    CHECK(!wick_list_is_empty(&list));
    CHECK_STR(names(&list), "fabc");
}

WICK_TEST(insert_behind_a_node)
{
    struct item extra = {.name = 'x'};

    fill();
    wick_list_insert_after(&items[1].node, &extra.node);
    CHECK_STR(names(&list), "abxc");
}

WICK_TEST(remove_is_idempotent)
{
    fill();
    wick_list_remove(&items[1].node);
    wick_list_remove(&items[1].node);
    CHECK_STR(names(&list), "ac");
    CHECK(wick_list_is_empty(&items[1].node));
}

WICK_TEST(pop_in_order)
{
    fill();
    for (size_t i = 0; i < ARRAY_LEN(items); i++) {
        CHECK(wick_list_pop_front(&list) == &items[i].node);
    }
    CHECK(!wick_list_pop_front(&list));
}

WICK_TEST(splice_moves_all)
{
    struct item extra = {.name = 'x'};
    struct wick_list other;

    fill();
    wick_list_init(&other);
    wick_list_splice_back(&list, &other);
    CHECK_STR(names(&list), "abc");
    wick_list_push_back(&other, &extra.node);
    wick_list_splice_back(&other, &list);
    CHECK_STR(names(&other), "xabc");
    CHECK(wick_list_is_empty(&list));
    wick_list_splice_back(&list, &other);
    CHECK_STR(names(&list), "xabc");
}

WICK_TEST(loops)
{
    size_t count = 0;

    fill();
    WICK_LIST_EACH (node, &list) {
        count++;
    }
    CHECK_INT(count, 3);
    WICK_LIST_EACH_SAFE (node, &list) {
        if (node != &items[1].node) {
            wick_list_remove(node);
        }
    }
    CHECK_STR(names(&list), "b");
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(push_at_both_ends),
    WICK_TEST_ENTRY(insert_behind_a_node),
    WICK_TEST_ENTRY(remove_is_idempotent),
    WICK_TEST_ENTRY(pop_in_order),
    WICK_TEST_ENTRY(splice_moves_all),
    WICK_TEST_ENTRY(loops),
};
WICK_TEST_MAIN(tests)
