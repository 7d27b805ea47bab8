/* SPDX-License-Identifier: MIT */
/* MAP_ANONYMOUS and madvise(). */
#define _GNU_SOURCE
#include "arena.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "die.h"
#include "err.h"
#include "limits.h"
#include "poison.h"

/* Linux 5.14; the headers of musl 1.2.3 do not have it. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
/* Linux 4.17. */
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define PROTECTION (PROT_READ | PROT_WRITE)
#define MAP_FLAGS  (MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)
/* The mapping grows by this much at least: one mmap(2) for a usual event. */
#define GROWTH_MIN (256 * WICK_KIB)

struct wick_arena_defer {
    struct wick_arena_defer *next;
    wick_arena_defer_fn on_reset;
    void *data;
};

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* Sizes come from a configuration, not from outside: too large is a bug. */
static size_t round_to_pages(size_t size)
{
    size_t rounded = 0;
    bool fits = wick_size_align_up(size, page_size(), &rounded);

    WICK_ASSERT(fits);
    return rounded;
}

/*
 * Maps @size bytes at @address if nothing is there (NULL: anywhere) and
 * points @base at them. 0 or a negative errno.
 */
static int map_pages(char *address, size_t size, char **base)
{
    int fixed = address ? MAP_FIXED_NOREPLACE : 0;
    char *at = mmap(address, size, PROTECTION, MAP_FLAGS | fixed, -1, 0);

    if (at == MAP_FAILED) {
        return -errno;
    }
    if (address && at != address) {
        /* A kernel before 4.17 takes the address for a hint. */
        (void)munmap(at, size);
        return -EEXIST;
    }
    wick_poison(at, size);
    *base = at;
    return 0;
}

int wick_arena_init(struct wick_arena *arena,
                    const struct wick_arena_config *config)
{
    size_t max = round_to_pages(config->max);
    size_t reserve = round_to_pages(config->reserve);
    size_t warm = round_to_pages(config->warm);
    char *base;

    WICK_ASSERT(reserve > 0);
    WICK_ASSERT(reserve <= max);
    WICK_ASSERT(warm <= max);
    WICK_ASSERT(config->address || reserve == max);
    int err = map_pages(config->address, reserve, &base);
    if (err < 0) {
        return err;
    }
    *arena = (struct wick_arena){
        .base = base,
        .mapped = reserve,
        .max = max,
        .warm = warm,
        .populate = config->populate,
    };
    return 0;
}

static void run_defers(struct wick_arena *arena)
{
    arena->is_resetting = true;
    while (arena->defers) {
        struct wick_arena_defer *defer = arena->defers;

        arena->defers = defer->next;
        defer->on_reset(defer->data);
    }
    arena->defer_count = 0;
    arena->is_resetting = false;
}

/* All pages that were touched beyond the warm head, in one call. */
static size_t return_pages(struct wick_arena *arena)
{
    if (arena->dirty <= arena->warm) {
        return 0;
    }
    size_t len = arena->dirty - arena->warm;
    int err = madvise(arena->base + arena->warm, len, MADV_DONTNEED);
    /* Fails only for a range that is not ours or is locked in memory. */
    WICK_ASSERT(err == 0);
    arena->dirty = arena->warm;
    arena->stats.madvise_count++;
    return len;
}

void wick_arena_reset(struct wick_arena *arena)
{
    struct wick_arena_stats *stats = &arena->stats;

    run_defers(arena);
    wick_poison(arena->base, arena->mapped);
    stats->last_returned = return_pages(arena);
    stats->returned += stats->last_returned;
    stats->reset_count++;
    stats->last_peak = stats->peak;
    stats->peak = 0;
    stats->used = 0;
}

void wick_arena_release(struct wick_arena *arena)
{
    run_defers(arena);
    wick_unpoison(arena->base, arena->mapped);
    int err = munmap(arena->base, arena->mapped);
    WICK_ASSERT(err == 0);
    *arena = (struct wick_arena){0};
}

/* Makes the first @needed bytes usable; false at the ceiling. */
static bool map_up_to(struct wick_arena *arena, size_t needed)
{
    if (needed <= arena->mapped) {
        return true;
    }
    if (needed > arena->max) {
        return false;
    }
    /* Behind the old end or not at all: objects never move. */
    size_t size = wick_size_max(needed - arena->mapped, GROWTH_MIN);
    size = wick_size_min(round_to_pages(size), arena->max - arena->mapped);
    char *end = arena->base + arena->mapped;
    if (map_pages(end, size, &end) < 0) {
        return false;
    }
    arena->mapped += size;
    return true;
}

/* Notes that the first @used bytes are handed out. */
static void set_used(struct wick_arena *arena, size_t used)
{
    arena->stats.used = used;
    arena->stats.peak = wick_size_max(arena->stats.peak, used);
    if (used > arena->dirty) {
        arena->dirty = round_to_pages(used);
    }
}

/* The end of an object of @size bytes at offset @start; false if too large. */
static bool end_of(size_t start, size_t size, size_t *end)
{
    return wick_size_add(start, size, end) &&
           wick_size_align_up(*end, WICK_ARENA_ALIGN, end) &&
           wick_size_add(*end, WICK_POISON_GAP, end);
}

