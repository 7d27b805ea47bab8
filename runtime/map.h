/* SPDX-License-Identifier: MIT */
/*
 * A hash map from byte strings to pointers that remembers the order in which
 * keys were first put: the module cache and the environment are listed in it.
 * Open addressing over a table of indexes into an array of entries.
 */
#ifndef WICK_MAP_H
#define WICK_MAP_H

#include "base.h"
#include "str.h"

struct wick_map_entry {
    struct wick_str key; /* owned by the map, NUL-terminated; ptr NULL: gone */
    void *value;
    uint32_t hash;
};

/* Lifetime: the caller's storage; keys and tables are on the heap. */
struct wick_map {
    struct wick_map_entry *entries;
    uint32_t *slots;      /* index into entries + 1; 0 is free */
    uint32_t slot_cap;    /* 0 or a power of two */
    uint32_t entry_count; /* used places of entries, the gone ones too */
    uint32_t count;       /* keys */
    uint32_t max;
};

/* An empty map of at most @max keys (up to WICK_MAP_MAX). */
void wick_map_init(struct wick_map *map, uint32_t max);

/* Frees keys and tables; the values are the caller's. Empty afterwards. */
void wick_map_release(struct wick_map *map);

/*
 * Sets the value of @key, which is copied. @old (may be NULL) gets the value
 * that is replaced, or NULL. 0, or -WICK_ETOOMANY when a new key would be one
 * too many. @value must not be NULL.
 */
WICK_NODISCARD int wick_map_put(struct wick_map *map, struct wick_str key,
                                void *value, void **old);

/* The value of @key, borrowed, or NULL. */
void *wick_map_find(const struct wick_map *map, struct wick_str key);

/* Removes @key and returns its value, or NULL. */
void *wick_map_take(struct wick_map *map, struct wick_str key);

/*
 * The first entry at or behind place @index, or NULL. For loops:
 * WICK_MAP_EACH(entry, map) {...} visits the keys in the order of their first
 * put; the body may take the entry's key but must not put.
 */
struct wick_map_entry *wick_map_at(const struct wick_map *map, uint32_t index);
#define WICK_MAP_EACH(entry, map)                                     \
    for (struct wick_map_entry *entry = wick_map_at((map), 0); entry; \
         entry = wick_map_at((map), (uint32_t)(entry - (map)->entries) + 1))

#endif
