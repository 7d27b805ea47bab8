/* SPDX-License-Identifier: MIT */
/*
 * What the kernel says that this process occupies, from /proc/self/statm
 * (proc(5)): address space, resident pages, and which of those are pages of
 * files that can be dropped and read again.
 */
#ifndef WICK_FOOTPRINT_H
#define WICK_FOOTPRINT_H

#include "base.h"

/* All in bytes, counted in whole pages. */
struct wick_footprint {
    size_t mapped_bytes;   /* address space, touched or not */
    size_t resident_bytes; /* in memory, private_bytes and files together */
    size_t private_bytes;  /* of these, what no file holds */
};

/*
 * Fills @footprint: one system call, and a descriptor that stays open from the
 * first call on. Returns 0 or a negative errno of open(2) or pread(2) where
 * /proc is not mounted, -WICK_ESYNTAX where it says something else.
 */
WICK_NODISCARD int wick_footprint_get(struct wick_footprint *footprint);

#endif
