/* SPDX-License-Identifier: MIT */
#include "js_module.h"

#include "buf.h"
#include "cjs_lexer.h"
#include "err.h"
#include "file.h"
#include "js_code.h"
#include "js_resolve.h"
#include "js_turn.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"
#include "mem.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The path in @value, for the system: no NUL in it. The caller releases. */
static int take_path(struct wick_js *js, JSValueRef value,
                     struct wick_buf *path, JSValueRef *exc)
{
    wick_buf_init(path, WICK_PATH_MAX);
    int err = wick_js_to_utf8(js, value, path, exc);
    if (err == 0 && strlen(wick_buf_cstr(path)) != wick_buf_get(path).len) {
        err = -EINVAL;
    }
    return err;
}

/* The same for a caller that cannot go on without: an exception or 0. */
static int take_usable_path(struct wick_js *js, JSValueRef value,
                            struct wick_buf *path, JSValueRef *exc)
{
    int err = take_path(js, value, path, exc);

    if (err < 0 && err != -WICK_EEXCEPTION) {
        (void)wick_js_throw_type(js, exc, "The path cannot be used: %s",
                                 wick_err_message(err));
        return -WICK_EEXCEPTION;
    }
    return err;
}

/* kindOf(path) -> 'file', 'directory' or undefined. */
WICK_JS_NATIVE(kind_of)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf path;
    struct stat st;
    JSValueRef kind = js->undefined;

    int err = take_path(js, argv[0], &path, exc);
    if (err == 0 && stat(wick_buf_cstr(&path), &st) == 0) {
        if (S_ISDIR(st.st_mode)) {
            kind = wick_js_string(js, "directory");
        } else if (S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode)) {
            kind = wick_js_string(js, "file");
        }
    }
    wick_buf_release(&path);
    return err == -WICK_EEXCEPTION ? NULL : kind;
}

/* Node's error of a failed system call, with its four properties. */
static JSValueRef throw_system(struct wick_js *js, JSValueRef *exc, int err,
                               const char *call, const char *path)
{
    const char *code = wick_err_node_code(err);

    (void)wick_js_throw(js, exc, "%s: %s, %s '%s'", code, wick_err_message(err),
                        call, path);
    if (*exc && JSValueIsObject(js->ctx, *exc)) {
        JSObjectRef error = (JSObjectRef)(uintptr_t)*exc;
        wick_js_set(js, error, "errno", JSValueMakeNumber(js->ctx, err));
        wick_js_set(js, error, "code", wick_js_string(js, code));
        wick_js_set(js, error, "syscall", wick_js_string(js, call));
        wick_js_set(js, error, "path", wick_js_string(js, path));
    }
    return NULL;
}

/* realPath(path) -> the path with its links resolved, or as it is. */
WICK_JS_NATIVE(real_path)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf path;
    char resolved[PATH_MAX];
    JSValueRef result = argv[0];

    int err = take_path(js, argv[0], &path, exc);
    if (err == 0 && realpath(wick_buf_cstr(&path), resolved)) {
        result = wick_js_string(js, resolved);
    }
    wick_buf_release(&path);
    return err == -WICK_EEXCEPTION ? NULL : result;
}

/* The text of the module @path is beyond a bound. */
static JSValueRef throw_unfit(struct wick_js *js, JSValueRef *exc, int err,
                              const char *path)
{
    return wick_js_throw(js, exc, "%s: %s", path, wick_err_message(err));
}

/* The function of @text, which has the head and a module's text. */
static JSValueRef finish_wrapper(struct wick_js *js, struct wick_buf *text,
                                 const char *path, JSValueRef *exc)
{
    struct wick_jsc_source source = {.kind = WICK_JSC_SCRIPT, .url = path};
    struct wick_str body;

    int err = wick_js_code_finish(text, &body);
    if (err < 0) {
        return throw_unfit(js, exc, err, path);
    }
    source.text = wick_buf_get(text).ptr;
    source.len = wick_buf_get(text).len;
    wick_js_code_find(&source, path, WICK_CODE_COMMONJS, body);
    return wick_jsc_evaluate(js->ctx, &source, exc);
}

