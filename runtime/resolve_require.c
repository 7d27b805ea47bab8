/* SPDX-License-Identifier: MIT */
#include "limits.h"
#include "path.h"
#include "resolve_query.h"

/* Cannot find module '@path'; @package_json is its error.path. */
static enum wick_step target_not_found(struct wick_query *query,
                                       struct wick_str path,
                                       struct wick_str directory)
{
    enum wick_step step =
        wick_query_fail(query, "MODULE_NOT_FOUND", "Cannot find module '%.*s'",
                        WICK_STR_ARG(path));

    return wick_buf_printf(&query->out->about, "%.*s%spackage.json",
                           WICK_STR_ARG(directory),
                           directory.len > 1 ? "/" : "") < 0
               ? WICK_STEP_ERROR
               : step;
}

/*
 * After exports or imports of the package in @directory named a file: @step
 * with the file looked at, and an import's errors as require has them.
 */
static enum wick_step finish_target(struct wick_query *query,
                                    enum wick_step step,
                                    struct wick_str directory)
{
    struct wick_resolved *out = query->out;
    struct wick_buf real;

    if (step != WICK_STEP_FOUND || out->is_builtin) {
        return step;
    }
    wick_buf_init(&real, WICK_PATH_MAX);
    struct wick_buf path = out->path;
    if (wick_probe_path(&query->resolver->probe, wick_buf_get(&path), &real) ==
        WICK_PATH_FILE) {
        out->path = real;
        wick_buf_release(&path);
        return step;
    }
    wick_buf_release(&real);
    return target_not_found(query, wick_buf_get(&path), directory);
}

/* Sets out->path to the real path of @path@suffix where that is a file. */
static bool try_file(struct wick_query *query, struct wick_str path,
                     const char *suffix)
{
    struct wick_buf joined;

    wick_buf_init(&joined, WICK_PATH_MAX);
    bool is_found =
        wick_buf_append_str(&joined, path) == 0 &&
        wick_buf_append_cstr(&joined, suffix) == 0 &&
        wick_probe_path(&query->resolver->probe, wick_buf_get(&joined),
                        &query->out->path) == WICK_PATH_FILE;
    wick_buf_release(&joined);
    return is_found;
}

static bool try_extensions(struct wick_query *query, struct wick_str path)
{
    const struct wick_resolve_names *extensions = &query->resolver->extensions;

    for (size_t i = 0; i < extensions->count; i++) {
        if (try_file(query, path, extensions->names[i])) {
            return true;
        }
    }
    return false;
}

static bool try_index(struct wick_query *query, struct wick_str directory)
{
    struct wick_buf index;

    wick_buf_init(&index, WICK_PATH_MAX);
    bool is_found =
        wick_path_resolve(&index, directory, WICK_STR("index")) == 0 &&
        try_extensions(query, wick_buf_get(&index));
    wick_buf_release(&index);
    return is_found;
}

/* It was found, though @main of the package in @path names nothing. */
static enum wick_step name_bad_main(struct wick_query *query,
                                    struct wick_str path, struct wick_str main)
{
    int err = wick_buf_printf(&query->out->message,
                              "Invalid 'main' field in '%.*s%spackage.json' "
                              "of '%.*s'. Please either fix that or report it "
                              "to the module author",
                              WICK_STR_ARG(path), path.len > 1 ? "/" : "",
                              WICK_STR_ARG(main));

    return err < 0 ? WICK_STEP_ERROR : WICK_STEP_FOUND;
}

/* The module that the directory @path stands for; @real is where it lies. */
static enum wick_step try_main(struct wick_query *query, struct wick_str path,
                               struct wick_str real)
{
    const struct wick_package *package;
    struct wick_buf main;
    enum wick_step step = WICK_STEP_ABSENT;

    if (wick_packages_read(&query->resolver->packages, real, &package) < 0) {
        return wick_query_bad_package(query, path, NULL);
    }
    if (package->main.len == 0) {
        return try_index(query, path) ? WICK_STEP_FOUND : WICK_STEP_ABSENT;
    }
    wick_buf_init(&main, WICK_PATH_MAX);
    if (wick_path_resolve(&main, path, package->main) == 0) {
        struct wick_str target = wick_buf_get(&main);

        if (try_file(query, target, "") || try_extensions(query, target) ||
            try_index(query, target)) {
            step = WICK_STEP_FOUND;
        } else if (try_index(query, path)) {
            step = name_bad_main(query, path, package->main);
        } else {
            step = wick_query_fail(query, "MODULE_NOT_FOUND",
                                   "Cannot find module '%.*s'. Please verify "
                                   "that the package.json has a valid \"main\" "
                                   "entry",
                                   WICK_STR_ARG(target));
            if (wick_buf_printf(&query->out->about, "%.*s%spackage.json",
                                WICK_STR_ARG(path),
                                path.len > 1 ? "/" : "") < 0) {
                step = WICK_STEP_ERROR;
            }
        }
    }
    wick_buf_release(&main);
    return step;
}

