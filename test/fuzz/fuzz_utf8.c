/* SPDX-License-Identifier: MIT */
/*
 * Whatever comes in: what is repaired is valid, valid text is its own repair
 * and survives UTF-16, and the announced lengths are those that are written.
 */
#include "fuzz.h"
#include "limits.h"
#include "mem.h"
#include "utf8.h"

static struct wick_str repair(struct wick_buf *buf, struct wick_str text)
{
    wick_buf_init(buf, WICK_BUF_MAX);
    int err = wick_utf8_append_repaired(buf, text);
    WICK_ASSERT(err == 0);
    return wick_buf_get(buf);
}

/* To UTF-16 and back, as new bytes. */
static struct wick_str through_utf16(struct wick_str text)
{
    size_t count = wick_utf8_to_utf16_len(text);
    uint16_t *units = wick_alloc(count * sizeof(*units));

    WICK_ASSERT(wick_utf8_to_utf16(text, units) == count);
    size_t len = wick_utf8_from_utf16_len(units, count);
    char *bytes = wick_alloc(len);
    WICK_ASSERT(wick_utf8_from_utf16(units, count, bytes) == len);
    wick_free(units);
    return (struct wick_str){bytes, len};
}

FUZZ_ONE(input)
{
    struct wick_buf buf;
    struct wick_str repaired = repair(&buf, input);
    struct wick_str decoded = through_utf16(input);

    WICK_ASSERT(wick_utf8_is_valid(repaired));
    WICK_ASSERT(wick_str_eq(decoded, repaired));
    WICK_ASSERT(wick_utf8_is_valid(input) == wick_str_eq(input, repaired));
    if (wick_utf8_is_valid(input)) {
        WICK_ASSERT(wick_utf8_incomplete_len(input) == 0);
    }
    if (wick_utf8_is_latin1(input)) {
        uint8_t *bytes = wick_alloc(input.len);
        size_t len = wick_utf8_to_latin1(input, bytes);

        WICK_ASSERT(wick_utf8_from_latin1_len(bytes, len) == input.len);
        wick_free(bytes);
    }
    /* Cut anywhere, the two parts without the seam are decoded alike. */
    struct wick_str head = wick_str_slice(input, 0, input.len / 2);
    size_t kept = wick_utf8_incomplete_len(head);
    WICK_ASSERT(kept <= 3 && kept <= head.len);
    struct wick_str tail = wick_str_from_index(input, head.len - kept);
    head.len -= kept;
    struct wick_buf joined;
    wick_buf_init(&joined, WICK_BUF_MAX);
    int err = wick_utf8_append_repaired(&joined, head);
    if (err == 0) {
        err = wick_utf8_append_repaired(&joined, tail);
    }
    WICK_ASSERT(err == 0);
    WICK_ASSERT(wick_str_eq(wick_buf_get(&joined), repaired));
    wick_buf_release(&joined);
    wick_free((char *)decoded.ptr);
    wick_buf_release(&buf);
}
