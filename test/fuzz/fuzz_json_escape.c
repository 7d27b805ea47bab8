/* SPDX-License-Identifier: MIT */
/*
 * Whatever comes in: the output is valid UTF-8 without a quote, backslash or
 * control character that is not part of an escape, both functions agree, and
 * a short buffer gets a prefix.
 */
#include <string.h>

#include "fuzz.h"
#include "json_escape.h"
#include "limits.h"
#include "utf8.h"

/* Walks over the escapes; everything between them is plain. */
static void check_form(struct wick_str out, enum wick_json_escape mode)
{
    while (out.len > 0) {
        char byte = out.ptr[0];
        size_t step = 1;

        WICK_ASSERT(byte != '"');
        WICK_ASSERT((unsigned char)byte >= 0x20);
        if (mode == WICK_JSON_ESCAPE_ASCII) {
            WICK_ASSERT((unsigned char)byte < 0x7F);
        }
        if (byte == '\\') {
            WICK_ASSERT(out.len >= 2);
            WICK_ASSERT(strchr("\"\\bfnrtu", out.ptr[1]));
            step = out.ptr[1] == 'u' ? 6 : 2;
            WICK_ASSERT(out.len >= step);
            for (size_t i = 2; i < step; i++) {
                WICK_ASSERT(wick_str_hex_digit(out.ptr[i]) >= 0);
            }
        }
        out = wick_str_from_index(out, step);
    }
}

FUZZ_ONE(input)
{
    enum wick_json_escape mode =
        fuzz_byte(&input) & 1 ? WICK_JSON_ESCAPE_ASCII : WICK_JSON_ESCAPE_UTF8;
    size_t size = (size_t)fuzz_byte(&input) + 1;
    char fixed[256];
    struct wick_buf buf;
    bool is_cut;

    wick_buf_init(&buf, WICK_BUF_MAX);
    int err = wick_json_escape(&buf, input, mode);
    WICK_ASSERT(err == 0);
    struct wick_str whole = wick_buf_get(&buf);
    WICK_ASSERT(wick_utf8_is_valid(whole));
    check_form(whole, mode);

    size_t len = wick_json_escape_fixed(fixed, size, input, mode, &is_cut);
    WICK_ASSERT(len < size);
    WICK_ASSERT(fixed[len] == '\0');
    struct wick_str part = {fixed, len};
    WICK_ASSERT(wick_str_starts_with(whole, part));
    WICK_ASSERT(wick_utf8_is_valid(part));
    WICK_ASSERT(is_cut == (len < whole.len));
    check_form(part, mode);
    wick_buf_release(&buf);
}
