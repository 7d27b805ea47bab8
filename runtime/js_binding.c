/* SPDX-License-Identifier: MIT */
#include "js_binding.h"

#include "buf.h"
#include "js_bytes.h"
#include "js_child.h"
#include "js_diagnostics.h"
#include "js_dns.h"
#include "js_ids.h"
#include "js_net.h"
#include "js_process.h"
#include "js_random.h"
#include "js_signal.h"
#include "js_stdio.h"
#include "js_udp.h"
#include "js_url.h"
#include "js_usage.h"
#include "js_value.h"

#include <string.h>

/* The longest name of a group. */
#define NAME_MAX_LEN 32

/* A group: @fill puts its functions on an object. */
struct binding {
    const char *name;
    void (*fill)(struct wick_js *js, JSObjectRef object);
};

static const struct binding bindings[] = {
    {"bytes", wick_js_bytes_fill},
    {"child", wick_js_child_fill},
    {"diagnostics", wick_js_diagnostics_fill},
    {"dns", wick_js_dns_fill},
    {"env", wick_js_process_fill_env},
    {"errors", wick_js_process_fill_errors},
    {"exit", wick_js_process_fill_exit},
    {"ids", wick_js_ids_fill},
    {"info", wick_js_process_fill_info},
    {"net", wick_js_net_fill},
    {"random", wick_js_random_fill},
    {"signals", wick_js_signal_fill},
    {"stdio", wick_js_stdio_fill},
    {"udp", wick_js_udp_fill},
    {"url", wick_js_url_fill},
    {"usage", wick_js_usage_fill},
};

static const struct binding *find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(bindings); i++) {
        if (strcmp(bindings[i].name, name) == 0) {
            return &bindings[i];
        }
    }
    return NULL;
}

/* binding(name) -> a new object with the natives of that group. */
WICK_JS_NATIVE(binding)
{
    struct wick_js *js = wick_js_get();
    struct wick_buf name;
    const struct binding *found = NULL;

    WICK_JS_NATIVE_UNUSED();
    wick_buf_init(&name, NAME_MAX_LEN);
    if (argc > 0 && JSValueIsString(ctx, argv[0]) &&
        wick_js_to_utf8(js, argv[0], &name, exc) == 0) {
        found = find(wick_buf_cstr(&name));
    }
    wick_buf_release(&name);
    if (!found) {
        return *exc ? NULL : wick_js_throw(js, exc, "No such binding");
    }
    JSObjectRef object = JSObjectMake(ctx, NULL, NULL);
    found->fill(js, object);
    return object;
}

void wick_js_binding_init(struct wick_js *js)
{
    static const struct wick_js_func funcs[] = {
        {"binding", binding},
    };

    wick_js_set_functions(js, js->native, funcs, ARRAY_LEN(funcs));
}
