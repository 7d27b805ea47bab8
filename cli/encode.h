/* SPDX-License-Identifier: MIT */
/*
 * Texts in the forms that events and ids want: JSON strings, base64,
 * percent-encoding, UUIDs. The appends fail as wick_buf_append() does.
 */
#ifndef WICK_ENCODE_H
#define WICK_ENCODE_H

#include "base.h"
#include "buf.h"
#include "str.h"

/*
 * @text as a JSON string with its quotes; what is no UTF-8 in it becomes
 * U+FFFD (json_escape.h).
 */
WICK_NODISCARD int wick_encode_json(struct wick_buf *out, struct wick_str text);

/* @bytes in base64 with padding (RFC 4648, section 4). */
WICK_NODISCARD int wick_encode_base64(struct wick_buf *out,
                                      struct wick_str bytes);

/*
 * The bytes of base64 @text, padding optional, no other characters. Also
 * fails with -WICK_ESYNTAX.
 */
WICK_NODISCARD int wick_decode_base64(struct wick_buf *out,
                                      struct wick_str text);

/*
 * @text with its %XX decoded and, for @is_query, "+" as a blank. A "%" that
 * two hexadecimal digits do not follow stays as it is.
 */
WICK_NODISCARD int wick_decode_percent(struct wick_buf *out,
                                       struct wick_str text, bool is_query);

/* A random UUID (RFC 9562, version 4) and a NUL. Dies without entropy. */
#define WICK_UUID_SIZE 37
void wick_uuid(char text[WICK_UUID_SIZE]);

/* @count random hexadecimal digits and a NUL. Dies without entropy. */
void wick_random_hex(char *text, size_t count);

#endif
