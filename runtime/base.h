/* SPDX-License-Identifier: MIT */
/*
 * The first include of every file: attributes, assertions and size
 * arithmetic. Knows nothing of any other part of the program.
 */
#ifndef WICK_BASE_H
#define WICK_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The result carries a status or a resource that must not be dropped. */
#define WICK_NODISCARD __attribute__((warn_unused_result))
/* Argument @fmt is a printf format, the values begin at argument @first. */
#define WICK_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
/* Pointer arguments by number (all of them without numbers) are not NULL. */
#define WICK_NONNULL(...) __attribute__((nonnull(__VA_ARGS__)))
/* Rarely called: kept out of the pages that a cold start touches. */
#define WICK_COLD     __attribute__((cold, noinline))
#define WICK_NORETURN __attribute__((noreturn))
#define WICK_MALLOC   __attribute__((malloc, warn_unused_result))
#define WICK_UNUSED   __attribute__((unused))

/* For the few declarations that the C++ file of the project sees too. */
#ifdef __cplusplus
#define WICK_EXTERN_C extern "C"
#else
#define WICK_EXTERN_C
#endif

#define WICK_LIKELY(x)   __builtin_expect(!!(x), 1)
#define WICK_UNLIKELY(x) __builtin_expect(!!(x), 0)

#define WICK_STRINGIFY_(x) #x
#define WICK_STRINGIFY(x)  WICK_STRINGIFY_(x)
/* "file:line" of the place of use, as a literal. */
#define WICK_HERE __FILE__ ":" WICK_STRINGIFY(__LINE__)

#define WICK_STATIC_ASSERT(condition, text) _Static_assert(condition, text)

/*
 * The number of elements of an array. A pointer is refused at compile time:
 * the addend is a struct whose bit-field has a negative width for one.
 */
#define ARRAY_LEN(array)                                                \
    (sizeof(array) / sizeof((array)[0]) +                               \
     0 * sizeof(struct {                                                \
         int must_be_array : 1 -                                        \
             2 * __builtin_types_compatible_p(__typeof__(array),        \
                                              __typeof__(&(array)[0])); \
     }))

/* The struct of @type whose member @member lies at @ptr. */
#define container_of(ptr, type, member)                            \
    ((type *)(void *)((char *)(1 ? (ptr) : &((type *)0)->member) - \
                      offsetof(type, member)))

/*
 * A broken invariant: prints @expression and the place, then aborts. Also on
 * in release builds; bad input and operating errors never come here. Defined
 * in die.c.
 */
WICK_EXTERN_C WICK_NORETURN WICK_COLD void
wick_assert_fail(const char *where, const char *expression);

#define WICK_ASSERT(expression)        \
    (WICK_LIKELY(expression) ? (void)0 \
                             : wick_assert_fail(WICK_HERE, #expression))

/* A place that no execution reaches. */
#define WICK_UNREACHABLE() wick_assert_fail(WICK_HERE, "unreachable")

/* @a + @b into @sum. False, with @sum untouched, when it does not fit. */
WICK_NODISCARD static inline bool wick_size_add(size_t a, size_t b, size_t *sum)
{
    size_t result;

    if (__builtin_add_overflow(a, b, &result)) {
        return false;
    }
    *sum = result;
    return true;
}

/* @a * @b into @product. False, with @product untouched, when too large. */
WICK_NODISCARD static inline bool wick_size_mul(size_t a, size_t b,
                                                size_t *product)
{
    size_t result;

    if (__builtin_mul_overflow(a, b, &result)) {
        return false;
    }
    *product = result;
    return true;
}

/*
 * @size rounded up to a multiple of @alignment, a power of two, into
 * @rounded. False, with @rounded untouched, when it does not fit.
 */
WICK_NODISCARD static inline bool
wick_size_align_up(size_t size, size_t alignment, size_t *rounded)
{
    size_t padded;

    if (!wick_size_add(size, alignment - 1, &padded)) {
        return false;
    }
    *rounded = padded & ~(alignment - 1);
    return true;
}

static inline bool wick_is_power_of_two(size_t value)
{
    return value != 0 && (value & (value - 1)) == 0;
}

static inline size_t wick_size_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t wick_size_max(size_t a, size_t b)
{
    return a > b ? a : b;
}

#endif
