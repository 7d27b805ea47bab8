/* SPDX-License-Identifier: MIT */
#include "js_lambda.h"

#include "arena.h"
#include "endpoint.h"
#include "err.h"
#include "js_builtin.h"
#include "js_lambda_values.h"
#include "js_loop.h"
#include "js_memory.h"
#include "js_process.h"
#include "js_report.h"
#include "js_sigterm.h"
#include "js_turn.h"
#include "js_value.h"
#include "jsc/shim.h"
#include "lambda_env.h"
#include "loop.h"
#include "runtime_api.h"
#include "version.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* Lifetime: process. One invocation at a time. */
static struct {
    struct wick_api_config config;
    struct wick_endpoint endpoint;
    struct wick_api api;
    struct wick_arena arena;
    struct wick_api_event event;
    char user_agent[64];
    bool is_next_wanted;
    bool is_restore_wanted;
    bool is_init_over;
    bool is_getting;
    bool is_posting;
    bool is_held; /* posted, but not sent before the turn ends */
    bool is_streaming;
    bool is_stream_ended;
    bool is_canceled;
    bool is_invoking; /* an event has come, and no next one was asked for */
    bool is_answered; /* what it is answered with is on its way, or was */
    bool is_left;     /* one is over; what it has left is to be given back */
    bool is_suspect;  /* it failed with a RangeError: maybe of memory */
    bool is_exit_wanted;
    int exit_status;
} lambda;

static void want_exit(int status)
{
    if (!lambda.is_exit_wanted) {
        lambda.is_exit_wanted = true;
        lambda.exit_status = status;
    }
}

static void fail(int err)
{
    lambda.is_posting = false; /* nothing of it is sent any more */
    (void)fprintf(stderr, "%s\n", wick_err_message(err));
    want_exit(1);
}

/* Logs what went wrong; whether the process may go on. */
static bool take_answer(const struct wick_api_answer *answer)
{
    if (answer->text[0]) {
        (void)fprintf(stderr, "%s\n", answer->text);
    }
    if (answer->action == WICK_API_EXIT) {
        want_exit(1);
    }
    return answer->action != WICK_API_EXIT;
}

/* ---- The next event ---- */

static void on_event(void *context, const struct wick_api_answer *answer)
{
    struct wick_js *js = context;
    JSValueRef argv[WICK_JS_LAMBDA_EVENT_VALUES];

    lambda.is_getting = false;
    /* Wanted since next was sent behind the answer: nothing may follow. */
    if (lambda.is_canceled || lambda.is_exit_wanted || !take_answer(answer)) {
        return;
    }
    if (answer->action == WICK_API_POLL_AGAIN) {
        lambda.is_next_wanted = true;
        return;
    }
    lambda.is_invoking = true;
    lambda.is_answered = false;
    lambda.is_suspect = false;
    wick_js_lambda_event_values(js, &lambda.event, argv);
    wick_js_enter(js, WICK_JS_LAMBDA_INVOKE, ARRAY_LEN(argv), argv);
}

/* Nothing of the last invocation is on its way or on the stack any more. */
static void end_invocation(struct wick_js *js)
{
    wick_arena_reset(&lambda.arena);
    if (lambda.is_invoking &&
        !wick_js_memory_end_invocation(js, wick_arena_get_stats(&lambda.arena),
                                       lambda.is_suspect)) {
        want_exit(1);
    }
    lambda.is_invoking = false;
}

static void start_next(struct wick_js *js)
{
    struct wick_api_caller caller = {on_event, js};

    lambda.is_next_wanted = false;
    /* The bytes of an answer on its way lie in it. */
    if (!lambda.is_posting) {
        end_invocation(js);
        if (lambda.is_exit_wanted) {
            return;
        }
    }
    int err = wick_api_next(&lambda.api, &lambda.arena, &lambda.event, caller);
    if (err < 0) {
        fail(err);
        return;
    }
    lambda.is_getting = true;
}

