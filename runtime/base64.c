/* SPDX-License-Identifier: MIT */
#include "base64.h"

#include <errno.h>

static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "abcdefghijklmnopqrstuvwxyz0123456789+/";
static const char url[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                          "abcdefghijklmnopqrstuvwxyz0123456789-_";

/* The six bits of each character of either alphabet, plus one; 0 is none. */
static const uint8_t values[256] = {
    ['A'] = 1,  ['B'] = 2,  ['C'] = 3,  ['D'] = 4,  ['E'] = 5,  ['F'] = 6,
    ['G'] = 7,  ['H'] = 8,  ['I'] = 9,  ['J'] = 10, ['K'] = 11, ['L'] = 12,
    ['M'] = 13, ['N'] = 14, ['O'] = 15, ['P'] = 16, ['Q'] = 17, ['R'] = 18,
    ['S'] = 19, ['T'] = 20, ['U'] = 21, ['V'] = 22, ['W'] = 23, ['X'] = 24,
    ['Y'] = 25, ['Z'] = 26, ['a'] = 27, ['b'] = 28, ['c'] = 29, ['d'] = 30,
    ['e'] = 31, ['f'] = 32, ['g'] = 33, ['h'] = 34, ['i'] = 35, ['j'] = 36,
    ['k'] = 37, ['l'] = 38, ['m'] = 39, ['n'] = 40, ['o'] = 41, ['p'] = 42,
    ['q'] = 43, ['r'] = 44, ['s'] = 45, ['t'] = 46, ['u'] = 47, ['v'] = 48,
    ['w'] = 49, ['x'] = 50, ['y'] = 51, ['z'] = 52, ['0'] = 53, ['1'] = 54,
    ['2'] = 55, ['3'] = 56, ['4'] = 57, ['5'] = 58, ['6'] = 59, ['7'] = 60,
    ['8'] = 61, ['9'] = 62, ['+'] = 63, ['-'] = 63, ['/'] = 64, ['_'] = 64,
};

size_t wick_base64_text_len(size_t len, enum wick_base64_alphabet alphabet)
{
    WICK_ASSERT(len < SIZE_MAX / 2);
    if (alphabet == WICK_BASE64_PLAIN) {
        return (len + 2) / 3 * 4;
    }
    return len / 3 * 4 + (len % 3 ? len % 3 + 1 : 0);
}

void wick_base64_encode(const uint8_t *bytes, size_t len,
                        enum wick_base64_alphabet alphabet, uint8_t *out)
{
    const char *digits = alphabet == WICK_BASE64_PLAIN ? plain : url;
    size_t at = 0;

    for (; len - at >= 3; at += 3) {
        uint32_t group = (uint32_t)bytes[at] << 16 |
                         (uint32_t)bytes[at + 1] << 8 | bytes[at + 2];

        *out++ = (uint8_t)digits[group >> 18];
        *out++ = (uint8_t)digits[group >> 12 & 63];
        *out++ = (uint8_t)digits[group >> 6 & 63];
        *out++ = (uint8_t)digits[group & 63];
    }
    if (at == len) {
        return;
    }
    uint32_t last = len - at == 2 ? bytes[at + 1] : 0;
    uint32_t group = (uint32_t)bytes[at] << 16 | last << 8;
    *out++ = (uint8_t)digits[group >> 18];
    *out++ = (uint8_t)digits[group >> 12 & 63];
    if (len - at == 2) {
        *out++ = (uint8_t)digits[group >> 6 & 63];
    }
    if (alphabet == WICK_BASE64_PLAIN) {
        *out++ = '=';
        if (len - at == 1) {
            *out = '=';
        }
    }
}

size_t wick_base64_bytes_len(struct wick_chars text)
{
    size_t count = text.count;

    for (int i = 0; i < 2 && count > 0; i++) {
        if (wick_chars_at(text, count - 1) == '=') {
            count--;
        }
    }
    return count / 4 * 3 + (count % 4 > 1 ? count % 4 - 1 : 0);
}

/* Four characters of the alphabet at a time, as long as they come so. */
static size_t decode_whole_groups(const uint8_t *text, size_t count,
                                  uint8_t *out, size_t cap)
{
    size_t groups = wick_size_min(count / 4, cap / 3);
    size_t done = 0;

    for (; done < groups; done++, text += 4, out += 3) {
        uint32_t a = values[text[0]];
        uint32_t b = values[text[1]];
        uint32_t c = values[text[2]];
        uint32_t d = values[text[3]];

        if (a == 0 || b == 0 || c == 0 || d == 0) {
            break;
        }
        uint32_t group = (a - 1) << 18 | (b - 1) << 12 | (c - 1) << 6 | (d - 1);
        out[0] = (uint8_t)(group >> 16);
        out[1] = (uint8_t)(group >> 8);
        out[2] = (uint8_t)group;
    }
    return done;
}

size_t wick_base64_decode(struct wick_chars text, uint8_t *out, size_t cap)
{
    size_t groups = text.is_latin1
                        ? decode_whole_groups(text.ptr, text.count, out, cap)
                        : 0;
    size_t len = groups * 3;
    uint32_t bits = 0;
    unsigned bit_count = 0;

    for (size_t i = groups * 4; i < text.count && len < cap; i++) {
        uint8_t c = (uint8_t)wick_chars_at(text, i);

        if (c == '=') {
            break;
        }
        if (values[c] == 0) {
            continue;
        }
        bits = bits << 6 | (values[c] - 1u);
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            out[len++] = (uint8_t)(bits >> bit_count);
        }
    }
    return len;
}

static bool is_white_space(uint16_t c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

/* The characters before padding; false where '=' stands where it cannot. */
static bool cut_padding(struct wick_chars *text, size_t solid)
{
    size_t padding = 0;
    size_t count = text->count;

    /* Of a text whose solid characters are a multiple of four. */
    while (solid % 4 == 0 && count > 0 && padding < 2) {
        uint16_t c = wick_chars_at(*text, count - 1);

        if (c == '=') {
            padding++;
        } else if (!is_white_space(c)) {
            break;
        }
        count--;
    }
    text->count = count;
    return (solid - padding) % 4 != 1;
}

int wick_base64_decode_forgiving(struct wick_chars text, uint8_t *out,
                                 size_t *len)
{
    size_t solid = 0;
    size_t written = 0;
    uint32_t bits = 0;
    unsigned bit_count = 0;

    for (size_t i = 0; i < text.count; i++) {
        solid += !is_white_space(wick_chars_at(text, i));
    }
    bool has_length = cut_padding(&text, solid);
    for (size_t i = 0; i < text.count; i++) {
        uint16_t c = wick_chars_at(text, i);

        if (is_white_space(c)) {
            continue;
        }
        if (c > 0xFF || values[c] == 0 || c == '-' || c == '_') {
            return -EINVAL;
        }
        bits = bits << 6 | (values[c] - 1u);
        bit_count += 6;
        if (bit_count >= 8 && has_length) {
            bit_count -= 8;
            out[written++] = (uint8_t)(bits >> bit_count);
        }
    }
    if (!has_length) {
        return -EBADMSG;
    }
    *len = written;
    return 0;
}
