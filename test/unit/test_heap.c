/* SPDX-License-Identifier: MIT */
#include "heap.h"

#include "test.h"

#define COUNT 500

struct item {
    struct wick_heap_node node;
    uint32_t rank;
    bool is_in;
};

static struct item items[COUNT];
static struct wick_heap heap;
static uint32_t random_state;

/* Xorshift: the same numbers in every run. */
static uint32_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static uint32_t rank_of(const struct wick_heap_node *node)
{
    return container_of(node, const struct item, node)->rank;
}

static bool is_less(const struct wick_heap_node *a,
                    const struct wick_heap_node *b)
{
    return rank_of(a) < rank_of(b);
}

/*
 * Walks the tree in the order of its rows: order, links, and completeness
 * (node n exists if and only if n <= count).
 */
static void check_tree(void)
{
    static const struct wick_heap_node *queue[COUNT + 1];
    size_t tail = 0;

    if (heap.root) {
        CHECK(!heap.root->parent);
        queue[tail++] = heap.root;
    }
    for (size_t head = 0; head < tail; head++) {
        const struct wick_heap_node *node = queue[head];

        for (size_t side = 0; side < 2; side++) {
            const struct wick_heap_node *child = node->child[side];

            CHECK_INT(child != NULL, 2 * (head + 1) + side <= heap.count);
            if (child) {
                CHECK(child->parent == node);
                CHECK(!is_less(child, node));
                CHECK(tail < COUNT);
                queue[tail++] = child;
            }
        }
    }
    CHECK_INT(tail, heap.count);
}

static void start(uint32_t seed)
{
    random_state = seed;
    wick_heap_init(&heap, is_less);
    for (size_t i = 0; i < COUNT; i++) {
        items[i].rank = next_random() % 100; /* many of equal rank */
        items[i].is_in = false;
    }
}

WICK_TEST(empty_heap_has_no_minimum)
{
    start(1);
    CHECK(!wick_heap_get_min(&heap));
    check_tree();
}

WICK_TEST(nodes_come_out_in_order)
{
    start(2);
    for (size_t i = 0; i < COUNT; i++) {
        wick_heap_insert(&heap, &items[i].node);
        check_tree();
    }
    uint32_t last = 0;
    for (size_t i = 0; i < COUNT; i++) {
        struct wick_heap_node *node = wick_heap_get_min(&heap);

        CHECK(rank_of(node) >= last);
        last = rank_of(node);
        wick_heap_remove(&heap, node);
        check_tree();
    }
    CHECK(!wick_heap_get_min(&heap));
}

WICK_TEST(sorted_and_reversed_input)
{
    for (int reversed = 0; reversed < 2; reversed++) {
        start(3);
        for (size_t i = 0; i < COUNT; i++) {
            items[i].rank = (uint32_t)(reversed ? COUNT - i : i);
            wick_heap_insert(&heap, &items[i].node);
        }
        check_tree();
        CHECK_INT(rank_of(wick_heap_get_min(&heap)), reversed ? 1 : 0);
    }
}

WICK_TEST(any_node_can_be_removed)
{
    start(4);
    for (size_t round = 0; round < 20000; round++) {
        struct item *item = &items[next_random() % COUNT];

        if (item->is_in) {
            wick_heap_remove(&heap, &item->node);
        } else {
            item->rank = next_random() % 100;
            wick_heap_insert(&heap, &item->node);
        }
        item->is_in = !item->is_in;
        if (round % 100 == 0) {
            check_tree();
        }
    }
    check_tree();
}

WICK_TEST(the_minimum_is_the_minimum)
{
    start(5);
    for (size_t i = 0; i < COUNT; i++) {
        uint32_t least = UINT32_MAX;

        wick_heap_insert(&heap, &items[i].node);
        for (size_t k = 0; k <= i; k++) {
            least = items[k].rank < least ? items[k].rank : least;
        }
        CHECK_INT(rank_of(wick_heap_get_min(&heap)), least);
    }
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(empty_heap_has_no_minimum),
    WICK_TEST_ENTRY(nodes_come_out_in_order),
    WICK_TEST_ENTRY(sorted_and_reversed_input),
    WICK_TEST_ENTRY(any_node_can_be_removed),
    WICK_TEST_ENTRY(the_minimum_is_the_minimum),
};
WICK_TEST_MAIN(tests)
