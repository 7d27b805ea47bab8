/* SPDX-License-Identifier: MIT */
#include "js_url.h"

#include "js_args.h"
#include "js_value.h"
#include "jsc/shim.h"

#include <string.h>

/*
 * parse(input, base, parts) -> the serialisation or undefined. @base may be
 * undefined. @parts is an Int32Array that gets, in this order, the fields of
 * struct wick_jsc_url.
 */
WICK_JS_NATIVE(parse)
{
    struct wick_jsc_bytes bytes;
    struct wick_jsc_url url;
    struct wick_js_args args = {ctx, argc, argv, exc};

    WICK_JS_NATIVE_UNUSED();
    if (argc < 3 || !JSValueIsString(ctx, argv[0]) ||
        !(JSValueIsString(ctx, argv[1]) || JSValueIsUndefined(ctx, argv[1]))) {
        return wick_js_throw_type(wick_js_get(), exc,
                                  "parse takes (input, base, parts)");
    }
    JSValueRef base = JSValueIsString(ctx, argv[1]) ? argv[1] : NULL;
    JSValueRef href = wick_jsc_url_parse(ctx, argv[0], base, &url);
    if (!href) {
        return JSValueMakeUndefined(ctx);
    }
    const int32_t parts[] = {
        (int32_t)url.protocol_end,
        (int32_t)url.user_start,
        (int32_t)url.user_end,
        (int32_t)url.password_start,
        (int32_t)url.password_end,
        (int32_t)url.host_start,
        (int32_t)url.host_end,
        (int32_t)url.path_start,
        (int32_t)url.path_end,
        (int32_t)url.query_end,
        url.port,
        url.has_opaque_path,
        url.is_special,
    };
    if (!wick_js_args_bytes(&args, 2, &bytes)) {
        return NULL;
    }
    if (bytes.len < sizeof(parts)) {
        return wick_js_throw_range(wick_js_get(), exc, "parts is too short");
    }
    memcpy(bytes.ptr, parts, sizeof(parts));
    return href;
}

/* domainToUnicode(name) -> string, "" of what is no domain. */
WICK_JS_NATIVE(domain_to_unicode)
{
    WICK_JS_NATIVE_UNUSED();
    if (argc < 1 || !JSValueIsString(ctx, argv[0])) {
        return wick_js_throw_type(wick_js_get(), exc,
                                  "domainToUnicode takes a string");
    }
    return wick_jsc_domain_to_unicode(ctx, argv[0]);
}

void wick_js_url_fill(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"domainToUnicode", domain_to_unicode},
        {"parse", parse},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