static void on_restored(void *context, const struct wick_api_answer *answer)
{
    struct wick_js *js = context;

    lambda.is_getting = false;
    if (lambda.is_canceled) {
        return;
    }
    bool has_failed = answer->action == WICK_API_EXIT;
    JSValueRef why = wick_js_string(js, answer->text);
    wick_js_reseed(js);
    wick_js_enter(js, WICK_JS_LAMBDA_RESTORED, has_failed, &why);
}

static void start_restore(struct wick_js *js)
{
    struct wick_api_caller caller = {on_restored, js};

    lambda.is_restore_wanted = false;
    int err = wick_api_restore_next(&lambda.api, caller);
    if (err < 0) {
        fail(err);
        return;
    }
    lambda.is_getting = true;
}

/* ---- Answers ---- */

static void on_posted(void *context, const struct wick_api_answer *answer)
{
    (void)context;
    lambda.is_posting = false;
    if (lambda.is_getting) {
        wick_arena_reset(&lambda.arena);
        lambda.is_left = lambda.is_invoking;
        lambda.is_invoking = false;
    }
    (void)take_answer(answer);
}

/* Held until the end of the turn, since next may go with it. */
static JSValueRef post(struct wick_js *js, const struct wick_api_post *post,
                       JSValueRef *exc)
{
    struct wick_api_caller caller = {on_posted, js};
    int err = wick_api_send(&lambda.api, post, true, caller);

    if (err < 0) {
        return wick_js_throw(js, exc, "The answer cannot be sent: %s",
                             wick_err_message(err));
    }
    lambda.is_posting = true;
    lambda.is_held = true;
    lambda.is_answered = true;
    return js->undefined;
}

/* sendResponse(text) -> 0, or the length of one that is too large. */
WICK_JS_NATIVE(send_response)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_api_post request = {
        .call = WICK_API_RESPONSE,
        .request_id = lambda.event.request_id,
        .invocation_id = lambda.event.invocation_id,
    };

    int err = wick_js_to_arena(js, argv[0], &lambda.arena,
                               WICK_RESPONSE_POST_MAX, &request.body, exc);
    if (err == -WICK_ETOOBIG) {
        return JSValueMakeNumber(ctx, (double)request.body.len);
    }
    if (err < 0 || !post(js, &request, exc)) {
        return NULL;
    }
    return JSValueMakeNumber(ctx, 0);
}

static JSValueRef send_failure(enum wick_api_call call, size_t argc,
                               const JSValueRef argv[], JSValueRef *exc)
{
    struct wick_js *js = wick_js_get();
    struct wick_api_post request = {.call = call};

    if (call == WICK_API_ERROR) {
        request.request_id = lambda.event.request_id;
        request.invocation_id = lambda.event.invocation_id;
    }
    if (!wick_js_lambda_text(js, &lambda.arena, argc, argv, 0,
                             &request.error_type, exc) ||
        !wick_js_lambda_text(js, &lambda.arena, argc, argv, 1, &request.body,
                             exc) ||
        !wick_js_lambda_text(js, &lambda.arena, argc, argv, 2,
                             &request.xray_cause, exc)) {
        return NULL;
    }
    lambda.is_suspect = wick_str_eq(request.error_type, WICK_STR("RangeError"));
    return post(js, &request, exc);
}

/* sendError(type, body, cause) and its two kin. */
WICK_JS_NATIVE(send_error)
{
    WICK_JS_NATIVE_UNUSED();
    return send_failure(WICK_API_ERROR, argc, argv, exc);
}

WICK_JS_NATIVE(send_init_error)
{
    WICK_JS_NATIVE_UNUSED();
    /* Behind the GET it would be answered with the first event. */
    return lambda.is_getting
               ? JSValueMakeUndefined(ctx)
               : send_failure(WICK_API_INIT_ERROR, argc, argv, exc);
}

