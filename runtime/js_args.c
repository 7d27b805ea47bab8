/* SPDX-License-Identifier: MIT */
#include "js_args.h"

#include "js_value.h"

size_t wick_js_args_size(const struct wick_js_args *args, size_t index,
                         size_t most)
{
    if (index >= args->count ||
        !JSValueIsNumber(args->ctx, args->values[index])) {
        return 0;
    }
    double number = JSValueToNumber(args->ctx, args->values[index], NULL);
    if (!(number > 0)) {
        return 0;
    }
    return number >= (double)most ? most : (size_t)number;
}

bool wick_js_args_flag(const struct wick_js_args *args, size_t index)
{
    return index < args->count &&
           JSValueToBoolean(args->ctx, args->values[index]);
}

bool wick_js_args_bytes(const struct wick_js_args *args, size_t index,
                        struct wick_jsc_bytes *bytes)
{
    if (index < args->count &&
        wick_jsc_bytes_get(args->ctx, args->values[index], bytes)) {
        return true;
    }
    (void)wick_js_throw_type(wick_js_get(), args->exc,
                             "argument %zu has no bytes", index);
    return false;
}

bool wick_js_args_chars(const struct wick_js_args *args, size_t index,
                        struct wick_chars *chars)
{
    if (index < args->count) {
        return wick_jsc_string_get(args->ctx, args->values[index], chars,
                                   args->exc);
    }
    (void)wick_js_throw_type(wick_js_get(), args->exc,
                             "argument %zu is no string", index);
    return false;
}
