/* SPDX-License-Identifier: MIT */
#include "js_console.h"

#include "buf.h"
#include "clock.h"
#include "err.h"
#include "file.h"
#include "js_value.h"
#include "limits.h"

#include <unistd.h>

/* Levels of internal/console.js from here on go to stderr. */
#define LEVEL_WARN 3

/*
 * writeLog(level, text): one write(2) of the line @text. A log that cannot be
 * written to (EPIPE, ENOSPC) is not an error of the function.
 */
static JSValueRef write_log(JSContextRef ctx, JSObjectRef function,
                            JSObjectRef self, size_t argc,
                            const JSValueRef argv[], JSValueRef *exc)
{
    struct wick_js *js = wick_js_get();
    struct wick_buf text;

    (void)function;
    (void)self;
    if (argc < 2) {
        return wick_js_throw_type(js, exc, "writeLog takes (level, text)");
    }
    double level = JSValueToNumber(ctx, argv[0], exc);
    wick_buf_init(&text, WICK_LOG_TEXT_MAX);
    int err = wick_js_to_utf8(js, argv[1], &text, exc);
    if (err == 0 && wick_buf_append_byte(&text, '\n') == 0) {
        struct wick_str line = wick_buf_get(&text);
        int fd = level >= LEVEL_WARN ? STDERR_FILENO : STDOUT_FILENO;
        (void)wick_file_write_all(fd, line.ptr, line.len);
    }
    wick_buf_release(&text);
    return err == -WICK_EEXCEPTION ? NULL : js->undefined;
}

/* monotonicMs() -> milliseconds of a clock that never goes back. */
static JSValueRef monotonic_ms(JSContextRef ctx, JSObjectRef function,
                               JSObjectRef self, size_t argc,
                               const JSValueRef argv[], JSValueRef *exc)
{
    (void)function;
    (void)self;
    (void)argc;
    (void)argv;
    (void)exc;
    return JSValueMakeNumber(ctx, (double)wick_clock_monotonic_ns() / 1e6);
}

/* isTerminal(fd) -> whether a person looks at it. */
static JSValueRef is_terminal(JSContextRef ctx, JSObjectRef function,
                              JSObjectRef self, size_t argc,
                              const JSValueRef argv[], JSValueRef *exc)
{
    (void)function;
    (void)self;
    double fd = argc > 0 ? JSValueToNumber(ctx, argv[0], exc) : -1;
    return JSValueMakeBoolean(ctx, fd >= 0 && isatty((int)fd) == 1);
}

void wick_js_console_init(struct wick_js *js)
{
    static const struct wick_js_func funcs[] = {
        {"isTerminal", is_terminal},
        {"monotonicMs", monotonic_ms},
        {"writeLog", write_log},
    };

    wick_js_set_functions(js, js->native, funcs, ARRAY_LEN(funcs));
}
