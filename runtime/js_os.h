/* SPDX-License-Identifier: MIT */
/*
 * What node:os asks of the kernel by calls; the rest it reads from /proc.
 */
#ifndef WICK_JS_OS_H
#define WICK_JS_OS_H

#include "js.h"

/* Puts the functions on js->native. */
void wick_js_os_init(struct wick_js *js);

#endif
