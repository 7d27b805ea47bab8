/* SPDX-License-Identifier: MIT */
/*
 * The characters of a JavaScript string, as the engine holds them: Latin-1
 * bytes or UTF-16 units in the machine's byte order. Knows nothing of engines;
 * writes them into bytes of a bounded size, as Buffer and TextEncoder do.
 */
#ifndef WICK_CHARS_H
#define WICK_CHARS_H

#include "base.h"

/* Borrowed: alive as long as the string that it comes from. */
struct wick_chars {
    const void *ptr;
    size_t count; /* of characters, not bytes */
    bool is_latin1;
};

/* The unit at @index, which is below the count. */
static inline uint16_t wick_chars_at(struct wick_chars chars, size_t index)
{
    return chars.is_latin1 ? ((const uint8_t *)chars.ptr)[index]
                           : ((const uint16_t *)chars.ptr)[index];
}

/* Bytes of the UTF-8 of @chars; a lone surrogate counts as U+FFFD, three. */
size_t wick_chars_utf8_len(struct wick_chars chars);

/*
 * Writes UTF-8 to @out, whole characters only and at most @cap bytes; returns
 * their number. @read gets the number of units that were taken. A lone
 * surrogate becomes U+FFFD.
 */
size_t wick_chars_to_utf8(struct wick_chars chars, char *out, size_t cap,
                          size_t *read);

/* Writes the low byte of each unit, at most @cap; returns their number. */
size_t wick_chars_to_latin1(struct wick_chars chars, uint8_t *out, size_t cap);

/*
 * Writes UTF-16, least byte first, whole units only and at most @cap bytes;
 * returns their number. @out needs no alignment.
 */
size_t wick_chars_to_utf16le(struct wick_chars chars, uint8_t *out, size_t cap);

#endif
