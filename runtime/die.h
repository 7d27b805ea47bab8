/* SPDX-License-Identifier: MIT */
/*
 * Last words. Everything here works without memory: one buffer on the stack,
 * one write(2) to standard error.
 *
 * Two ends. wick_die() is for what cannot go on but is nobody's bug (out of
 * memory, no address space): a message and an exit status, so that the
 * platform reports an exit and not a signal. WICK_ASSERT() (base.h) is for
 * bugs: a message and SIGABRT, so that a debugger or a core shows the place.
 */
#ifndef WICK_DIE_H
#define WICK_DIE_H

#include "base.h"

/* The exit status of wick_die(); sysexits.h calls 70 "internal error". */
#define WICK_DIE_STATUS 70

/*
 * Prints "wick: fatal: " and the formatted message, cut at WICK_DIE_TEXT_MAX
 * bytes, on standard error and leaves with _exit(WICK_DIE_STATUS). No exit
 * handler runs and no buffer is flushed.
 */
WICK_PRINTF(1, 2)
WICK_NORETURN WICK_COLD void wick_die(const char *format, ...);

#endif