WICK_JS_NATIVE(send_restore_error)
{
    WICK_JS_NATIVE_UNUSED();
    return send_failure(WICK_API_RESTORE_ERROR, argc, argv, exc);
}

/* parseEvent() -> the event as a value. */
WICK_JS_NATIVE(parse_event)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_str body = lambda.event.body;

    if (lambda.event.err < 0) {
        return wick_js_throw_range(wick_js_get(), exc,
                                   "The event cannot be taken: %s",
                                   wick_err_message(lambda.event.err));
    }
    return wick_jsc_json_parse(ctx, body.ptr, body.len, exc);
}

/* ---- A streamed response ---- */

static void on_stream_end(void *context, const struct wick_api_answer *answer)
{
    struct wick_js *js = context;
    bool is_lost = !lambda.is_stream_ended;

    lambda.is_streaming = false;
    (void)take_answer(answer);
    if (is_lost) {
        JSValueRef why = wick_js_string(
            js, answer->text[0] ? answer->text : "The connection is gone");
        wick_js_enter(js, WICK_JS_LAMBDA_DRAIN, 1, &why);
    }
}

static void on_stream_drain(void *context)
{
    struct wick_js *js = context;

    wick_js_enter(js, WICK_JS_LAMBDA_DRAIN, 0, NULL);
}

/* streamStart(contentType) */
WICK_JS_NATIVE(stream_start)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_api_streamer streamer = {on_stream_end, on_stream_drain, js};
    struct wick_api_post request = {
        .call = WICK_API_STREAM,
        .request_id = lambda.event.request_id,
        .invocation_id = lambda.event.invocation_id,
    };

    if (!wick_js_lambda_text(js, &lambda.arena, argc, argv, 0,
                             &request.content_type, exc)) {
        return NULL;
    }
    int err = wick_api_stream_start(&lambda.api, &request, &streamer);
    if (err < 0) {
        return wick_js_throw(js, exc, "The response cannot be started: %s",
                             wick_err_message(err));
    }
    lambda.is_streaming = true;
    lambda.is_stream_ended = false;
    return js->undefined;
}

/* streamWrite(bytes, offset) -> how many were taken. */
WICK_JS_NATIVE(stream_write)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_jsc_bytes bytes;

    if (argc < 2 || !wick_jsc_bytes_get(ctx, argv[0], &bytes)) {
        return wick_js_throw_type(js, exc, "streamWrite takes (bytes, offset)");
    }
    double offset = JSValueToNumber(ctx, argv[1], exc);
    if (!(offset >= 0 && offset <= (double)bytes.len)) {
        return wick_js_throw_range(js, exc, "The offset is out of range");
    }
    size_t from = (size_t)offset;
    int64_t taken =
        wick_api_stream_write(&lambda.api, bytes.ptr + from, bytes.len - from);
    if (taken < 0) {
        return wick_js_throw(js, exc, "The response cannot be sent: %s",
                             wick_err_message((int)taken));
    }
    return JSValueMakeNumber(ctx, (double)taken);
}

/* streamEnd(type, body) */
WICK_JS_NATIVE(stream_end)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct wick_str type;
    struct wick_str body;

    if (!wick_js_lambda_text(js, &lambda.arena, argc, argv, 0, &type, exc) ||
        !wick_js_lambda_text(js, &lambda.arena, argc, argv, 1, &body, exc)) {
        return NULL;
    }
    lambda.is_stream_ended = true;
    int err = wick_api_stream_end(&lambda.api, type, body);
    if (err < 0 && err != -EPIPE) {
        return wick_js_throw(js, exc, "The response cannot be ended: %s",
                             wick_err_message(err));
    }
    return js->undefined;
}

/* utf8(text) -> Uint8Array. */
WICK_JS_NATIVE(utf8)
{
    WICK_JS_NATIVE_UNUSED();
    return wick_js_to_bytes(wick_js_get(), argv[0], exc);
}

