/* SPDX-License-Identifier: MIT */
#include "package_json.h"

#include <cJSON.h>

#include "buf.h"
#include "err.h"
#include "limits.h"
#include "mem.h"
#include "path.h"

static const struct wick_package absent;

void wick_packages_init(struct wick_packages *packages,
                        struct wick_probe *probe)
{
    cJSON_Hooks hooks = {wick_try_alloc, wick_free};

    cJSON_InitHooks(&hooks);
    packages->probe = probe;
    wick_map_init(&packages->cache, WICK_MAP_MAX);
}

static void free_package(struct wick_package *package)
{
    cJSON_Delete(package->document);
    wick_free(package);
}

void wick_packages_release(struct wick_packages *packages)
{
    WICK_MAP_EACH (entry, &packages->cache) {
        free_package(entry->value);
    }
    wick_map_release(&packages->cache);
}

void wick_packages_forget_absent(struct wick_packages *packages)
{
    WICK_MAP_EACH (entry, &packages->cache) {
        struct wick_package *package = entry->value;

        if (!package->exists) {
            (void)wick_map_take(&packages->cache, entry->key);
            free_package(package);
        }
    }
}

const cJSON *wick_package_get(const cJSON *map, struct wick_str key)
{
    const cJSON *item;
    const cJSON *found = NULL;

    cJSON_ArrayForEach(item, map)
    {
        if (item->string && wick_str_eq(wick_str_from(item->string), key)) {
            found = item;
        }
    }
    return found;
}

bool wick_package_is_current(const cJSON *map, const cJSON *item)
{
    return wick_package_get(map, wick_str_from(item->string)) == item;
}

static struct wick_str text_of(const cJSON *item)
{
    return wick_str_from(cJSON_IsString(item) ? item->valuestring : NULL);
}

static enum wick_package_type type_of(const cJSON *item)
{
    struct wick_str text = text_of(item);

    if (wick_str_eq(text, WICK_STR("module"))) {
        return WICK_PACKAGE_MODULE;
    }
    return wick_str_eq(text, WICK_STR("commonjs")) ? WICK_PACKAGE_COMMONJS
                                                   : WICK_PACKAGE_NONE;
}

/* Frees all of the document that resolution does not ask for. */
static void drop_rest(struct wick_package *package)
{
    static const char *const kept[] = {"name", "main", "type", "exports",
                                       "imports"};
    cJSON *item = package->document->child;

    while (item) {
        cJSON *next = item->next;
        bool is_kept = false;

        for (size_t i = 0; i < ARRAY_LEN(kept); i++) {
            is_kept |= wick_str_eq(wick_str_from(item->string),
                                   wick_str_from(kept[i]));
        }
        if (!is_kept) {
            cJSON_Delete(cJSON_DetachItemViaPointer(package->document, item));
        }
        item = next;
    }
}

static int parse(struct wick_package *package, struct wick_str text)
{
    const cJSON *map;

    package->exists = true;
    package->document =
        cJSON_ParseWithLength(text.ptr ? text.ptr : "", text.len);
    if (!package->document) {
        return -WICK_ESYNTAX;
    }
    if (!cJSON_IsObject(package->document)) {
        return 0;
    }
    drop_rest(package);
    package->name =
        text_of(wick_package_get(package->document, WICK_STR("name")));
    package->main =
        text_of(wick_package_get(package->document, WICK_STR("main")));
    package->type =
        type_of(wick_package_get(package->document, WICK_STR("type")));
    map = wick_package_get(package->document, WICK_STR("exports"));
    package->exports = cJSON_IsNull(map) ? NULL : map;
    map = wick_package_get(package->document, WICK_STR("imports"));
    package->imports = cJSON_IsObject(map) ? map : NULL;
    return 0;
}

/* Reads the file @path into @package. */
static int load(struct wick_packages *packages, const char *path,
                struct wick_package *package)
{
    const struct wick_probe_host *host = &packages->probe->host;
    struct wick_buf text;

    wick_buf_init(&text, WICK_PACKAGE_JSON_MAX);
    int err = host->read_file(host->context, path, &text);
    if (err == 0) {
        err = parse(package, wick_buf_get(&text));
    } else if (err != -WICK_ETOOBIG) {
        err = 0;
    }
    wick_buf_release(&text);
    return err;
}

int wick_packages_read(struct wick_packages *packages,
                       struct wick_str directory,
                       const struct wick_package **package)
{
    struct wick_buf path;
    struct wick_package *made;

    *package = wick_map_find(&packages->cache, directory);
    if (*package) {
        return 0;
    }
    wick_buf_init(&path, WICK_PATH_MAX);
    int err = wick_buf_append_str(&path,
                                  directory.len > 1 ? directory : WICK_STR(""));
    if (err == 0) {
        err = wick_buf_append_cstr(&path, "/package.json");
    }
    if (err < 0) {
        *package = &absent;
        return 0;
    }
    made = wick_alloc_zero(1, sizeof(*made));
    err = load(packages, wick_buf_cstr(&path), made);
    wick_buf_release(&path);
    if (err == 0) {
        err = wick_map_put(&packages->cache, directory, made, NULL);
    }
    if (err < 0) {
        free_package(made);
        return err;
    }
    *package = made;
    return 0;
}

int wick_packages_scope(struct wick_packages *packages, struct wick_str path,
                        const struct wick_package **package,
                        struct wick_str *directory)
{
    struct wick_str at = wick_path_dirname(path);

    for (;;) {
        if (wick_path_ends_with_part(at, WICK_STR("node_modules"))) {
            *package = &absent;
            *directory = at;
            return 0;
        }
        int err = wick_packages_read(packages, at, package);
        *directory = at;
        if (err < 0 || (*package)->exists || at.len <= 1) {
            return err;
        }
        at = wick_path_dirname(at);
    }
}
