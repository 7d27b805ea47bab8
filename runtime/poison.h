/* SPDX-License-Identifier: MIT */
/*
 * Marks memory that must not be touched, for AddressSanitizer and, in builds
 * with -DWICK_VALGRIND, for Valgrind's memcheck. Nothing at all elsewhere.
 */
#ifndef WICK_POISON_H
#define WICK_POISON_H

#include "base.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WICK_HAS_ASAN 1
#include <sanitizer/asan_interface.h>
#endif
#endif

#ifdef WICK_VALGRIND
#include <valgrind/memcheck.h>
#endif

/*
 * Bytes left unusable behind every object of an allocator of ours, so that a
 * write past the end is found too; a multiple of 16.
 */
#if defined(WICK_HAS_ASAN) || defined(WICK_VALGRIND)
#define WICK_POISON_GAP 16
#else
#define WICK_POISON_GAP 0
#endif

/* From now on, any access to these bytes is an error. */
static inline void wick_poison(WICK_UNUSED const void *ptr,
                               WICK_UNUSED size_t len)
{
#ifdef WICK_HAS_ASAN
    __asan_poison_memory_region(ptr, len);
#endif
#ifdef WICK_VALGRIND
    (void)VALGRIND_MAKE_MEM_NOACCESS(ptr, len);
#endif
}

/* These bytes may be used again; what they hold is undefined. */
static inline void wick_unpoison(WICK_UNUSED const void *ptr,
                                 WICK_UNUSED size_t len)
{
#ifdef WICK_HAS_ASAN
    __asan_unpoison_memory_region(ptr, len);
#endif
#ifdef WICK_VALGRIND
    (void)VALGRIND_MAKE_MEM_UNDEFINED(ptr, len);
#endif
}

/* Whether Valgrind runs this program; only builds for it ask. */
static inline bool wick_is_on_valgrind(void)
{
#ifdef WICK_VALGRIND
    return RUNNING_ON_VALGRIND != 0;
#else
    return false;
#endif
}

#endif
