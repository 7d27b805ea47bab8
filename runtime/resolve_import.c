/* SPDX-License-Identifier: MIT */
#include "limits.h"
#include "path.h"
#include "resolve_query.h"

static bool is_file(struct wick_query *query, struct wick_str path)
{
    struct wick_buf real;

    wick_buf_init(&real, WICK_PATH_MAX);
    enum wick_path_kind kind =
        wick_probe_path(&query->resolver->probe, path, &real);
    wick_buf_release(&real);
    return kind == WICK_PATH_FILE;
}

/* Sets out->path to @directory/@name@suffix where that is a file. */
static bool try_file(struct wick_query *query, struct wick_str directory,
                     struct wick_str name, const char *suffix)
{
    struct wick_buf joined;
    struct wick_buf *path = &query->out->path;

    wick_buf_init(&joined, WICK_PATH_MAX);
    bool is_found =
        wick_buf_append_str(&joined, name) == 0 &&
        wick_buf_append_cstr(&joined, suffix) == 0 &&
        wick_path_resolve(path, directory, wick_buf_get(&joined)) == 0 &&
        is_file(query, wick_buf_get(path));
    wick_buf_release(&joined);
    return is_found;
}

/* The main module of a package without exports. */
static enum wick_step resolve_main(struct wick_query *query,
                                   const struct wick_package *package,
                                   struct wick_str home)
{
    static const char *const main_suffixes[] = {
        "", ".js", ".json", ".node", "/index.js", "/index.json", "/index.node",
    };
    static const char *const suffixes[] = {".js", ".json", ".node"};

    for (size_t i = 0; package->main.ptr && i < ARRAY_LEN(main_suffixes); i++) {
        if (try_file(query, home, package->main, main_suffixes[i])) {
            return WICK_STEP_FOUND;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(suffixes); i++) {
        if (try_file(query, home, WICK_STR("index"), suffixes[i])) {
            return WICK_STEP_FOUND;
        }
    }
    return wick_query_fail(query, "ERR_MODULE_NOT_FOUND",
                           "Cannot find package '%.*s/' imported from %.*s",
                           WICK_STR_ARG(home), WICK_STR_ARG(query->base));
}

/* The parts of a bare specifier. Borrowed from it. */
struct bare {
    struct wick_str name;
    struct wick_str rest; /* empty, or from the slash on */
};

/* False for what can be no package's name. */
static bool parse_bare(struct wick_str specifier, struct bare *bare)
{
    size_t slash = wick_str_find_byte(specifier, '/');

    if (wick_str_starts_with(specifier, WICK_STR("@"))) {
        if (slash == WICK_STR_NONE) {
            return false;
        }
        size_t next =
            wick_str_find_byte(wick_str_from_index(specifier, slash + 1), '/');
        slash = next == WICK_STR_NONE ? WICK_STR_NONE : slash + 1 + next;
    }
    bare->name = wick_str_slice(specifier, 0, slash);
    bare->rest = slash == WICK_STR_NONE ? WICK_STR("")
                                        : wick_str_from_index(specifier, slash);
    return bare->name.len > 0 && bare->name.ptr[0] != '.' &&
           wick_str_find_byte(bare->name, '%') == WICK_STR_NONE &&
           wick_str_find_byte(bare->name, '\\') == WICK_STR_NONE;
}

/* What @bare means in its package, which lies at @home. */
static enum wick_step enter_package(struct wick_query *query,
                                    struct wick_str home,
                                    const struct wick_package *package,
                                    const struct bare *bare)
{
    struct wick_buf subpath;
    enum wick_step step = WICK_STEP_NULL;

    wick_buf_init(&subpath, WICK_PATH_MAX);
    if (wick_buf_append_byte(&subpath, '.') == 0 &&
        wick_buf_append_str(&subpath, bare->rest) == 0) {
        if (package->exports) {
            step = wick_query_exports(query, package, home,
                                      wick_buf_get(&subpath));
        } else if (bare->rest.len == 0) {
            step = resolve_main(query, package, home);
        } else {
            step = wick_query_set_url_path(query, home, wick_buf_get(&subpath));
        }
    }
    wick_buf_release(&subpath);
    return step;
}

/* The package of @sought, a struct bare, in @directory, which holds packages.
 */
static enum wick_step try_directory(struct wick_query *query,
                                    struct wick_str directory,
                                    const void *sought)
{
    const struct bare *bare = sought;
    struct wick_buf home;
    struct wick_buf real;
    const struct wick_package *package;
    enum wick_step step = WICK_STEP_ABSENT;

    wick_buf_init(&home, WICK_PATH_MAX);
    wick_buf_init(&real, WICK_PATH_MAX);
    if (wick_probe_is_directory(&query->resolver->probe, directory, &real) &&
        wick_path_resolve(&home, directory, bare->name) == 0 &&
        wick_probe_is_directory(&query->resolver->probe, wick_buf_get(&home),
                                &real)) {
        step = wick_packages_read(&query->resolver->packages,
                                  wick_buf_get(&real), &package) < 0
                   ? wick_query_bad_package(query, wick_buf_get(&home), NULL)
                   : enter_package(query, wick_buf_get(&home), package, bare);
    }
    wick_buf_release(&real);
    wick_buf_release(&home);
    return step;
}

/* The package that @parent itself is in, where it is named so and has
 * exports. */
static enum wick_step try_self(struct wick_query *query, struct wick_str parent,
                               const struct bare *bare)
{
    const struct wick_package *package;
    struct wick_str home;

    if (wick_packages_scope(&query->resolver->packages, parent, &package,
                            &home) < 0) {
        return wick_query_bad_package(query, home, NULL);
    }
    if (!package->exports || !package->name.ptr ||
        !wick_str_eq(package->name, bare->name)) {
        return WICK_STEP_ABSENT;
    }
    return enter_package(query, home, package, bare);
}

enum wick_step wick_query_package(struct wick_query *query,
                                  struct wick_str parent,
                                  struct wick_str specifier)
{
    struct bare bare;
    enum wick_step step;

