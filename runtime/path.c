/* SPDX-License-Identifier: MIT */
#include "path.h"

/* Takes the last part off @out, whose first byte is a slash. */
static void drop_part(struct wick_buf *out)
{
    size_t slash = wick_str_find_last_byte(wick_buf_get(out), '/');

    wick_buf_truncate(out, slash == WICK_STR_NONE ? 0 : slash);
}

static int append_parts(struct wick_buf *out, struct wick_str path)
{
    struct wick_str_split split = wick_str_split_start(path);
    struct wick_str part;
    int err = 0;

    while (err == 0 && wick_str_split_next(&split, '/', &part)) {
        if (wick_str_is_empty(part) || wick_str_eq(part, WICK_STR("."))) {
            continue;
        }
        if (wick_str_eq(part, WICK_STR(".."))) {
            drop_part(out);
            continue;
        }
        err = wick_buf_append_byte(out, '/');
        if (err == 0) {
            err = wick_buf_append_str(out, part);
        }
    }
    return err;
}

int wick_path_resolve(struct wick_buf *out, struct wick_str directory,
                      struct wick_str name)
{
    int err = 0;

    wick_buf_reset(out);
    if (!wick_str_starts_with(name, WICK_STR("/"))) {
        err = append_parts(out, directory);
    }
    if (err == 0) {
        err = append_parts(out, name);
    }
    if (err == 0 && out->len == 0) {
        err = wick_buf_append_byte(out, '/');
    }
    return err;
}

int wick_path_set(struct wick_buf *out, struct wick_str path)
{
    wick_buf_reset(out);
    return wick_buf_append_str(out, path);
}

struct wick_str wick_path_dirname(struct wick_str path)
{
    size_t slash = wick_str_find_last_byte(path, '/');

    if (slash == WICK_STR_NONE || slash == 0) {
        return WICK_STR("/");
    }
    return wick_str_slice(path, 0, slash);
}

struct wick_str wick_path_basename(struct wick_str path)
{
    size_t slash = wick_str_find_last_byte(path, '/');

    return slash == WICK_STR_NONE ? path : wick_str_from_index(path, slash + 1);
}

bool wick_path_ends_with_part(struct wick_str path, struct wick_str name)
{
    return wick_str_eq(wick_path_basename(path), name);
}

/* The byte that the %XX at the start of @text stands for, or -1. */
static int decode_triple(struct wick_str text)
{
    if (text.len < 3 || text.ptr[0] != '%') {
        return -1;
    }
    int high = wick_str_hex_digit(text.ptr[1]);
    int low = wick_str_hex_digit(text.ptr[2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

int wick_path_append_decoded(struct wick_buf *out, struct wick_str text)
{
    int err = 0;

    while (err == 0 && text.len > 0) {
        int byte = decode_triple(text);

        err = wick_buf_append_byte(out, byte < 0 ? text.ptr[0] : (char)byte);
        text = wick_str_from_index(text, byte < 0 ? 1 : 3);
    }
    return err;
}

bool wick_path_has_encoded_slash(struct wick_str text)
{
    for (; text.len > 0; text = wick_str_from_index(text, 1)) {
        int byte = decode_triple(text);

        if (byte == '/' || byte == '\\') {
            return true;
        }
    }
    return false;
}
