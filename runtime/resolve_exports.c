/* SPDX-License-Identifier: MIT */
#include <cJSON.h>

#include "limits.h"
#include "path.h"
#include "resolve_query.h"

/* One entry of exports or imports. Lifetime: one look-up. */
struct target {
    struct wick_query *query;
    struct wick_str directory; /* of the package.json */
    struct wick_str key;       /* of the entry */
    struct wick_str capture;   /* what its "*" stands for */
    bool is_pattern;
    bool is_imports;
};

static const char *field_name(const struct target *target)
{
    return target->is_imports ? "imports" : "exports";
}

/* " imported from BASE", as the three arguments of "%s%.*s". */
#define FROM_ARG(query) \
    (query)->base.len > 0 ? " imported from " : "", WICK_STR_ARG((query)->base)

/* "DIRECTORY/" for messages. */
static const char *slash_after(struct wick_str directory)
{
    return directory.len > 1 ? "/" : "";
}

static enum wick_step bad_target(const struct target *target,
                                 const cJSON *value)
{
    char *shown = cJSON_PrintUnformatted(value);
    struct wick_str text =
        wick_str_from(cJSON_IsString(value) ? value->valuestring : NULL);
    bool wants_dot = cJSON_IsString(value) && !target->is_imports &&
                     text.len > 0 &&
                     !wick_str_starts_with(text, WICK_STR("./"));
    const char *hint = wants_dot ? "; targets must start with \"./\"" : "";
    enum wick_step step;

    if (wick_str_eq(target->key, WICK_STR("."))) {
        step = wick_query_fail(
            target->query, "ERR_INVALID_PACKAGE_TARGET",
            "Invalid \"exports\" main target %s defined in the package config "
            "%.*s%spackage.json%s%.*s%s",
            shown ? shown : "", WICK_STR_ARG(target->directory),
            slash_after(target->directory), FROM_ARG(target->query), hint);
    } else {
        step = wick_query_fail(
            target->query, "ERR_INVALID_PACKAGE_TARGET",
            "Invalid \"%s\" target %s defined for '%.*s' in the package config "
            "%.*s%spackage.json%s%.*s%s",
            field_name(target), shown ? shown : "", WICK_STR_ARG(target->key),
            WICK_STR_ARG(target->directory), slash_after(target->directory),
            FROM_ARG(target->query), hint);
    }
    cJSON_free(shown);
    return step;
}

/* Whether @part, encoded or not, is ".", ".." or "node_modules". */
static bool is_forbidden_part(struct wick_str part)
{
    struct wick_buf plain;

    wick_buf_init(&plain, WICK_PATH_MAX);
    int err = wick_path_append_decoded(&plain, part);
    struct wick_str text = wick_buf_get(&plain);
    bool is_forbidden = err < 0 || wick_str_eq(text, WICK_STR(".")) ||
                        wick_str_eq(text, WICK_STR("..")) ||
                        wick_str_eq_nocase(text, WICK_STR("node_modules"));
    wick_buf_release(&plain);
    return is_forbidden;
}

static bool has_forbidden_part(struct wick_str text)
{
    size_t start = 0;

    for (size_t i = 0; i <= text.len; i++) {
        if (i == text.len || text.ptr[i] == '/' || text.ptr[i] == '\\') {
            if (is_forbidden_part(wick_str_slice(text, start, i - start))) {
                return true;
            }
            start = i + 1;
        }
    }
    return false;
}

/* Appends @text with each "*" replaced by what the pattern matched. */
static int append_replaced(struct wick_buf *out, const struct target *target,
                           struct wick_str text)
{
    struct wick_str before;
    struct wick_str after;
    int err = 0;

    if (!target->is_pattern) {
        return wick_buf_append_str(out, text);
    }
    while (err == 0 && wick_str_cut(text, '*', &before, &after)) {
        err = wick_buf_append_str(out, before);
        if (err == 0) {
            err = wick_buf_append_str(out, target->capture);
        }
        text = after;
    }
    return err == 0 ? wick_buf_append_str(out, text) : err;
}