    query->out->ends_with_slash = false;
    if (query->resolver->is_builtin(query->resolver->context, specifier)) {
        query->out->is_builtin = true;
        return wick_path_set(&query->out->path, specifier) < 0
                   ? WICK_STEP_NULL
                   : WICK_STEP_FOUND;
    }
    if (!parse_bare(specifier, &bare)) {
        return wick_query_bad_specifier(query, specifier,
                                        "is not a valid package name");
    }
    step = try_self(query, parent, &bare);
    if (step == WICK_STEP_ABSENT) {
        step = wick_query_directories(query, parent, try_directory, &bare);
    }
    if (step != WICK_STEP_ABSENT) {
        return step;
    }
    return wick_query_fail(query, "ERR_MODULE_NOT_FOUND",
                           "Cannot find package '%.*s' imported from %.*s",
                           WICK_STR_ARG(bare.name), WICK_STR_ARG(query->base));
}

enum wick_step wick_query_finish_import(struct wick_query *query)
{
    struct wick_resolved *out = query->out;
    struct wick_buf real;
    enum wick_step step = WICK_STEP_FOUND;
    struct wick_buf path;

    wick_buf_init(&real, WICK_PATH_MAX);
    enum wick_path_kind kind = wick_probe_path(&query->resolver->probe,
                                               wick_buf_get(&out->path), &real);
    path = out->path;
    if (kind == WICK_PATH_FILE && !out->ends_with_slash) {
        out->path = real;
        wick_buf_release(&path);
        return step;
    }
    wick_buf_release(&real);
    const char *slash = out->ends_with_slash && path.len > 1 ? "/" : "";
    if (kind == WICK_PATH_DIRECTORY || out->ends_with_slash) {
        step = wick_query_fail(query, "ERR_UNSUPPORTED_DIR_IMPORT",
                               "Directory import '%.*s%s' is not supported "
                               "resolving ES modules imported from %.*s",
                               WICK_STR_ARG(wick_buf_get(&path)), slash,
                               WICK_STR_ARG(query->base));
    } else {
        step = wick_query_fail(query, "ERR_MODULE_NOT_FOUND",
                               "Cannot find module '%.*s' imported from %.*s",
                               WICK_STR_ARG(wick_buf_get(&path)),
                               WICK_STR_ARG(query->base));
    }
    return wick_buf_printf(&out->about, "%.*s%s",
                           WICK_STR_ARG(wick_buf_get(&path)), slash) < 0
               ? WICK_STEP_ERROR
               : step;
}

void wick_query_import(struct wick_query *query,
                       const struct wick_resolve_request *request)
{
    struct wick_str specifier = request->specifier;
    enum wick_step step;

    if (wick_query_is_relative(specifier) ||
        wick_str_starts_with(specifier, WICK_STR("/"))) {
        step = wick_query_set_url_path(
            query, wick_path_dirname(request->parent), specifier);
    } else if (wick_str_starts_with(specifier, WICK_STR("#"))) {
        step = wick_query_imports(query, request->parent, specifier);
    } else {
        step = wick_query_package(query, request->parent, specifier);
    }
    if (step == WICK_STEP_FOUND && !query->out->is_builtin) {
        (void)wick_query_finish_import(query);
    } else if (step == WICK_STEP_NULL || step == WICK_STEP_ABSENT) {
        /* Longer than any path can be. */
        (void)wick_query_fail(query, "ERR_MODULE_NOT_FOUND",
                              "Cannot find module '%.*s' imported from %.*s",
                              WICK_STR_ARG(specifier),
                              WICK_STR_ARG(query->base));
    }
}
