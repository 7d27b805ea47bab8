/* SPDX-License-Identifier: MIT */
/*
 * The memory of one invocation: a bump pointer over one mapping. Nothing is
 * freed by itself; wick_arena_reset() ends the life of everything at once,
 * runs what was deferred, and gives all pages but a warm head back to the
 * kernel in one call.
 *
 * Arena memory must not be reachable from JavaScript, from an operation in
 * flight or from a library that keeps pointers. Builds with AddressSanitizer
 * or Valgrind poison what is not allocated, so that a pointer which outlives
 * its invocation is found at its first use.
 */
#ifndef WICK_ARENA_H
#define WICK_ARENA_H

#include "base.h"
#include "str.h"

/* Alignment of every object unless asked for more: that of malloc. */
#define WICK_ARENA_ALIGN 16

enum wick_arena_populate {
    /* MADV_POPULATE_WRITE (Linux 5.14), else as below. */
    WICK_ARENA_POPULATE_AUTO,
    /* A new mapping with MAP_POPULATE over the old one: any kernel. */
    WICK_ARENA_POPULATE_MAP,
};

/* Sizes are bytes and are rounded up to whole pages. */
struct wick_arena_config {
    /*
     * Where the mapping begins, or NULL for anywhere. With an address that
     * has free space behind it, @reserve may be small: the mapping grows in
     * place and what is not mapped costs no address space. Without one,
     * @reserve must be @max, since any neighbour would stop the growth.
     */
    void *address;
    size_t reserve; /* mapped from the start, without being touched */
    size_t max;     /* the ceiling */
    size_t warm;    /* kept over a reset, so that small events fault nothing */
    enum wick_arena_populate populate;
};

/* Bytes; pages are counted whole. */
struct wick_arena_stats {
    size_t used;            /* handed out now, padding included */
    size_t peak;            /* most handed out at once since the last reset */
    size_t last_peak;       /* the same of the period before that reset */
    size_t last_returned;   /* given back to the kernel by the last reset */
    uint64_t returned;      /* by all resets */
    uint64_t reset_count;   /* resets */
    uint64_t madvise_count; /* resets that had something to give back */
};

struct wick_arena_defer;

/* Lifetime: the caller's storage, as long as the process as a rule. */
struct wick_arena {
    char *base;
    size_t mapped;
    size_t dirty; /* touched or populated from the base on, whole pages */
    size_t max;
    size_t warm;
    enum wick_arena_populate populate;
    bool is_resetting;
    size_t defer_count;
    struct wick_arena_defer *defers; /* newest first, in the arena itself */
    struct wick_arena_stats stats;
};

/*
 * Maps the arena. No page is touched. 0, or the negative errno of mmap(2):
 * -EEXIST when something lies at the address, -ENOMEM without address space.
 */
WICK_NODISCARD int wick_arena_init(struct wick_arena *arena,
                                   const struct wick_arena_config *config);

/* Ends the current period (as reset does) and unmaps everything. */
void wick_arena_release(struct wick_arena *arena);

/*
 * Ends the life of every object: runs the deferred calls, newest first, then
 * poisons the memory and gives the pages beyond the warm head back with one
 * MADV_DONTNEED. Pages that were never touched cost nothing.
 */
void wick_arena_reset(struct wick_arena *arena);

/*
 * @size bytes, uninitialised, aligned to WICK_ARENA_ALIGN; valid until the
 * reset. A size of 0 gives a distinct address. wick_arena_alloc() dies at the
 * ceiling; the try functions return NULL there, for sizes from outside.
 */
#define wick_arena_alloc(arena, size) \
    wick_arena_alloc_at(WICK_HERE, (arena), (size))
WICK_NODISCARD void *wick_arena_alloc_at(const char *where,
                                         struct wick_arena *arena, size_t size);
WICK_NODISCARD void *wick_arena_try_alloc(struct wick_arena *arena,
                                          size_t size);
/* @alignment is a power of two, at most WICK_ARENA_ALIGN_MAX. */
WICK_NODISCARD void *wick_arena_try_alloc_aligned(struct wick_arena *arena,
                                                  size_t size,
                                                  size_t alignment);

/*
 * Resizes @ptr from @old_size to @new_size bytes. The newest object grows and
 * shrinks where it lies; another is copied when it grows. NULL, with @ptr
 * unchanged, at the ceiling. A NULL @ptr (old size 0) is a new object.
 */
WICK_NODISCARD void *wick_arena_try_resize(struct wick_arena *arena, void *ptr,
                                           size_t old_size, size_t new_size);

/*
 * A copy of the wick_str with a NUL behind it. Dies at the ceiling. Variadic
 * so that a compound literal, with its comma, can be the argument.
 */
#define wick_arena_dup(arena, ...) \
    wick_arena_dup_at(WICK_HERE, (arena), __VA_ARGS__)
WICK_NODISCARD char *wick_arena_dup_at(const char *where,
                                       struct wick_arena *arena,
                                       struct wick_str str);

/* Formatted text with a NUL. Dies at the ceiling. */
WICK_PRINTF(2, 3)
WICK_NODISCARD char *wick_arena_printf(struct wick_arena *arena,
                                       const char *format, ...);

/*
 * Calls @on_reset with @data when the arena is reset, before its memory goes.
 * 0, -WICK_ETOOMANY beyond WICK_ARENA_DEFERS_MAX or -ENOMEM at the ceiling;
 * @on_reset is then never called. It may allocate here but not defer.
 */
typedef void (*wick_arena_defer_fn)(void *data);
WICK_NODISCARD int wick_arena_defer(struct wick_arena *arena,
                                    wick_arena_defer_fn on_reset, void *data);

/*
 * Faults in the pages of the next @size bytes to be allocated, cut at the
 * ceiling, with one system call: for a large body whose length has been
 * announced. `make bench-arena` prints what it saves. A kernel that refuses
 * costs nothing but the faults, which then happen at first use.
 */
void wick_arena_populate(struct wick_arena *arena, size_t size);

/* The figures of now and of the last reset. Borrowed. */
const struct wick_arena_stats *
wick_arena_get_stats(const struct wick_arena *arena);

#endif
