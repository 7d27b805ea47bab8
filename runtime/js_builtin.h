/* SPDX-License-Identifier: MIT */
/*
 * The JavaScript that is part of the executable: a table of sources in
 * .rodata, made by embed/embed.sh from js/manifest, each evaluated when it is
 * first required. A builtin is a function wrapper
 * (function (native, require, exports, primordials) { ... }).
 *
 * It runs from bytecode that was compiled with the executable
 * (embed/compile.c) and is read where it lies; the source is there for what is
 * asked for its text, and for a bytecode that the engine refuses.
 */
#ifndef WICK_JS_BUILTIN_H
#define WICK_JS_BUILTIN_H

#include "js.h"

/* One builtin; constant. */
struct wick_builtin {
    const char *name; /* "internal/inspect" */
    const char *url;  /* "builtin:internal/inspect.js", of stack traces */
    const char *text; /* ASCII */
    uint32_t len;
    uint32_t hash;
};

/* The table, sorted by name. */
extern const struct wick_builtin wick_builtins[];
extern const size_t wick_builtin_count;

/* The bytecode of each, in the order of the table. */
struct wick_builtin_bytecode {
    const uint8_t *bytes;
    uint64_t len;
};
extern const struct wick_builtin_bytecode wick_builtin_bytecode[];

/* How many have been evaluated so far. */
size_t wick_js_builtin_evaluated(void);

/* Makes require() and the primordials. Once, after the natives. 0 or
 * -WICK_EEXCEPTION with @exc set. */
WICK_NODISCARD int wick_js_builtin_init(struct wick_js *js, JSValueRef *exc);

/*
 * The exports of the builtin @name, which is loaded if it has not been. NULL
 * with @exc set when there is none of that name or when it threw.
 */
JSObjectRef wick_js_builtin_require(struct wick_js *js, const char *name,
                                    JSValueRef *exc);

#endif
