/* SPDX-License-Identifier: MIT */
/*
 * Absolute paths as text: nothing here asks the file system, so ".." is taken
 * lexically, as Node's path.resolve() does.
 */
#ifndef WICK_PATH_H
#define WICK_PATH_H

#include "base.h"
#include "buf.h"
#include "str.h"

/*
 * Sets @out to @name as seen from the absolute @directory, without ".", ".."
 * and empty parts; an absolute @name ignores @directory. Neither may lie in
 * @out. 0, or -WICK_ETOOBIG past the ceiling of @out.
 */
WICK_NODISCARD int wick_path_resolve(struct wick_buf *out,
                                     struct wick_str directory,
                                     struct wick_str name);

/* Sets @out to @path as it is. 0, or -WICK_ETOOBIG. */
WICK_NODISCARD int wick_path_set(struct wick_buf *out, struct wick_str path);

/* The directory of an absolute path; "/" is its own. */
struct wick_str wick_path_dirname(struct wick_str path);

/* What follows the last slash. */
struct wick_str wick_path_basename(struct wick_str path);

/* Whether @path is @name or ends with a slash and @name. */
bool wick_path_ends_with_part(struct wick_str path, struct wick_str name);

/*
 * Appends @text with its %XX decoded; what is no such triple stays as it is.
 * 0, or -WICK_ETOOBIG.
 */
WICK_NODISCARD int wick_path_append_decoded(struct wick_buf *out,
                                            struct wick_str text);

/* Whether @text has a slash or backslash as %2F or %5C, of either case. */
bool wick_path_has_encoded_slash(struct wick_str text);

#endif
