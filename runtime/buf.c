/* SPDX-License-Identifier: MIT */
#include "buf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "err.h"
#include "mem.h"

/* Small enough to waste nothing, large enough for a header or a path. */
#define CAP_MIN 64

void wick_buf_init(struct wick_buf *buf, size_t max)
{
    WICK_ASSERT(max < SIZE_MAX / 2);
    *buf = (struct wick_buf){.max = max};
}

void wick_buf_release(struct wick_buf *buf)
{
    wick_free(buf->data);
    wick_buf_init(buf, buf->max);
}

void wick_buf_reset(struct wick_buf *buf)
{
    buf->len = 0;
    buf->err = 0;
    if (buf->data) {
        buf->data[0] = '\0';
    }
}

static int fail(struct wick_buf *buf, int err)
{
    wick_buf_release(buf);
    buf->err = err;
    return err;
}

/* Room for @len more bytes and a NUL. */
static int grow(struct wick_buf *buf, size_t len)
{
    if (buf->err < 0) {
        return buf->err;
    }
    WICK_ASSERT(buf->len <= buf->max);
    if (len > buf->max - buf->len) {
        return fail(buf, -WICK_ETOOBIG);
    }

    size_t needed = buf->len + len + 1;
    if (needed <= buf->cap) {
        return 0;
    }
    /* Doubling; the ceiling is exact, so that max + 1 is never exceeded. */
    size_t cap = wick_size_max(wick_size_max(buf->cap * 2, needed), CAP_MIN);
    cap = wick_size_min(cap, buf->max + 1);
    char *data = wick_try_realloc(buf->data, cap);
    if (!data) {
        return fail(buf, -ENOMEM);
    }
    buf->data = data;
    buf->cap = cap;
    buf->data[buf->len] = '\0';
    return 0;
}

int wick_buf_append(struct wick_buf *buf, const void *bytes, size_t len)
{
    int err = grow(buf, len);

    if (err < 0) {
        return err;
    }
    if (len > 0) {
        memcpy(buf->data + buf->len, bytes, len);
        wick_buf_commit(buf, len);
    }
    return 0;
}

int wick_buf_append_str(struct wick_buf *buf, struct wick_str str)
{
    return wick_buf_append(buf, str.ptr, str.len);
}

int wick_buf_append_cstr(struct wick_buf *buf, const char *text)
{
    return wick_buf_append(buf, text, strlen(text));
}

int wick_buf_append_byte(struct wick_buf *buf, char byte)
{
    return wick_buf_append(buf, &byte, 1);
}

int wick_buf_append_u64(struct wick_buf *buf, uint64_t value)
{
    char digits[20];
    size_t first = sizeof(digits);

    do {
        digits[--first] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    return wick_buf_append(buf, digits + first, sizeof(digits) - first);
}

int wick_buf_vprintf(struct wick_buf *buf, const char *format, va_list args)
{
    va_list again;

    va_copy(again, args);
    int wanted = vsnprintf(NULL, 0, format, again);
    va_end(again);
    /* Only a result beyond INT_MAX or a bad wide character fails. */
    WICK_ASSERT(wanted >= 0);

    size_t len = (size_t)wanted;
    int err = grow(buf, len);
    if (err < 0) {
        return err;
    }
    (void)vsnprintf(buf->data + buf->len, len + 1, format, args);
    buf->len += len;
    return 0;
}

int wick_buf_printf(struct wick_buf *buf, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int err = wick_buf_vprintf(buf, format, args);
    va_end(args);
    return err;
}

int wick_buf_reserve(struct wick_buf *buf, size_t len, char **room)
{
    int err = grow(buf, len);

    if (err < 0) {
        return err;
    }
    *room = buf->data + buf->len;
    return 0;
}

void wick_buf_commit(struct wick_buf *buf, size_t len)
{
    WICK_ASSERT(len < buf->cap - buf->len);
    buf->len += len;
    buf->data[buf->len] = '\0';
}

void wick_buf_consume(struct wick_buf *buf, size_t len)
{
    WICK_ASSERT(len <= buf->len);
    if (len == 0) {
        return;
    }
    memmove(buf->data, buf->data + len, buf->len - len);
    wick_buf_truncate(buf, buf->len - len);
}

void wick_buf_truncate(struct wick_buf *buf, size_t len)
{
    WICK_ASSERT(len <= buf->len);
    buf->len = len;
    if (buf->data) {
        buf->data[len] = '\0';
    }
}

char *wick_buf_take(struct wick_buf *buf, size_t *len)
{
    /* Appending nothing allocates the NUL of an empty buffer. */
    if (grow(buf, 0) < 0) {
        return NULL;
    }
    char *data = buf->data;
    if (len) {
        *len = buf->len;
    }
    wick_buf_init(buf, buf->max);
    return data;
}
