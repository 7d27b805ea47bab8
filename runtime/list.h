/* SPDX-License-Identifier: MIT */
/*
 * A circular doubly linked list whose nodes lie inside their owners
 * (container_of). Nothing is allocated. A node outside of any list points to
 * itself once it has been initialised or removed.
 */
#ifndef WICK_LIST_H
#define WICK_LIST_H

#include "base.h"

/* A node, and also the head of a list. Lifetime: that of its owner. */
struct wick_list {
    struct wick_list *prev;
    struct wick_list *next;
};

/* An empty list, or a node that is in none. */
static inline void wick_list_init(struct wick_list *list)
{
    list->prev = list;
    list->next = list;
}

static inline bool wick_list_is_empty(const struct wick_list *list)
{
    return list->next == list;
}

/* Inserts @node, which must be in no list, behind @position. */
static inline void wick_list_insert_after(struct wick_list *position,
                                          struct wick_list *node)
{
    node->prev = position;
    node->next = position->next;
    position->next->prev = node;
    position->next = node;
}

static inline void wick_list_push_front(struct wick_list *list,
                                        struct wick_list *node)
{
    wick_list_insert_after(list, node);
}

static inline void wick_list_push_back(struct wick_list *list,
                                       struct wick_list *node)
{
    wick_list_insert_after(list->prev, node);
}

/* Takes @node out of its list; nothing happens when it is in none. */
static inline void wick_list_remove(struct wick_list *node)
{
    node->prev->next = node->next;
    node->next->prev = node->prev;
    wick_list_init(node);
}

/* Removes and returns the first node, or returns NULL. */
static inline struct wick_list *wick_list_pop_front(struct wick_list *list)
{
    struct wick_list *node = list->next;

    if (node == list) {
        return NULL;
    }
    wick_list_remove(node);
    return node;
}

/* Moves all of @from, which is empty afterwards, behind the last of @list. */
static inline void wick_list_splice_back(struct wick_list *list,
                                         struct wick_list *from)
{
    if (wick_list_is_empty(from)) {
        return;
    }
    from->next->prev = list->prev;
    from->prev->next = list;
    list->prev->next = from->next;
    list->prev = from->prev;
    wick_list_init(from);
}

/* Loops over the nodes; the body must not remove @node. */
#define WICK_LIST_EACH(node, list)                              \
    for (struct wick_list *node = (list)->next; node != (list); \
         node = node->next)

/* The same, and the body may remove @node (no other). */
#define WICK_LIST_EACH_SAFE(node, list)                                    \
    for (struct wick_list *node = (list)->next, *node##_next = node->next; \
         node != (list); node = node##_next, node##_next = node->next)

#endif
