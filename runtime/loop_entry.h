/* SPDX-License-Identifier: MIT */
/*
 * Operations as entries of the submission ring. Knows nothing of the loop.
 * For loop_uring.c alone.
 */
#ifndef WICK_LOOP_ENTRY_H
#define WICK_LOOP_ENTRY_H

#include <liburing.h>

#include "base.h"
#include "op.h"

/*
 * Describes what is left to do of @op, of any kind but whole-file reads and
 * calls. user_data is left to the caller.
 */
void wick_entry_prepare(struct io_uring_sqe *entry, struct wick_op *op);

/* The same for the first piece alone, and of it at most @len bytes. */
void wick_entry_prepare_short(struct io_uring_sqe *entry, struct wick_op *op,
                              size_t len);

/* Waits until @op's descriptor is ready for it. */
void wick_entry_prepare_retry(struct io_uring_sqe *entry,
                              const struct wick_op *op);

#endif
