/* SPDX-License-Identifier: MIT */
/*
 * Slices of bytes: a pointer and a length, borrowed, no NUL assumed. Nothing
 * here allocates, depends on a locale or reads past the length. Letters are
 * ASCII letters.
 */
#ifndef WICK_STR_H
#define WICK_STR_H

#include "base.h"

/* Passed by value. Lifetime: that of the bytes it points to. */
struct wick_str {
    const char *ptr; /* may be NULL while len is 0 */
    size_t len;
};

/* Where a search found nothing. */
#define WICK_STR_NONE SIZE_MAX

/* The slice of a string literal. */
#define WICK_STR(literal) ((struct wick_str){"" literal, sizeof(literal) - 1})

/* A slice as the two arguments of a "%.*s". Cut at INT_MAX by its cast. */
#define WICK_STR_ARG(str) (int)(str).len, (str).ptr

/* The slice of NUL-terminated @text; NULL gives an empty one. */
struct wick_str wick_str_from(const char *text);

/* Equal bytes; with _nocase, but for the case of ASCII letters. */
bool wick_str_eq(struct wick_str a, struct wick_str b);
bool wick_str_eq_nocase(struct wick_str a, struct wick_str b);

/* Order by unsigned bytes, a prefix first: negative, 0 or positive. */
int wick_str_compare(struct wick_str a, struct wick_str b);

bool wick_str_starts_with(struct wick_str str, struct wick_str prefix);
bool wick_str_starts_with_nocase(struct wick_str str, struct wick_str prefix);
bool wick_str_ends_with(struct wick_str str, struct wick_str suffix);

/* The index of the first / last @byte, or WICK_STR_NONE. */
size_t wick_str_find_byte(struct wick_str str, char byte);
size_t wick_str_find_last_byte(struct wick_str str, char byte);

/* The index of the first @needle (empty: 0), or WICK_STR_NONE. */
size_t wick_str_find(struct wick_str str, struct wick_str needle);

/* At most @len bytes from index @from; both are cut at the end of @str. */
struct wick_str wick_str_slice(struct wick_str str, size_t from, size_t len);

/* Everything from index @from on, likewise. */
struct wick_str wick_str_from_index(struct wick_str str, size_t from);

/* Without the spaces and tabs at both ends (OWS of RFC 9110, 5.6.3). */
struct wick_str wick_str_trim(struct wick_str str);

/*
 * Cuts the next field off @rest, up to the next @separator or the end, into
 * @field and returns true; false when @rest is used up. "a,,b" has three
 * fields, "" has one. Begin with an iterator from wick_str_split_start().
 */
struct wick_str_split {
    struct wick_str rest;
    bool is_done;
};
struct wick_str_split wick_str_split_start(struct wick_str str);
WICK_NODISCARD bool wick_str_split_next(struct wick_str_split *split,
                                        char separator, struct wick_str *field);

/*
 * Cuts @str at the first @separator: @before and @after get the two sides,
 * and true is returned. False, with nothing written, when there is none.
 */
WICK_NODISCARD bool wick_str_cut(struct wick_str str, char separator,
                                 struct wick_str *before,
                                 struct wick_str *after);

/*
 * Strict unsigned integers: one digit at least, digits only, no sign, no
 * space, no prefix; leading zeros are fine. 0, -WICK_ESYNTAX for any other
 * form, -ERANGE above @max. @value is written only on success.
 */
WICK_NODISCARD int wick_str_parse_u64(struct wick_str str, uint64_t max,
                                      uint64_t *value);
WICK_NODISCARD int wick_str_parse_u32(struct wick_str str, uint32_t max,
                                      uint32_t *value);
/* The same in base 16, digits of either case. */
WICK_NODISCARD int wick_str_parse_hex(struct wick_str str, uint64_t max,
                                      uint64_t *value);

/* The value 0 to 15 of a hexadecimal digit, or -1. */
int wick_str_hex_digit(char byte);

static inline bool wick_str_is_empty(struct wick_str str)
{
    return str.len == 0;
}

static inline char wick_str_to_lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

#endif
