/* SPDX-License-Identifier: MIT */
#include "js_resolve.h"

#include "err.h"
#include "file.h"
#include "js_value.h"
#include "limits.h"
#include "resolve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* module.builtinModules, sorted. */
static const char *const builtin_names[] = {
    "_http_agent",
    "_http_client",
    "_http_common",
    "_http_incoming",
    "_http_outgoing",
    "_http_server",
    "_stream_duplex",
    "_stream_passthrough",
    "_stream_readable",
    "_stream_transform",
    "_stream_wrap",
    "_stream_writable",
    "_tls_common",
    "_tls_wrap",
    "assert",
    "assert/strict",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "dns/promises",
    "domain",
    "events",
    "fs",
    "fs/promises",
    "http",
    "http2",
    "https",
    "inspector",
    "inspector/promises",
    "module",
    "net",
    "os",
    "path",
    "path/posix",
    "path/win32",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "readline/promises",
    "repl",
    "stream",
    "stream/consumers",
    "stream/promises",
    "stream/web",
    "string_decoder",
    "sys",
    "timers",
    "timers/promises",
    "tls",
    "trace_events",
    "tty",
    "url",
    "util",
    "util/types",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
};

/*
 * Where layers and the managed runtimes have packages, if NODE_PATH does not
 * say: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-layers.html
 */
#define LAYER_PATHS                    \
    "/opt/nodejs/node24/node_modules:" \
    "/opt/nodejs/node22/node_modules:" \
    "/opt/nodejs/node_modules:"        \
    "/var/runtime/node_modules:"       \
    "/var/runtime:/var/task"

/* Lifetime: process. */
static struct wick_resolver resolver;

static void read_search_paths(void)
{
    const char *text = getenv("NODE_PATH");
    struct wick_str_split split =
        wick_str_split_start(wick_str_from(text && *text ? text : LAYER_PATHS));
    struct wick_str path;

    wick_resolve_names_clear(&resolver.search);
    while (wick_str_split_next(&split, ':', &path)) {
        if (wick_str_starts_with(path, WICK_STR("/"))) {
            wick_resolve_names_add(&resolver.search, path);
        }
    }
}

/* The conditions in NODE_OPTIONS: "--conditions=x", "-C x", "-C=x". */
static void read_conditions(void)
{
    struct wick_str_split split =
        wick_str_split_start(wick_str_from(getenv("NODE_OPTIONS")));
    struct wick_str word;
    bool is_next = false;

    while (wick_str_split_next(&split, ' ', &word)) {
        struct wick_str name = word;
        struct wick_str value = {0};
        bool has_value = wick_str_cut(word, '=', &name, &value);
        bool is_option = wick_str_eq(name, WICK_STR("--conditions")) ||
                         wick_str_eq(name, WICK_STR("-C"));

        if (is_next || (is_option && has_value)) {
            wick_resolve_names_add(&resolver.conditions,
                                   is_next ? word : value);
        }
        is_next = is_option && !has_value;
    }
}

static enum wick_path_kind look(void *context, const char *path)
{
    struct stat st;

    (void)context;
    if (lstat(path, &st) < 0) {
        return WICK_PATH_NONE;
    }
    if (S_ISLNK(st.st_mode)) {
        return WICK_PATH_LINK;
    }
    return S_ISDIR(st.st_mode) ? WICK_PATH_DIRECTORY : WICK_PATH_FILE;
}

static int read_link(void *context, const char *path, struct wick_buf *target)
{
    char *room;
    int err = wick_buf_reserve(target, WICK_PATH_MAX, &room);

    (void)context;
    if (err < 0) {
        return err;
    }
    ssize_t len = readlink(path, room, WICK_PATH_MAX);
    if (len < 0) {
        return -errno;
    }
    wick_buf_commit(target, (size_t)len);
    return 0;
}

static int read_file(void *context, const char *path, struct wick_buf *text)
{
    (void)context;
    return wick_file_read(path, text);
}

static int compare_name(const void *name, const void *entry)
{
    return wick_str_compare(*(const struct wick_str *)name,
                            wick_str_from(*(const char *const *)entry));
}

static bool is_builtin(void *context, struct wick_str name)
{
    (void)context;
    return bsearch(&name, builtin_names, ARRAY_LEN(builtin_names),
                   sizeof(*builtin_names), compare_name) != NULL;
}

