/* SPDX-License-Identifier: MIT */
/* Searching and reordering bytes: what Buffer's methods are built on. */
#ifndef WICK_BYTES_H
#define WICK_BYTES_H

#include "base.h"

#define WICK_BYTES_NONE SIZE_MAX

/* What to look for: @len bytes, at offsets that are multiples of @step. */
struct wick_bytes_needle {
    const uint8_t *ptr;
    size_t len;
    size_t step;
};

/*
 * The first offset, at @from or behind, where @needle lies in the @len bytes
 * at @bytes; WICK_BYTES_NONE if nowhere. An empty needle is nowhere.
 */
size_t wick_bytes_find(const uint8_t *bytes, size_t len,
                       struct wick_bytes_needle needle, size_t from);

/* The last offset, at @from or before. */
size_t wick_bytes_find_last(const uint8_t *bytes, size_t len,
                            struct wick_bytes_needle needle, size_t from);

/* Reverses each @size (2, 4 or 8) bytes; @len is a multiple of it. */
void wick_bytes_swap(uint8_t *bytes, size_t len, size_t size);

#endif
