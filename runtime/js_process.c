/* SPDX-License-Identifier: MIT */
#include "js_process.h"

#include "buf.h"
#include "clock.h"
#include "err.h"
#include "file.h"
#include "js_builtin.h"
#include "js_signal.h"
#include "js_turn.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"
#include "version.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

extern char **environ;

/* environ() -> [name, value, ...]. */
WICK_JS_NATIVE(get_environ)
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
            JSObjectSetPropertyAtIndex(ctx, list, at++,
                                       wick_js_string_from(js, name), exc);
            JSObjectSetPropertyAtIndex(ctx, list, at++,
                                       wick_js_string_from(js, value), exc);
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

/* setEnv(name, value): for the C library, which reads TZ. */
WICK_JS_NATIVE(set_env)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf name;
    struct wick_buf value;

    int err = take_texts(js, argc, argv, &name, &value, exc);
    if (err == 0) {
        (void)setenv(wick_buf_cstr(&name), wick_buf_cstr(&value), 1);
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
    }
    wick_buf_release(&name);
    wick_buf_release(&none);
    return err == -WICK_EEXCEPTION ? NULL : js->undefined;
}

/* exit(code): at once, or when an answer that was given is out. */
WICK_JS_NATIVE(exit_process)
{
    WICK_JS_NATIVE_UNUSED();
    double code = argc > 0 ? JSValueToNumber(ctx, argv[0], exc) : 0;
    wick_js_exit(wick_js_get(), (int)((int64_t)code & 0xff));
    return JSValueMakeUndefined(ctx);
}

WICK_JS_NATIVE(change_directory)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_buf path;
    struct wick_buf none;

    int err = take_texts(js, argc, argv, &path, &none, exc);
    if (err == 0 && chdir(wick_buf_cstr(&path)) < 0) {
        err = -errno;
        (void)wick_js_throw(js, exc, "%s: %s, chdir '%s'",
                            wick_err_node_code(err), wick_err_message(err),
                            wick_buf_cstr(&path));
    }
    wick_buf_release(&path);
    wick_buf_release(&none);
    return err < 0 ? NULL : js->undefined;
}

/* hrtime() -> nanoseconds as a BigInt. */
WICK_JS_NATIVE(hrtime)
{
    WICK_JS_NATIVE_UNUSED();
    return JSBigIntCreateWithUInt64(ctx, wick_clock_monotonic_ns(), exc);
}

static double microseconds(const struct timeval *time)
{
    return (double)time->tv_sec * 1e6 + (double)time->tv_usec;
}

/* cpuUsage() -> [user, system] in microseconds. */
WICK_JS_NATIVE(cpu_usage)
{
    WICK_JS_NATIVE_UNUSED();
    struct rusage usage;

    (void)getrusage(RUSAGE_SELF, &usage);
    JSValueRef parts[] = {
        JSValueMakeNumber(ctx, microseconds(&usage.ru_utime)),
        JSValueMakeNumber(ctx, microseconds(&usage.ru_stime))};
    return JSObjectMakeArray(ctx, ARRAY_LEN(parts), parts, exc);
}

/* writeFd(fd, text or bytes): all of it, whatever it takes. */
WICK_JS_NATIVE(write_fd)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    int fd = (int)JSValueToNumber(ctx, argv[0], exc);
    struct wick_jsc_bytes bytes;
    struct wick_buf text;
    int err = 0;

    if (wick_jsc_bytes_get(ctx, argv[1], &bytes)) {
        (void)wick_file_write_all(fd, (const char *)bytes.ptr, bytes.len);
        return js->undefined;
    }
    wick_buf_init(&text, WICK_STREAM_RESPONSE_MAX);
    err = wick_js_to_utf8(js, argv[1], &text, exc);
    if (err == 0) {
        (void)wick_file_write_all(fd, wick_buf_get(&text).ptr,
                                  wick_buf_get(&text).len);
    }
    wick_buf_release(&text);
    return err == -WICK_EEXCEPTION ? NULL : js->undefined;
}

