/* SPDX-License-Identifier: MIT */
#include "js_fs.h"

#include "err.h"
#include "js_value.h"
#include "limits.h"
#include "loop.h"

#include <errno.h>
#include <math.h>

static struct wick_loop *the_loop;

/*
 * What each kind takes, one letter an argument: p path, d dest, f descriptor,
 * F path or descriptor, l flags, m mode, u uid, g gid, a and t times in
 * seconds, L length, o offset, b bytes, x as bytes, y with types.
 */
static const struct {
    const char *name;
    const char *takes;
} kinds[WICK_FS_KIND_COUNT] = {
    [WICK_FS_ACCESS] = {"access", "pm"},
    [WICK_FS_STAT] = {"stat", "p"},
    [WICK_FS_LSTAT] = {"lstat", "p"},
    [WICK_FS_FSTAT] = {"fstat", "f"},
    [WICK_FS_STATFS] = {"statfs", "p"},
    [WICK_FS_OPEN] = {"open", "plm"},
    [WICK_FS_CLOSE] = {"close", "f"},
    [WICK_FS_READ] = {"read", "fbo"},
    [WICK_FS_WRITE] = {"write", "fbo"},
    [WICK_FS_READ_FILE] = {"readFile", "Flx"},
    [WICK_FS_WRITE_FILE] = {"writeFile", "Flmb"},
    [WICK_FS_SYNC] = {"sync", "fl"},
    [WICK_FS_TRUNCATE] = {"truncate", "FL"},
    [WICK_FS_CHMOD] = {"chmod", "Fm"},
    [WICK_FS_CHOWN] = {"chown", "Fug"},
    [WICK_FS_LCHOWN] = {"lchown", "pug"},
    [WICK_FS_UTIMES] = {"utimes", "Fat"},
    [WICK_FS_LUTIMES] = {"lutimes", "pat"},
    [WICK_FS_MKDIR] = {"mkdir", "pm"},
    [WICK_FS_MKDIR_ALL] = {"mkdirAll", "pm"},
    [WICK_FS_MKDTEMP] = {"mkdtemp", "px"},
    [WICK_FS_RMDIR] = {"rmdir", "p"},
    [WICK_FS_UNLINK] = {"unlink", "p"},
    [WICK_FS_REMOVE_ALL] = {"removeAll", "p"},
    [WICK_FS_RENAME] = {"rename", "pd"},
    [WICK_FS_LINK] = {"link", "pd"},
    [WICK_FS_SYMLINK] = {"symlink", "pd"},
    [WICK_FS_READLINK] = {"readlink", "px"},
    [WICK_FS_REALPATH] = {"realpath", "px"},
    [WICK_FS_COPY] = {"copy", "pdl"},
    [WICK_FS_READDIR] = {"readdir", "pxy"},
};

/* A path, a string or bytes, as JavaScript has checked it. */
static int take_path(struct wick_js *js, JSValueRef value,
                     struct wick_buf *path, JSValueRef *exc)
{
    struct wick_jsc_bytes bytes;

    if (JSValueIsString(js->ctx, value)) {
        int err = wick_js_to_utf8(js, value, path, exc);
        return err == -WICK_ETOOBIG ? -ENAMETOOLONG : err;
    }
    if (!wick_jsc_bytes_get(js->ctx, value, &bytes)) {
        return -EINVAL;
    }
    return wick_buf_append(path, bytes.ptr, bytes.len) < 0 ? -ENAMETOOLONG : 0;
}

static int take_bytes(struct wick_js *js, JSValueRef value,
                      struct wick_js_fs_request *request, JSValueRef *exc)
{
    struct wick_fs_call *call = &request->call;

    if (JSValueIsString(js->ctx, value)) {
        int err = wick_js_to_utf8(js, value, &request->text, exc);
        call->bytes = request->text.data;
        call->len = request->text.len;
        return err;
    }
    if (!wick_jsc_bytes_pin(js->ctx, value, &request->bytes)) {
        return -EINVAL;
    }
    request->is_pinned = true;
    call->bytes = (char *)request->bytes.ptr;
    call->len = request->bytes.len;
    return 0;
}

static struct timespec time_of(double seconds)
{
    double whole = floor(seconds);

    return (struct timespec){
        .tv_sec = (time_t)whole,
        .tv_nsec = (long)((seconds - whole) * 1e9),
    };
}

static void take_number(struct wick_fs_call *call, char letter, double number)
{
    switch (letter) {
    case 'f':
        call->fd = (int)number;
        break;
    case 'l':
        call->flags = (int)number;
        break;
    case 'm':
        call->mode = (mode_t)number;
        break;
    case 'u':
        call->uid = (uid_t)(int64_t)number;
        break;
    case 'g':
        call->gid = (gid_t)(int64_t)number;
        break;
    case 'a':
        call->times[0] = time_of(number);
        break;
    case 't':
        call->times[1] = time_of(number);
        break;
    case 'L':
        call->len = (size_t)number;
        break;
    case 'o':
        call->offset = (int64_t)number;
        break;
    default:
        WICK_UNREACHABLE();
    }
}

