/* SPDX-License-Identifier: MIT */
#include "hex.h"

static const char digits[] = "0123456789abcdef";

void wick_hex_encode(const uint8_t *bytes, size_t len, uint8_t *out)
{
    for (size_t i = 0; i < len; i++) {
        out[2 * i] = (uint8_t)digits[bytes[i] >> 4];
        out[2 * i + 1] = (uint8_t)digits[bytes[i] & 15];
    }
}

/* 0 to 15, or 16 of what is no digit. */
static unsigned value_of(uint8_t c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    uint8_t lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10u : 16;
}

size_t wick_hex_decode(struct wick_chars text, uint8_t *out, size_t cap)
{
    size_t pairs = wick_size_min(text.count / 2, cap);

    for (size_t i = 0; i < pairs; i++) {
        unsigned high = value_of((uint8_t)wick_chars_at(text, 2 * i));
        unsigned low = value_of((uint8_t)wick_chars_at(text, 2 * i + 1));

        if (high > 15 || low > 15) {
            return i;
        }
        out[i] = (uint8_t)(high << 4 | low);
    }
    return pairs;
}