/* group(name) -> the natives that internal/process_<name> has to itself. */
WICK_JS_NATIVE(group)
{
    WICK_JS_NATIVE_UNUSED();
    static const struct {
        const char *name;
        JSObjectRef (*make)(struct wick_js *js);
    } groups[] = {
        {"signals", wick_js_signal_natives},
    };
    struct wick_js *js = wick_js_get();
    struct wick_buf name;
    JSObjectRef natives = NULL;

    wick_buf_init(&name, WICK_PATH_MAX);
    if (argc > 0 && wick_js_to_utf8(js, argv[0], &name, exc) == 0) {
        for (size_t i = 0; i < ARRAY_LEN(groups) && !natives; i++) {
            if (strcmp(wick_buf_cstr(&name), groups[i].name) == 0) {
                natives = groups[i].make(js);
            }
        }
    }
    wick_buf_release(&name);
    return natives ? natives
                   : wick_js_throw_type(js, exc, "group takes a group's name");
}

static void set_number(struct wick_js *js, const char *name, double value)
{
    wick_js_set(js, js->native, name, JSValueMakeNumber(js->ctx, value));
}

static void set_arguments(struct wick_js *js,
                          const struct wick_js_arguments *arguments)
{
    char path[WICK_PATH_MAX] = "bootstrap";
    JSObjectRef list = JSObjectMakeArray(js->ctx, 0, NULL, NULL);
    unsigned at = 0;

    ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (len > 0) {
        path[len] = '\0';
    }
    JSValueRef exec_path = wick_js_string(js, path);
    wick_js_set(js, js->native, "execPath", exec_path);
    JSObjectSetPropertyAtIndex(js->ctx, list, at++, exec_path, NULL);
    if (arguments->script) {
        JSObjectSetPropertyAtIndex(js->ctx, list, at++,
                                   wick_js_string(js, arguments->script), NULL);
    }
    for (int i = 0; i < arguments->argc; i++) {
        JSObjectSetPropertyAtIndex(
            js->ctx, list, at++, wick_js_string(js, arguments->argv[i]), NULL);
    }
    wick_js_set(js, js->native, "argv", list);
}

static void set_versions(struct wick_js *js)
{
    JSObjectRef versions = JSObjectMake(js->ctx, NULL, NULL);

    /* The Node.js whose behaviour is aimed at: libraries compare it. */
    wick_js_set(js, versions, "node", wick_js_string(js, "22.12.0"));
    wick_js_set(js, versions, "wick", wick_js_string(js, wick_version));
    for (size_t i = 0; i < wick_library_count; i++) {
        wick_js_set(js, versions, wick_libraries[i].name,
                    wick_js_string(js, wick_libraries[i].version));
    }
    wick_js_set(js, js->native, "versions", versions);
}

void wick_js_process_init(struct wick_js *js,
                          const struct wick_js_arguments *arguments)
{
    static const struct wick_js_func funcs[] = {
        {"chdir", change_directory},
        {"cpuUsage", cpu_usage},
        {"environ", get_environ},
        {"exit", exit_process},
        {"group", group},
        {"hrtime", hrtime},
        {"setEnv", set_env},
        {"unsetEnv", unset_env},
        {"writeFd", write_fd},
    };

    wick_js_set_functions(js, js->native, funcs, ARRAY_LEN(funcs));
    set_number(js, "pid", getpid());
    set_number(js, "ppid", getppid());
    set_number(js, "uid", getuid());
    set_number(js, "gid", getgid());
#if defined(__x86_64__)
    wick_js_set(js, js->native, "arch", wick_js_string(js, "x64"));
#else
    wick_js_set(js, js->native, "arch", wick_js_string(js, "arm64"));
#endif
    set_arguments(js, arguments);
    set_versions(js);
}

static void emit(struct wick_js *js, const char *name, JSValueRef status)
{
    JSValueRef exc = NULL;
    JSObjectRef globals = wick_js_builtin_require(js, "internal/globals", &exc);
    JSValueRef function = wick_js_get_property(js, globals, name, &exc);

    wick_js_enter_function(js, (JSObjectRef)(uintptr_t)function, 1, &status);
}

void wick_js_process_before_exit(struct wick_js *js)
{
    emit(js, "emitBeforeExit", js->undefined);
}

void wick_js_process_exit(struct wick_js *js, int status)
{
    emit(js, "emitExit", JSValueMakeNumber(js->ctx, status));
}
