/* SPDX-License-Identifier: MIT */
#include "js_process.h"

#include "buf.h"
#include "err.h"
#include "js_builtin.h"
#include "js_report.h"
#include "js_turn.h"
#include "js_usage.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

extern char **environ;

/* Lifetime: process; what it was started with. */
static struct wick_js_arguments arguments;

/* ---- The environment ---- */

static void push(struct wick_js *js, JSObjectRef list, unsigned *at,
                 struct wick_str text)
{
    JSObjectSetPropertyAtIndex(js->ctx, list, (*at)++,
                               wick_js_string_from(js, text), NULL);
}

/* list() -> [name, value, ...]. */
WICK_JS_NATIVE(list_environment)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    JSObjectRef list = JSObjectMakeArray(ctx, 0, NULL, exc);
    unsigned at = 0;

    for (char **entry = environ; *entry && at < 2 * WICK_ENV_COUNT_MAX;
         entry++) {
        struct wick_str name;
        struct wick_str value;
        if (wick_str_cut(wick_str_from(*entry), '=', &name, &value)) {
            push(js, list, &at, name);
            push(js, list, &at, value);
        }
    }
    return list;
}

/* The texts of two arguments at once, NUL-terminated; the caller releases. */
static int take_texts(struct wick_js *js, size_t argc, const JSValueRef argv[],
                      struct wick_buf *first, struct wick_buf *second,
                      JSValueRef *exc)
{
    wick_buf_init(first, WICK_ENV_VALUE_MAX);
    wick_buf_init(second, WICK_ENV_VALUE_MAX);
    int err = argc > 0 ? wick_js_to_utf8(js, argv[0], first, exc) : 0;
    if (err == 0 && argc > 1) {
        err = wick_js_to_utf8(js, argv[1], second, exc);
    }
    return err;
}

/* The C library's environment has another value of @name. */
static void env_changed(JSContextRef ctx, const struct wick_buf *name)
{
    if (wick_str_eq(wick_buf_get(name), WICK_STR("TZ"))) {
        wick_jsc_time_zone_changed(ctx);
    }
}

/* set(name, value): for the C library, which reads TZ, and for children. */
WICK_JS_NATIVE(set_env)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf name;
    struct wick_buf value;

    int err = take_texts(js, argc, argv, &name, &value, exc);
    if (err == 0) {
        (void)setenv(wick_buf_cstr(&name), wick_buf_cstr(&value), 1);
        env_changed(ctx, &name);
    }
    wick_buf_release(&name);
    wick_buf_release(&value);
    return err == -WICK_EEXCEPTION ? NULL : js->undefined;
}

WICK_JS_NATIVE(unset_env)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf name;
    struct wick_buf none;

    int err = take_texts(js, argc, argv, &name, &none, exc);
    if (err == 0) {
        (void)unsetenv(wick_buf_cstr(&name));
        env_changed(ctx, &name);
    }
    wick_buf_release(&name);
    wick_buf_release(&none);
    return err == -WICK_EEXCEPTION ? NULL : js->undefined;
}

/* ---- The end ---- */

/* exit(code): at once, or when an answer that was given is out. */
WICK_JS_NATIVE(exit_process)
{
    WICK_JS_NATIVE_UNUSED();
    double code = argc > 0 ? JSValueToNumber(ctx, argv[0], exc) : 0;
    wick_js_exit(wick_js_get(), (int)((int64_t)code & 0xff));
    return JSValueMakeUndefined(ctx);
}

WICK_JS_NATIVE(abort_process)
{
    WICK_JS_NATIVE_UNUSED();
    abort();
}

/* ---- Errors of the system ---- */

/* name(errno) -> "ENOENT" for a negative one. */
WICK_JS_NATIVE(error_name)
{
    WICK_JS_NATIVE_UNUSED();
    int err = (int)JSValueToNumber(ctx, argv[0], exc);
    return wick_js_string(wick_js_get(), wick_err_node_code(err));
}

WICK_JS_NATIVE(error_message)
{
    WICK_JS_NATIVE_UNUSED();
    int err = (int)JSValueToNumber(ctx, argv[0], exc);
    return wick_js_string(wick_js_get(), wick_err_message(err));
}

/* ---- What it is ---- */

static const char *executable(void)
{
    static char path[WICK_PATH_MAX];

    if (path[0] == '\0') {
        ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);
        (void)snprintf(path + (len > 0 ? len : 0), len > 0 ? 1 : sizeof(path),
                       "%s", len > 0 ? "" : "bootstrap");
    }
    return path;
}

/* argv() -> the executable, the script, its arguments. */
WICK_JS_NATIVE(get_argv)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    JSObjectRef list = JSObjectMakeArray(ctx, 0, NULL, exc);
    unsigned at = 0;

    push(js, list, &at, wick_str_from(executable()));
    if (arguments.script) {
        push(js, list, &at, wick_str_from(arguments.script));
    }
    for (int i = 0; i < arguments.argc; i++) {
        push(js, list, &at, wick_str_from(arguments.argv[i]));
    }
    return list;
}

WICK_JS_NATIVE(get_argv0)
{
    WICK_JS_NATIVE_UNUSED();
    return wick_js_string(wick_js_get(), arguments.argv0);
}

/* versions() -> [name, version, ...]. */
WICK_JS_NATIVE(get_versions)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    JSObjectRef list = JSObjectMakeArray(ctx, 0, NULL, exc);
    unsigned at = 0;

    push(js, list, &at, WICK_STR("node"));
    push(js, list, &at, wick_str_from(wick_node_version));
    push(js, list, &at, WICK_STR("wick"));
    push(js, list, &at, wick_str_from(wick_version));
    for (size_t i = 0; i < wick_library_count; i++) {
        push(js, list, &at, wick_str_from(wick_libraries[i].name));
        push(js, list, &at, wick_str_from(wick_libraries[i].version));
    }
    return list;
}

