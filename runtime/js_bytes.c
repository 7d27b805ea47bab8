/* SPDX-License-Identifier: MIT */
#include "js_bytes.h"

#include "base64.h"
#include "bytes.h"
#include "hex.h"
#include "js_args.h"
#include "js_value.h"
#include "utf8.h"

#include <errno.h>
#include <string.h>

/* As internal/bytes.js numbers them. */
enum encoding {
    UTF8,
    UTF16LE,
    LATIN1,
    ASCII,
    BASE64,
    BASE64URL,
    HEX,
    ENCODING_COUNT
};

static enum encoding encoding_of(const struct wick_js_args *args, size_t index)
{
    return (enum encoding)wick_js_args_size(args, index, ENCODING_COUNT - 1);
}

static JSValueRef number_of(JSContextRef ctx, size_t value)
{
    return JSValueMakeNumber(ctx, (double)value);
}

#define ARGS(name) struct wick_js_args name = {ctx, argc, argv, exc}

/* byteLengthUtf8(string) -> number. */
WICK_JS_NATIVE(byte_length_utf8)
{
    ARGS(args);
    struct wick_chars chars;

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_chars(&args, 0, &chars)) {
        return NULL;
    }
    return number_of(ctx, wick_chars_utf8_len(chars));
}

static size_t write_chars(struct wick_chars chars, enum encoding encoding,
                          uint8_t *out, size_t cap)
{
    size_t read;

    switch (encoding) {
    case UTF8:
        return wick_chars_to_utf8(chars, (char *)out, cap, &read);
    case UTF16LE:
        return wick_chars_to_utf16le(chars, out, cap);
    case LATIN1:
    case ASCII:
        return wick_chars_to_latin1(chars, out, cap);
    case BASE64:
    case BASE64URL:
        return wick_base64_decode(chars, out, cap);
    case HEX:
        return wick_hex_decode(chars, out, cap);
    case ENCODING_COUNT:
        break;
    }
    WICK_UNREACHABLE();
}

/* bytesWrite(view, string, offset, length, encoding) -> bytes written. */
WICK_JS_NATIVE(bytes_write)
{
    ARGS(args);
    struct wick_chars chars;
    struct wick_jsc_bytes bytes;

    WICK_JS_NATIVE_UNUSED();
    /* Flattening may collect; the bytes are looked up after it. */
    if (!wick_js_args_chars(&args, 1, &chars) ||
        !wick_js_args_bytes(&args, 0, &bytes)) {
        return NULL;
    }
    size_t offset = wick_js_args_size(&args, 2, bytes.len);
    size_t cap = wick_js_args_size(&args, 3, bytes.len - offset);
    return number_of(ctx, write_chars(chars, encoding_of(&args, 4),
                                      bytes.ptr + offset, cap));
}

/*
 * encodeInto(view, string, counts): UTF-8 to @view; counts[0] is the number of
 * units read, counts[1] of bytes written. @counts is a Uint32Array.
 */
WICK_JS_NATIVE(encode_into)
{
    ARGS(args);
    struct wick_chars chars;
    struct wick_jsc_bytes bytes;
    struct wick_jsc_bytes counts;
    size_t read;

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_chars(&args, 1, &chars) ||
        !wick_js_args_bytes(&args, 0, &bytes) ||
        !wick_js_args_bytes(&args, 2, &counts)) {
        return NULL;
    }
    size_t written =
        wick_chars_to_utf8(chars, (char *)bytes.ptr, bytes.len, &read);
    uint32_t result[2] = {(uint32_t)read, (uint32_t)written};
    if (counts.len >= sizeof(result)) {
        memcpy(counts.ptr, result, sizeof(result));
    }
    return JSValueMakeUndefined(ctx);
}

/* Bytes to turn into a string of an encoding; as long as the call. */
struct slice {
    const uint8_t *ptr;
    size_t len;
};

static void fill_utf16(void *arg, void *room)
{
    const struct slice *slice = arg;

    memcpy(room, slice->ptr, slice->len & ~(size_t)1);
}

static void fill_latin1(void *arg, void *room)
{
    const struct slice *slice = arg;

    memcpy(room, slice->ptr, slice->len);
}

static void fill_ascii(void *arg, void *room)
{
    const struct slice *slice = arg;
    uint8_t *out = room;

    for (size_t i = 0; i < slice->len; i++) {
        out[i] = slice->ptr[i] & 0x7F;
    }
}

static void fill_base64(void *arg, void *room)
{
    const struct slice *slice = arg;

    wick_base64_encode(slice->ptr, slice->len, WICK_BASE64_PLAIN, room);
}

