/* SPDX-License-Identifier: MIT */
#include "utf8.h"

#include <string.h>

#define HIGH_BITS 0x8080808080808080u

static bool is_continuation(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/*
 * What a lead byte asks for (Unicode 15, table 3-7): the number of bytes that
 * follow, and the range of the first of them, which excludes overlong forms,
 * surrogates and what lies above U+10FFFF.
 */
struct lead {
    uint8_t follow;
    uint8_t low;
    uint8_t high;
};

static struct lead classify(unsigned char byte)
{
    if (byte >= 0xC2 && byte <= 0xDF) {
        return (struct lead){1, 0x80, 0xBF};
    }
    if (byte >= 0xE0 && byte <= 0xEF) {
        return (struct lead){2, byte == 0xE0 ? 0xA0 : 0x80,
                             byte == 0xED ? 0x9F : 0xBF};
    }
    if (byte >= 0xF0 && byte <= 0xF4) {
        return (struct lead){3, byte == 0xF0 ? 0x90 : 0x80,
                             byte == 0xF4 ? 0x8F : 0xBF};
    }
    return (struct lead){0, 0, 0};
}

static struct wick_str drop(struct wick_str str, size_t len)
{
    return (struct wick_str){str.ptr + len, str.len - len};
}

int32_t wick_utf8_next(struct wick_str *rest)
{
    const unsigned char *bytes = (const unsigned char *)rest->ptr;

    WICK_ASSERT(rest->len > 0);
    if (bytes[0] < 0x80) {
        *rest = drop(*rest, 1);
        return bytes[0];
    }
    struct lead lead = classify(bytes[0]);
    size_t size = (size_t)lead.follow + 1;
    uint32_t value = bytes[0] & (0x7Fu >> size);
    size_t at = 1;
    while (at < size && at < rest->len) {
        bool fits = at == 1 ? bytes[at] >= lead.low && bytes[at] <= lead.high
                            : is_continuation(bytes[at]);

        if (!fits) {
            break;
        }
        value = (value << 6) | (bytes[at] & 0x3Fu);
        at++;
    }
    *rest = drop(*rest, at);
    return size > 1 && at == size ? (int32_t)value : -1;
}

size_t wick_utf8_encode(uint32_t code_point, char out[4])
{
    WICK_ASSERT(code_point <= 0x10FFFF);
    WICK_ASSERT(code_point < 0xD800 || code_point > 0xDFFF);
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        out[0] = (char)(0xC0 | (code_point >> 6));
        out[1] = (char)(0x80 | (code_point & 0x3F));
        return 2;
    }
    if (code_point < 0x10000) {
        out[0] = (char)(0xE0 | (code_point >> 12));
        out[1] = (char)(0x80 | ((code_point >> 6) & 0x3F));
        out[2] = (char)(0x80 | (code_point & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | (code_point >> 18));
    out[1] = (char)(0x80 | ((code_point >> 12) & 0x3F));
    out[2] = (char)(0x80 | ((code_point >> 6) & 0x3F));
    out[3] = (char)(0x80 | (code_point & 0x3F));
    return 4;
}

/* Events and responses are ASCII nearly always: eight bytes a step. */
size_t wick_utf8_ascii_len(struct wick_str str)
{
    size_t at = 0;

    while (str.len - at >= sizeof(uint64_t)) {
        uint64_t word;

        memcpy(&word, str.ptr + at, sizeof(word));
        if (word & HIGH_BITS) {
            break;
        }
        at += sizeof(word);
    }
    while (at < str.len && (unsigned char)str.ptr[at] < 0x80) {
        at++;
    }
    return at;
}

size_t wick_utf8_valid_len(struct wick_str str)
{
    struct wick_str rest = str;

    for (;;) {
        size_t ascii = wick_utf8_ascii_len(rest);

        if (ascii == rest.len) {
            return str.len;
        }
        rest = drop(rest, ascii);
        struct wick_str before = rest;
        if (wick_utf8_next(&rest) < 0) {
            return str.len - before.len;
        }
    }
}

bool wick_utf8_is_latin1(struct wick_str str)
{
    for (;;) {
        str = wick_str_from_index(str, wick_utf8_ascii_len(str));
        if (str.len == 0) {
            return true;
        }
        int32_t c = wick_utf8_next(&str);
        if (c < 0 || c > 0xFF) {
            return false;
        }
    }
}

size_t wick_utf8_incomplete_len(struct wick_str str)
{
    size_t most = wick_size_min(3, str.len);

    for (size_t len = 1; len <= most; len++) {
        struct wick_str tail = drop(str, str.len - len);

        if (is_continuation((unsigned char)tail.ptr[0])) {
            continue;
        }
        /* The lead byte: incomplete if all is taken and more is wanted. */
        bool wants_more = classify((unsigned char)tail.ptr[0]).follow >= len;
        return wants_more && wick_utf8_next(&tail) < 0 && tail.len == 0 ? len
                                                                        : 0;
    }
    return 0;
}

static uint32_t next_replaced(struct wick_str *rest)
{
    int32_t c = wick_utf8_next(rest);

    return c < 0 ? WICK_UTF8_REPLACEMENT : (uint32_t)c;
}

size_t wick_utf8_to_utf16_len(struct wick_str str)
{
    size_t count = 0;

    while (str.len > 0) {
        size_t ascii = wick_utf8_ascii_len(str);

        count += ascii;
        str = drop(str, ascii);
        if (str.len > 0) {
            count += next_replaced(&str) >= 0x10000 ? 2 : 1;
        }
    }
    return count;
}

size_t wick_utf8_to_utf16(struct wick_str str, uint16_t *out)
{
    size_t count = 0;

    while (str.len > 0) {
        size_t ascii = wick_utf8_ascii_len(str);

        for (size_t i = 0; i < ascii; i++) {
            out[count++] = (unsigned char)str.ptr[i];
        }
        str = drop(str, ascii);
        if (str.len == 0) {
            break;
        }
        uint32_t c = next_replaced(&str);
        if (c >= 0x10000) {
            out[count++] = (uint16_t)(0xD800 + ((c - 0x10000) >> 10));
            out[count++] = (uint16_t)(0xDC00 + (c & 0x3FF));
        } else {
            out[count++] = (uint16_t)c;
        }
    }
    return count;
}

size_t wick_utf8_to_latin1(struct wick_str str, uint8_t *out)
{
    size_t count = 0;

    while (str.len > 0) {
        size_t ascii = wick_utf8_ascii_len(str);

        if (ascii > 0) {
            memcpy(out + count, str.ptr, ascii);
            count += ascii;
            str = drop(str, ascii);
            continue;
        }
        int32_t c = wick_utf8_next(&str);
        WICK_ASSERT(c >= 0 && c <= 0xFF);
        out[count++] = (uint8_t)c;
    }
    return count;
}

/* The character at @at, which moves behind it; a lone surrogate is U+FFFD. */
static uint32_t next_of_utf16(const uint16_t *units, size_t count, size_t *at)
{
    uint32_t unit = units[(*at)++];

    if (unit < 0xD800 || unit > 0xDFFF) {
        return unit;
    }
    if (unit > 0xDBFF || *at == count || (units[*at] & 0xFC00) != 0xDC00) {
        return WICK_UTF8_REPLACEMENT;
    }
    return 0x10000 + ((unit & 0x3FF) << 10) + (units[(*at)++] & 0x3FFu);
}

size_t wick_utf8_from_utf16_len(const uint16_t *units, size_t count)
{
    size_t len = 0;

    for (size_t at = 0; at < count;) {
        uint32_t c = next_of_utf16(units, count, &at);

        len += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    }
    return len;
}

size_t wick_utf8_from_utf16(const uint16_t *units, size_t count, char *out)
{
    size_t len = 0;

    for (size_t at = 0; at < count;) {
        char bytes[4];
        size_t size = wick_utf8_encode(next_of_utf16(units, count, &at), bytes);

        memcpy(out + len, bytes, size);
        len += size;
    }
    return len;
}

size_t wick_utf8_from_latin1_len(const uint8_t *bytes, size_t len)
{
    size_t out_len = len;

    for (size_t i = 0; i < len; i++) {
        out_len += bytes[i] >> 7;
    }
    return out_len;
}

size_t wick_utf8_from_latin1(const uint8_t *bytes, size_t len, char *out)
{
    size_t out_len = 0;

    for (size_t i = 0; i < len; i++) {
        if (bytes[i] < 0x80) {
            out[out_len++] = (char)bytes[i];
        } else {
            out[out_len++] = (char)(0xC0 | (bytes[i] >> 6));
            out[out_len++] = (char)(0x80 | (bytes[i] & 0x3F));
        }
    }
    return out_len;
}

int wick_utf8_append_repaired(struct wick_buf *buf, struct wick_str str)
{
    int err = 0;

    while (err == 0 && str.len > 0) {
        size_t valid = wick_utf8_valid_len(str);

        err = wick_buf_append(buf, str.ptr, valid);
        str = drop(str, valid);
        if (err == 0 && str.len > 0) {
            (void)wick_utf8_next(&str);
            err = wick_buf_append_cstr(buf, "\xEF\xBF\xBD");
        }
    }
    return err;
}
