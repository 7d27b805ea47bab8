/* SPDX-License-Identifier: MIT */
/*
 * Whole files, synchronously: what is read before there is a loop.
 */
#ifndef WICK_FILE_H
#define WICK_FILE_H

#include "base.h"

struct wick_buf;

/*
 * Appends the contents of the file @path to @buf. Returns 0 or a negative
 * code: of open(2) and read(2), -EISDIR, -WICK_ETOOBIG for a file that is not
 * smaller than the ceiling of @buf (which is then empty).
 */
WICK_NODISCARD int wick_file_read(const char *path, struct wick_buf *buf);

/* The same from where the descriptor @fd stands, which stays open. */
WICK_NODISCARD int wick_file_read_fd(int fd, struct wick_buf *buf);

/* Writes all @len bytes to @fd, through EINTR and EAGAIN. 0 or -errno. */
WICK_NODISCARD int wick_file_write_all(int fd, const char *bytes, size_t len);

/*
 * Puts something that takes every write in the place of each of the three
 * standard descriptors that is closed. Else the next socket that is opened
 * would be standard output, and lines of a log would go to its peer. Before
 * anything else is opened.
 */
void wick_file_open_standard(void);

#endif
