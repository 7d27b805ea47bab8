/* SPDX-License-Identifier: MIT */
/*
 * The heap is a complete binary tree: its nodes, numbered from 1 along the
 * rows, have the children 2n and 2n + 1. So the bits of n below the highest,
 * from the top down, are the way from the root to node n (0 is left).
 */
#include "heap.h"

void wick_heap_init(struct wick_heap *heap, wick_heap_less_fn is_less)
{
    WICK_ASSERT(is_less);
    *heap = (struct wick_heap){.is_less = is_less};
}

/* The link that points, or will point, at node @number; its parent too. */
static struct wick_heap_node **find_link(struct wick_heap *heap, size_t number,
                                         struct wick_heap_node **parent)
{
    struct wick_heap_node **link = &heap->root;
    unsigned bits = 63 - (unsigned)__builtin_clzll(number);

    *parent = NULL;
    while (bits-- > 0) {
        *parent = *link;
        link = &(*link)->child[(number >> bits) & 1];
    }
    return link;
}

/* The link that points at @node. */
static struct wick_heap_node **link_of(struct wick_heap *heap,
                                       struct wick_heap_node *node)
{
    struct wick_heap_node *parent = node->parent;

    if (!parent) {
        return &heap->root;
    }
    return &parent->child[parent->child[1] == node];
}

/* Makes the children of @node know it. */
static void adopt(struct wick_heap_node *node)
{
    for (int side = 0; side < 2; side++) {
        if (node->child[side]) {
            node->child[side]->parent = node;
        }
    }
}

/* Swaps @child with its parent. */
static void lift(struct wick_heap *heap, struct wick_heap_node *child)
{
    struct wick_heap_node *parent = child->parent;
    struct wick_heap_node **link = link_of(heap, parent);
    int side = parent->child[1] == child;
    struct wick_heap_node old_child = *child;

    child->parent = parent->parent;
    child->child[side] = parent;
    child->child[!side] = parent->child[!side];
    parent->child[0] = old_child.child[0];
    parent->child[1] = old_child.child[1];
    *link = child;
    adopt(parent);
    adopt(child);
}

static void sift_up(struct wick_heap *heap, struct wick_heap_node *node)
{
    while (node->parent && heap->is_less(node, node->parent)) {
        lift(heap, node);
    }
}

static void sift_down(struct wick_heap *heap, struct wick_heap_node *node)
{
    for (;;) {
        struct wick_heap_node *least = node;

        for (int side = 0; side < 2; side++) {
            if (node->child[side] && heap->is_less(node->child[side], least)) {
                least = node->child[side];
            }
        }
        if (least == node) {
            return;
        }
        lift(heap, least);
    }
}

void wick_heap_insert(struct wick_heap *heap, struct wick_heap_node *node)
{
    struct wick_heap_node *parent;
    struct wick_heap_node **link = find_link(heap, ++heap->count, &parent);

    *link = node;
    *node = (struct wick_heap_node){.parent = parent};
    sift_up(heap, node);
}

void wick_heap_remove(struct wick_heap *heap, struct wick_heap_node *node)
{
    struct wick_heap_node *parent;

    WICK_ASSERT(heap->count > 0);
    WICK_ASSERT(*link_of(heap, node) == node);
    struct wick_heap_node **link = find_link(heap, heap->count--, &parent);
    struct wick_heap_node *last = *link;
    *link = NULL;
    if (last != node) {
        /* The last node of the tree takes the place of the removed one. */
        *link_of(heap, node) = last;
        *last = *node;
        adopt(last);
        sift_up(heap, last);
        sift_down(heap, last);
    }
    *node = (struct wick_heap_node){0};
}
