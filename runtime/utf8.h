/* SPDX-License-Identifier: MIT */
/*
 * UTF-8: validation, and transcoding from and to UTF-16 and Latin-1.
 *
 * Malformed input is never refused by the transcoders: each maximal subpart
 * of an ill-formed sequence becomes one U+FFFD, as the Encoding standard's
 * decoder does (Unicode 15, 3.9, "U+FFFD Substitution of Maximal Subparts"),
 * and a lone surrogate of UTF-16 becomes U+FFFD. Who must refuse validates
 * first. A byte order mark is a character like any other here.
 *
 * The *_len functions give the exact size of the output, which the caller
 * provides; it is never NUL-terminated.
 */
#ifndef WICK_UTF8_H
#define WICK_UTF8_H

#include "base.h"
#include "buf.h"
#include "str.h"

/* What replaces malformed input. */
#define WICK_UTF8_REPLACEMENT 0xFFFDu

/*
 * One step of the decoder: removes the first character of @rest, which is
 * not empty, and returns it. Returns -1 after removing a maximal subpart of
 * an ill-formed sequence (1 to 3 bytes).
 */
int32_t wick_utf8_next(struct wick_str *rest);

/* Writes @code_point (a scalar value) to @out: 1 to 4 bytes. */
size_t wick_utf8_encode(uint32_t code_point, char out[4]);

/* The number of leading bytes that are ASCII. */
size_t wick_utf8_ascii_len(struct wick_str str);

/* The number of leading bytes that are well-formed UTF-8. */
size_t wick_utf8_valid_len(struct wick_str str);

static inline bool wick_utf8_is_ascii(struct wick_str str)
{
    return wick_utf8_ascii_len(str) == str.len;
}

static inline bool wick_utf8_is_valid(struct wick_str str)
{
    return wick_utf8_valid_len(str) == str.len;
}

/* Well-formed, and no character above U+00FF. */
bool wick_utf8_is_latin1(struct wick_str str);

/*
 * The length, 0 to 3, of a sequence at the end of @str that is incomplete but
 * could still become well-formed: what a streaming decoder keeps back.
 */
size_t wick_utf8_incomplete_len(struct wick_str str);

/* To UTF-16 in the machine's byte order; both return the number of units. */
size_t wick_utf8_to_utf16_len(struct wick_str str);
size_t wick_utf8_to_utf16(struct wick_str str, uint16_t *out);

/* To Latin-1; @str must satisfy wick_utf8_is_latin1(). The bytes written. */
size_t wick_utf8_to_latin1(struct wick_str str, uint8_t *out);

/* From UTF-16; both return the number of bytes, at most 3 * @count. */
size_t wick_utf8_from_utf16_len(const uint16_t *units, size_t count);
size_t wick_utf8_from_utf16(const uint16_t *units, size_t count, char *out);

/* From Latin-1; both return the number of bytes, at most 2 * @len. */
size_t wick_utf8_from_latin1_len(const uint8_t *bytes, size_t len);
size_t wick_utf8_from_latin1(const uint8_t *bytes, size_t len, char *out);

/* Appends @str with every malformed part replaced. Fails as appends do. */
WICK_NODISCARD int wick_utf8_append_repaired(struct wick_buf *buf,
                                             struct wick_str str);

#endif
