/* SPDX-License-Identifier: MIT */
#include "js_console.h"

#include "buf.h"
#include "clock.h"
#include "err.h"
#include "file.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "limits.h"

#include <unistd.h>

/* Levels of internal/console.js from here on go to stderr. */
#define LEVEL_WARN 3

/* Room for the mark of a record that was cut. */
#define MARK_SIZE 64

static int append_cut(struct wick_buf *line, const char *bytes, size_t len)
{
    size_t kept = wick_size_min(len, WICK_LOG_TEXT_MAX - MARK_SIZE);
    int err;

    /* Not in the middle of a character of UTF-8. */
    while (kept < len && ((unsigned char)bytes[kept] & 0xc0) == 0x80) {
        kept--;
    }
    err = wick_buf_append(line, bytes, kept);
    if (err == 0 && kept < len) {
        err = wick_buf_printf(line, "... [%zu bytes more]", len - kept);
    }
    return err == 0 ? wick_buf_append_byte(line, '\n') : err;
}

static void append_record(void *arg, const char *bytes, size_t len)
{
    int err = append_cut(arg, bytes, len);

    WICK_ASSERT(err == 0);
}

/*
 * writeLog(level, text): one write(2) of the line @text, of WICK_LOG_TEXT_MAX
 * bytes at the most. A log that cannot be written to (EPIPE, ENOSPC) is not an
 * error of the function.
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
    bool is_text =
        wick_jsc_string_write(ctx, argv[1], append_record, &text, exc);
    if (is_text) {
        struct wick_str line = wick_buf_get(&text);
        int fd = level >= LEVEL_WARN ? STDERR_FILENO : STDOUT_FILENO;
        (void)wick_file_write_all(fd, line.ptr, line.len);
    }
    wick_buf_release(&text);
    return is_text ? js->undefined : NULL;
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
