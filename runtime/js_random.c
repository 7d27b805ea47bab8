/* SPDX-License-Identifier: MIT */
#include "js_random.h"

#include "hex.h"
#include "js_args.h"
#include "js_value.h"
#include "random.h"

/* fill(view): random bytes. */
WICK_JS_NATIVE(fill)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct wick_jsc_bytes bytes;

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_bytes(&args, 0, &bytes)) {
        return NULL;
    }
    wick_random_fill(bytes.ptr, bytes.len);
    return JSValueMakeUndefined(ctx);
}

/* equal(a, b) -> boolean, in a time that depends on their length alone. */
WICK_JS_NATIVE(equal)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct wick_jsc_bytes a;
    struct wick_jsc_bytes b;
    uint8_t difference = 0;

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_bytes(&args, 0, &a) ||
        !wick_js_args_bytes(&args, 1, &b)) {
        return NULL;
    }
    if (a.len != b.len) {
        return JSValueMakeBoolean(ctx, false);
    }
    for (size_t i = 0; i < a.len; i++) {
        difference |= (uint8_t)(a.ptr[i] ^ b.ptr[i]);
        /* What is known so far must not end the loop. */
        __asm__ volatile("" : "+r"(difference));
    }
    return JSValueMakeBoolean(ctx, difference == 0);
}

#define UUID_BYTES 16
#define UUID_LEN   36

/* The text of a version 4 UUID (RFC 9562, 5.4). */
static void fill_uuid(void *arg, void *room)
{
    /* Digits of each group of the text. */
    static const size_t groups[] = {8, 4, 4, 4, 12};
    uint8_t *bytes = arg;
    uint8_t hex[2 * UUID_BYTES];
    uint8_t *out = room;
    size_t at = 0;

    bytes[6] = (uint8_t)((bytes[6] & 0x0F) | 0x40);
    bytes[8] = (uint8_t)((bytes[8] & 0x3F) | 0x80);
    wick_hex_encode(bytes, UUID_BYTES, hex);
    for (size_t group = 0; group < ARRAY_LEN(groups); group++) {
        if (group > 0) {
            *out++ = '-';
        }
        for (size_t i = 0; i < groups[group]; i++) {
            *out++ = hex[at++];
        }
    }
}

/* uuid() -> string. */
WICK_JS_NATIVE(uuid)
{
    uint8_t bytes[UUID_BYTES];
    struct wick_jsc_filler filler = {UUID_LEN, true, fill_uuid, bytes};

    WICK_JS_NATIVE_UNUSED();
    wick_random_fill(bytes, sizeof(bytes));
    return wick_jsc_string_make(ctx, &filler, exc);
}

void wick_js_random_fill(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"equal", equal},
        {"fill", fill},
        {"uuid", uuid},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
