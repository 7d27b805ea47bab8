/* SPDX-License-Identifier: MIT */
/* memmem() is a GNU extension of both C libraries that we build with. */
#define _GNU_SOURCE
#include "str.h"

#include <errno.h>
#include <string.h>

#include "err.h"

struct wick_str wick_str_from(const char *text)
{
    return (struct wick_str){text, text ? strlen(text) : 0};
}

bool wick_str_eq(struct wick_str a, struct wick_str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

bool wick_str_eq_nocase(struct wick_str a, struct wick_str b)
{
    if (a.len != b.len) {
        return false;
    }
    for (size_t i = 0; i < a.len; i++) {
        if (wick_str_to_lower(a.ptr[i]) != wick_str_to_lower(b.ptr[i])) {
            return false;
        }
    }
    return true;
}

int wick_str_compare(struct wick_str a, struct wick_str b)
{
    size_t common = wick_size_min(a.len, b.len);
    int order = common > 0 ? memcmp(a.ptr, b.ptr, common) : 0;

    if (order != 0) {
        return order;
    }
    return (a.len > b.len) - (a.len < b.len);
}

bool wick_str_starts_with(struct wick_str str, struct wick_str prefix)
{
    return wick_str_eq(wick_str_slice(str, 0, prefix.len), prefix);
}

bool wick_str_starts_with_nocase(struct wick_str str, struct wick_str prefix)
{
    return wick_str_eq_nocase(wick_str_slice(str, 0, prefix.len), prefix);
}

bool wick_str_ends_with(struct wick_str str, struct wick_str suffix)
{
    return str.len >= suffix.len &&
           wick_str_eq(wick_str_from_index(str, str.len - suffix.len), suffix);
}

size_t wick_str_find_byte(struct wick_str str, char byte)
{
    const char *hit = str.len > 0 ? memchr(str.ptr, byte, str.len) : NULL;

    return hit ? (size_t)(hit - str.ptr) : WICK_STR_NONE;
}

size_t wick_str_find_last_byte(struct wick_str str, char byte)
{
    for (size_t i = str.len; i > 0; i--) {
        if (str.ptr[i - 1] == byte) {
            return i - 1;
        }
    }
    return WICK_STR_NONE;
}

size_t wick_str_find(struct wick_str str, struct wick_str needle)
{
    if (needle.len == 0) {
        return 0;
    }
    if (needle.len > str.len) {
        return WICK_STR_NONE;
    }
    const char *hit = memmem(str.ptr, str.len, needle.ptr, needle.len);
    return hit ? (size_t)(hit - str.ptr) : WICK_STR_NONE;
}

struct wick_str wick_str_slice(struct wick_str str, size_t from, size_t len)
{
    from = wick_size_min(from, str.len);
    len = wick_size_min(len, str.len - from);
    /* An offset of 0 keeps NULL + 0, which C leaves undefined, out. */
    return (struct wick_str){from > 0 ? str.ptr + from : str.ptr, len};
}

struct wick_str wick_str_from_index(struct wick_str str, size_t from)
{
    return wick_str_slice(str, from, str.len);
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

struct wick_str wick_str_trim(struct wick_str str)
{
    while (str.len > 0 && is_blank(str.ptr[0])) {
        str.ptr++;
        str.len--;
    }
    while (str.len > 0 && is_blank(str.ptr[str.len - 1])) {
        str.len--;
    }
    return str;
}

struct wick_str_split wick_str_split_start(struct wick_str str)
{
    return (struct wick_str_split){.rest = str};
}

bool wick_str_split_next(struct wick_str_split *split, char separator,
                         struct wick_str *field)
{
    if (split->is_done) {
        return false;
    }
    if (!wick_str_cut(split->rest, separator, field, &split->rest)) {
        *field = split->rest;
        split->is_done = true;
    }
    return true;
}

bool wick_str_cut(struct wick_str str, char separator, struct wick_str *before,
                  struct wick_str *after)
{
    size_t at = wick_str_find_byte(str, separator);

    if (at == WICK_STR_NONE) {
        return false;
    }
    *before = wick_str_slice(str, 0, at);
    *after = wick_str_from_index(str, at + 1);
    return true;
}

int wick_str_hex_digit(char byte)
{
    if (byte >= '0' && byte <= '9') {
        return byte - '0';
    }
    char lower = wick_str_to_lower(byte);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

static int parse_unsigned(struct wick_str str, unsigned base, uint64_t max,
                          uint64_t *value)
{
    uint64_t sum = 0;
    bool has_overflowed = false;

    if (str.len == 0) {
        return -WICK_ESYNTAX;
    }
    for (size_t i = 0; i < str.len; i++) {
        int digit = wick_str_hex_digit(str.ptr[i]);

        if (digit < 0 || (unsigned)digit >= base) {
            return -WICK_ESYNTAX;
        }
        has_overflowed |= __builtin_mul_overflow(sum, base, &sum) ||
                          __builtin_add_overflow(sum, (uint64_t)digit, &sum);
    }
    if (has_overflowed || sum > max) {
        return -ERANGE;
    }
    *value = sum;
    return 0;
}

int wick_str_parse_u64(struct wick_str str, uint64_t max, uint64_t *value)
{
    return parse_unsigned(str, 10, max, value);
}

int wick_str_parse_u32(struct wick_str str, uint32_t max, uint32_t *value)
{
    uint64_t wide;
    int err = parse_unsigned(str, 10, max, &wide);

    if (err == 0) {
        *value = (uint32_t)wide;
    }
    return err;
}

int wick_str_parse_hex(struct wick_str str, uint64_t max, uint64_t *value)
{
    return parse_unsigned(str, 16, max, value);
}
