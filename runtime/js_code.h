/* SPDX-License-Identifier: MIT */
/*
 * Bytecode of the function's modules, compiled ahead (`wick compile`) into
 * files beside the sources (code_cache.h). One that is stale or damaged is
 * ignored, and the source runs; with WICK_DEBUG set a line says what
 * happens.
 */
#ifndef WICK_JS_CODE_H
#define WICK_JS_CODE_H

#include "code_cache.h"
#include "js.h"
#include "str.h"

struct wick_jsc_source;

/*
 * A CommonJS module is a function: begin() makes @text a buffer that holds the
 * head of it, the caller appends the module's text, and finish() appends the
 * tail. It points @body at the module's text, in which a "#!" line has become
 * a comment and a byte order mark blanks. Fails where the text has left no
 * room for the tail.
 */
void wick_js_code_begin(struct wick_buf *text);
WICK_NODISCARD int wick_js_code_finish(struct wick_buf *text,
                                       struct wick_str *body);

/*
 * Gives @source, which is of @kind and was made from @text of the file @path,
 * its hash, and its bytecode when there is some.
 */
void wick_js_code_find(struct wick_jsc_source *source, const char *path,
                       enum wick_code_kind kind, struct wick_str text);

/* Makes the native of internal/compile. Once. */
void wick_js_code_init(struct wick_js *js);

/*
 * Compiles each of @count files and writes the bytecode beside it. Returns the
 * status to exit with, after a line on standard error for each that failed.
 */
int wick_js_code_run(struct wick_js *js, char *const paths[], int count);

#endif
