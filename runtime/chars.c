/* SPDX-License-Identifier: MIT */
#include "chars.h"

#include "utf8.h"

#include <string.h>

WICK_STATIC_ASSERT(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
                   "UTF-16LE is what the machine has");

static bool is_high(uint16_t unit)
{
    return (unit & 0xFC00) == 0xD800;
}

static bool is_low(uint16_t unit)
{
    return (unit & 0xFC00) == 0xDC00;
}

/* The code point at @at, which moves behind it. */
static uint32_t next(const uint16_t *units, size_t count, size_t *at)
{
    uint16_t unit = units[(*at)++];

    if (is_high(unit) && *at < count && is_low(units[*at])) {
        return 0x10000 + ((unit & 0x3FFu) << 10) + (units[(*at)++] & 0x3FFu);
    }
    return is_high(unit) || is_low(unit) ? WICK_UTF8_REPLACEMENT : unit;
}

size_t wick_chars_utf8_len(struct wick_chars chars)
{
    return chars.is_latin1 ? wick_utf8_from_latin1_len(chars.ptr, chars.count)
                           : wick_utf8_from_utf16_len(chars.ptr, chars.count);
}

static size_t latin1_to_utf8(const uint8_t *bytes, size_t count, char *out,
                             size_t cap, size_t *read)
{
    size_t len = 0;
    size_t at = 0;

    while (at < count) {
        struct wick_str rest = {(const char *)bytes + at,
                                wick_size_min(count - at, cap - len)};
        size_t ascii = wick_utf8_ascii_len(rest);

        if (ascii > 0) {
            memcpy(out + len, bytes + at, ascii);
        }
        at += ascii;
        len += ascii;
        if (at == count || cap - len < 2 || bytes[at] < 0x80) {
            break;
        }
        /* Text that is not ASCII seldom has much ASCII between. */
        while (at < count && cap - len >= 2 && bytes[at] >= 0x80) {
            out[len++] = (char)(0xC0 | (bytes[at] >> 6));
            out[len++] = (char)(0x80 | (bytes[at++] & 0x3F));
        }
    }
    *read = at;
    return len;
}

static size_t utf16_to_utf8(const uint16_t *units, size_t count, char *out,
                            size_t cap, size_t *read)
{
    size_t len = 0;
    size_t at = 0;

    while (at < count) {
        if (units[at] < 0x80) {
            if (len == cap) {
                break;
            }
            out[len++] = (char)units[at++];
            continue;
        }
        size_t after = at;
        char bytes[4];
        size_t size = wick_utf8_encode(next(units, count, &after), bytes);

        if (cap - len < size) {
            break;
        }
        memcpy(out + len, bytes, size);
        len += size;
        at = after;
    }
    *read = at;
    return len;
}

size_t wick_chars_to_utf8(struct wick_chars chars, char *out, size_t cap,
                          size_t *read)
{
    return chars.is_latin1
               ? latin1_to_utf8(chars.ptr, chars.count, out, cap, read)
               : utf16_to_utf8(chars.ptr, chars.count, out, cap, read);
}

size_t wick_chars_to_latin1(struct wick_chars chars, uint8_t *out, size_t cap)
{
    size_t count = wick_size_min(chars.count, cap);

    if (chars.is_latin1) {
        if (count > 0) {
            memcpy(out, chars.ptr, count);
        }
        return count;
    }
    const uint16_t *units = chars.ptr;
    for (size_t i = 0; i < count; i++) {
        out[i] = (uint8_t)units[i];
    }
    return count;
}

size_t wick_chars_to_utf16le(struct wick_chars chars, uint8_t *out, size_t cap)
{
    size_t count = wick_size_min(chars.count, cap / 2);

    if (!chars.is_latin1) {
        if (count > 0) {
            memcpy(out, chars.ptr, 2 * count);
        }
        return 2 * count;
    }
    const uint8_t *bytes = chars.ptr;
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = bytes[i];
        out[2 * i + 1] = 0;
    }
    return 2 * count;
}
