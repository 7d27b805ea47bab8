/* SPDX-License-Identifier: MIT */
/*
 * A function without JavaScript: drives the client of the Runtime API through
 * the words of the file "client" in the task root, one after the other, and
 * says on standard output what came of each. It does with each answer what a
 * runtime has to do: goes on, polls again, or exits with status 1. The words
 * are listed in test/contract/README.md.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api_extension.h"
#include "error_report.h"
#include "lambda_env.h"
#include "mem.h"
#include "runtime_api.h"

#define SCRIPT_MAX (64 * WICK_KIB)

static struct wick_lambda_env env;
static struct wick_loop *loop;
static struct wick_arena arena;
static struct wick_api api;
static struct wick_api_config config;
static struct wick_api_extension extension;
static bool has_extension;
static struct wick_api_event event;
/* What the response's head needs, since the event's arena may be reset. */
static struct wick_str xray_cause;
static char *filler;

/* What one call is waited for with. */
struct wait {
    const char *name;
    bool is_over;
    bool is_exit_allowed;
    enum wick_api_action action;
};

WICK_NORETURN static void die(const char *what, int err)
{
    (void)fprintf(stderr, "%s: error %d\n", what, err);
    exit(3);
}

static void check(const char *what, int err)
{
    if (err < 0) {
        die(what, err);
    }
}

/* What was allocated before the first word of the script. */
static uint64_t live_at_start;

/*
 * Counting what is left costs a play nothing; the leak search of the sanitizer
 * costs as much as the play.
 */
static void finish(int status)
{
    wick_api_cancel(&api);
    if (has_extension) {
        wick_api_extension_cancel(&extension);
    }
    wick_loop_drain(loop);
    wick_api_release(&api);
    if (has_extension) {
        wick_api_extension_release(&extension);
    }
    wick_loop_free(loop);
    wick_arena_release(&arena);
    wick_free(filler);
    if (wick_mem_live_count() != live_at_start) {
        (void)fprintf(stderr, "leaked: %" PRIu64 " allocations\n",
                      wick_mem_live_count() - live_at_start);
        exit(4);
    }
    exit(status);
}

static void say(const struct wait *wait, const struct wick_api_answer *answer)
{
    static const char *const actions[] = {"go-on", "poll-again", "exit"};

    (void)printf("%s %s %d%s%s\n", wait->name, actions[answer->action],
                 answer->status, answer->text[0] ? " " : "", answer->text);
    (void)fflush(stdout);
}

static void on_answer(void *context, const struct wick_api_answer *answer)
{
    struct wait *wait = context;

    wait->is_over = true;
    wait->action = answer->action;
    if (answer->err != -ECANCELED /* finish() */) {
        say(wait, answer);
    }
}

static struct wick_api_caller caller_for(struct wait *wait)
{
    return (struct wick_api_caller){on_answer, wait};
}

/* Runs the loop until @flag is set. */
static void run_until(const bool *flag)
{
    wick_loop_ref(loop);
    while (!*flag) {
        check("loop", wick_loop_run_once(loop, WICK_LOOP_WAIT));
    }
    wick_loop_unref(loop);
}

static void await(struct wait *wait)
{
    run_until(&wait->is_over);
    if (wait->action == WICK_API_EXIT && !wait->is_exit_allowed) {
        finish(1);
    }
}

static void do_next(bool is_exit_allowed)
{
    struct wait wait = {.name = "next", .is_exit_allowed = is_exit_allowed};

    do {
        wait.is_over = false;
        wick_arena_reset(&arena);
        check("next", wick_api_next(&api, &arena, &event, caller_for(&wait)));
        await(&wait);
    } while (wait.action == WICK_API_POLL_AGAIN);
}

/* The parts of a post that come from the event. */
static struct wick_api_post post_for(enum wick_api_call call)
{
    return (struct wick_api_post){
        .call = call,
        .request_id = event.request_id,
        .invocation_id = event.invocation_id,
    };
}

static void do_send(const struct wick_api_post *post, const char *name,
                    bool is_exit_allowed)
{
    struct wait wait = {.name = name, .is_exit_allowed = is_exit_allowed};

    check(name, wick_api_send(&api, post, false, caller_for(&wait)));
    await(&wait);
}

static void do_respond(struct wick_str body)
{
    struct wick_api_post post = post_for(WICK_API_RESPONSE);

    post.body = body;
    do_send(&post, "response", false);
}