static enum wick_step bad_capture(const struct target *target)
{
    struct wick_buf request;
    struct wick_buf reason;
    enum wick_step step = WICK_STEP_NULL;

    wick_buf_init(&request, WICK_PATH_MAX);
    wick_buf_init(&reason, 4 * (size_t)WICK_PATH_MAX);
    if (append_replaced(&request, target, target->key) == 0 &&
        wick_buf_printf(&reason,
                        "request is not a valid match in pattern \"%.*s\" for "
                        "the \"%s\" resolution of %.*s%spackage.json",
                        WICK_STR_ARG(target->key), field_name(target),
                        WICK_STR_ARG(target->directory),
                        slash_after(target->directory)) == 0) {
        step = wick_query_bad_specifier(target->query, wick_buf_get(&request),
                                        wick_buf_cstr(&reason));
    }
    wick_buf_release(&request);
    wick_buf_release(&reason);
    return step;
}

/* Whether the bare target @text is a URL, which imports may not lead to. */
static bool has_scheme(struct wick_str text)
{
    size_t colon = wick_str_find_byte(text, ':');

    if (colon == WICK_STR_NONE || colon == 0) {
        return false;
    }
    for (size_t i = 0; i < colon; i++) {
        char c = wick_str_to_lower(text.ptr[i]);
        bool is_letter = c >= 'a' && c <= 'z';
        bool is_rest =
            (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';

        if (!is_letter && (i == 0 || !is_rest)) {
            return false;
        }
    }
    return true;
}

static enum wick_step resolve_string(const struct target *target,
                                     const cJSON *value)
{
    struct wick_str text = wick_str_from(value->valuestring);
    bool is_relative = wick_str_starts_with(text, WICK_STR("./"));
    struct wick_buf replaced;
    enum wick_step step;

    if (!is_relative &&
        (!target->is_imports || wick_str_starts_with(text, WICK_STR("../")) ||
         wick_str_starts_with(text, WICK_STR("/")) || has_scheme(text))) {
        return bad_target(target, value);
    }
    if (is_relative && has_forbidden_part(wick_str_from_index(text, 2))) {
        return bad_target(target, value);
    }
    if (is_relative && target->is_pattern &&
        has_forbidden_part(target->capture)) {
        return bad_capture(target);
    }
    wick_buf_init(&replaced, WICK_PATH_MAX);
    if (append_replaced(&replaced, target, text) < 0) {
        step = WICK_STEP_NULL;
    } else if (is_relative) {
        step = wick_query_set_url_path(target->query, target->directory,
                                       wick_buf_get(&replaced));
    } else {
        struct wick_buf package_json;

        wick_buf_init(&package_json, WICK_PATH_MAX);
        step =
            wick_path_resolve(&package_json, target->directory,
                              WICK_STR("package.json")) < 0
                ? WICK_STEP_NULL
                : wick_query_package(target->query, wick_buf_get(&package_json),
                                     wick_buf_get(&replaced));
        wick_buf_release(&package_json);
    }
    wick_buf_release(&replaced);
    return step;
}

static enum wick_step resolve_target(const struct target *target,
                                     const cJSON *value);

/* The first of a list that is not an invalid target. */
static enum wick_step resolve_list(const struct target *target,
                                   const cJSON *list)
{
    enum wick_step last = WICK_STEP_NULL;
    const cJSON *value;

    cJSON_ArrayForEach(value, list)
    {
        struct wick_resolved *out = target->query->out;
        enum wick_step step = resolve_target(target, value);

        if (step == WICK_STEP_FOUND) {
            out->code = NULL;
            return step;
        }
        if (step == WICK_STEP_ERROR) {
            if (!wick_str_eq(wick_str_from(out->code),
                             WICK_STR("ERR_INVALID_PACKAGE_TARGET"))) {
                return step;
            }
        } else if (step == WICK_STEP_ABSENT) {
            continue;
        }
        last = step;
    }
    return last;
}

/* A key that would be an index of an array: its place is not its own. */
static bool is_index(struct wick_str key)
{
    uint32_t index;

    return wick_str_parse_u32(key, UINT32_MAX - 1, &index) == 0 &&
           (key.len == 1 || key.ptr[0] != '0');
}

static bool is_condition(const struct wick_query *query, struct wick_str key)
{
    static const char *const always[] = {"default", "node", "module-sync",
                                         "node-addons"};
    const struct wick_resolve_names *own = &query->resolver->conditions;

    for (size_t i = 0; i < ARRAY_LEN(always); i++) {
        if (wick_str_eq(key, wick_str_from(always[i]))) {
            return true;
        }
    }
    for (size_t i = 0; i < own->count; i++) {
        if (wick_str_eq(key, wick_str_from(own->names[i]))) {
            return true;
        }
    }
    return wick_str_eq(key, query->mode == WICK_RESOLVE_IMPORT
                                ? WICK_STR("import")
                                : WICK_STR("require"));
}

static enum wick_step resolve_conditions(const struct target *target,
                                         const cJSON *map)
{
    const cJSON *item;

    cJSON_ArrayForEach(item, map)
    {
        if (is_index(wick_str_from(item->string))) {
            return wick_query_bad_package(
                target->query, target->directory,
                "\"exports\" cannot contain numeric property keys.");
        }
    }
    cJSON_ArrayForEach(item, map)
    {
        if (is_condition(target->query, wick_str_from(item->string)) &&
            wick_package_is_current(map, item)) {
            enum wick_step step = resolve_target(target, item);

            if (step != WICK_STEP_ABSENT) {
                return step;
            }
        }
    }
    return WICK_STEP_ABSENT;
}

/* cJSON's limit of nesting is that of this recursion. */
static enum wick_step resolve_target(const struct target *target,
                                     const cJSON *value)
{
    if (cJSON_IsString(value)) {
        return resolve_string(target, value);
    }
    if (cJSON_IsArray(value)) {
        return resolve_list(target, value);
    }
    if (cJSON_IsObject(value)) {
        return resolve_conditions(target, value);
    }
    return cJSON_IsNull(value) ? WICK_STEP_NULL : bad_target(target, value);
}

/* Whether the pattern @key fits @name better than @best does. */
static bool is_better(struct wick_str key, struct wick_str best,
                      struct wick_str name)
{
    size_t star = wick_str_find_byte(key, '*');
    size_t best_star = wick_str_find_byte(best, '*');

    if (star == WICK_STR_NONE || wick_str_find_last_byte(key, '*') != star ||
        name.len < key.len ||
        !wick_str_starts_with(name, wick_str_slice(key, 0, star)) ||
        !wick_str_ends_with(name, wick_str_from_index(key, star + 1))) {
        return false;
    }
    if (best_star == WICK_STR_NONE || star != best_star) {
        return best_star == WICK_STR_NONE || star > best_star;
    }
    return key.len > best.len;
}

/* The entry of @map for @name: exact, or the pattern that fits best. */
static enum wick_step resolve_entry(struct target *target, const cJSON *map,
                                    struct wick_str name)
{
    const cJSON *found = NULL;
    const cJSON *item;

    if (wick_str_find_byte(name, '*') == WICK_STR_NONE &&
        !wick_str_ends_with(name, WICK_STR("/"))) {
        found = wick_package_get(map, name);
    }
    target->key = name;
    if (found) {
        return resolve_target(target, found);
    }
    target->key = WICK_STR("");
    cJSON_ArrayForEach(item, map)
    {
        if (is_better(wick_str_from(item->string), target->key, name)) {
            target->key = wick_str_from(item->string);
            found = item;
        }
    }
    if (!found) {
        return WICK_STEP_ABSENT;
    }
    size_t star = wick_str_find_byte(target->key, '*');
    target->is_pattern = true;
    target->capture =
        wick_str_slice(name, star, name.len - (target->key.len - 1));
    return resolve_target(target, wick_package_get(map, target->key));
}

static enum wick_step not_exported(struct wick_query *query,
                                   struct wick_str directory,
                                   struct wick_str subpath)
{
    if (wick_str_eq(subpath, WICK_STR("."))) {
        return wick_query_fail(
            query, "ERR_PACKAGE_PATH_NOT_EXPORTED",
            "No \"exports\" main defined in %.*s%spackage.json%s%.*s",
            WICK_STR_ARG(directory), slash_after(directory), FROM_ARG(query));
    }
    return wick_query_fail(
        query, "ERR_PACKAGE_PATH_NOT_EXPORTED",
        "Package subpath '%.*s' is not defined by \"exports\" in "
        "%.*s%spackage.json%s%.*s",
        WICK_STR_ARG(subpath), WICK_STR_ARG(directory), slash_after(directory),
        FROM_ARG(query));
}

/*
 * Whether @exports is what "." stands for rather than a map of subpaths: 1 or
 * 0, and -1 of a mixture.
 */
static int is_sugar(const cJSON *exports)
{
    int is_found = -1;
    const cJSON *item;

    if (cJSON_IsString(exports) || cJSON_IsArray(exports)) {
        return 1;
    }
    cJSON_ArrayForEach(item, exports)
    {
        int is_condition_key = item->string[0] != '.';

        if (is_found >= 0 && is_found != is_condition_key) {
            return -1;
        }
        is_found = is_condition_key;
    }
    return is_found > 0;
}

enum wick_step wick_query_exports(struct wick_query *query,
                                  const struct wick_package *package,
                                  struct wick_str directory,
                                  struct wick_str subpath)
{
    struct target target = {.query = query, .directory = directory};
    const cJSON *exports = package->exports;
    enum wick_step step = WICK_STEP_ABSENT;
    int sugar = is_sugar(exports);

    if (sugar < 0) {
        return wick_query_bad_package(
            query, directory,
            "\"exports\" cannot contain some keys starting with '.' and some "
            "not. The exports object must either be an object of package "
            "subpath keys or an object of main entry condition name keys "
            "only.");
    }
    if (sugar == 0 && cJSON_IsObject(exports)) {
        step = resolve_entry(&target, exports, subpath);
    } else if (sugar > 0 && wick_str_eq(subpath, WICK_STR("."))) {
        target.key = subpath;
        step = resolve_target(&target, exports);
    }
    return step == WICK_STEP_ABSENT || step == WICK_STEP_NULL
               ? not_exported(query, directory, subpath)
               : step;
}

enum wick_step wick_query_imports(struct wick_query *query,
                                  struct wick_str parent, struct wick_str name)
{
    const struct wick_package *package;
    struct target target = {.query = query, .is_imports = true};
    enum wick_step step = WICK_STEP_ABSENT;

    if (name.len == 1 || name.ptr[1] == '/' ||
        wick_str_ends_with(name, WICK_STR("/"))) {
        return wick_query_bad_specifier(
            query, name, "is not a valid internal imports specifier name");
    }
    if (wick_packages_scope(&query->resolver->packages, parent, &package,
                            &target.directory) < 0) {
        return wick_query_bad_package(query, target.directory, NULL);
    }
    if (package->imports) {
        step = resolve_entry(&target, package->imports, name);
    }
    if (step == WICK_STEP_FOUND || step == WICK_STEP_ERROR) {
        return step;
    }
    if (package->exists) {
        step = wick_query_fail(
            query, "ERR_PACKAGE_IMPORT_NOT_DEFINED",
            "Package import specifier \"%.*s\" is not defined in package "
            "%.*s%spackage.json%s%.*s",
            WICK_STR_ARG(name), WICK_STR_ARG(target.directory),
            slash_after(target.directory), FROM_ARG(query));
    } else {
        step = wick_query_fail(
            query, "ERR_PACKAGE_IMPORT_NOT_DEFINED",
            "Package import specifier \"%.*s\" is not defined%s%.*s",
            WICK_STR_ARG(name), FROM_ARG(query));
    }
    query->out->is_type_error = true;
    return step;
}