/* compileWrapper(text, path) -> the function around a CommonJS module. */
WICK_JS_NATIVE(compile_wrapper)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf text;
    struct wick_buf path;
    JSValueRef wrapper = NULL;

    wick_js_code_begin(&text);
    int err = take_usable_path(js, argv[1], &path, exc);
    if (err == 0) {
        err = wick_js_to_utf8(js, argv[0], &text, exc);
    }
    if (err == 0) {
        wrapper = finish_wrapper(js, &text, wick_buf_cstr(&path), exc);
    } else if (err != -WICK_EEXCEPTION) {
        (void)throw_unfit(js, exc, err, wick_buf_cstr(&path));
    }
    wick_buf_release(&text);
    wick_buf_release(&path);
    return wrapper;
}

/* A program that comes through a pipe: it can be read once, and is looked at
 * more than once. Lifetime: process. */
static struct {
    char *path;
    struct wick_buf text;
} piped;

static int read_file_or_pipe(const char *path, struct wick_buf *text)
{
    if (piped.path && strcmp(piped.path, path) == 0) {
        return wick_buf_append_str(text, wick_buf_get(&piped.text));
    }
    return wick_file_read(path, text);
}

/* Appends the file at the path @value to @text; NULL or, with @exc set, the
 * error. The caller releases @path. */
static int read_source(struct wick_js *js, JSValueRef value,
                       struct wick_buf *path, struct wick_buf *text,
                       JSValueRef *exc)
{
    int err = take_usable_path(js, value, path, exc);

    if (err < 0) {
        return err;
    }
    err = read_file_or_pipe(wick_buf_cstr(path), text);
    if (err < 0) {
        (void)throw_system(js, exc, err, err == -EISDIR ? "read" : "open",
                           wick_buf_cstr(path));
    }
    return err;
}

/* Whether what @path leads to is no file or directory, or a file that has been
 * deleted: such a one has no real path. */
static bool is_pipe(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 &&
           (S_ISREG(st.st_mode) ? st.st_nlink == 0 : !S_ISDIR(st.st_mode));
}

/*
 * readPipe(path, isInput) -> whether what @path leads to is no file, or with
 * isInput what standard input is: then it has been read, and is the text of the
 * file @path from now on. Once a process.
 */
WICK_JS_NATIVE(read_pipe)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf path;
    bool is_input = JSValueToBoolean(ctx, argv[1]);
    bool is_read = false;

    if (take_usable_path(js, argv[0], &path, exc) == 0 &&
        (is_input || is_pipe(wick_buf_cstr(&path)))) {
        const char *name = wick_buf_cstr(&path);

        wick_buf_init(&piped.text, WICK_SOURCE_MAX);
        int err = is_input ? wick_file_read_fd(STDIN_FILENO, &piped.text)
                           : wick_file_read(name, &piped.text);
        is_read = err == 0;
        if (is_read) {
            piped.path = wick_dup(name, strlen(name));
        } else {
            (void)throw_system(js, exc, err, "read", name);
        }
    }
    wick_buf_release(&path);
    return *exc ? NULL : JSValueMakeBoolean(ctx, is_read);
}

/* readFile(path) -> text. */
WICK_JS_NATIVE(read_file)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf path;
    struct wick_buf text;
    JSValueRef result = NULL;

    wick_buf_init(&text, WICK_SOURCE_MAX);
    if (read_source(js, argv[0], &path, &text, exc) == 0) {
        result = wick_js_string_from(js, wick_buf_get(&text));
    }
    wick_buf_release(&path);
    wick_buf_release(&text);
    return result;
}

/* compileFile(path) -> the same of the file's text. */
WICK_JS_NATIVE(compile_file)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf text;
    struct wick_buf path;
    JSValueRef wrapper = NULL;

    wick_js_code_begin(&text);
    if (read_source(js, argv[0], &path, &text, exc) == 0) {
        wrapper = finish_wrapper(js, &text, wick_buf_cstr(&path), exc);
    }
    wick_buf_release(&text);
    wick_buf_release(&path);
    return wrapper;
}

/* isModuleText(text) -> whether it parses as an ES module. */
WICK_JS_NATIVE(is_module_text)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf text;
    bool is_module = false;

    wick_buf_init(&text, WICK_SOURCE_MAX);
    if (wick_js_to_utf8(js, argv[0], &text, exc) == 0) {
        struct wick_jsc_source source = {
            .kind = WICK_JSC_MODULE,
            .text = wick_buf_get(&text).ptr,
            .len = wick_buf_get(&text).len,
        };
        is_module = wick_jsc_module_parses(ctx, &source);
    }
    wick_buf_release(&text);
    return JSValueMakeBoolean(ctx, is_module);
}