/* One more element for @list; natives own the arrays that they fill. */
static void push(struct wick_js *js, JSObjectRef list, unsigned *count,
                 JSValueRef value)
{
    JSObjectSetPropertyAtIndex(js->ctx, list, (*count)++, value, NULL);
}

/*
 * [path, query, isBuiltin, warning] of what was found, or
 * [undefined, code, message, isTypeError, hasStack, about].
 */
static JSValueRef make_result(struct wick_js *js,
                              const struct wick_resolved *resolved,
                              JSValueRef *exc)
{
    JSObjectRef list = JSObjectMakeArray(js->ctx, 0, NULL, exc);
    unsigned count = 0;

    if (!list) {
        return NULL;
    }
    if (!resolved->code) {
        push(js, list, &count,
             wick_js_string_from(js, wick_buf_get(&resolved->path)));
        push(js, list, &count,
             wick_js_string_from(js, wick_buf_get(&resolved->query)));
        push(js, list, &count,
             JSValueMakeBoolean(js->ctx, resolved->is_builtin));
        if (resolved->message.len > 0) {
            push(js, list, &count,
                 wick_js_string_from(js, wick_buf_get(&resolved->message)));
        }
        return list;
    }
    push(js, list, &count, js->undefined);
    push(js, list, &count, wick_js_string(js, resolved->code));
    push(js, list, &count,
         wick_js_string_from(js, wick_buf_get(&resolved->message)));
    push(js, list, &count,
         JSValueMakeBoolean(js->ctx, resolved->is_type_error));
    push(js, list, &count, JSValueMakeBoolean(js->ctx, resolved->has_stack));
    push(js, list, &count,
         resolved->about.len > 0
             ? wick_js_string_from(js, wick_buf_get(&resolved->about))
             : js->undefined);
    return list;
}

/* Element @index of the array @list as text appended to @text. */
static int take_element(struct wick_js *js, JSValueRef list, unsigned index,
                        struct wick_buf *text, JSValueRef *exc)
{
    JSValueRef item = JSObjectGetPropertyAtIndex(
        js->ctx, (JSObjectRef)(uintptr_t)list, index, exc);

    return item ? wick_js_to_utf8(js, item, text, exc) : -WICK_EEXCEPTION;
}

/* Fills @names from the array @list, an undefined @list leaves it empty. */
static int take_names(struct wick_js *js, JSValueRef list,
                      struct wick_resolve_names *names, JSValueRef *exc)
{
    struct wick_buf text;
    int err = 0;

    wick_resolve_names_clear(names);
    if (!JSValueIsObject(js->ctx, list)) {
        return 0;
    }
    JSValueRef length =
        wick_js_get_property(js, (JSObjectRef)(uintptr_t)list, "length", exc);
    double count = length ? JSValueToNumber(js->ctx, length, exc) : 0;
    wick_buf_init(&text, WICK_PATH_MAX);
    for (unsigned i = 0; err == 0 && i < count && i < WICK_RESOLVE_NAMES_MAX;
         i++) {
        wick_buf_reset(&text);
        err = take_element(js, list, i, &text, exc);
        if (err == 0) {
            wick_resolve_names_add(names, wick_buf_get(&text));
        }
    }
    wick_buf_release(&text);
    return err;
}

/* Lifetime: one call. */
struct arguments {
    struct wick_buf specifier;
    struct wick_buf parent;
    struct wick_resolve_names names;
    struct wick_str paths[WICK_RESOLVE_NAMES_MAX];
};

static int take_arguments(struct wick_js *js, const JSValueRef argv[],
                          struct arguments *taken,
                          struct wick_resolve_request *request, JSValueRef *exc)
{
    wick_buf_init(&taken->specifier, WICK_SOURCE_MAX);
    wick_buf_init(&taken->parent, WICK_PATH_MAX);
    taken->names.count = 0;
    request->mode = JSValueToBoolean(js->ctx, argv[0]) ? WICK_RESOLVE_IMPORT
                                                       : WICK_RESOLVE_REQUIRE;
    int err = wick_js_to_utf8(js, argv[1], &taken->specifier, exc);
    if (err == 0) {
        err = wick_js_to_utf8(js, argv[2], &taken->parent, exc);
    }
    if (err == 0) {
        err = take_names(js, argv[3], &taken->names, exc);
    }
    for (size_t i = 0; i < taken->names.count; i++) {
        taken->paths[i] = wick_str_from(taken->names.names[i]);
    }
    request->specifier = wick_buf_get(&taken->specifier);
    request->parent = wick_buf_get(&taken->parent);
    request->paths = JSValueIsObject(js->ctx, argv[3]) ? taken->paths : NULL;
    request->path_count = taken->names.count;
    return err;
}

