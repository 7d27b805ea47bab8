/* SPDX-License-Identifier: MIT */
#include "js_stdio.h"

#include "buf.h"
#include "err.h"
#include "file.h"
#include "js_loop.h"
#include "js_turn.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"
#include "loop.h"
#include "mem.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Lifetime: process. The read that is under way, if one is. */
static struct {
    struct wick_op op;
    char *bytes;
} input;

/* write(fd, text or bytes) -> 0 or a negative errno; all of it, or an error. */
WICK_JS_NATIVE(write_fd)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    int fd = (int)JSValueToNumber(ctx, argv[0], exc);
    struct wick_jsc_bytes bytes;
    struct wick_buf text;

    if (wick_jsc_bytes_get(ctx, argv[1], &bytes)) {
        int err = wick_file_write_all(fd, (const char *)bytes.ptr, bytes.len);
        return JSValueMakeNumber(ctx, err);
    }
    wick_buf_init(&text, WICK_STREAM_RESPONSE_MAX);
    int err = wick_js_to_utf8(js, argv[1], &text, exc);
    if (err == 0) {
        err = wick_file_write_all(fd, wick_buf_get(&text).ptr,
                                  wick_buf_get(&text).len);
    } else if (err == -WICK_ETOOBIG) {
        err = -EFBIG;
    }
    wick_buf_release(&text);
    return err == -WICK_EEXCEPTION ? NULL : JSValueMakeNumber(ctx, err);
}

/* kind(fd) -> "tty", "fs" or "pipe". */
WICK_JS_NATIVE(kind)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    int fd = (int)JSValueToNumber(ctx, argv[0], exc);
    struct stat st;

    if (isatty(fd)) {
        return wick_js_string(js, "tty");
    }
    bool is_stream =
        fstat(fd, &st) == 0 && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
    return wick_js_string(js, is_stream ? "pipe" : "fs");
}

/* windowSize(fd) -> [columns, rows], or undefined. */
WICK_JS_NATIVE(window_size)
{
    WICK_JS_NATIVE_UNUSED();
    int fd = (int)JSValueToNumber(ctx, argv[0], exc);
    struct winsize size;

    if (ioctl(fd, TIOCGWINSZ, &size) < 0) {
        return JSValueMakeUndefined(ctx);
    }
    JSValueRef parts[] = {JSValueMakeNumber(ctx, size.ws_col),
                          JSValueMakeNumber(ctx, size.ws_row)};
    return JSObjectMakeArray(ctx, ARRAY_LEN(parts), parts, exc);
}

static void free_bytes(void *bytes, void *context)
{
    (void)context;
    wick_free(bytes);
}

static void on_read(struct wick_op *op)
{
    struct wick_js *js = wick_js_get();
    JSValueRef exc = NULL;
    JSValueRef result = js->undefined;

    if (op->result < 0) {
        result = JSValueMakeNumber(js->ctx, (double)op->result);
    } else if (op->result > 0) {
        result = JSObjectMakeTypedArrayWithBytesNoCopy(
            js->ctx, kJSTypedArrayTypeUint8Array, input.bytes,
            (size_t)op->result, free_bytes, NULL, &exc);
        input.bytes = NULL;
    }
    wick_js_enter(js, WICK_JS_ON_INPUT, 1, &result);
}

/* read(callback): see internal/standard_input. One at a time. */
WICK_JS_NATIVE(read_input)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();

    wick_js_keep(js, WICK_JS_ON_INPUT, argv[0]);
    if (!input.bytes) {
        input.bytes = wick_alloc(WICK_INPUT_STEP);
    }
    wick_op_read(&input.op, STDIN_FILENO,
                 (struct iovec){input.bytes, WICK_INPUT_STEP},
                 WICK_OFFSET_CURRENT);
    int err = wick_loop_start(wick_js_loop_get(), &input.op, on_read);
    return err < 0 ? wick_js_throw(js, exc, "Standard input cannot be read")
                   : js->undefined;
}

/* refRead(isRef): whether the read keeps the process. */
WICK_JS_NATIVE(ref_read)
{
    WICK_JS_NATIVE_UNUSED();
    if (wick_op_is_in_flight(&input.op)) {
        wick_loop_set_ref(wick_js_loop_get(), &input.op,
                          JSValueToBoolean(ctx, argv[0]));
    }
    return JSValueMakeUndefined(ctx);
}

void wick_js_stdio_fill(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"kind", kind},        {"read", read_input},
        {"refRead", ref_read}, {"windowSize", window_size},
        {"write", write_fd},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
