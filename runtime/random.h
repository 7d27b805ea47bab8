/* SPDX-License-Identifier: MIT */
/*
 * Random bytes of the kernel's generator (getrandom(2)), in portions, so that
 * a UUID costs no system call. The pool is dropped when a process has been
 * restored from a snapshot: two copies of it would tell the same secrets.
 */
#ifndef WICK_RANDOM_H
#define WICK_RANDOM_H

#include "base.h"

/* Fills @len bytes at @out. Dies where the kernel has none to give. */
void wick_random_fill(void *out, size_t len);

/* Forgets what was drawn in advance. */
void wick_random_reset(void);

#endif