void *wick_arena_try_alloc_aligned(struct wick_arena *arena, size_t size,
                                   size_t alignment)
{
    size_t start;
    size_t end;

    WICK_ASSERT(wick_is_power_of_two(alignment));
    WICK_ASSERT(alignment <= WICK_ARENA_ALIGN_MAX);
    /* The base is page aligned, so offsets align as addresses do. */
    if (!wick_size_align_up(arena->stats.used, alignment, &start) ||
        !end_of(start, size == 0 ? 1 : size, &end) || !map_up_to(arena, end)) {
        return NULL;
    }
    set_used(arena, end);
    wick_unpoison(arena->base + start, size);
    return arena->base + start;
}

void *wick_arena_try_alloc(struct wick_arena *arena, size_t size)
{
    return wick_arena_try_alloc_aligned(arena, size, WICK_ARENA_ALIGN);
}

WICK_NORETURN WICK_COLD static void
die_at_ceiling(const char *where, const struct wick_arena *arena, size_t size)
{
    wick_die("request arena: no room for %zu bytes for %s; %zu of %zu used",
             size, where, arena->stats.used, arena->max);
}

void *wick_arena_alloc_at(const char *where, struct wick_arena *arena,
                          size_t size)
{
    void *ptr = wick_arena_try_alloc(arena, size);

    if (!ptr) {
        die_at_ceiling(where, arena, size);
    }
    return ptr;
}

/* Resizes the newest object, at offset @start, where it lies. */
static bool resize_newest(struct wick_arena *arena, size_t start, size_t size)
{
    size_t end;

    if (!end_of(start, size == 0 ? 1 : size, &end) || !map_up_to(arena, end)) {
        return false;
    }
    size_t old_end = arena->stats.used;
    set_used(arena, end);
    if (old_end > end) {
        wick_poison(arena->base + end, old_end - end);
    }
    return true;
}

void *wick_arena_try_resize(struct wick_arena *arena, void *ptr,
                            size_t old_size, size_t new_size)
{
    size_t end;

    if (!ptr) {
        return wick_arena_try_alloc(arena, new_size);
    }
    char *bytes = ptr;
    WICK_ASSERT(bytes >= arena->base && bytes < arena->base + arena->mapped);
    size_t start = (size_t)(bytes - arena->base);
    bool fits = end_of(start, old_size == 0 ? 1 : old_size, &end);
    WICK_ASSERT(fits);
    if (end == arena->stats.used) {
        if (!resize_newest(arena, start, new_size)) {
            return NULL;
        }
        if (new_size > old_size) {
            wick_unpoison(bytes + old_size, new_size - old_size);
        } else {
            wick_poison(bytes + new_size, old_size - new_size);
        }
        return ptr;
    }
    if (new_size <= old_size) {
        return ptr;
    }
    char *copy = wick_arena_try_alloc(arena, new_size);
    if (copy) {
        memcpy(copy, bytes, old_size);
    }
    return copy;
}

char *wick_arena_dup_at(const char *where, struct wick_arena *arena,
                        struct wick_str str)
{
    size_t size;

    if (!wick_size_add(str.len, 1, &size)) {
        die_at_ceiling(where, arena, str.len);
    }
    char *copy = wick_arena_alloc_at(where, arena, size);
    if (str.len > 0) {
        memcpy(copy, str.ptr, str.len);
    }
    copy[str.len] = '\0';
    return copy;
}

char *wick_arena_printf(struct wick_arena *arena, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    WICK_ASSERT(len >= 0);
    char *text = wick_arena_alloc(arena, (size_t)len + 1);
    va_start(args, format);
    (void)vsnprintf(text, (size_t)len + 1, format, args);
    va_end(args);
    return text;
}

int wick_arena_defer(struct wick_arena *arena, wick_arena_defer_fn on_reset,
                     void *data)
{
    WICK_ASSERT(on_reset);
    WICK_ASSERT(!arena->is_resetting);
    if (arena->defer_count >= WICK_ARENA_DEFERS_MAX) {
        return -WICK_ETOOMANY;
    }
    struct wick_arena_defer *defer =
        wick_arena_try_alloc(arena, sizeof(*defer));
    if (!defer) {
        return -ENOMEM;
    }
    *defer = (struct wick_arena_defer){arena->defers, on_reset, data};
    arena->defers = defer;
    arena->defer_count++;
    return 0;
}

/* Populates whole pages that hold nothing yet; false if the kernel refuses. */
static bool populate_pages(struct wick_arena *arena, char *from, size_t len)
{
    if (arena->populate == WICK_ARENA_POPULATE_AUTO) {
        if (madvise(from, len, MADV_POPULATE_WRITE) == 0) {
            return true;
        }
        /* Anything but "unknown advice" will not be better the other way. */
        if (errno != EINVAL) {
            return false;
        }
        arena->populate = WICK_ARENA_POPULATE_MAP;
    }
    void *again = mmap(from, len, PROTECTION,
                       MAP_FLAGS | MAP_FIXED | MAP_POPULATE, -1, 0);
    /* Only the table of mappings being full fails, and nothing is lost. */
    return again != MAP_FAILED;
}

void wick_arena_populate(struct wick_arena *arena, size_t size)
{
    size_t room = arena->max - arena->stats.used;
    size_t end = arena->stats.used + wick_size_min(size, room);

    if (end <= arena->dirty || !map_up_to(arena, end)) {
        return;
    }
    end = round_to_pages(end);
    if (populate_pages(arena, arena->base + arena->dirty, end - arena->dirty)) {
        arena->dirty = end;
    }
}

const struct wick_arena_stats *
wick_arena_get_stats(const struct wick_arena *arena)
{
    return &arena->stats;
}
