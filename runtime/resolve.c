/* SPDX-License-Identifier: MIT */
#include "resolve.h"

#include <stdarg.h>

#include "err.h"
#include "limits.h"
#include "mem.h"
#include "path.h"
#include "resolve_query.h"

/* A message has at most four paths and a target of a package.json in it. */
#define MESSAGE_MAX (WICK_PACKAGE_JSON_MAX + 8 * (size_t)WICK_PATH_MAX)

void wick_resolve_names_clear(struct wick_resolve_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        wick_free(names->names[i]);
    }
    names->count = 0;
}

void wick_resolve_names_add(struct wick_resolve_names *names,
                            struct wick_str name)
{
    if (names->count < WICK_RESOLVE_NAMES_MAX) {
        names->names[names->count++] = wick_dup(name.ptr, name.len);
    }
}

void wick_resolver_init(struct wick_resolver *resolver,
                        const struct wick_probe_host *host,
                        bool (*is_builtin)(void *context, struct wick_str name),
                        void *context)
{
    *resolver = (struct wick_resolver){
        .is_builtin = is_builtin,
        .context = context,
    };
    wick_probe_init(&resolver->probe, host);
    wick_packages_init(&resolver->packages, &resolver->probe);
    wick_resolve_names_add(&resolver->extensions, WICK_STR(".js"));
    wick_resolve_names_add(&resolver->extensions, WICK_STR(".json"));
    wick_resolve_names_add(&resolver->extensions, WICK_STR(".node"));
}

void wick_resolver_release(struct wick_resolver *resolver)
{
    wick_packages_release(&resolver->packages);
    wick_probe_release(&resolver->probe);
    wick_resolve_names_clear(&resolver->conditions);
    wick_resolve_names_clear(&resolver->extensions);
    wick_resolve_names_clear(&resolver->search);
}

void wick_resolved_init(struct wick_resolved *resolved)
{
    *resolved = (struct wick_resolved){0};
    wick_buf_init(&resolved->path, WICK_PATH_MAX);
    wick_buf_init(&resolved->query, WICK_PATH_MAX);
    wick_buf_init(&resolved->message, MESSAGE_MAX);
    wick_buf_init(&resolved->about, 2 * (size_t)WICK_PATH_MAX);
}

void wick_resolved_release(struct wick_resolved *resolved)
{
    wick_buf_release(&resolved->path);
    wick_buf_release(&resolved->query);
    wick_buf_release(&resolved->message);
    wick_buf_release(&resolved->about);
}

enum wick_step wick_query_fail(struct wick_query *query, const char *code,
                               const char *format, ...)
{
    struct wick_resolved *out = query->out;
    va_list args;

    wick_buf_reset(&out->message);
    va_start(args, format);
    if (wick_buf_vprintf(&out->message, format, args) < 0) {
        wick_buf_reset(&out->message);
    }
    va_end(args);
    out->code = code;
    out->is_type_error = false;
    out->has_stack = false;
    wick_buf_reset(&out->about);
    return WICK_STEP_ERROR;
}

enum wick_step wick_query_bad_package(struct wick_query *query,
                                      struct wick_str directory,
                                      const char *why)
{
    return wick_query_fail(
        query, "ERR_INVALID_PACKAGE_CONFIG",
        "Invalid package config %.*s%spackage.json%s%.*s.%s%s",
        WICK_STR_ARG(directory), directory.len > 1 ? "/" : "",
        query->base.len > 0 ? " while importing " : "",
        WICK_STR_ARG(query->base), why ? " " : "", why ? why : "");
}

enum wick_step wick_query_bad_specifier(struct wick_query *query,
                                        struct wick_str name,
                                        const char *reason)
{
    enum wick_step step =
        wick_query_fail(query, "ERR_INVALID_MODULE_SPECIFIER",
                        "Invalid module \"%.*s\" %s%s%.*s", WICK_STR_ARG(name),
                        reason, query->base.len > 0 ? " imported from " : "",
                        WICK_STR_ARG(query->base));

    query->out->is_type_error = true;
    return step;
}

/* The index of the first "?" or "#" of @text, or its length. */
static size_t path_end(struct wick_str text)
{
    size_t i = 0;

    while (i < text.len && text.ptr[i] != '?' && text.ptr[i] != '#') {
        i++;
    }
    return i;
}

enum wick_step wick_query_set_url_path(struct wick_query *query,
                                       struct wick_str directory,
                                       struct wick_str text)
{
    struct wick_resolved *out = query->out;
    size_t end = path_end(text);
    struct wick_str path = wick_str_slice(text, 0, end);
    struct wick_buf decoded;
    enum wick_step step = WICK_STEP_FOUND;

