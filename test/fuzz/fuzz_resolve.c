/* SPDX-License-Identifier: MIT */
/*
 * The input is a specifier, a newline, and the package.json of everything.
 * Whatever they say, there is a file that exists or an error with a message.
 */
#include <errno.h>

#include "fuzz.h"
#include "limits.h"
#include "resolve.h"

static struct wick_str document;

static enum wick_path_kind look(void *context, const char *path)
{
    struct wick_str name = wick_str_from(path);

    (void)context;
    if (wick_str_ends_with(name, WICK_STR(".js"))) {
        return WICK_PATH_FILE;
    }
    if (wick_str_ends_with(name, WICK_STR(".lnk"))) {
        return WICK_PATH_LINK;
    }
    return name.len > 64 ? WICK_PATH_NONE : WICK_PATH_DIRECTORY;
}

static int read_link(void *context, const char *path, struct wick_buf *target)
{
    (void)context;
    return wick_buf_append_cstr(target, path + 1);
}

static int read_file(void *context, const char *path, struct wick_buf *text)
{
    (void)context;
    (void)path;
    return wick_buf_append_str(text, document);
}

static bool is_builtin(void *context, struct wick_str name)
{
    (void)context;
    return wick_str_eq(name, WICK_STR("fs"));
}

static void try_mode(struct wick_resolver *resolver,
                     enum wick_resolve_mode mode, struct wick_str specifier)
{
    struct wick_resolve_request request = {
        .mode = mode,
        .specifier = specifier,
        .parent = WICK_STR("/var/task/node_modules/p/index.js"),
    };
    struct wick_resolved resolved;

    wick_resolved_init(&resolved);
    wick_resolve(resolver, &request, &resolved);
    WICK_ASSERT(resolved.code ? resolved.message.len > 0
                              : resolved.path.len > 0);
    WICK_ASSERT(resolved.code || resolved.is_builtin ||
                resolved.path.data[0] == '/');
    wick_resolved_release(&resolved);
}

FUZZ_ONE(input)
{
    static const struct wick_probe_host host = {
        .look = look,
        .read_link = read_link,
        .read_file = read_file,
    };
    struct wick_resolver resolver;
    struct wick_str specifier = input;

    document = WICK_STR("{}");
    (void)(wick_str_cut(input, '\n', &specifier, &document) ? 0 : 1);
    wick_resolver_init(&resolver, &host, is_builtin, NULL);
    try_mode(&resolver, WICK_RESOLVE_REQUIRE, specifier);
    try_mode(&resolver, WICK_RESOLVE_IMPORT, specifier);
    wick_resolver_release(&resolver);
}