/*
 * The response and the next next in one go. The event's arena is reset when
 * the response has been answered, as the contract of wick_api_next() demands.
 */
static void on_response(void *context, const struct wick_api_answer *answer)
{
    wick_arena_reset(&arena);
    on_answer(context, answer);
}

static void do_respond_next(struct wick_str body)
{
    struct wait response = {.name = "response"};
    struct wait next = {.name = "next"};
    struct wick_api_post post = post_for(WICK_API_RESPONSE);
    struct wick_api_caller caller = {on_response, &response};

    post.body = body;
    check("response", wick_api_send(&api, &post, true, caller));
    check("next", wick_api_next(&api, &arena, &event, caller_for(&next)));
    await(&response);
    await(&next);
}

/* "TYPE BODY" */
static void do_error(enum wick_api_call call, struct wick_str argument,
                     const char *name, bool is_exit_allowed)
{
    struct wick_api_post post = post_for(call);

    post.error_type = argument;
    post.body = WICK_STR("{}");
    (void)wick_str_cut(argument, ' ', &post.error_type, &post.body);
    post.xray_cause = xray_cause;
    do_send(&post, name, is_exit_allowed);
}

static struct wick_str fill(struct wick_str argument)
{
    uint32_t size;

    check("size", wick_str_parse_u32(argument, 256u << 20, &size));
    wick_free(filler);
    filler = wick_alloc(size);
    memset(filler, 'x', size);
    return (struct wick_str){filler, size};
}

/* The state of the stream; one at a time. */
static struct wait stream = {.name = "stream", .is_over = true};
static bool is_drained;

static void on_drain(void *context)
{
    (void)context;
    is_drained = true;
}

static void on_stream_answer(void *context,
                             const struct wick_api_answer *answer)
{
    on_answer(context, answer);
    is_drained = true;
}

static void do_stream(struct wick_str content_type)
{
    const struct wick_api_streamer streamer = {
        .on_answer = on_stream_answer,
        .on_drain = on_drain,
        .context = &stream,
    };
    struct wick_api_post post = post_for(WICK_API_STREAM);

    post.content_type = content_type;
    stream.is_over = false;
    check("stream", wick_api_stream_start(&api, &post, &streamer));
}

static void do_write(struct wick_str bytes)
{
    while (bytes.len > 0) {
        is_drained = false;
        int64_t taken = wick_api_stream_write(&api, bytes.ptr, bytes.len);
        if (taken < 0) {
            (void)printf("write %s\n", taken == -EPIPE ? "EPIPE" : "failed");
            (void)fflush(stdout);
            return;
        }
        bytes = wick_str_from_index(bytes, (size_t)taken);
        if (bytes.len > 0) {
            run_until(&is_drained);
        }
    }
}

static void end_stream(struct wick_str type, struct wick_str body)
{
    int err = wick_api_stream_end(&api, type, body);
    if (err < 0 && !stream.is_over) {
        die("end", err);
    }
    await(&stream);
}

/* "[TYPE [BODY]]" */
static void do_end(struct wick_str argument)
{
    struct wick_str type = argument;
    struct wick_str body = WICK_STR("");

    (void)wick_str_cut(argument, ' ', &type, &body);
    end_stream(type, body);
}

/* "TYPE SIZE": the document is SIZE times "x". */
static void do_end_size(struct wick_str argument)
{
    struct wick_str type = argument;
    struct wick_str size = WICK_STR("");

    (void)wick_str_cut(argument, ' ', &type, &size);
    end_stream(type, fill(size));
}

static void on_read(struct wick_op *op)
{
    (void)op;
}

/* Lets the loop run until a line has come on standard input. */
static void do_await(void)
{
    static struct wick_op op;
    static char byte;
    struct iovec piece = {&byte, 1};

    do {
        wick_op_read(&op, 0, piece, WICK_OFFSET_CURRENT);
        check("read", wick_loop_start(loop, &op, on_read));
        while (wick_op_is_in_flight(&op)) {
            check("loop", wick_loop_run_once(loop, WICK_LOOP_WAIT));
        }
    } while (op.result == 1 && byte != '\n');
}

/* Runs the loop until nothing keeps it alive. */
static void do_idle(void)
{
    while (wick_loop_is_alive(loop)) {
        check("loop", wick_loop_run_once(loop, WICK_LOOP_WAIT));
    }
}