    wick_buf_reset(&out->query);
    wick_buf_init(&decoded, WICK_PATH_MAX);
    int err = wick_buf_append_str(&out->query, wick_str_from_index(text, end));
    if (err == 0 && wick_path_has_encoded_slash(path)) {
        err = wick_path_resolve(&out->path, directory, path);
        step = wick_query_bad_specifier(
            query, wick_buf_get(&out->path),
            "must not include encoded \"/\" or \"\\\" characters");
    } else if (err == 0) {
        err = wick_path_append_decoded(&decoded, path);
    }
    if (err == 0 && step == WICK_STEP_FOUND) {
        err = wick_path_resolve(&out->path, directory, wick_buf_get(&decoded));
        out->ends_with_slash = wick_str_ends_with(path, WICK_STR("/"));
    }
    wick_buf_release(&decoded);
    return err < 0 ? WICK_STEP_NULL : step;
}

enum wick_step wick_query_directories(struct wick_query *query,
                                      struct wick_str parent,
                                      wick_query_try_fn *try_directory,
                                      const void *sought)
{
    const struct wick_resolve_names *search = &query->resolver->search;
    struct wick_buf directory;
    enum wick_step step = WICK_STEP_ABSENT;
    struct wick_str at = parent;

    wick_buf_init(&directory, WICK_PATH_MAX);
    do {
        at = wick_path_dirname(at);
        if (!wick_path_ends_with_part(at, WICK_STR("node_modules")) &&
            wick_path_resolve(&directory, at, WICK_STR("node_modules")) == 0) {
            step = try_directory(query, wick_buf_get(&directory), sought);
        }
    } while (step == WICK_STEP_ABSENT && at.len > 1);
    for (size_t i = 0; step == WICK_STEP_ABSENT && i < search->count; i++) {
        step = try_directory(query, wick_str_from(search->names[i]), sought);
    }
    wick_buf_release(&directory);
    return step;
}

bool wick_query_is_relative(struct wick_str specifier)
{
    return wick_str_starts_with(specifier, WICK_STR("./")) ||
           wick_str_starts_with(specifier, WICK_STR("../")) ||
           wick_str_eq(specifier, WICK_STR(".")) ||
           wick_str_eq(specifier, WICK_STR(".."));
}

static bool has_nul(struct wick_str text)
{
    return wick_str_find_byte(text, '\0') != WICK_STR_NONE;
}

static void resolve_once(struct wick_resolver *resolver,
                         const struct wick_resolve_request *request,
                         struct wick_resolved *resolved)
{
    struct wick_query query = {
        .resolver = resolver,
        .mode = request->mode,
        .base = request->parent,
        .out = resolved,
    };

    if (request->mode == WICK_RESOLVE_IMPORT) {
        wick_query_import(&query, request);
    } else {
        wick_query_require(&query, request);
    }
    /* A path with a NUL was cut short on its way to the system. */
    if (!has_nul(wick_buf_get(&resolved->path))) {
        return;
    }
    if (!resolved->code && request->mode == WICK_RESOLVE_REQUIRE) {
        (void)wick_query_fail(&query, "MODULE_NOT_FOUND",
                              "Cannot find module '%.*s'",
                              WICK_STR_ARG(request->specifier));
        resolved->has_stack = true;
    } else if (!resolved->code) {
        (void)wick_query_fail(&query, "ERR_INVALID_ARG_VALUE",
                              "The module '%.*s' has a NUL in its name",
                              WICK_STR_ARG(request->specifier));
    }
}

void wick_resolve(struct wick_resolver *resolver,
                  const struct wick_resolve_request *request,
                  struct wick_resolved *resolved)
{
    resolve_once(resolver, request, resolved);
    /* What was not there before may be there now. */
    if (resolved->code) {
        wick_probe_forget_absent(&resolver->probe);
        wick_packages_forget_absent(&resolver->packages);
        wick_resolved_release(resolved);
        wick_resolved_init(resolved);
        resolve_once(resolver, request, resolved);
    }
}

int wick_resolve_type(struct wick_resolver *resolver, struct wick_str path,
                      enum wick_package_type *type,
                      struct wick_resolved *resolved)
{
    struct wick_query query = {.resolver = resolver, .out = resolved};
    const struct wick_package *package;
    struct wick_str directory;
    int err =
        wick_packages_scope(&resolver->packages, path, &package, &directory);

    if (err < 0) {
        (void)wick_query_bad_package(&query, directory, NULL);
        return err;
    }
    *type = package->type;
    return 0;
}