/* ---- Flow ---- */

WICK_JS_NATIVE(next)
{
    WICK_JS_NATIVE_UNUSED();
    lambda.is_next_wanted = true;
    return JSValueMakeUndefined(ctx);
}

WICK_JS_NATIVE(restore_next)
{
    WICK_JS_NATIVE_UNUSED();
    lambda.is_restore_wanted = true;
    return JSValueMakeUndefined(ctx);
}

/* exit(status): when what was sent is acknowledged. */
WICK_JS_NATIVE(exit_later)
{
    WICK_JS_NATIVE_UNUSED();
    want_exit(argc > 0 ? (int)JSValueToNumber(ctx, argv[0], exc) : 0);
    return JSValueMakeUndefined(ctx);
}

/*
 * An answer is on its way. A stream that the function still writes to is none:
 * what is left of it may never come.
 */
static bool is_sending(void)
{
    return lambda.is_posting || (lambda.is_streaming && lambda.is_stream_ended);
}

/* process.exit() behind an answer that was given: it goes out first. */
static bool hold_exit(int status)
{
    if (!is_sending()) {
        return false;
    }
    want_exit(status);
    return true;
}

/*
 * Nothing will happen by itself any more: listeners of beforeExit may start
 * something; after that init, or the invocation, is what it is.
 */
static void tell_idle(struct wick_js *js)
{
    wick_js_process_before_exit(js);
    if (wick_js_loop_is_alive(js) || is_sending()) {
        return;
    }
    wick_js_enter(js, WICK_JS_LAMBDA_IDLE, 0, NULL);
    if (!wick_js_loop_is_alive(js) && !is_sending() && !lambda.is_next_wanted) {
        want_exit(13);
    }
}

/* What listeners of SIGTERM have started keeps the process, next does not. */
static void go_on_ending(struct wick_js *js)
{
    if (!lambda.is_getting) {
        if (!wick_js_loop_is_alive(js)) {
            want_exit(0);
        }
    } else if (!lambda.is_canceled) {
        lambda.is_canceled = true;
        wick_api_cancel(&lambda.api);
    }
}

static void start_something(struct wick_js *js)
{
    if (!lambda.is_init_over &&
        (lambda.is_restore_wanted || lambda.is_next_wanted)) {
        lambda.is_init_over = true;
        wick_js_sigterm_register();
    }
    if (wick_js_sigterm_is_registering()) {
        return;
    }
    if (wick_js_sigterm_has_come()) {
        go_on_ending(js);
    } else if (lambda.is_getting) {
        return;
    } else if (lambda.is_restore_wanted) {
        start_restore(js);
    } else if (lambda.is_next_wanted) {
        start_next(js);
    } else if (!wick_js_loop_is_alive(js)) {
        tell_idle(js);
    }
}

/* The heap's limit has ended a call: the invocation fails, the next runs. */
static void on_out_of_memory(struct wick_js *js, JSValueRef error,
                             bool is_stuck)
{
    JSValueRef argv[] = {error,
                         JSValueMakeBoolean(js->ctx, lambda.is_answered)};

    wick_js_enter(js, WICK_JS_LAMBDA_MEMORY, ARRAY_LEN(argv), argv);
    lambda.is_next_wanted = lambda.is_next_wanted || lambda.is_invoking;
    /* Judged when no frame of the call is on the stack any more. */
    lambda.is_suspect = lambda.is_suspect || is_stuck;
}

/* Sends what was posted: with next, unless immediates come first, the end, or
 * maybe the end. */
static void release_post(struct wick_js *js)
{
    lambda.is_held = false;
    int err = 0;
    if (lambda.is_next_wanted && !lambda.is_exit_wanted && !lambda.is_suspect &&
        !wick_js_sigterm_has_come() && !wick_js_loop_has_immediates()) {
        start_next(js);
    } else {
        err = wick_api_flush(&lambda.api);
    }
    if (err < 0) {
        fail(err);
    }
}

