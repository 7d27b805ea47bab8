/* SPDX-License-Identifier: MIT */
/* The epoll back end. For loop.c alone. */
#ifndef WICK_LOOP_EPOLL_H
#define WICK_LOOP_EPOLL_H

#include "base.h"

struct wick_loop;

/*
 * Gives @loop its back end and state. 0, or a negative errno with a sentence
 * in @why (WICK_LOOP_WHY_SIZE bytes).
 */
WICK_NODISCARD int wick_loop_epoll_init(struct wick_loop *loop, char *why);

#endif
