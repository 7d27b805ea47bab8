/* SPDX-License-Identifier: MIT */
#include "mem.h"

#include <stdlib.h>
#include <string.h>

#include "die.h"

#ifdef WICK_FAULTS
#include "str.h"

static uint64_t alloc_count;
static uint64_t live_count;
static uint64_t fail_at;

void wick_mem_fail_at(uint64_t nth)
{
    fail_at = nth == 0 ? 0 : alloc_count + nth;
}

void wick_mem_fail_from_env(void)
{
    const char *text = getenv("WICK_FAIL_ALLOC_AT");
    uint64_t nth;

    if (!text) {
        return;
    }
    if (wick_str_parse_u64(wick_str_from(text), UINT64_MAX, &nth) < 0) {
        wick_die("WICK_FAIL_ALLOC_AT=%s is not a number", text);
    }
    wick_mem_fail_at(nth);
}

uint64_t wick_mem_alloc_count(void)
{
    return alloc_count;
}

uint64_t wick_mem_live_count(void)
{
    return live_count;
}

static bool is_injected(void)
{
    return ++alloc_count == fail_at;
}

static void *count_live(void *ptr, bool is_new)
{
    live_count += ptr && is_new;
    return ptr;
}
#else
static inline bool is_injected(void)
{
    return false;
}

static inline void *count_live(void *ptr, WICK_UNUSED bool is_new)
{
    return ptr;
}
#endif

void *wick_try_alloc(size_t size)
{
    if (is_injected()) {
        return NULL;
    }
    return count_live(malloc(size == 0 ? 1 : size), true);
}

void *wick_try_alloc_zero(size_t count, size_t size)
{
    if (is_injected()) {
        return NULL;
    }
    if (count == 0 || size == 0) {
        count = 1;
        size = 1;
    }
    return count_live(calloc(count, size), true);
}

void *wick_try_realloc(void *ptr, size_t size)
{
    if (is_injected()) {
        return NULL;
    }
    return count_live(realloc(ptr, size == 0 ? 1 : size), ptr == NULL);
}

char *wick_try_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = wick_try_alloc(size);

    if (copy) {
        memcpy(copy, text, size);
    }
    return copy;
}

void wick_free(void *ptr)
{
#ifdef WICK_FAULTS
    live_count -= ptr != NULL;
#endif
    free(ptr);
}

WICK_NORETURN WICK_COLD static void die_of_memory(const char *where,
                                                  size_t size)
{
    wick_die("out of memory: %zu bytes for %s", size, where);
}

void *wick_alloc_at(const char *where, size_t size)
{
    void *ptr = wick_try_alloc(size);

    if (!ptr) {
        die_of_memory(where, size);
    }
    return ptr;
}

void *wick_alloc_zero_at(const char *where, size_t count, size_t size)
{
    void *ptr = wick_try_alloc_zero(count, size);

    if (!ptr) {
        size_t total = SIZE_MAX;

        (void)!wick_size_mul(count, size, &total);
        die_of_memory(where, total);
    }
    return ptr;
}

void *wick_realloc_at(const char *where, void *ptr, size_t size)
{
    void *resized = wick_try_realloc(ptr, size);

    if (!resized) {
        die_of_memory(where, size);
    }
    return resized;
}

char *wick_dup_at(const char *where, const void *bytes, size_t len)
{
    size_t size;

    if (!wick_size_add(len, 1, &size)) {
        die_of_memory(where, len);
    }
    char *copy = wick_alloc_at(where, size);
    if (len > 0) {
        memcpy(copy, bytes, len);
    }
    copy[len] = '\0';
    return copy;
}
