/* SPDX-License-Identifier: MIT */
/*
 * The link has calls of the engine, of libraries and of the allocator come here
 * first (--wrap of link.mk): what is mapped and allocated is counted before it
 * is, and what the kernel refuses and nothing can go on without ends the
 * process with a sentence instead of a signal.
 *
 * Until wick_js_wraps_started() that is any mapping, and a matter of the limits
 * that the process was started with: status 1, and what a start takes. After it
 * a refused allocation is an error of the program's where the engine can throw
 * one, and where it cannot wick_die() says why.
 */
#ifndef WICK_JS_WRAPS_H
#define WICK_JS_WRAPS_H

#include "base.h"

/* Everything a start takes is there. Once. */
void wick_js_wraps_started(void);

#endif