/* The strings of @list, each with a NUL behind it, as an array. */
static JSObjectRef make_strings(struct wick_js *js, struct wick_str list,
                                JSValueRef *exc)
{
    JSObjectRef array = JSObjectMakeArray(js->ctx, 0, NULL, exc);
    unsigned count = 0;

    for (size_t i = 0; array && i < list.len;) {
        struct wick_str item = wick_str_from(list.ptr + i);

        JSObjectSetPropertyAtIndex(js->ctx, array, count++,
                                   wick_js_string_from(js, item), NULL);
        i += item.len + 1;
    }
    return array;
}

/* cjsExports(path) -> [names, requests] of a CommonJS file's text. */
WICK_JS_NATIVE(cjs_exports)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf path;
    struct wick_buf text;
    struct wick_buf names;
    struct wick_buf requests;
    JSValueRef result = NULL;

    wick_buf_init(&text, WICK_SOURCE_MAX);
    wick_buf_init(&names, WICK_SOURCE_MAX);
    wick_buf_init(&requests, WICK_SOURCE_MAX);
    int err = read_source(js, argv[0], &path, &text, exc);
    if (err == 0) {
        err = wick_cjs_exports(wick_buf_get(&text), &names, &requests);
    }
    if (err == 0) {
        JSValueRef lists[] = {
            make_strings(js, wick_buf_get(&names), exc),
            make_strings(js, wick_buf_get(&requests), exc),
        };

        result = lists[0] && lists[1]
                     ? JSObjectMakeArray(ctx, ARRAY_LEN(lists), lists, exc)
                     : NULL;
    } else if (!*exc) {
        (void)throw_unfit(js, exc, err, wick_buf_cstr(&path));
    }
    wick_buf_release(&path);
    wick_buf_release(&text);
    wick_buf_release(&names);
    wick_buf_release(&requests);
    return result;
}

/* importModule(url) -> a promise of the namespace. */
WICK_JS_NATIVE(import_module)
{
    WICK_JS_NATIVE_UNUSED();
    JSStringRef url = JSValueToStringCopy(ctx, argv[0], exc);

    if (!url) {
        return NULL;
    }
    JSObjectRef promise = wick_jsc_import(ctx, url, exc);
    JSStringRelease(url);
    return promise;
}

/* requireModule(url) -> the namespace, undefined where the graph awaits. */
WICK_JS_NATIVE(require_module)
{
    WICK_JS_NATIVE_UNUSED();
    JSStringRef url = JSValueToStringCopy(ctx, argv[0], exc);

    if (!url) {
        return NULL;
    }
    JSValueRef namespace = wick_jsc_require(ctx, url, exc);
    JSStringRelease(url);
    return namespace;
}

WICK_JS_NATIVE(set_module_callbacks)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();

    wick_js_keep(js, WICK_JS_RESOLVE, argv[0]);
    wick_js_keep(js, WICK_JS_SOURCE_OF, argv[1]);
    wick_js_keep(js, WICK_JS_FILL_META, argv[2]);
    wick_js_keep(js, WICK_JS_MODULE_FAILED, argv[3]);
    return js->undefined;
}

/* ---- What the engine asks ---- */

static JSStringRef resolve_import(JSContextRef ctx, JSStringRef specifier,
                                  JSStringRef referrer, const char *type,
                                  JSValueRef *exc)
{
    struct wick_js *js = wick_js_get();
    JSStringRef none = JSStringCreateWithUTF8CString("");
    JSValueRef argv[] = {
        JSValueMakeString(ctx, specifier),
        JSValueMakeString(ctx, referrer ? referrer : none),
        type ? wick_js_string(js, type) : js->undefined,
    };

    JSStringRelease(none);
    JSValueRef url = JSObjectCallAsFunction(ctx, js->callbacks[WICK_JS_RESOLVE],
                                            NULL, ARRAY_LEN(argv), argv, exc);
    return url ? JSValueToStringCopy(ctx, url, exc) : NULL;
}

/* Element @index of the list @parts as bytes that the caller frees. */
static char *take_part(struct wick_js *js, JSObjectRef parts, unsigned index,
                       size_t *len, JSValueRef *exc)
{
    struct wick_buf text;
    JSValueRef part = JSObjectGetPropertyAtIndex(js->ctx, parts, index, exc);

    wick_buf_init(&text, WICK_SOURCE_MAX);
    if (!part || wick_js_to_utf8(js, part, &text, exc) < 0) {
        wick_buf_release(&text);
        return NULL;
    }
    return wick_buf_take(&text, len);
}

/* The text of the file at the path that element 2 of @parts is, into @source,
 * with its bytecode. */