/* The file or directory @path; @is_directory: nothing else will do. */
static enum wick_step try_path(struct wick_query *query, struct wick_str path,
                               bool is_directory)
{
    struct wick_buf real;
    enum wick_step step = WICK_STEP_ABSENT;

    wick_buf_init(&real, WICK_PATH_MAX);
    enum wick_path_kind kind =
        wick_probe_path(&query->resolver->probe, path, &real);
    if (kind == WICK_PATH_FILE && !is_directory) {
        wick_buf_release(&query->out->path);
        query->out->path = real;
        return WICK_STEP_FOUND;
    }
    if (!is_directory && try_extensions(query, path)) {
        step = WICK_STEP_FOUND;
    } else if (kind == WICK_PATH_DIRECTORY) {
        step = try_main(query, path, wick_buf_get(&real));
    }
    wick_buf_release(&real);
    return step;
}

static bool ends_like_directory(struct wick_str specifier)
{
    struct wick_str last = wick_path_basename(specifier);

    return last.len == 0 || wick_str_eq(last, WICK_STR(".")) ||
           wick_str_eq(last, WICK_STR(".."));
}

static enum wick_step try_relative(struct wick_query *query,
                                   struct wick_str directory,
                                   struct wick_str specifier)
{
    struct wick_buf path;
    enum wick_step step = WICK_STEP_ABSENT;

    wick_buf_init(&path, WICK_PATH_MAX);
    if (wick_path_resolve(&path, directory, specifier) == 0) {
        step = try_path(query, wick_buf_get(&path),
                        ends_like_directory(specifier));
    }
    wick_buf_release(&path);
    return step;
}

/*
 * The length of the package's name at the start of @specifier, or 0 where
 * there can be no exports: a name that begins with a dot or has "%" or "\".
 */
static size_t name_len(struct wick_str specifier)
{
    size_t at = 0;

    if (wick_str_starts_with(specifier, WICK_STR("@"))) {
        size_t slash = wick_str_find_byte(specifier, '/');

        if (slash == WICK_STR_NONE || slash == 1) {
            return 0;
        }
        at = slash + 1;
    }
    if (at == specifier.len || specifier.ptr[at] == '.') {
        return 0;
    }
    size_t len = wick_str_find_byte(wick_str_from_index(specifier, at), '/');
    len = len == WICK_STR_NONE ? specifier.len : at + len;
    struct wick_str name = wick_str_slice(specifier, 0, len);
    return len == at || wick_str_find_byte(name, '%') != WICK_STR_NONE ||
                   wick_str_find_byte(name, '\\') != WICK_STR_NONE
               ? 0
               : len;
}

/* "." and what follows the package's name in @specifier, through exports. */
static enum wick_step try_exports(struct wick_query *query,
                                  const struct wick_package *package,
                                  struct wick_str home,
                                  struct wick_str specifier)
{
    struct wick_buf subpath;
    enum wick_step step = WICK_STEP_ABSENT;

    wick_buf_init(&subpath, WICK_PATH_MAX);
    if (wick_buf_append_byte(&subpath, '.') == 0 &&
        wick_buf_append_str(
            &subpath, wick_str_from_index(specifier, name_len(specifier))) ==
            0) {
        step = wick_query_exports(query, package, home, wick_buf_get(&subpath));
        step = finish_target(query, step, home);
    }
    wick_buf_release(&subpath);
    return step;
}

/* The package of @specifier in @directory by its exports, where it has any. */
static enum wick_step try_package_exports(struct wick_query *query,
                                          struct wick_str directory,
                                          struct wick_str specifier)
{
    struct wick_buf home;
    struct wick_buf real;
    const struct wick_package *package;
    enum wick_step step = WICK_STEP_ABSENT;
    size_t len = name_len(specifier);

