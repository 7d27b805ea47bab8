/* SPDX-License-Identifier: MIT */
/*
 * What resolution wants to know of package.json files, each read once. The
 * fields of the wrong type count as absent, as Node has it.
 */
#ifndef WICK_PACKAGE_JSON_H
#define WICK_PACKAGE_JSON_H

#include "base.h"
#include "map.h"
#include "probe.h"
#include "str.h"

struct cJSON;

enum wick_package_type {
    WICK_PACKAGE_NONE, /* the file does not say */
    WICK_PACKAGE_COMMONJS,
    WICK_PACKAGE_MODULE
};

/* Lifetime: that of the cache. */
struct wick_package {
    bool exists; /* the file is there; all else is empty otherwise */
    enum wick_package_type type;
    struct wick_str name;        /* NULL: none */
    struct wick_str main;        /* NULL: none */
    const struct cJSON *exports; /* NULL: none, or null */
    const struct cJSON *imports; /* an object, or NULL */
    struct cJSON *document;      /* owns the above */
};

/* Lifetime: the caller's storage. */
struct wick_packages {
    struct wick_probe *probe;
    struct wick_map cache;
};

/* @probe is borrowed; sets the allocator of cJSON for the process. */
void wick_packages_init(struct wick_packages *packages,
                        struct wick_probe *probe);
void wick_packages_release(struct wick_packages *packages);

/*
 * The package.json of @directory, borrowed; never NULL on success. 0, or
 * -WICK_ESYNTAX for a file that is no JSON, -WICK_ETOOBIG for one beyond
 * WICK_PACKAGE_JSON_MAX. A file that cannot be read counts as absent.
 */
WICK_NODISCARD int wick_packages_read(struct wick_packages *packages,
                                      struct wick_str directory,
                                      const struct wick_package **package);

/*
 * The nearest package.json above the file @path: not beyond a node_modules.
 * @directory gets where it lies, a part of @path. What wick_packages_read()
 * returns; @package has exists false where there is none.
 */
WICK_NODISCARD int wick_packages_scope(struct wick_packages *packages,
                                       struct wick_str path,
                                       const struct wick_package **package,
                                       struct wick_str *directory);

/* Forgets which files were found not to be there. */
void wick_packages_forget_absent(struct wick_packages *packages);

/*
 * The value of @key in the object @map as JSON.parse() would leave it: of
 * equal keys the last one counts. NULL when there is none.
 */
const struct cJSON *wick_package_get(const struct cJSON *map,
                                     struct wick_str key);

/* Whether @item is the last of its key in @map, and so the one that counts. */
bool wick_package_is_current(const struct cJSON *map, const struct cJSON *item);

#endif
