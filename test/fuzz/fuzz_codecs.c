/* SPDX-License-Identifier: MIT */
/*
 * The decoders of Buffer and atob() on any text, of either width and into any
 * room: they stay inside it, and what was encoded comes back.
 */
#include "base64.h"
#include "fuzz.h"
#include "hex.h"
#include "mem.h"

#include <string.h>

/* The room is exactly as large as is said, so that ASan sees a byte beyond. */
static void decode(struct wick_chars text, size_t room)
{
    uint8_t *out = wick_alloc(room);
    size_t most = wick_base64_bytes_len(text);

    WICK_ASSERT(wick_base64_decode(text, out, room) <= room);
    WICK_ASSERT(wick_hex_decode(text, out, room) <= room);
    wick_free(out);
    out = wick_alloc(most);
    WICK_ASSERT(wick_base64_decode(text, out, most) <= most);
    size_t len = 0;
    if (wick_base64_decode_forgiving(text, out, &len) == 0) {
        WICK_ASSERT(len <= most);
    }
    wick_free(out);
}

static void round_trip(const uint8_t *bytes, size_t len)
{
    static const enum wick_base64_alphabet alphabets[] = {WICK_BASE64_PLAIN,
                                                          WICK_BASE64_URL};
    uint8_t *back = wick_alloc(len);

    for (size_t i = 0; i < ARRAY_LEN(alphabets); i++) {
        size_t count = wick_base64_text_len(len, alphabets[i]);
        uint8_t *text = wick_alloc(count);
        struct wick_chars chars = {text, count, true};

        wick_base64_encode(bytes, len, alphabets[i], text);
        WICK_ASSERT(wick_base64_bytes_len(chars) == len);
        WICK_ASSERT(wick_base64_decode(chars, back, len) == len);
        WICK_ASSERT(len == 0 || memcmp(back, bytes, len) == 0);
        wick_free(text);
    }
    uint8_t *text = wick_alloc(2 * len);
    struct wick_chars chars = {text, 2 * len, true};
    wick_hex_encode(bytes, len, text);
    WICK_ASSERT(wick_hex_decode(chars, back, len) == len);
    WICK_ASSERT(len == 0 || memcmp(back, bytes, len) == 0);
    wick_free(text);
    wick_free(back);
}

/* What fits is a start of the whole, and says how much it stands for. */
static void to_utf8(struct wick_chars chars, size_t room)
{
    char *out = wick_alloc(room);
    size_t read = 0;
    size_t len = wick_chars_to_utf8(chars, out, room, &read);

    WICK_ASSERT(len <= room && read <= chars.count);
    struct wick_chars head = {chars.ptr, read, chars.is_latin1};
    WICK_ASSERT(wick_chars_utf8_len(head) == len);
    WICK_ASSERT(read == chars.count || room - len < 4);
    wick_free(out);
}

FUZZ_ONE(input)
{
    const uint8_t *bytes = (const uint8_t *)input.ptr;
    size_t room = input.len > 0 ? bytes[0] : 0;
    size_t count = input.len / 2;
    uint16_t *units = wick_alloc(2 * count);
    struct wick_chars latin1 = {bytes, input.len, true};
    struct wick_chars utf16 = {units, count, false};

    if (count > 0) {
        memcpy(units, bytes, 2 * count);
    }
    decode(latin1, room);
    decode(utf16, room);
    to_utf8(latin1, room);
    to_utf8(utf16, room);
    round_trip(bytes, input.len);
    wick_free(units);
}
