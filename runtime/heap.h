/* SPDX-License-Identifier: MIT */
/*
 * A binary min-heap whose nodes lie inside their owners (container_of), so
 * that inserting never allocates and cannot fail. The order is a function of
 * the heap's owner; nodes of equal rank come out in no fixed order, so an
 * owner who cares compares a sequence number too.
 */
#ifndef WICK_HEAP_H
#define WICK_HEAP_H

#include "base.h"

/* Lifetime: embedded in its owner, who removes it before it is freed. */
struct wick_heap_node {
    struct wick_heap_node *parent;
    struct wick_heap_node *child[2];
};

/* True when @a has to come out before @b. Called with nodes of one heap. */
typedef bool (*wick_heap_less_fn)(const struct wick_heap_node *a,
                                  const struct wick_heap_node *b);

struct wick_heap {
    struct wick_heap_node *root;
    size_t count;
    wick_heap_less_fn is_less;
};

/* An empty heap. */
void wick_heap_init(struct wick_heap *heap, wick_heap_less_fn is_less);

/* Inserts @node, which must be in no heap. O(log n). */
void wick_heap_insert(struct wick_heap *heap, struct wick_heap_node *node);

/* Takes @node, which must be in this heap, out of it. O(log n). */
void wick_heap_remove(struct wick_heap *heap, struct wick_heap_node *node);

/* The least node, which stays in the heap, or NULL. */
static inline struct wick_heap_node *
wick_heap_get_min(const struct wick_heap *heap)
{
    return heap->root;
}

#endif