    wick_buf_init(&home, WICK_PATH_MAX);
    wick_buf_init(&real, WICK_PATH_MAX);
    if (len > 0 &&
        wick_path_resolve(&home, directory,
                          wick_str_slice(specifier, 0, len)) == 0 &&
        wick_probe_is_directory(&query->resolver->probe, wick_buf_get(&home),
                                &real)) {
        if (wick_packages_read(&query->resolver->packages, wick_buf_get(&real),
                               &package) < 0) {
            step = wick_query_bad_package(query, wick_buf_get(&home), NULL);
        } else if (package->exports) {
            step = try_exports(query, package, wick_buf_get(&home), specifier);
        }
    }
    wick_buf_release(&real);
    wick_buf_release(&home);
    return step;
}

/* @sought, a specifier, below @directory, which holds packages. */
static enum wick_step try_directory(struct wick_query *query,
                                    struct wick_str directory,
                                    const void *sought)
{
    struct wick_str specifier = *(const struct wick_str *)sought;
    struct wick_buf real;
    enum wick_step step;

    wick_buf_init(&real, WICK_PATH_MAX);
    bool is_directory =
        wick_probe_is_directory(&query->resolver->probe, directory, &real);
    wick_buf_release(&real);
    if (!is_directory) {
        return WICK_STEP_ABSENT;
    }
    struct wick_str base = query->base;
    query->base = WICK_STR("");
    step = try_package_exports(query, directory, specifier);
    query->base = base;
    return step == WICK_STEP_ABSENT ? try_relative(query, directory, specifier)
                                    : step;
}

/* The package that @parent is in, where @specifier begins with its name. */
static enum wick_step try_self(struct wick_query *query, struct wick_str parent,
                               struct wick_str specifier)
{
    const struct wick_package *package;
    struct wick_str home;

    if (wick_packages_scope(&query->resolver->packages, parent, &package,
                            &home) < 0) {
        return wick_query_bad_package(query, home, NULL);
    }
    size_t len = name_len(specifier);
    if (!package->exports || !package->name.ptr || len == 0 ||
        !wick_str_eq(package->name, wick_str_slice(specifier, 0, len))) {
        return WICK_STEP_ABSENT;
    }
    return try_exports(query, package, home, specifier);
}

/* "#name". An import's "not found" is require's. */
static enum wick_step try_imports(struct wick_query *query,
                                  const struct wick_resolve_request *request)
{
    const struct wick_package *package;
    struct wick_str home;

    if (wick_packages_scope(&query->resolver->packages, request->parent,
                            &package, &home) < 0) {
        return wick_query_bad_package(query, home, NULL);
    }
    if (!package->imports) {
        return WICK_STEP_ABSENT;
    }
    enum wick_step step =
        wick_query_imports(query, request->parent, request->specifier);
    if (step == WICK_STEP_ERROR &&
        wick_str_eq(wick_str_from(query->out->code),
                    WICK_STR("ERR_MODULE_NOT_FOUND"))) {
        return wick_query_fail(query, "MODULE_NOT_FOUND",
                               "Cannot find module '%.*s'",
                               WICK_STR_ARG(request->specifier));
    }
    return finish_target(query, step, home);
}

static enum wick_step resolve(struct wick_query *query,
                              const struct wick_resolve_request *request)
{
    struct wick_str specifier = request->specifier;
    enum wick_step step = WICK_STEP_ABSENT;

    if (wick_str_starts_with(specifier, WICK_STR("#"))) {
        step = try_imports(query, request);
    }
    if (step != WICK_STEP_ABSENT || specifier.len == 0) {
        return step;
    }
    if (wick_str_starts_with(specifier, WICK_STR("/"))) {
        return try_relative(query, WICK_STR("/"), specifier);
    }
    if (wick_query_is_relative(specifier) && !request->paths) {
        return try_relative(query, wick_path_dirname(request->parent),
                            specifier);
    }
    if (!wick_query_is_relative(specifier)) {
        step = try_self(query, request->parent, specifier);
    }
    for (size_t i = 0;
         step == WICK_STEP_ABSENT && request->paths && i < request->path_count;
         i++) {
        step = wick_query_is_relative(specifier)
                   ? try_relative(query, request->paths[i], specifier)
                   : try_directory(query, request->paths[i], &specifier);
    }
    if (step == WICK_STEP_ABSENT && !request->paths) {
        step = wick_query_directories(query, request->parent, try_directory,
                                      &specifier);
    }
    return step;
}

void wick_query_require(struct wick_query *query,
                        const struct wick_resolve_request *request)
{
    enum wick_step step = resolve(query, request);

    if (step == WICK_STEP_ABSENT || step == WICK_STEP_NULL) {
        (void)wick_query_fail(query, "MODULE_NOT_FOUND",
                              "Cannot find module '%.*s'",
                              WICK_STR_ARG(request->specifier));
        query->out->has_stack = true;
    }
}
