/* SPDX-License-Identifier: MIT */
/* Base16 in lower case, as Node's Buffer writes and reads it. */
#ifndef WICK_HEX_H
#define WICK_HEX_H

#include "chars.h"

/* Writes 2 * @len characters to @out. */
void wick_hex_encode(const uint8_t *bytes, size_t len, uint8_t *out);

/*
 * Decodes pairs of digits, of either case, into at most @cap bytes at @out, up
 * to the first pair that is none; returns their number. As in Node the low
 * byte of a UTF-16 unit counts, and a digit without another is dropped.
 */
size_t wick_hex_decode(struct wick_chars text, uint8_t *out, size_t cap);

#endif
