/* SPDX-License-Identifier: MIT */
/*
 * The natives of Buffer, TextEncoder, TextDecoder, atob and btoa: bytes to
 * strings and back, search, comparison.
 */
#ifndef WICK_JS_BYTES_H
#define WICK_JS_BYTES_H

#include "js.h"

/* Puts them on @object: the binding "bytes". */
void wick_js_bytes_fill(struct wick_js *js, JSObjectRef object);

#endif
