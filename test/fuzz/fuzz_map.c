/* SPDX-License-Identifier: MIT */
/*
 * Operations on a map beside the same on a plain array of 256 values: results
 * and order must agree.
 */
#include "fuzz.h"
#include "map.h"

static int values[256];

struct model {
    void *value[256];
    uint32_t put_at[256]; /* when the key came in: the order of listing */
    uint32_t clock;
    uint32_t count;
};

static void compare(const struct wick_map *map, const struct model *model)
{
    uint32_t count = 0;
    uint32_t last = 0;

    WICK_MAP_EACH (entry, map) {
        uint8_t key = (uint8_t)entry->key.ptr[0];

        WICK_ASSERT(entry->value == model->value[key]);
        WICK_ASSERT(model->put_at[key] > last);
        last = model->put_at[key];
        count++;
    }
    WICK_ASSERT(count == model->count);
    WICK_ASSERT(count == map->count);
}

FUZZ_ONE(input)
{
    struct model model = {0};
    struct wick_map map;

    wick_map_init(&map, 256);
    while (input.len > 0) {
        uint8_t verb = fuzz_byte(&input);
        uint8_t byte = fuzz_byte(&input);
        char text[] = {(char)byte, 'k', 'e', 'y'};
        struct wick_str key = {text, sizeof(text)};

        if (verb % 3 == 0) {
            void *old;
            int err = wick_map_put(&map, key, &values[verb], &old);

            WICK_ASSERT(err == 0);
            WICK_ASSERT(old == model.value[byte]);
            if (!old) {
                model.put_at[byte] = ++model.clock;
                model.count++;
            }
            model.value[byte] = &values[verb];
        } else if (verb % 3 == 1) {
            WICK_ASSERT(wick_map_find(&map, key) == model.value[byte]);
        } else {
            WICK_ASSERT(wick_map_take(&map, key) == model.value[byte]);
            model.count -= model.value[byte] != NULL;
            model.value[byte] = NULL;
        }
    }
    compare(&map, &model);
    wick_map_release(&map);
}