static char *take_file(struct wick_js *js, JSObjectRef parts,
                       struct wick_jsc_source *source, JSValueRef *exc)
{
    struct wick_buf text;
    struct wick_buf path;
    char *bytes = NULL;
    JSValueRef value = JSObjectGetPropertyAtIndex(js->ctx, parts, 2, exc);

    if (!value) {
        return NULL;
    }
    wick_buf_init(&text, WICK_SOURCE_MAX);
    if (read_source(js, value, &path, &text, exc) == 0) {
        if (source->kind == WICK_JSC_MODULE) {
            wick_js_code_find(source, wick_buf_cstr(&path), WICK_CODE_MODULE,
                              wick_buf_get(&text));
        }
        bytes = wick_buf_take(&text, &source->len);
    }
    wick_buf_release(&path);
    wick_buf_release(&text);
    return bytes;
}

static void release_source(struct wick_jsc_source *source)
{
    wick_free((char *)(uintptr_t)source->text);
    wick_free((char *)(uintptr_t)source->url);
}

/* Fills @source from @parts: [kind, is a path, text or path, url]. */
static int take_source(struct wick_js *js, JSObjectRef parts,
                       struct wick_jsc_source *source, JSValueRef *exc)
{
    size_t len;
    char *kind = take_part(js, parts, 0, &len, exc);
    JSValueRef is_path = JSObjectGetPropertyAtIndex(js->ctx, parts, 1, exc);

    if (!kind || !is_path) {
        wick_free(kind);
        return -1;
    }
    source->kind = strcmp(kind, "json") == 0 ? WICK_JSC_JSON : WICK_JSC_MODULE;
    wick_free(kind);
    source->text = JSValueToBoolean(js->ctx, is_path)
                       ? take_file(js, parts, source, exc)
                       : take_part(js, parts, 2, &source->len, exc);
    source->url = source->text ? take_part(js, parts, 3, &len, exc) : NULL;
    if (!source->url) {
        release_source(source);
        return -1;
    }
    return 0;
}

static int fetch_source(JSContextRef ctx, JSStringRef key, const char *type,
                        struct wick_jsc_source *source, JSValueRef *exc)
{
    struct wick_js *js = wick_js_get();
    JSValueRef argv[] = {
        JSValueMakeString(ctx, key),
        type ? wick_js_string(js, type) : js->undefined,
    };
    JSValueRef parts =
        JSObjectCallAsFunction(ctx, js->callbacks[WICK_JS_SOURCE_OF], NULL,
                               ARRAY_LEN(argv), argv, exc);

    return parts ? take_source(js, (JSObjectRef)(uintptr_t)parts, source, exc)
                 : -1;
}

/* The module @key threw @error; an import of it anew will throw it again. */
static void on_failed(JSContextRef ctx, JSStringRef key, JSValueRef error)
{
    JSValueRef exc = NULL;
    JSValueRef argv[] = {JSValueMakeString(ctx, key), error};

    (void)JSObjectCallAsFunction(
        ctx, wick_js_get()->callbacks[WICK_JS_MODULE_FAILED], NULL,
        ARRAY_LEN(argv), argv, &exc);
}

static void fill_meta(JSContextRef ctx, JSStringRef key, JSObjectRef meta)
{
    JSValueRef exc = NULL;
    JSValueRef argv[] = {JSValueMakeString(ctx, key), meta};

    (void)JSObjectCallAsFunction(ctx,
                                 wick_js_get()->callbacks[WICK_JS_FILL_META],
                                 NULL, ARRAY_LEN(argv), argv, &exc);
}

void wick_js_module_init(struct wick_js *js)
{
    static const struct wick_js_func funcs[] = {
        {"cjsExports", cjs_exports},
        {"compileFile", compile_file},
        {"compileWrapper", compile_wrapper},
        {"importModule", import_module},
        {"isModuleText", is_module_text},
        {"kindOf", kind_of},
        {"readFile", read_file},
        {"readPipe", read_pipe},
        {"realPath", real_path},
        {"requireModule", require_module},
        {"setModuleCallbacks", set_module_callbacks},
    };
    static const struct wick_jsc_modules modules = {
        .resolve = resolve_import,
        .fetch = fetch_source,
        .release_source = release_source,
        .fill_meta = fill_meta,
        .failed = on_failed,
    };

    wick_js_resolve_init(js);
    wick_js_set_functions(js, js->native, funcs, ARRAY_LEN(funcs));
    wick_jsc_set_modules(&modules);
}
