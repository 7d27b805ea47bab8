/* SPDX-License-Identifier: MIT */
/*
 * Allocations, resizes, populations and resets in any order: every object
 * keeps its bytes until the reset, none overlaps another, and the sanitizer
 * watches the bounds.
 */
#include <string.h>

#include "arena.h"
#include "fuzz.h"
#include "limits.h"

#define OBJECTS 32

struct object {
    char *ptr;
    size_t size;
    char fill;
};

static struct object objects[OBJECTS];

static void check(const struct object *object)
{
    for (size_t i = 0; i < object->size; i++) {
        WICK_ASSERT(object->ptr[i] == object->fill);
    }
}

static void check_all(void)
{
    for (size_t i = 0; i < OBJECTS; i++) {
        check(&objects[i]);
    }
}

static void resize(struct wick_arena *arena, struct object *object, size_t size)
{
    char *ptr = wick_arena_try_resize(arena, object->ptr, object->size, size);

    if (!ptr) {
        return;
    }
    object->ptr = ptr;
    object->size = wick_size_min(object->size, size);
    check(object);
    object->size = size;
    memset(ptr, object->fill, size);
}

FUZZ_ONE(input)
{
    struct wick_arena_config config = {
        .reserve = 128 * WICK_KIB,
        .max = 128 * WICK_KIB,
        .warm = 8192,
        .populate = fuzz_byte(&input) & 1 ? WICK_ARENA_POPULATE_AUTO
                                          : WICK_ARENA_POPULATE_MAP,
    };
    struct wick_arena arena;
    int err = wick_arena_init(&arena, &config);

    WICK_ASSERT(err == 0);
    memset(objects, 0, sizeof(objects));
    while (input.len > 0) {
        uint8_t verb = fuzz_byte(&input);
        struct object *object = &objects[fuzz_byte(&input) % OBJECTS];
        size_t size = (size_t)fuzz_byte(&input) << (verb >> 5);

        if (verb % 16 == 0) {
            check_all();
            wick_arena_reset(&arena);
            memset(objects, 0, sizeof(objects));
        } else if (verb % 16 == 1) {
            wick_arena_populate(&arena, size * 16);
        } else {
            object->fill = object->ptr ? object->fill : (char)verb;
            resize(&arena, object, size);
        }
    }
    check_all();
    wick_arena_release(&arena);
}
