/* SPDX-License-Identifier: MIT */
#include "js_code.h"

#include "buf.h"
#include "err.h"
#include "file.h"
#include "js_builtin.h"
#include "js_report.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"
#include "version.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct wick_code_key key_of(enum wick_code_kind kind,
                                   struct wick_str text)
{
    return (struct wick_code_key){
        .kind = kind,
        .build = wick_str_from(wick_build_hash),
        .source = text,
    };
}

static const char wrapper_head[] =
    "(function (exports, require, module, __filename, __dirname) { ";
static const char wrapper_tail[] = "\n})";

void wick_js_code_begin(struct wick_buf *text)
{
    wick_buf_init(text, WICK_SOURCE_MAX + sizeof(wrapper_head) +
                            sizeof(wrapper_tail));
    int err = wick_buf_append_cstr(text, wrapper_head);
    WICK_ASSERT(err == 0);
}

int wick_js_code_finish(struct wick_buf *text, struct wick_str *body)
{
    size_t len = wick_buf_get(text).len - (sizeof(wrapper_head) - 1);
    struct wick_str written =
        wick_str_from_index(wick_buf_get(text), sizeof(wrapper_head) - 1);
    char *start = (char *)(uintptr_t)written.ptr;

    /* A "#!" line is a comment, and stays a line. */
    if (wick_str_starts_with(written, WICK_STR("#!"))) {
        memcpy(start, "//", 2);
    } else if (wick_str_starts_with(written, WICK_STR("\xef\xbb\xbf"))) {
        memcpy(start, "   ", 3);
    }
    int err = wick_buf_append_cstr(text, wrapper_tail);
    *body = wick_str_slice(wick_buf_get(text), sizeof(wrapper_head) - 1, len);
    return err;
}

/* The hash by which the engine tells texts apart: 24 bits, 0 means none. */
static uint32_t hash_of(struct wick_str text)
{
    struct wick_code_checksum sum = wick_code_checksum_of(text.ptr, text.len);

    return (uint32_t)(sum.half[0] % 0xffffff) + 1;
}

WICK_PRINTF(1, 2)
static void tell(const char *format, ...)
{
    va_list args;

    if (getenv("WICK_DEBUG")) {
        va_start(args, format);
        (void)vfprintf(stderr, format, args);
        va_end(args);
    }
}

void wick_js_code_find(struct wick_jsc_source *source, const char *path,
                       enum wick_code_kind kind, struct wick_str text)
{
    char cache[WICK_PATH_MAX + sizeof(WICK_CODE_CACHE_SUFFIX)];
    struct wick_code_key key = key_of(kind, text);
    struct wick_str file;
    struct wick_str bytecode;

    source->hash = hash_of(text);
    (void)snprintf(cache, sizeof(cache), "%s" WICK_CODE_CACHE_SUFFIX, path);
    int err = wick_file_map(cache, &file);
    if (err < 0) {
        if (err != -ENOENT) {
            tell("wick: %s is ignored: %s\n", cache, wick_err_message(err));
        }
        return;
    }
    err = wick_code_cache_parse(file, &key, &bytecode);
    if (err < 0) {
        tell("wick: %s is ignored: %s\n", cache,
             err == -ESTALE ? "of another source or another build" : "damaged");
        wick_file_unmap(file);
        return;
    }
    tell("wick: %s is used\n", cache);
    /* Read in place, to the end of the process. */
    source->bytecode = (const uint8_t *)bytecode.ptr;
    source->bytecode_len = bytecode.len;
}

/* ---- Ahead of time ---- */

/* Lifetime: one call. */
struct output {
    struct wick_code_key key;
    const char *path;
    int err;
};

