/* SPDX-License-Identifier: MIT */
#include "map.h"

#include <string.h>

#include "err.h"
#include "limits.h"
#include "mem.h"

#define SLOTS_MIN 16

/*
 * FNV-1a, 64 bits, folded. Keys are file names and names of variables, chosen
 * by the function's own author: nothing here defends against collisions made
 * on purpose, and requests do not reach these maps.
 */
static uint32_t hash_of(struct wick_str key)
{
    uint64_t hash = 0xcbf29ce484222325u;

    for (size_t i = 0; i < key.len; i++) {
        hash = (hash ^ (unsigned char)key.ptr[i]) * 0x100000001b3u;
    }
    return (uint32_t)(hash ^ (hash >> 32));
}

void wick_map_init(struct wick_map *map, uint32_t max)
{
    WICK_ASSERT(max <= WICK_MAP_MAX);
    *map = (struct wick_map){.max = max};
}

void wick_map_release(struct wick_map *map)
{
    for (uint32_t i = 0; i < map->entry_count; i++) {
        wick_free((char *)map->entries[i].key.ptr);
    }
    wick_free(map->entries);
    wick_free(map->slots);
    wick_map_init(map, map->max);
}

/* At most half of the slots point at entries, gone ones included. */
static uint32_t entry_cap(uint32_t slot_cap)
{
    return slot_cap / 2;
}

/* The slot of @key, or the free one where it would go. */
static uint32_t *find_slot(const struct wick_map *map, struct wick_str key,
                           uint32_t hash)
{
    uint32_t mask = map->slot_cap - 1;

    /* Ends at a free slot: half of them are. */
    for (uint32_t at = hash & mask;; at = (at + 1) & mask) {
        uint32_t index = map->slots[at];

        if (index == 0) {
            return &map->slots[at];
        }
        const struct wick_map_entry *entry = &map->entries[index - 1];
        if (entry->hash == hash && entry->key.ptr &&
            wick_str_eq(entry->key, key)) {
            return &map->slots[at];
        }
    }
}

static struct wick_map_entry *find_entry(const struct wick_map *map,
                                         struct wick_str key)
{
    if (map->count == 0) {
        return NULL;
    }
    uint32_t index = *find_slot(map, key, hash_of(key));
    return index == 0 ? NULL : &map->entries[index - 1];
}

/* New tables without the gone entries, with room for one more key. */
static void rebuild(struct wick_map *map)
{
    uint32_t slot_cap = SLOTS_MIN;

    while (entry_cap(slot_cap) < 2 * map->count) {
        slot_cap *= 2;
    }
    struct wick_map_entry *old = map->entries;
    uint32_t old_count = map->entry_count;
    wick_free(map->slots);
    map->slots = wick_alloc_zero(slot_cap, sizeof(*map->slots));
    map->entries = wick_alloc_zero(entry_cap(slot_cap), sizeof(*map->entries));
    map->slot_cap = slot_cap;
    map->entry_count = 0;
    WICK_ASSERT(old || old_count == 0);
    for (uint32_t i = 0; i < old_count; i++) {
        if (old[i].key.ptr) {
            uint32_t *slot = find_slot(map, old[i].key, old[i].hash);

            map->entries[map->entry_count++] = old[i];
            *slot = map->entry_count;
        }
    }
    wick_free(old);
}

int wick_map_put(struct wick_map *map, struct wick_str key, void *value,
                 void **old)
{
    struct wick_map_entry *entry = find_entry(map, key);

    WICK_ASSERT(value);
    if (old) {
        *old = entry ? entry->value : NULL;
    }
    if (entry) {
        entry->value = value;
        return 0;
    }
    if (map->count >= map->max) {
        return -WICK_ETOOMANY;
    }
    if (map->entry_count == entry_cap(map->slot_cap)) {
        rebuild(map);
    }
    WICK_ASSERT(map->entries);
    uint32_t hash = hash_of(key);
    uint32_t *slot = find_slot(map, key, hash);
    map->entries[map->entry_count++] = (struct wick_map_entry){
        .key = {wick_dup(key.ptr, key.len), key.len},
        .value = value,
        .hash = hash,
    };
    *slot = map->entry_count;
    map->count++;
    return 0;
}

void *wick_map_find(const struct wick_map *map, struct wick_str key)
{
    const struct wick_map_entry *entry = find_entry(map, key);

    return entry ? entry->value : NULL;
}

void *wick_map_take(struct wick_map *map, struct wick_str key)
{
    struct wick_map_entry *entry = find_entry(map, key);

    if (!entry) {
        return NULL;
    }
    /* The slot keeps pointing here, so that searches go on past it. */
    void *value = entry->value;
    wick_free((char *)entry->key.ptr);
    entry->key = (struct wick_str){0};
    map->count--;
    return value;
}

struct wick_map_entry *wick_map_at(const struct wick_map *map, uint32_t index)
{
    for (; index < map->entry_count; index++) {
        if (map->entries[index].key.ptr) {
            return &map->entries[index];
        }
    }
    return NULL;
}
