/* SPDX-License-Identifier: MIT */
/*
 * What this executable is made of.
 */
#ifndef WICK_VERSION_H
#define WICK_VERSION_H

#include "base.h"

#include <stdio.h>

/* One library of the executable; constant. */
struct wick_library {
    const char *name;
    const char *version;
};

/* Generated from deps/: the libraries, and a hash of all inputs. */
extern const struct wick_library wick_libraries[];
extern const size_t wick_library_count;
extern const char wick_build_hash[];

/*
 * The Node.js whose behaviour is aimed at, and which the managed runtime of
 * Lambda that is compared with has: process.version, which libraries look at.
 * It moves when the tests are compared with another one.
 */
extern const char wick_node_version[];

/* The version of Wick itself. */
extern const char wick_version[];

/*
 * Prints the version, the build hash and a line a library. Returns 0, or
 * -errno when @out cannot be written to.
 */
WICK_NODISCARD int wick_version_print(FILE *out);

#endif
