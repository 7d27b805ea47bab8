/* SPDX-License-Identifier: MIT */
/*
 * What the files resolve*.c share: one resolution under way.
 */
#ifndef WICK_RESOLVE_QUERY_H
#define WICK_RESOLVE_QUERY_H

#include "resolve.h"

/* Lifetime: one wick_resolve(). */
struct wick_query {
    struct wick_resolver *resolver;
    enum wick_resolve_mode mode; /* which conditions hold */
    struct wick_str base;        /* "imported from" of messages; may be empty */
    struct wick_resolved *out;
};

/* What a step came to. */
enum wick_step {
    WICK_STEP_ABSENT, /* go on elsewhere */
    WICK_STEP_NULL,   /* a package says that there is nothing */
    WICK_STEP_FOUND,  /* out->path has it; not looked at yet */
    WICK_STEP_ERROR   /* out has the error */
};

/* Sets the error of @out; is_type_error and about are the caller's. */
WICK_PRINTF(3, 4)
enum wick_step wick_query_fail(struct wick_query *query, const char *code,
                               const char *format, ...);

/* The error of a package.json in @directory that is no JSON (@why NULL) or
 * says what it must not. */
enum wick_step wick_query_bad_package(struct wick_query *query,
                                      struct wick_str directory,
                                      const char *why);

/* Invalid module "@name" @reason. */
enum wick_step wick_query_bad_specifier(struct wick_query *query,
                                        struct wick_str name,
                                        const char *reason);

/* Sets out->path to @text, part of a URL, below @directory. */
enum wick_step wick_query_set_url_path(struct wick_query *query,
                                       struct wick_str directory,
                                       struct wick_str text);

/* Looks for what @sought says in @directory, which may hold packages. */
typedef enum wick_step wick_query_try_fn(struct wick_query *query,
                                         struct wick_str directory,
                                         const void *sought);

/* @try_directory in every node_modules above @parent, then in the search paths,
 * until one is not absent. */
enum wick_step wick_query_directories(struct wick_query *query,
                                      struct wick_str parent,
                                      wick_query_try_fn *try_directory,
                                      const void *sought);

/* Whether @specifier begins with "./" or "../", or is "." or "..". */
bool wick_query_is_relative(struct wick_str specifier);

/* resolve_exports.c: the entry of @package in @directory for @subpath, "." or
 * "./x". */
enum wick_step wick_query_exports(struct wick_query *query,
                                  const struct wick_package *package,
                                  struct wick_str directory,
                                  struct wick_str subpath);

/* The entry for @name, "#x", of the package that the file @parent is in. */
enum wick_step wick_query_imports(struct wick_query *query,
                                  struct wick_str parent, struct wick_str name);

/* resolve_import.c: the package of the bare @specifier as a module in the
 * file @parent imports it. */
enum wick_step wick_query_package(struct wick_query *query,
                                  struct wick_str parent,
                                  struct wick_str specifier);

/* What out->path stands for, as an import looks at it. */
enum wick_step wick_query_finish_import(struct wick_query *query);

void wick_query_import(struct wick_query *query,
                       const struct wick_resolve_request *request);

/* resolve_require.c */
void wick_query_require(struct wick_query *query,
                        const struct wick_resolve_request *request);

#endif
