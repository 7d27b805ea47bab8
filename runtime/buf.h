/* SPDX-License-Identifier: MIT */
/*
 * A growable byte buffer with a mandatory ceiling. The bytes are always
 * followed by a NUL that is not counted, so that text can be handed to C
 * functions.
 *
 * A failed append releases the bytes and is remembered: every later append
 * fails with the same code. So a writer may check the last call of a chain
 * or wick_buf_err(), and an error path has nothing to free.
 */
#ifndef WICK_BUF_H
#define WICK_BUF_H

#include <stdarg.h>

#include "base.h"
#include "str.h"

/* Lifetime: the caller's storage; the bytes are on the heap. */
struct wick_buf {
    char *data; /* NULL while cap is 0 */
    size_t len;
    size_t cap; /* allocated bytes, the NUL's included */
    size_t max; /* the ceiling of len */
    int err;    /* 0, or what the first failed append returned */
};

/* An empty buffer that never holds more than @max bytes. Allocates nothing. */
void wick_buf_init(struct wick_buf *buf, size_t max);

/* Frees the bytes. The buffer is empty, its ceiling kept, its error gone. */
void wick_buf_release(struct wick_buf *buf);

/* Empties the buffer and its error but keeps the storage for reuse. */
void wick_buf_reset(struct wick_buf *buf);

/*
 * The appends. Each returns 0, -WICK_ETOOBIG beyond the ceiling or -ENOMEM;
 * after a failure the buffer is released. Sources must not point into @buf.
 */
WICK_NODISCARD int wick_buf_append(struct wick_buf *buf, const void *bytes,
                                   size_t len);
WICK_NODISCARD int wick_buf_append_str(struct wick_buf *buf,
                                       struct wick_str str);
WICK_NODISCARD int wick_buf_append_cstr(struct wick_buf *buf, const char *text);
WICK_NODISCARD int wick_buf_append_byte(struct wick_buf *buf, char byte);
WICK_NODISCARD int wick_buf_append_u64(struct wick_buf *buf, uint64_t value);
WICK_PRINTF(2, 3)
WICK_NODISCARD int wick_buf_printf(struct wick_buf *buf, const char *format,
                                   ...);
WICK_PRINTF(2, 0)
WICK_NODISCARD int wick_buf_vprintf(struct wick_buf *buf, const char *format,
                                    va_list args);

/*
 * Makes room for @len more bytes and points @room at it; wick_buf_commit()
 * then counts what was written there. Fails as the appends do.
 */
WICK_NODISCARD int wick_buf_reserve(struct wick_buf *buf, size_t len,
                                    char **room);

/* Counts @len bytes, at most what was reserved, as part of the buffer. */
void wick_buf_commit(struct wick_buf *buf, size_t len);

/* Removes the first @len bytes; the rest moves to the front. */
void wick_buf_consume(struct wick_buf *buf, size_t len);

/* Cuts the buffer to @len bytes, at most its length. */
void wick_buf_truncate(struct wick_buf *buf, size_t len);

/*
 * Moves the NUL-terminated bytes to the caller, who frees them with
 * wick_free(); @len (may be NULL) gets their number. NULL, with the buffer
 * released, when an append had failed or the NUL of an empty one cannot be
 * allocated. The buffer is empty afterwards.
 */
WICK_NODISCARD char *wick_buf_take(struct wick_buf *buf, size_t *len);

/* The bytes as a slice, borrowed until the next change of the buffer. */
static inline struct wick_str wick_buf_get(const struct wick_buf *buf)
{
    return (struct wick_str){buf->data, buf->len};
}

/* The bytes as text, borrowed likewise; "" for an empty buffer. */
static inline const char *wick_buf_cstr(const struct wick_buf *buf)
{
    return buf->data ? buf->data : "";
}

/* 0, or the error of the first append that failed. */
WICK_NODISCARD static inline int wick_buf_err(const struct wick_buf *buf)
{
    return buf->err;
}

#endif
