/* SPDX-License-Identifier: MIT */
#include "json_escape.h"

#include <string.h>

#include "utf8.h"

/* The longest escape: a surrogate pair, "\ud83d\ude00". */
#define PIECE_MAX 12

static size_t put_unit(char *out, uint32_t unit)
{
    static const char digits[] = "0123456789abcdef";

    out[0] = '\\';
    out[1] = 'u';
    for (int i = 0; i < 4; i++) {
        out[2 + i] = digits[(unit >> (12 - 4 * i)) & 0xF];
    }
    return 6;
}

/* The letter of a two-character escape, or 0. */
static char short_escape(uint32_t c)
{
    switch (c) {
    case '"':
        return '"';
    case '\\':
        return '\\';
    case '\b':
        return 'b';
    case '\f':
        return 'f';
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    default:
        return 0;
    }
}

/* Writes one character, escaped if need be, and returns its length. */
static size_t put_character(char out[PIECE_MAX], uint32_t c,
                            enum wick_json_escape mode)
{
    char letter = short_escape(c);

    if (letter) {
        out[0] = '\\';
        out[1] = letter;
        return 2;
    }
    if (c < 0x20 || (c >= 0x7F && mode == WICK_JSON_ESCAPE_ASCII)) {
        if (c < 0x10000) {
            return put_unit(out, c);
        }
        size_t len = put_unit(out, 0xD800 + ((c - 0x10000) >> 10));
        return len + put_unit(out + len, 0xDC00 + (c & 0x3FF));
    }
    return wick_utf8_encode(c, out);
}

/* The number of leading bytes that stay as they are, in either mode. */
static size_t plain_len(struct wick_str str)
{
    size_t len = 0;

    while (len < str.len && str.ptr[len] >= ' ' && str.ptr[len] <= '~' &&
           str.ptr[len] != '"' && str.ptr[len] != '\\') {
        len++;
    }
    return len;
}

/*
 * Takes the next stretch off @rest: plain bytes as they lie there, or else
 * one character, written to @piece.
 */
static struct wick_str next_stretch(struct wick_str *rest,
                                    enum wick_json_escape mode,
                                    char piece[PIECE_MAX])
{
    size_t plain = plain_len(*rest);

    if (plain > 0) {
        struct wick_str stretch = wick_str_slice(*rest, 0, plain);

        *rest = wick_str_from_index(*rest, plain);
        return stretch;
    }
    int32_t c = wick_utf8_next(rest);
    uint32_t shown = c < 0 ? WICK_UTF8_REPLACEMENT : (uint32_t)c;
    return (struct wick_str){piece, put_character(piece, shown, mode)};
}

int wick_json_escape(struct wick_buf *buf, struct wick_str str,
                     enum wick_json_escape mode)
{
    char piece[PIECE_MAX];
    int err = 0;

    while (err == 0 && str.len > 0) {
        err = wick_buf_append_str(buf, next_stretch(&str, mode, piece));
    }
    return err;
}

size_t wick_json_escape_fixed(char *out, size_t size, struct wick_str str,
                              enum wick_json_escape mode, bool *is_cut)
{
    char piece[PIECE_MAX];
    size_t len = 0;
    bool has_room = true;

    WICK_ASSERT(size > 0);
    while (has_room && str.len > 0) {
        struct wick_str stretch = next_stretch(&str, mode, piece);
        size_t room = size - 1 - len;

        has_room = stretch.len <= room;
        if (!has_room && stretch.ptr != piece) {
            /* Plain bytes are characters of their own: take what fits. */
            stretch.len = room;
        }
        if (has_room || stretch.ptr != piece) {
            memcpy(out + len, stretch.ptr, stretch.len);
            len += stretch.len;
        }
    }
    out[len] = '\0';
    if (is_cut) {
        *is_cut = !has_room;
    }
    return len;
}
