/* SPDX-License-Identifier: MIT */
/*
 * Bytes into the inside of a JSON string (RFC 8259, section 7), without the
 * quotes around it. The input is UTF-8 of unknown quality: every malformed
 * part becomes U+FFFD, so the output is always valid.
 *
 * For the runtime's own small documents: error objects, log lines, headers.
 * The fixed form allocates nothing and works after memory has run out.
 */
#ifndef WICK_JSON_ESCAPE_H
#define WICK_JSON_ESCAPE_H

#include "base.h"
#include "buf.h"
#include "str.h"

enum wick_json_escape {
    /* Escapes what must be: quote, backslash, U+0000 to U+001F. */
    WICK_JSON_ESCAPE_UTF8,
    /* And DEL and everything outside of ASCII as \uXXXX, for headers. */
    WICK_JSON_ESCAPE_ASCII,
};

/* Appends the escaped @str to @buf. Fails as its appends do. */
WICK_NODISCARD int wick_json_escape(struct wick_buf *buf, struct wick_str str,
                                    enum wick_json_escape mode);

/*
 * Writes the escaped @str and a NUL into the @size (at least 1) bytes of
 * @out, cut before the first character that does not fit, and returns the
 * length without the NUL. @is_cut (may be NULL) tells whether it was cut.
 */
size_t wick_json_escape_fixed(char *out, size_t size, struct wick_str str,
                              enum wick_json_escape mode, bool *is_cut);

#endif