/* What follows a turn. False when the process is to end. */
static bool step(struct wick_js *js)
{
    if (!is_sending() && !lambda.is_exit_wanted) {
        start_something(js);
    }
    if (lambda.is_left) {
        lambda.is_left = false;
        (void)!wick_js_memory_end_invocation(
            js, wick_arena_get_stats(&lambda.arena), false);
    }
    if (lambda.is_held) {
        release_post(js);
    }
    return !lambda.is_exit_wanted || is_sending();
}

static int init_api(const struct wick_js_lambda_config *config)
{
    /* Nothing lies behind this address: what is not used is not mapped. */
    struct wick_arena_config arena = {.address = (void *)WICK_ARENA_ADDRESS,
                                      .max = WICK_ARENA_MAX,
                                      .reserve = WICK_ARENA_WARM,
                                      .warm = WICK_ARENA_WARM};
    int err = wick_endpoint_parse(&lambda.endpoint, config->env->runtime_api);

    if (err < 0) {
        (void)fprintf(stderr,
                      "bootstrap: AWS_LAMBDA_RUNTIME_API is \"%.*s\": give "
                      "HOST:PORT (%s)\n",
                      WICK_STR_ARG(config->env->runtime_api),
                      wick_err_message(err));
        return err;
    }
    (void)snprintf(lambda.user_agent, sizeof(lambda.user_agent), "wick/%s",
                   wick_version);
    lambda.config = (struct wick_api_config){
        .loop = config->loop,
        .endpoint = &lambda.endpoint,
        .identity = {.host = config->env->runtime_api,
                     .user_agent = wick_str_from(lambda.user_agent)},
    };
    wick_js_sigterm_init(&lambda.config);
    err = wick_arena_init(&lambda.arena, &arena);
    err = err < 0 ? err : wick_api_init(&lambda.api, &lambda.config);
    if (err < 0) {
        fail(err);
    }
    return err;
}

/* native.lambda and native.loader, and what lambda/main exports. */
static int init_natives(struct wick_js *js, JSValueRef *exc)
{
    static const struct wick_js_func funcs[] = {
        {"exit", exit_later},
        {"next", next},
        {"parseEvent", parse_event},
        {"restoreNext", restore_next},
        {"sendError", send_error},
        {"sendInitError", send_init_error},
        {"sendResponse", send_response},
        {"sendRestoreError", send_restore_error},
        {"streamEnd", stream_end},
        {"streamStart", stream_start},
        {"streamWrite", stream_write},
        {"utf8", utf8},
    };
    JSObjectRef object = JSObjectMake(js->ctx, NULL, NULL);

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
    wick_js_set(js, js->native, "lambda", object);
    JSObjectRef loader = wick_js_builtin_require(js, "internal/loader", exc);
    if (!loader) {
        return -WICK_EEXCEPTION;
    }
    wick_js_set(js, js->native, "loader",
                wick_js_get_property(js, loader, "loader", exc));
    return wick_js_lambda_keep_exports(js, exc);
}

int wick_js_lambda_run(struct wick_js *js,
                       const struct wick_js_lambda_config *config)
{
    JSValueRef exc = NULL;

    if (init_api(config) < 0) {
        return 1;
    }
    if (init_natives(js, &exc) < 0) {
        wick_js_report(js, exc, STDERR_FILENO);
        return 1;
    }
    js->hold_exit = hold_exit;
    js->on_out_of_memory = on_out_of_memory;
    JSValueRef argv[] = {wick_js_string_from(js, config->handler),
                         wick_js_string_from(js, config->env->task_root)};
    wick_js_enter(js, WICK_JS_LAMBDA_INIT, ARRAY_LEN(argv), argv);
    while (step(js)) {
        wick_js_loop_turn(js);
    }
    wick_js_process_exit(js, lambda.exit_status);
    return lambda.exit_status;
}