static int take_argument(struct wick_js *js, char letter, JSValueRef value,
                         struct wick_js_fs_request *request, JSValueRef *exc)
{
    struct wick_fs_call *call = &request->call;

    switch (letter) {
    case 'p':
        return take_path(js, value, &call->path, exc);
    case 'd':
        return take_path(js, value, &call->dest, exc);
    case 'b':
        return take_bytes(js, value, request, exc);
    case 'x':
        request->wants_bytes = JSValueToBoolean(js->ctx, value);
        return 0;
    case 'y':
        request->wants_types = JSValueToBoolean(js->ctx, value);
        return 0;
    case 'F':
        if (!JSValueIsNumber(js->ctx, value)) {
            return take_path(js, value, &call->path, exc);
        }
        letter = 'f';
        break;
    default:
        break;
    }
    double number = JSValueToNumber(js->ctx, value, exc);
    if (*exc) {
        return -WICK_EEXCEPTION;
    }
    take_number(call, letter, number == number ? number : 0);
    return 0;
}

/* Fills @request from what follows kind and callback in @argv. */
static int take_arguments(struct wick_js *js,
                          struct wick_js_fs_request *request, size_t argc,
                          const JSValueRef argv[], JSValueRef *exc)
{
    const char *takes = kinds[request->call.kind].takes;
    int err = 0;

    for (size_t i = 0; err == 0 && takes[i]; i++) {
        err = take_argument(js, takes[i],
                            i + 2 < argc ? argv[i + 2] : js->undefined, request,
                            exc);
    }
    return err;
}

void wick_js_fs_request_release(struct wick_js_fs_request *request)
{
    if (request->is_pinned) {
        wick_jsc_bytes_unpin(&request->bytes);
    }
    wick_buf_release(&request->text);
    wick_fs_call_release(&request->call);
}

static JSValueRef run_now(struct wick_js *js,
                          struct wick_js_fs_request *request, JSValueRef *exc)
{
    JSValueRef value = NULL;

    wick_fs_call_run(&request->call);
    if (request->call.result < 0) {
        *exc = wick_js_fs_error(js, request);
    } else {
        value = wick_js_fs_value(js, request, exc);
    }
    return value;
}

/* call(kind, callback or undefined, ...arguments) */
WICK_JS_NATIVE(fs_call)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_js_fs_request request = {0};
    double kind = argc > 1 ? JSValueToNumber(ctx, argv[0], exc) : -1;

    if (!(kind >= 0 && kind < (double)WICK_FS_KIND_COUNT)) {
        return wick_js_throw_type(js, exc, "fs: no such call");
    }
    wick_fs_call_init(&request.call, (enum wick_fs_kind)kind, WICK_FS_FILE_MAX);
    wick_buf_init(&request.text, WICK_FS_FILE_MAX);
    bool is_async = JSValueIsObject(ctx, argv[1]);
    int err = take_arguments(js, &request, argc, argv, exc);
    request.call.failed = wick_fs_call_name(&request.call);
    if (err == 0 && is_async &&
        wick_js_fs_start(js, the_loop, &request,
                         (JSObjectRef)(uintptr_t)argv[1], exc)) {
        return js->undefined;
    }
    JSValueRef value = NULL;
    if (err == 0 && !is_async) {
        value = run_now(js, &request, exc);
    } else if (err != 0 && err != -WICK_EEXCEPTION) {
        request.call.result = err;
        *exc = wick_js_fs_error(js, &request);
    }
    wick_js_fs_request_release(&request);
    return value;
}

/* openFs() -> the object that js_fs.h describes. */
WICK_JS_NATIVE(open_fs)
{
    WICK_JS_NATIVE_UNUSED();
    static const struct wick_js_func funcs[] = {{"call", fs_call}};
    struct wick_js *js = wick_js_get();
    JSObjectRef fs = JSObjectMake(ctx, NULL, NULL);
    JSObjectRef names = JSObjectMake(ctx, NULL, NULL);

    for (unsigned i = 0; i < WICK_FS_KIND_COUNT; i++) {
        wick_js_set(js, names, kinds[i].name, JSValueMakeNumber(ctx, i));
    }
    wick_js_set(js, fs, "kinds", names);
    wick_js_set_functions(js, fs, funcs, ARRAY_LEN(funcs));
    wick_js_fs_init_stats(js, fs);
    return fs;
}

void wick_js_fs_init(struct wick_js *js, struct wick_loop *loop)
{
    static const struct wick_js_func funcs[] = {{"openFs", open_fs}};

    the_loop = loop;
    wick_js_set_functions(js, js->native, funcs, ARRAY_LEN(funcs));
}