static void fill_base64url(void *arg, void *room)
{
    const struct slice *slice = arg;

    wick_base64_encode(slice->ptr, slice->len, WICK_BASE64_URL, room);
}

static void fill_hex(void *arg, void *room)
{
    const struct slice *slice = arg;

    wick_hex_encode(slice->ptr, slice->len, room);
}

static void fill_utf8(void *arg, void *room)
{
    const struct slice *slice = arg;
    struct wick_str text = {(const char *)slice->ptr, slice->len};

    (void)wick_utf8_to_utf16(text, room);
}

static JSValueRef utf8_string(JSContextRef ctx, struct slice *slice,
                              JSValueRef *exc)
{
    struct wick_str text = {(const char *)slice->ptr, slice->len};
    struct wick_jsc_filler filler = {0, true, fill_latin1, slice};

    if (wick_utf8_ascii_len(text) == text.len) {
        filler.count = text.len;
    } else {
        filler.count = wick_utf8_to_utf16_len(text);
        filler.is_latin1 = false;
        filler.fill = fill_utf8;
    }
    return wick_jsc_string_make(ctx, &filler, exc);
}

static JSValueRef string_of(JSContextRef ctx, enum encoding encoding,
                            struct slice *slice, JSValueRef *exc)
{
    size_t len = slice->len;
    struct wick_jsc_filler filler = {len, true, fill_latin1, slice};

    switch (encoding) {
    case UTF8:
        return utf8_string(ctx, slice, exc);
    case UTF16LE:
        filler = (struct wick_jsc_filler){len / 2, false, fill_utf16, slice};
        break;
    case LATIN1:
        break;
    case ASCII:
        filler.fill = fill_ascii;
        break;
    case BASE64:
        filler.count = wick_base64_text_len(len, WICK_BASE64_PLAIN);
        filler.fill = fill_base64;
        break;
    case BASE64URL:
        filler.count = wick_base64_text_len(len, WICK_BASE64_URL);
        filler.fill = fill_base64url;
        break;
    case HEX:
        filler.count = 2 * len;
        filler.fill = fill_hex;
        break;
    case ENCODING_COUNT:
        WICK_UNREACHABLE();
    }
    return wick_jsc_string_make(ctx, &filler, exc);
}

/* bytesSlice(view, start, end, encoding) -> string. */
WICK_JS_NATIVE(bytes_slice)
{
    ARGS(args);
    struct wick_jsc_bytes bytes;

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_bytes(&args, 0, &bytes)) {
        return NULL;
    }
    size_t end = wick_js_args_size(&args, 2, bytes.len);
    size_t start = wick_js_args_size(&args, 1, end);
    struct slice slice = {bytes.ptr + start, end - start};
    return string_of(ctx, encoding_of(&args, 3), &slice, exc);
}

/*
 * bytesIndexOf(view, needle, offset, step, isForward) -> offset or -1: where
 * the bytes of @needle lie, at a multiple of @step.
 */
WICK_JS_NATIVE(bytes_index_of)
{
    ARGS(args);
    struct wick_jsc_bytes bytes;
    struct wick_jsc_bytes sought;

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_bytes(&args, 0, &bytes) ||
        !wick_js_args_bytes(&args, 1, &sought)) {
        return NULL;
    }
    size_t from = wick_js_args_size(&args, 2, bytes.len);
    size_t step = wick_js_args_size(&args, 3, 2);
    struct wick_bytes_needle needle = {sought.ptr, sought.len,
                                       wick_size_max(step, 1)};
    size_t at = wick_js_args_flag(&args, 4)
                    ? wick_bytes_find(bytes.ptr, bytes.len, needle, from)
                    : wick_bytes_find_last(bytes.ptr, bytes.len, needle, from);
    return at == WICK_BYTES_NONE ? JSValueMakeNumber(ctx, -1)
                                 : number_of(ctx, at);
}

/* The bytes from argument @index, cut to the range in the next two. */
static bool range_of(const struct wick_js_args *args, size_t index,
                     size_t range_index, struct slice *slice)
{
    struct wick_jsc_bytes bytes;

    if (!wick_js_args_bytes(args, index, &bytes)) {
        return false;
    }
    size_t end = wick_js_args_size(args, range_index + 1, bytes.len);
    size_t start = wick_js_args_size(args, range_index, end);
    *slice = (struct slice){bytes.ptr + start, end - start};
    return true;
}