/* resolve(isImport, specifier, parent, paths or undefined) -> make_result(). */
WICK_JS_NATIVE(resolve)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_resolve_request request = {0};
    struct wick_resolved resolved;
    struct arguments taken;
    JSValueRef result = NULL;

    wick_resolved_init(&resolved);
    int err = take_arguments(js, argv, &taken, &request, exc);
    if (err == 0) {
        wick_resolve(&resolver, &request, &resolved);
        result = make_result(js, &resolved, exc);
    } else if (err != -WICK_EEXCEPTION) {
        (void)wick_js_throw(js, exc, "Cannot resolve: %s",
                            wick_err_message(err));
    }
    wick_buf_release(&taken.specifier);
    wick_buf_release(&taken.parent);
    wick_resolve_names_clear(&taken.names);
    wick_resolved_release(&resolved);
    return result;
}

/* packageType(path) -> 'module', 'commonjs', 'none', or the array of an error
 * as make_result() has it. */
WICK_JS_NATIVE(package_type)
{
    WICK_JS_NATIVE_UNUSED();
    static const char *const words[] = {"none", "commonjs", "module"};
    struct wick_js *js = wick_js_get();
    enum wick_package_type type = WICK_PACKAGE_NONE;
    struct wick_resolved resolved;
    struct wick_buf path;
    JSValueRef result = NULL;

    wick_resolved_init(&resolved);
    wick_buf_init(&path, WICK_PATH_MAX);
    int err = wick_js_to_utf8(js, argv[0], &path, exc);
    if (err == 0) {
        err =
            wick_resolve_type(&resolver, wick_buf_get(&path), &type, &resolved);
        result = err == 0 ? wick_js_string(js, words[type])
                          : make_result(js, &resolved, exc);
    } else if (err != -WICK_EEXCEPTION) {
        result = wick_js_string(js, words[WICK_PACKAGE_NONE]);
    }
    wick_buf_release(&path);
    wick_resolved_release(&resolved);
    return result;
}

/* setExtensions(names): those that require tries, in their order. */
WICK_JS_NATIVE(set_extensions)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();

    return take_names(js, argv[0], &resolver.extensions, exc) < 0
               ? NULL
               : js->undefined;
}

/* readSearchPaths() -> those of NODE_PATH as it is now, or the default. */
WICK_JS_NATIVE(search_paths)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    JSObjectRef list = JSObjectMakeArray(ctx, 0, NULL, exc);
    unsigned count = 0;

    read_search_paths();
    for (size_t i = 0; list && i < resolver.search.count; i++) {
        push(js, list, &count, wick_js_string(js, resolver.search.names[i]));
    }
    return list;
}

/* builtinModules() -> the names, as module.builtinModules has them. */
WICK_JS_NATIVE(builtin_modules)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    JSObjectRef list = JSObjectMakeArray(ctx, 0, NULL, exc);
    unsigned count = 0;

    for (size_t i = 0; list && i < ARRAY_LEN(builtin_names); i++) {
        push(js, list, &count, wick_js_string(js, builtin_names[i]));
    }
    return list;
}

void wick_js_resolve_init(struct wick_js *js)
{
    static const struct wick_js_func funcs[] = {
        {"builtinModules", builtin_modules}, {"packageType", package_type},
        {"readSearchPaths", search_paths},   {"resolve", resolve},
        {"setExtensions", set_extensions},
    };
    static const struct wick_probe_host host = {
        .look = look,
        .read_link = read_link,
        .read_file = read_file,
    };

    wick_resolver_init(&resolver, &host, is_builtin, NULL);
    read_search_paths();
    read_conditions();
    wick_js_set_functions(js, js->native, funcs, ARRAY_LEN(funcs));
}
