/* SPDX-License-Identifier: MIT */
/*
 * From the specifier of a require() or an import to a file, as Node does it:
 * relative paths, packages, package.json with main, exports and imports,
 * conditions, self references, directories, search paths, links.
 *
 * Pure but for the callbacks of probe.h. Errors are Node's, ready to be made
 * into JavaScript's. https://nodejs.org/api/modules.html#all-together,
 * https://nodejs.org/api/esm.html#resolution-algorithm-specification
 */
#ifndef WICK_RESOLVE_H
#define WICK_RESOLVE_H

#include "base.h"
#include "buf.h"
#include "package_json.h"
#include "probe.h"
#include "str.h"

enum wick_resolve_mode { WICK_RESOLVE_REQUIRE, WICK_RESOLVE_IMPORT };

/* Conditions of --conditions and extensions of require.extensions. */
#define WICK_RESOLVE_NAMES_MAX 32

/* A short list of names, owned. */
struct wick_resolve_names {
    char *names[WICK_RESOLVE_NAMES_MAX];
    size_t count;
};

/* Lifetime: the caller's storage. */
struct wick_resolver {
    struct wick_probe probe;
    struct wick_packages packages;
    bool (*is_builtin)(void *context, struct wick_str name);
    void *context;
    struct wick_resolve_names conditions;
    struct wick_resolve_names extensions;
    struct wick_resolve_names search; /* absolute directories of packages */
};

/*
 * A resolver that knows the extensions .js, .json and .node, no search paths
 * and no conditions of the user. @is_builtin(@context) says whether a name
 * without "node:" is a builtin module.
 */
void wick_resolver_init(struct wick_resolver *resolver,
                        const struct wick_probe_host *host,
                        bool (*is_builtin)(void *context, struct wick_str name),
                        void *context);
void wick_resolver_release(struct wick_resolver *resolver);

/* Empties @names; appends a copy of @name, which is ignored when full. */
void wick_resolve_names_clear(struct wick_resolve_names *names);
void wick_resolve_names_add(struct wick_resolve_names *names,
                            struct wick_str name);

/* Lifetime: one call. */
struct wick_resolve_request {
    enum wick_resolve_mode mode;
    struct wick_str specifier;
    /* The file that asks, absolute and real. */
    struct wick_str parent;
    /*
     * Of require: the directories to look in, in the place of those that
     * follow from @parent; NULL: those.
     */
    const struct wick_str *paths;
    size_t path_count;
};

/* What came of it. Lifetime: the caller's storage. */
struct wick_resolved {
    const char *code; /* Node's code of the error, or NULL: it was found */
    bool is_type_error;
    bool has_stack;          /* the message wants the require stack */
    bool is_builtin;         /* path is the name of a builtin */
    bool ends_with_slash;    /* private */
    struct wick_buf path;    /* the file, without links */
    struct wick_buf query;   /* of an import: "?search#hash", or empty */
    struct wick_buf message; /* of the error, or what is wrong all the same */
    struct wick_buf about; /* error.path, or of an import the path of error.url;
                              empty: none */
};

void wick_resolved_init(struct wick_resolved *resolved);
void wick_resolved_release(struct wick_resolved *resolved);

/*
 * Resolves @request into @resolved, which must be fresh. The specifier of an
 * import is a path, a bare name or "#name": URLs are the caller's.
 */
void wick_resolve(struct wick_resolver *resolver,
                  const struct wick_resolve_request *request,
                  struct wick_resolved *resolved);

/*
 * The type that the nearest package.json gives the file @path. 0 or, with
 * @resolved set to the error, what wick_packages_read() returned.
 */
WICK_NODISCARD int wick_resolve_type(struct wick_resolver *resolver,
                                     struct wick_str path,
                                     enum wick_package_type *type,
                                     struct wick_resolved *resolved);

#endif
