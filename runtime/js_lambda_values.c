/* SPDX-License-Identifier: MIT */
#include "js_lambda_values.h"

#include "err.h"
#include "js_builtin.h"
#include "js_turn.h"
#include "js_value.h"
#include "limits.h"
#include "runtime_api.h"

static JSValueRef optional_string(struct wick_js *js, struct wick_str text,
                                  bool is_there)
{
    return is_there ? wick_js_string_from(js, text) : js->undefined;
}

void wick_js_lambda_event_values(struct wick_js *js,
                                 const struct wick_api_event *event,
                                 JSValueRef values[])
{
    JSValueRef deadline = js->undefined;

    if (event->has_deadline) {
        deadline = JSValueMakeNumber(js->ctx, (double)event->deadline_ms);
    }
    values[0] = wick_js_string_from(js, event->request_id);
    values[1] = deadline;
    values[2] =
        optional_string(js, event->function_arn, event->function_arn.len > 0);
    values[3] = optional_string(js, event->trace_id, event->trace_id.len > 0);
    values[4] = optional_string(js, event->tenant_id, event->has_tenant_id);
    values[5] = optional_string(js, event->client_context,
                                event->client_context.len > 0);
    values[6] = optional_string(js, event->cognito_identity,
                                event->cognito_identity.len > 0);
}

bool wick_js_lambda_text(struct wick_js *js, struct wick_arena *arena,
                         size_t argc, const JSValueRef argv[], size_t index,
                         struct wick_str *text, JSValueRef *exc)
{
    *text = WICK_STR("");
    if (index >= argc || JSValueIsUndefined(js->ctx, argv[index])) {
        return true;
    }
    int err =
        wick_js_to_arena(js, argv[index], arena, WICK_ARENA_MAX, text, exc);
    if (err == -WICK_ETOOBIG) {
        (void)wick_js_throw_range(js, exc,
                                  "The answer does not fit into %zu MB",
                                  WICK_ARENA_MAX / WICK_MIB);
    }
    return err == 0;
}

int wick_js_lambda_keep_exports(struct wick_js *js, JSValueRef *exc)
{
    static const struct {
        const char *name;
        enum wick_js_callback callback;
    } exports[] = {
        {"init", WICK_JS_LAMBDA_INIT},
        {"invoke", WICK_JS_LAMBDA_INVOKE},
        {"beforeExit", WICK_JS_LAMBDA_IDLE},
        {"drain", WICK_JS_LAMBDA_DRAIN},
        {"outOfMemory", WICK_JS_LAMBDA_MEMORY},
        {"restored", WICK_JS_LAMBDA_RESTORED},
    };
    JSObjectRef main = wick_js_builtin_require(js, "lambda/main", exc);
    if (!main) {
        return -WICK_EEXCEPTION;
    }
    for (size_t i = 0; i < ARRAY_LEN(exports); i++) {
        wick_js_keep(js, exports[i].callback,
                     wick_js_get_property(js, main, exports[i].name, exc));
    }
    return 0;
}
