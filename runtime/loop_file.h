/* SPDX-License-Identifier: MIT */
/*
 * File operations without a ring: done at once on the loop's thread. A system
 * call on a local file costs less than waking a thread and being woken by it,
 * and a small function has a fraction of one CPU for both. What can take
 * arbitrarily long goes to a worker: a FIFO without a peer, a terminal,
 * fsync.
 */
#ifndef WICK_LOOP_FILE_H
#define WICK_LOOP_FILE_H

#include "base.h"
#include "op.h"

/*
 * Whether a short read of a regular file at @path can be taken for its end:
 * not where the path may lead to the kernel's own file systems.
 */
bool wick_loop_is_plain_path(const char *path);

/*
 * Runs the file operation or call @op on this thread and ends it; hands it to
 * a worker instead when it could block for long. @op is in no queue.
 */
void wick_loop_run_file(struct wick_loop *loop, struct wick_op *op);

/*
 * Ends the open @op with the ring's @result. The kernel opens as if
 * O_NONBLOCK were given and takes the flag off afterwards, so that a FIFO
 * without a peer does not wait. It is found out here and handed to a worker,
 * which waits; until then the descriptor stays open, for a peer that has seen
 * it already.
 */
void wick_loop_finish_open(struct wick_loop *loop, struct wick_op *op,
                           int64_t result);

#endif
