/* SPDX-License-Identifier: MIT */
/*
 * What a CommonJS module exports, found by its text: import { name } of it
 * has to be linked before it has run. The forms are those that Node finds
 * (https://nodejs.org/api/esm.html#commonjs-namespaces): assignments to
 * exports, object literals and require() assigned to module.exports,
 * Object.defineProperty(), and what compilers make of export statements.
 */
#ifndef WICK_CJS_LEXER_H
#define WICK_CJS_LEXER_H

#include "base.h"
#include "buf.h"
#include "str.h"

/*
 * Appends to @names the names that the module @source exports, each with a NUL
 * behind it, and likewise to @requests the modules whose exports are its own
 * too. A name may come more than once. Linear in the length of @source. 0, or
 * -WICK_ETOOBIG past the ceiling of a buffer.
 */
WICK_NODISCARD int wick_cjs_exports(struct wick_str source,
                                    struct wick_buf *names,
                                    struct wick_buf *requests);

#endif
