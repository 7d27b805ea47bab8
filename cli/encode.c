/* SPDX-License-Identifier: MIT */
#include "encode.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "die.h"
#include "err.h"
#include "json_escape.h"

/* No text asks for more random digits than a trace id has. */
#define RANDOM_HEX_MAX 64

static const char hex_digits[] = "0123456789abcdef";

int wick_encode_json(struct wick_buf *out, struct wick_str text)
{
    int err = wick_buf_append_byte(out, '"');

    if (err == 0) {
        err = wick_json_escape(out, text, WICK_JSON_ESCAPE_UTF8);
    }
    return err == 0 ? wick_buf_append_byte(out, '"') : err;
}

static const char base64_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                    "abcdefghijklmnopqrstuvwxyz0123456789+/";

int wick_encode_base64(struct wick_buf *out, struct wick_str bytes)
{
    const unsigned char *in = (const unsigned char *)bytes.ptr;

    for (size_t i = 0; i < bytes.len; i += 3) {
        size_t left = bytes.len - i;
        uint32_t group = (uint32_t)in[i] << 16;
        group |= left > 1 ? (uint32_t)in[i + 1] << 8 : 0;
        group |= left > 2 ? (uint32_t)in[i + 2] : 0;
        char text[4] = {
            base64_digits[group >> 18],
            base64_digits[(group >> 12) & 63],
            left > 1 ? base64_digits[(group >> 6) & 63] : '=',
            left > 2 ? base64_digits[group & 63] : '=',
        };
        int err = wick_buf_append(out, text, sizeof(text));
        if (err < 0) {
            return err;
        }
    }
    return 0;
}

static int base64_value(char digit)
{
    const char *found = digit == '\0' ? NULL : strchr(base64_digits, digit);

    return found ? (int)(found - base64_digits) : -1;
}

int wick_decode_base64(struct wick_buf *out, struct wick_str text)
{
    uint32_t group = 0;
    unsigned bits = 0;

    for (int i = 0; i < 2 && wick_str_ends_with(text, WICK_STR("=")); i++) {
        text.len--;
    }
    if (text.len % 4 == 1) {
        return -WICK_ESYNTAX;
    }
    for (size_t i = 0; i < text.len; i++) {
        int value = base64_value(text.ptr[i]);
        if (value < 0) {
            return -WICK_ESYNTAX;
        }
        group = (group << 6 | (uint32_t)value) & 0xFFFFFF;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            int err = wick_buf_append_byte(out, (char)(group >> bits & 0xFF));
            if (err < 0) {
                return err;
            }
        }
    }
    return 0;
}

int wick_decode_percent(struct wick_buf *out, struct wick_str text,
                        bool is_query)
{
    for (size_t i = 0; i < text.len; i++) {
        char byte = text.ptr[i];
        if (byte == '%' && text.len - i > 2 &&
            wick_str_hex_digit(text.ptr[i + 1]) >= 0 &&
            wick_str_hex_digit(text.ptr[i + 2]) >= 0) {
            byte = (char)(wick_str_hex_digit(text.ptr[i + 1]) << 4 |
                          wick_str_hex_digit(text.ptr[i + 2]));
            i += 2;
        } else if (byte == '+' && is_query) {
            byte = ' ';
        }
        int err = wick_buf_append_byte(out, byte);
        if (err < 0) {
            return err;
        }
    }
    return 0;
}

static void random_bytes(unsigned char *bytes, size_t len)
{
    ssize_t count;

    WICK_ASSERT(len <= 256); /* getrandom(2) gives so many in one piece */
    do {
        count = getrandom(bytes, len, 0);
    } while (count < 0 && errno == EINTR);
    if (count != (ssize_t)len) {
        wick_die("no random numbers: errno %d", errno);
    }
}

static void hex(char *text, const unsigned char *bytes, size_t digits)
{
    for (size_t i = 0; i < digits; i++) {
        unsigned value = bytes[i / 2];
        text[i] = hex_digits[i % 2 == 0 ? value >> 4 : value & 15];
    }
}

void wick_random_hex(char *text, size_t count)
{
    unsigned char bytes[RANDOM_HEX_MAX / 2 + 1];

    WICK_ASSERT(count <= RANDOM_HEX_MAX);
    random_bytes(bytes, sizeof(bytes));
    hex(text, bytes, count);
    text[count] = '\0';
}

void wick_uuid(char text[WICK_UUID_SIZE])
{
    static const size_t groups[] = {4, 2, 2, 2, 6};
    unsigned char bytes[16];
    size_t from = 0;

    random_bytes(bytes, sizeof(bytes));
    bytes[6] = (unsigned char)((bytes[6] & 0x0F) | 0x40);
    bytes[8] = (unsigned char)((bytes[8] & 0x3F) | 0x80);
    for (size_t i = 0; i < ARRAY_LEN(groups); i++) {
        if (i > 0) {
            *text++ = '-';
        }
        hex(text, bytes + from, 2 * groups[i]);
        text += 2 * groups[i];
        from += groups[i];
    }
    *text = '\0';
}