/* Whole or not at all: somebody may have the old one mapped. */
static void write_cache(void *arg, const uint8_t *bytes, size_t len)
{
    struct output *output = arg;
    struct wick_buf file;
    struct wick_str bytecode = {(const char *)bytes, len};

    wick_buf_init(&file, WICK_CODE_MAX);
    output->err = wick_code_cache_write(&file, &output->key, bytecode);
    if (output->err == 0) {
        output->err = wick_file_replace(output->path, wick_buf_get(&file));
    }
    wick_buf_release(&file);
}

/* Compiles the text of the file @path, in @text as begin() left it. 0, a code
 * of the file's, or an exception. */
static int compile(struct wick_js *js, const char *path, struct wick_buf *text,
                   enum wick_code_kind kind, JSValueRef *exc)
{
    char cache[WICK_PATH_MAX + sizeof(WICK_CODE_CACHE_SUFFIX)];
    struct wick_str body = wick_buf_get(text);
    struct output output = {.path = cache};
    struct wick_jsc_source source = {
        .kind = kind == WICK_CODE_MODULE ? WICK_JSC_MODULE : WICK_JSC_SCRIPT,
        .url = path,
    };
    int err = kind == WICK_CODE_COMMONJS ? wick_js_code_finish(text, &body) : 0;

    if (err < 0) {
        return err;
    }
    output.key = key_of(kind, body);
    source.text = wick_buf_get(text).ptr;
    source.len = wick_buf_get(text).len;
    source.hash = hash_of(body);
    (void)snprintf(cache, sizeof(cache), "%s" WICK_CODE_CACHE_SUFFIX, path);
    err = wick_jsc_compile(js->ctx, &source, write_cache, &output, exc);
    return err < 0 ? -WICK_EEXCEPTION : output.err;
}

/* writeCode(path, isModule): of the file's text. */
WICK_JS_NATIVE(write_code)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    bool is_module = JSValueToBoolean(ctx, argv[1]);
    struct wick_buf path;
    struct wick_buf text;

    wick_buf_init(&path, WICK_PATH_MAX);
    if (is_module) {
        wick_buf_init(&text, WICK_SOURCE_MAX);
    } else {
        wick_js_code_begin(&text);
    }
    int err = wick_js_to_utf8(js, argv[0], &path, exc);
    if (err == 0) {
        err = wick_file_read(wick_buf_cstr(&path), &text);
    }
    if (err == 0) {
        err = compile(js, wick_buf_cstr(&path), &text,
                      is_module ? WICK_CODE_MODULE : WICK_CODE_COMMONJS, exc);
    }
    if (err < 0 && err != -WICK_EEXCEPTION) {
        (void)wick_js_throw(js, exc, "%s cannot be compiled: %s",
                            wick_buf_cstr(&path), wick_err_message(err));
    }
    wick_buf_release(&path);
    wick_buf_release(&text);
    return err < 0 ? NULL : js->undefined;
}

void wick_js_code_init(struct wick_js *js)
{
    static const struct wick_js_func funcs[] = {{"writeCode", write_code}};

    wick_js_set_functions(js, js->native, funcs, ARRAY_LEN(funcs));
}

int wick_js_code_run(struct wick_js *js, char *const paths[], int count)
{
    JSValueRef exc = NULL;
    JSObjectRef exports = wick_js_builtin_require(js, "internal/compile", &exc);
    JSValueRef compile_file =
        exports ? wick_js_get_property(js, exports, "compileFile", &exc) : NULL;
    int status = compile_file ? EXIT_SUCCESS : EXIT_FAILURE;

    for (int i = 0; compile_file && i < count; i++) {
        JSValueRef argv[] = {wick_js_string(js, paths[i])};
        JSValueRef error = NULL;
        if (!JSObjectCallAsFunction(js->ctx,
                                    (JSObjectRef)(uintptr_t)compile_file, NULL,
                                    ARRAY_LEN(argv), argv, &error)) {
            wick_js_report(js, error, STDERR_FILENO);
            status = EXIT_FAILURE;
        }
    }
    if (exc) {
        wick_js_report(js, exc, STDERR_FILENO);
    }
    return status;
}