static void do_show(struct wick_str name)
{
    const struct {
        const char *name;
        struct wick_str value;
    } fields[] = {
        {"id", event.request_id},
        {"arn", event.function_arn},
        {"trace", event.trace_id},
        {"client-context", event.client_context},
        {"cognito", event.cognito_identity},
        {"tenant", event.has_tenant_id ? event.tenant_id : WICK_STR("none")},
        {"invocation-id",
         event.is_invocation_id_bad ? WICK_STR("bad") : event.invocation_id},
        {"body", event.body},
    };

    if (wick_str_eq(name, WICK_STR("deadline"))) {
        (void)printf("deadline %s%lld\n", event.has_deadline ? "" : "none ",
                     (long long)event.deadline_ms);
    } else if (wick_str_eq(name, WICK_STR("size"))) {
        (void)printf("size %zu %d\n", event.body.len, event.err);
    }
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        if (wick_str_eq(name, wick_str_from(fields[i].name))) {
            (void)printf("%s <%.*s>\n", fields[i].name,
                         WICK_STR_ARG(fields[i].value));
        }
    }
    (void)fflush(stdout);
}

static void do_restore(bool is_exit_allowed)
{
    struct wait wait = {.name = "restore", .is_exit_allowed = is_exit_allowed};

    check("restore", wick_api_restore_next(&api, caller_for(&wait)));
    await(&wait);
}

static void do_register(void)
{
    struct wait wait = {.name = "register"};

    has_extension = true;
    check("register",
          wick_api_extension_start(&extension, &config, caller_for(&wait)));
    await(&wait);
}

/* So many rounds of an echo. */
static void do_loop(struct wick_str argument)
{
    uint32_t count;

    check("loop", wick_str_parse_u32(argument, 1000000, &count));
    for (uint32_t i = 0; i < count; i++) {
        do_next(false);
        do_respond(event.body);
    }
}

/* An error document made in C, with an X-Ray cause behind it. */
static void do_report(struct wick_str message)
{
    static char body[1024];
    static char cause[1024];
    const struct wick_str trace[] = {WICK_STR("Error: first"),
                                     WICK_STR("    at f (/var/task/a.js:1:2)")};
    const struct wick_error_frame frames[] = {
        {WICK_STR("/var/task/a.js"), WICK_STR("f"), 1}};
    const struct wick_error_report report = {
        .type = WICK_STR("Runtime.Test"),
        .message = message,
        .trace = trace,
        .trace_count = ARRAY_LEN(trace),
        .frames = frames,
        .frame_count = ARRAY_LEN(frames),
        .directory = WICK_STR("/var/task"),
    };
    struct wick_api_post post = post_for(WICK_API_ERROR);

    post.error_type = report.type;
    post.body.ptr = body;
    post.body.len = wick_error_report_write(body, sizeof(body), &report);
    post.xray_cause.ptr = cause;
    post.xray_cause.len =
        wick_error_report_write_xray(cause, sizeof(cause), &report);
    do_send(&post, "error", false);
}

/* Words about the stream and the process. */
static bool run_other_word(struct wick_str word, struct wick_str argument)
{
    if (wick_str_eq(word, WICK_STR("stream"))) {
        do_stream(argument);
    } else if (wick_str_eq(word, WICK_STR("write"))) {
        do_write(argument);
    } else if (wick_str_eq(word, WICK_STR("write-size"))) {
        do_write(fill(argument));
    } else if (wick_str_eq(word, WICK_STR("end"))) {
        do_end(argument);
    } else if (wick_str_eq(word, WICK_STR("end-size"))) {
        do_end_size(argument);
    } else if (wick_str_eq(word, WICK_STR("await"))) {
        do_await();
    } else if (wick_str_eq(word, WICK_STR("idle"))) {
        do_idle();
    } else if (wick_str_eq(word, WICK_STR("await-stream"))) {
        await(&stream);
    } else if (wick_str_eq(word, WICK_STR("show"))) {
        do_show(argument);
    } else if (wick_str_eq(word, WICK_STR("say"))) {
        (void)printf("%.*s\n", WICK_STR_ARG(argument));
        (void)fflush(stdout);
    } else if (wick_str_eq(word, WICK_STR("exit"))) {
        finish(argument.ptr[0] - '0');
    } else {
        return false;
    }
    return true;
}