/* bytesCompare(a, b, aStart, aEnd, bStart, bEnd) -> -1, 0 or 1. */
WICK_JS_NATIVE(bytes_compare)
{
    ARGS(args);
    struct slice a;
    struct slice b;

    WICK_JS_NATIVE_UNUSED();
    if (!range_of(&args, 0, 2, &a) || !range_of(&args, 1, 4, &b)) {
        return NULL;
    }
    size_t shorter = wick_size_min(a.len, b.len);
    int order = shorter > 0 ? memcmp(a.ptr, b.ptr, shorter) : 0;
    if (order == 0) {
        order = (a.len > b.len) - (a.len < b.len);
    }
    return JSValueMakeNumber(ctx, (order > 0) - (order < 0));
}

/* bytesCopy(source, target, targetStart, start, end) -> bytes copied. */
WICK_JS_NATIVE(bytes_copy)
{
    ARGS(args);
    struct slice source;
    struct wick_jsc_bytes target;

    WICK_JS_NATIVE_UNUSED();
    if (!range_of(&args, 0, 3, &source) ||
        !wick_js_args_bytes(&args, 1, &target)) {
        return NULL;
    }
    size_t at = wick_js_args_size(&args, 2, target.len);
    size_t len = wick_size_min(source.len, target.len - at);
    if (len > 0) {
        memmove(target.ptr + at, source.ptr, len);
    }
    return number_of(ctx, len);
}

/* bytesSwap(view, size): reverses each 2, 4 or 8 bytes. */
WICK_JS_NATIVE(bytes_swap)
{
    ARGS(args);
    struct wick_jsc_bytes bytes;

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_bytes(&args, 0, &bytes)) {
        return NULL;
    }
    size_t size = wick_js_args_size(&args, 1, 8);
    if ((size != 2 && size != 4 && size != 8) || bytes.len % size != 0) {
        return wick_js_throw_range(wick_js_get(), exc,
                                   "bytesSwap of %zu bytes by %zu", bytes.len,
                                   size);
    }
    wick_bytes_swap(bytes.ptr, bytes.len, size);
    return JSValueMakeUndefined(ctx);
}

/* bytesAreUtf8(view) -> boolean. */
WICK_JS_NATIVE(bytes_are_utf8)
{
    ARGS(args);
    struct wick_jsc_bytes bytes;

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_bytes(&args, 0, &bytes)) {
        return NULL;
    }
    struct wick_str text = {(const char *)bytes.ptr, bytes.len};
    return JSValueMakeBoolean(ctx, wick_utf8_is_valid(text));
}

/* bytesAreAscii(view) -> boolean. */
WICK_JS_NATIVE(bytes_are_ascii)
{
    ARGS(args);
    struct wick_jsc_bytes bytes;

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_bytes(&args, 0, &bytes)) {
        return NULL;
    }
    struct wick_str text = {(const char *)bytes.ptr, bytes.len};
    return JSValueMakeBoolean(ctx, wick_utf8_is_ascii(text));
}

/* utf8Incomplete(view) -> bytes at its end that may become a character. */
WICK_JS_NATIVE(utf8_incomplete)
{
    ARGS(args);
    struct wick_jsc_bytes bytes;

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_bytes(&args, 0, &bytes)) {
        return NULL;
    }
    struct wick_str text = {(const char *)bytes.ptr, bytes.len};
    return number_of(ctx, wick_utf8_incomplete_len(text));
}

/*
 * base64Forgiving(view, string) -> bytes written to @view, which is as long as
 * the string; -1: a character of no alphabet, -2: a length that no bytes have.
 */
WICK_JS_NATIVE(base64_forgiving)
{
    ARGS(args);
    struct wick_chars chars;
    struct wick_jsc_bytes bytes;
    size_t len = 0;

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_chars(&args, 1, &chars) ||
        !wick_js_args_bytes(&args, 0, &bytes)) {
        return NULL;
    }
    if (bytes.len < chars.count) {
        return wick_js_throw_range(wick_js_get(), exc, "no room to decode to");
    }
    int err = wick_base64_decode_forgiving(chars, bytes.ptr, &len);
    if (err < 0) {
        return JSValueMakeNumber(ctx, err == -EINVAL ? -1 : -2);
    }
    return number_of(ctx, len);
}

void wick_js_bytes_fill(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"base64Forgiving", base64_forgiving},
        {"byteLengthUtf8", byte_length_utf8},
        {"bytesAreAscii", bytes_are_ascii},
        {"bytesAreUtf8", bytes_are_utf8},
        {"bytesCompare", bytes_compare},
        {"bytesCopy", bytes_copy},
        {"bytesIndexOf", bytes_index_of},
        {"bytesSlice", bytes_slice},
        {"bytesSwap", bytes_swap},
        {"bytesWrite", bytes_write},
        {"encodeInto", encode_into},
        {"utf8Incomplete", utf8_incomplete},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
