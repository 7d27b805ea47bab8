/* SPDX-License-Identifier: MIT */
#include "js_diagnostics.h"

#include "js_loop.h"
#include "js_value.h"
#include "loop.h"
#include "loop_probe.h"
#include "version.h"

/* As small as a ring can be: it makes one round trip. */
#define PROBE_ENTRIES 2

/* build() -> the hash of all that the executable was made from. */
WICK_JS_NATIVE(build)
{
    WICK_JS_NATIVE_UNUSED();
    return wick_js_string(wick_js_get(), wick_build_hash);
}

/* loopBackend() -> "io_uring" or "epoll": what carries the event loop. */
WICK_JS_NATIVE(loop_backend)
{
    WICK_JS_NATIVE_UNUSED();
    return wick_js_string(wick_js_get(),
                          wick_loop_backend_name(wick_js_loop_get()));
}

/*
 * ioUring() -> { usable, features, flags, chains } of a ring that is made for
 * the question and has made a round trip; or { usable: false, why }.
 */
WICK_JS_NATIVE(io_uring)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct io_uring ring;
    char why[WICK_LOOP_WHY_SIZE];
    bool has_chains = false;
    JSObjectRef facts = JSObjectMake(ctx, NULL, NULL);
    int err = wick_loop_probe(&ring, PROBE_ENTRIES, &has_chains, why);

    wick_js_set(js, facts, "usable", JSValueMakeBoolean(ctx, err == 0));
    if (err < 0) {
        wick_js_set(js, facts, "why", wick_js_string(js, why));
        return facts;
    }
    wick_js_set(js, facts, "features", JSValueMakeNumber(ctx, ring.features));
    wick_js_set(js, facts, "flags", JSValueMakeNumber(ctx, ring.flags));
    wick_js_set(js, facts, "chains", JSValueMakeBoolean(ctx, has_chains));
    io_uring_queue_exit(&ring);
    return facts;
}

void wick_js_diagnostics_fill(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"build", build},
        {"ioUring", io_uring},
        {"loopBackend", loop_backend},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
