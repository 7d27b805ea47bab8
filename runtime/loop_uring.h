/* SPDX-License-Identifier: MIT */
/* The io_uring back end. For loop.c alone. */
#ifndef WICK_LOOP_URING_H
#define WICK_LOOP_URING_H

#include "base.h"

struct wick_loop;

/*
 * Gives @loop its back end and state. 0, or a negative errno with a sentence
 * in @why (WICK_LOOP_WHY_SIZE bytes) where io_uring is not usable.
 */
WICK_NODISCARD int wick_loop_uring_init(struct wick_loop *loop, char *why);

#endif
