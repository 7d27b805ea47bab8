/* SPDX-License-Identifier: MIT */
/*
 * Base64 (RFC 4648 sections 4 and 5): the encoder, the lenient decoder of
 * Node's Buffer, and the "forgiving" decoder of atob() (Infra standard, 4.7).
 */
#ifndef WICK_BASE64_H
#define WICK_BASE64_H

#include "chars.h"

/* Section 4 with padding, section 5 ("url") without. */
enum wick_base64_alphabet {
    WICK_BASE64_PLAIN,
    WICK_BASE64_URL,
};

/* Characters of the text of @len bytes; @len is below SIZE_MAX / 2. */
size_t wick_base64_text_len(size_t len, enum wick_base64_alphabet alphabet);

/* Writes exactly that many characters to @out. */
void wick_base64_encode(const uint8_t *bytes, size_t len,
                        enum wick_base64_alphabet alphabet, uint8_t *out);

/*
 * The bytes that @text stands for if it has nothing but the alphabet and
 * padding: the most that decoding it gives.
 */
size_t wick_base64_bytes_len(struct wick_chars text);

/*
 * Decodes either alphabet into at most @cap bytes at @out and returns their
 * number. As Node: what is in no alphabet is passed over, the first '=' ends
 * the text, and of a UTF-16 unit the low byte counts.
 */
size_t wick_base64_decode(struct wick_chars text, uint8_t *out, size_t cap);

/*
 * Decodes as atob() does: ASCII white space is passed over, padding is
 * optional but must be right, the plain alphabet only. @out has room for
 * wick_base64_bytes_len() bytes. Returns 0 with the number of bytes in @len;
 * -EINVAL for what is in no alphabet, -EBADMSG for a length that no bytes
 * have.
 */
WICK_NODISCARD int wick_base64_decode_forgiving(struct wick_chars text,
                                                uint8_t *out, size_t *len);

#endif
