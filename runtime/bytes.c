/* SPDX-License-Identifier: MIT */
/* memmem() and memrchr(). */
#define _GNU_SOURCE
#include "bytes.h"

#include <string.h>

size_t wick_bytes_find(const uint8_t *bytes, size_t len,
                       struct wick_bytes_needle needle, size_t from)
{
    WICK_ASSERT(needle.step > 0);
    if (needle.len == 0) {
        return WICK_BYTES_NONE;
    }
    while (from < len && len - from >= needle.len) {
        /*
         * musl's memmem is two-way: linear, whatever the needle. A match
         * between two steps starts the search again behind it.
         */
        const uint8_t *hit =
            memmem(bytes + from, len - from, needle.ptr, needle.len);

        if (!hit) {
            return WICK_BYTES_NONE;
        }
        from = (size_t)(hit - bytes);
        if (from % needle.step == 0) {
            return from;
        }
        from++;
    }
    return WICK_BYTES_NONE;
}

size_t wick_bytes_find_last(const uint8_t *bytes, size_t len,
                            struct wick_bytes_needle needle, size_t from)
{
    WICK_ASSERT(needle.step > 0);
    if (needle.len == 0 || needle.len > len) {
        return WICK_BYTES_NONE;
    }
    size_t at = wick_size_min(from, len - needle.len);
    at -= at % needle.step;
    for (;;) {
        const uint8_t *hit = memrchr(bytes, needle.ptr[0], at + 1);

        if (!hit) {
            return WICK_BYTES_NONE;
        }
        at = (size_t)(hit - bytes);
        if (at % needle.step == 0 && memcmp(hit, needle.ptr, needle.len) == 0) {
            return at;
        }
        if (at == 0) {
            return WICK_BYTES_NONE;
        }
        at--;
    }
}

void wick_bytes_swap(uint8_t *bytes, size_t len, size_t size)
{
    WICK_ASSERT(size == 2 || size == 4 || size == 8);
    WICK_ASSERT(len % size == 0);
    for (uint8_t *at = bytes; at < bytes + len; at += size) {
        for (size_t i = 0; i < size / 2; i++) {
            uint8_t byte = at[i];

            at[i] = at[size - 1 - i];
            at[size - 1 - i] = byte;
        }
    }
}
