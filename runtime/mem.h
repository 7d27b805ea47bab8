/* SPDX-License-Identifier: MIT */
/*
 * The only caller of the allocator. What lives here lives as long as the
 * process or until it is freed by name; the memory of one invocation comes
 * from the arena instead.
 *
 * wick_alloc() and its kin never return NULL: a failure names the place that
 * asked and ends the process (die.h). wick_try_*() may return NULL; they are
 * for sizes that grow with outside data and for the libraries that ask for
 * allocation functions. A size of 0 is served as 1, so that NULL always
 * means failure.
 */
#ifndef WICK_MEM_H
#define WICK_MEM_H

#include "base.h"

/* @size bytes, uninitialised. Owned by the caller. Dies on failure. */
#define wick_alloc(size) wick_alloc_at(WICK_HERE, (size))
/* @count elements of @size bytes, all zero. Owned. Dies on failure. */
#define wick_alloc_zero(count, size) \
    wick_alloc_zero_at(WICK_HERE, (count), (size))
/* Resizes @ptr (NULL for a new one), consuming it. Owned. Dies on failure. */
#define wick_realloc(ptr, size) wick_realloc_at(WICK_HERE, (ptr), (size))
/* A copy of @len bytes with a NUL behind them. Owned. Dies on failure. */
#define wick_dup(bytes, len) wick_dup_at(WICK_HERE, (bytes), (len))

/* What the macros above call; @where is "file:line" for the last words. */
WICK_MALLOC void *wick_alloc_at(const char *where, size_t size);
WICK_MALLOC void *wick_alloc_zero_at(const char *where, size_t count,
                                     size_t size);
WICK_NODISCARD void *wick_realloc_at(const char *where, void *ptr, size_t size);
WICK_MALLOC char *wick_dup_at(const char *where, const void *bytes, size_t len);

/* The same, but NULL on failure; real functions, to be passed to libraries. */
WICK_MALLOC void *wick_try_alloc(size_t size);
WICK_MALLOC void *wick_try_alloc_zero(size_t count, size_t size);
/* On failure @ptr stays valid and the caller's. */
WICK_NODISCARD void *wick_try_realloc(void *ptr, size_t size);
WICK_MALLOC char *wick_try_strdup(const char *text);

/* Frees what any function of this file returned; NULL is fine. */
void wick_free(void *ptr);

#ifdef WICK_FAULTS
/*
 * Failure injection, compiled into test builds alone. The @nth allocation
 * from now on (1 is the next) fails once; 0 turns injection off.
 */
void wick_mem_fail_at(uint64_t nth);

/* Takes @nth from the environment variable WICK_FAIL_ALLOC_AT if it is set. */
void wick_mem_fail_from_env(void);

/* Allocations that succeeded or failed since the process began. */
uint64_t wick_mem_alloc_count(void);

/* Allocations made and not yet freed. */
uint64_t wick_mem_live_count(void);
#endif

#endif