static bool run_word(struct wick_str word, struct wick_str argument,
                     bool may_fail)
{
    if (wick_str_eq(word, WICK_STR("next"))) {
        do_next(may_fail);
    } else if (wick_str_eq(word, WICK_STR("respond"))) {
        do_respond(argument);
    } else if (wick_str_eq(word, WICK_STR("respond-echo"))) {
        do_respond(event.body);
    } else if (wick_str_eq(word, WICK_STR("respond-size"))) {
        do_respond(fill(argument));
    } else if (wick_str_eq(word, WICK_STR("respond-next"))) {
        do_respond_next(argument);
    } else if (wick_str_eq(word, WICK_STR("respond-size-next"))) {
        do_respond_next(fill(argument));
    } else if (wick_str_eq(word, WICK_STR("error"))) {
        do_error(WICK_API_ERROR, argument, "error", may_fail);
    } else if (wick_str_eq(word, WICK_STR("report"))) {
        do_report(argument);
    } else if (wick_str_eq(word, WICK_STR("xray"))) {
        xray_cause = argument;
    } else if (wick_str_eq(word, WICK_STR("xray-size"))) {
        xray_cause = fill(argument);
    } else if (wick_str_eq(word, WICK_STR("init-error"))) {
        do_error(WICK_API_INIT_ERROR, argument, "init-error", may_fail);
    } else if (wick_str_eq(word, WICK_STR("restore-next"))) {
        do_restore(may_fail);
    } else if (wick_str_eq(word, WICK_STR("restore-error"))) {
        do_error(WICK_API_RESTORE_ERROR, argument, "restore-error", may_fail);
    } else if (wick_str_eq(word, WICK_STR("register"))) {
        do_register();
    } else if (wick_str_eq(word, WICK_STR("loop"))) {
        do_loop(argument);
    } else {
        return run_other_word(word, argument);
    }
    return true;
}

static void run_line(struct wick_str line)
{
    struct wick_str word = line;
    struct wick_str argument = WICK_STR("");
    bool may_fail = wick_str_starts_with(line, WICK_STR("try "));

    if (may_fail) {
        word = wick_str_from_index(line, 4);
    }
    (void)wick_str_cut(word, ' ', &word, &argument);
    if (word.len > 0 && !run_word(word, argument, may_fail)) {
        (void)fprintf(stderr, "no such word: %.*s\n", WICK_STR_ARG(word));
        exit(3);
    }
}

static void set_up(void)
{
    static struct wick_endpoint endpoint;
    const struct wick_arena_config arena_config = {
        .reserve = WICK_ARENA_MAX, .max = WICK_ARENA_MAX, .warm = 65536};
    struct wick_env_error error;
    struct wick_loop_config loop_config = {.backend = WICK_LOOP_AUTO};
    char why[WICK_LOOP_WHY_SIZE] = "";

    if (wick_lambda_env_init(&env, &error) < 0) {
        (void)fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    if (wick_endpoint_parse(&endpoint, env.runtime_api) < 0) {
        (void)fprintf(stderr, "AWS_LAMBDA_RUNTIME_API is not HOST:PORT\n");
        exit(1);
    }
    check("WICK_IO",
          wick_loop_backend_parse(getenv("WICK_IO"), &loop_config.backend));
    live_at_start = wick_mem_live_count();
    int err = wick_loop_new(&loop, &loop_config, why);
    check(why, err);
    check("arena", wick_arena_init(&arena, &arena_config));
    config = (struct wick_api_config){
        .loop = loop,
        .endpoint = &endpoint,
        .identity = {.host = env.runtime_api,
                     .user_agent = WICK_STR("wick-test/1.2.3")},
    };
    if (getenv("WICK_TEST_FEATURES")) {
        config.identity.features = wick_str_from(getenv("WICK_TEST_FEATURES"));
    }
    check("api", wick_api_init(&api, &config));
}

int main(void)
{
    static char script[SCRIPT_MAX];
    char path[WICK_PATH_MAX + 16];
    struct wick_str line;

    set_up();
    (void)snprintf(path, sizeof(path), "%.*s/client",
                   WICK_STR_ARG(env.task_root));
    FILE *file = fopen(path, "re");
    if (!file) {
        die(path, 0);
    }
    struct wick_str text = {script, fread(script, 1, sizeof(script), file)};
    (void)fclose(file);
    struct wick_str_split split = wick_str_split_start(text);
    while (wick_str_split_next(&split, '\n', &line)) {
        run_line(line);
    }
    finish(0);
}