WICK_JS_NATIVE(get_pid)
{
    WICK_JS_NATIVE_UNUSED();
    return JSValueMakeNumber(ctx, getpid());
}

WICK_JS_NATIVE(get_ppid)
{
    WICK_JS_NATIVE_UNUSED();
    return JSValueMakeNumber(ctx, getppid());
}

WICK_JS_NATIVE(get_arch)
{
    WICK_JS_NATIVE_UNUSED();
#if defined(__x86_64__)
    return wick_js_string(wick_js_get(), "x64");
#else
    return wick_js_string(wick_js_get(), "arm64");
#endif
}

/* title(text) names the thread for ps(1); title() -> the name. */
WICK_JS_NATIVE(title)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf text;
    struct wick_buf none;
    char name[16] = ""; /* TASK_COMM_LEN */

    int err = take_texts(js, argc, argv, &text, &none, exc);
    if (err == 0 && argc > 0) {
        (void)prctl(PR_SET_NAME, wick_buf_cstr(&text));
    }
    wick_buf_release(&text);
    wick_buf_release(&none);
    (void)prctl(PR_GET_NAME, name);
    return err == -WICK_EEXCEPTION ? NULL : wick_js_string(js, name);
}

/* ---- Natives by file ---- */

void wick_js_process_fill_env(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"list", list_environment},
        {"set", set_env},
        {"unset", unset_env},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}

void wick_js_process_fill_errors(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"message", error_message},
        {"name", error_name},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}

void wick_js_process_fill_exit(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"abort", abort_process},
        {"exit", exit_process},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}

void wick_js_process_fill_info(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"arch", get_arch},         {"argv", get_argv}, {"argv0", get_argv0},
        {"pid", get_pid},           {"ppid", get_ppid}, {"title", title},
        {"versions", get_versions},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}

/* ---- The objects ---- */

/* One property; constant. */
struct property {
    const char *file;
    bool is_made; /* by the export of its name; else it is the export */
};

/* The value of the property @name, from the builtin that has it. */
static JSValueRef make_property(const char *name,
                                const struct property *property,
                                JSValueRef *exc)
{
    struct wick_js *js = wick_js_get();
    JSObjectRef exports = wick_js_builtin_require(js, property->file, exc);
    JSValueRef value =
        exports ? wick_js_get_property(js, exports, name, exc) : NULL;

    if (!value || !property->is_made) {
        return value;
    }
    return JSObjectCallAsFunction(js->ctx, (JSObjectRef)(uintptr_t)value, NULL,
                                  0, NULL, exc);
}

#define VALUE(name, file) #name,
#define MADE(name, file)  #name,
#define METHOD(name, file)
static const char *const process_names[] = {
#include "js_process.def"
};
#undef VALUE
#undef MADE
#undef METHOD

#define VALUE(name, file) {file, false},
#define MADE(name, file)  {file, true},
#define METHOD(name, file)
static const struct property process_properties[] = {
#include "js_process.def"
};
#undef VALUE
#undef MADE
#undef METHOD

#define VALUE(name, file)
#define MADE(name, file)
#define METHOD(name, file) #name,
static const char *const emitter_names[] = {
#include "js_process.def"
};
#undef METHOD

#define METHOD(name, file) {file, false},
static const struct property emitter_methods[] = {
#include "js_process.def"
};
#undef VALUE
#undef MADE
#undef METHOD

static JSValueRef make_of_process(JSContextRef ctx, size_t index,
                                  JSValueRef *exc)
{
    (void)ctx;
    return make_property(process_names[index], &process_properties[index], exc);
}

static JSValueRef make_of_emitter(JSContextRef ctx, size_t index,
                                  JSValueRef *exc)
{
    (void)ctx;
    return make_property(emitter_names[index], &emitter_methods[index], exc);
}

void wick_js_process_init(struct wick_js *js,
                          const struct wick_js_arguments *given)
{
    static const struct wick_jsc_lazy process = {
        process_names, ARRAY_LEN(process_names), make_of_process};
    static const struct wick_jsc_lazy emitter = {
        emitter_names, ARRAY_LEN(emitter_names), make_of_emitter};

    arguments = *given;
    wick_js_usage_init();
    wick_js_set(js, js->native, "process",
                wick_jsc_lazy_object(js->ctx, WICK_JSC_LAZY_PROCESS, &process));
    wick_js_set(js, js->native, "emitter",
                wick_jsc_lazy_object(js->ctx, WICK_JSC_LAZY_EMITTER, &emitter));
}

/* ---- Events from C ---- */

static JSObjectRef emitter(struct wick_js *js, const char *name)
{
    JSValueRef exc = NULL;
    JSObjectRef globals = wick_js_builtin_require(js, "internal/globals", &exc);

    return (JSObjectRef)(uintptr_t)wick_js_get_property(js, globals, name,
                                                        &exc);
}

static void emit(struct wick_js *js, const char *name, JSValueRef status)
{
    wick_js_enter_function(js, emitter(js, name), 1, &status);
}

void wick_js_process_before_exit(struct wick_js *js)
{
    emit(js, "emitBeforeExit", js->undefined);
}

void wick_js_process_failure(struct wick_js *js)
{
    JSValueRef exc = NULL;

    if (!JSObjectCallAsFunction(js->ctx, emitter(js, "emitFailure"), NULL, 0,
                                NULL, &exc) &&
        exc) {
        wick_js_report(js, exc, STDERR_FILENO);
    }
}

void wick_js_process_exit(struct wick_js *js, int status)
{
    emit(js, "emitExit", JSValueMakeNumber(js->ctx, status));
}
