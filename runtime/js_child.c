/* SPDX-License-Identifier: MIT */
#include "js_child.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "buf.h"
#include "err.h"
#include "js_args.h"
#include "js_loop.h"
#include "js_turn.h"
#include "js_value.h"
#include "limits.h"
#include "list.h"
#include "loop_child.h"
#include "mem.h"
#include "spawn_wait.h"

/* Lifetime: until its callback has been called. */
struct js_child {
    struct wick_child child;
    struct wick_list all;
    JSObjectRef callback; /* protected */
};

/* Lifetime: process. Those that run. */
static struct wick_list running = {&running, &running};

/* Lifetime: the call's. What strings of JavaScript became. */
struct texts {
    struct wick_buf bytes; /* each with its NUL */
    char **args;
    char **env;
};

static JSValueRef number(JSContextRef ctx, int64_t value)
{
    return JSValueMakeNumber(ctx, (double)value);
}

static JSValueRef get(JSContextRef ctx, JSValueRef object, const char *name)
{
    JSValueRef value = wick_js_get_property(
        wick_js_get(), (JSObjectRef)(uintptr_t)object, name, NULL);

    return value ? value : JSValueMakeUndefined(ctx);
}

/* A number from 0 to @most; what is none is 0. */
static uint64_t get_size(JSContextRef ctx, JSValueRef object, const char *name,
                         double most)
{
    double value = JSValueToNumber(ctx, get(ctx, object, name), NULL);

    if (!(value > 0)) {
        return 0;
    }
    return value > most ? (uint64_t)most : (uint64_t)value;
}

static size_t length_of(JSContextRef ctx, JSValueRef list)
{
    if (!JSValueIsObject(ctx, list)) {
        return 0;
    }
    return get_size(ctx, list, "length", UINT32_MAX);
}

static JSValueRef item_of(JSContextRef ctx, JSValueRef list, size_t index)
{
    JSValueRef item = JSObjectGetPropertyAtIndex(
        ctx, (JSObjectRef)(uintptr_t)list, (unsigned)index, NULL);

    return item ? item : JSValueMakeUndefined(ctx);
}

/* ---- Options ---- */

/* Appends @value and its NUL. */
static int add_text(struct texts *texts, JSValueRef value, JSValueRef *exc)
{
    int err = wick_js_to_utf8(wick_js_get(), value, &texts->bytes, exc);

    if (err == 0) {
        err = wick_buf_append_byte(&texts->bytes, '\0');
    }
    return err == -WICK_ETOOBIG ? -E2BIG : err;
}

/* Appends the strings of @list; @items gets room for pointers to them. */
static int add_list(JSContextRef ctx, struct texts *texts, JSValueRef list,
                    char ***items, JSValueRef *exc)
{
    size_t count = length_of(ctx, list);
    int err = 0;

    *items = wick_try_alloc_zero(count + 1, sizeof(**items));
    if (!*items) {
        return -ENOMEM;
    }
    for (size_t i = 0; err == 0 && i < count; i++) {
        err = add_text(texts, item_of(ctx, list, i), exc);
    }
    return err;
}

/* The next @count texts behind @at, which do not move any more. */
static char *point_list(char **items, size_t count, char *at)
{
    for (size_t i = 0; i < count; i++) {
        items[i] = at;
        at += strlen(at) + 1;
    }
    return at;
}

static void release(struct texts *texts)
{
    wick_buf_release(&texts->bytes);
    wick_free(texts->args);
    wick_free(texts->env);
}

static void take_ids(JSContextRef ctx, JSValueRef options,
                     struct wick_spawn *what)
{
    JSValueRef uid = get(ctx, options, "uid");
    JSValueRef gid = get(ctx, options, "gid");

    what->has_uid = JSValueIsNumber(ctx, uid);
    what->has_gid = JSValueIsNumber(ctx, gid);
    if (what->has_uid) {
        what->uid = (uid_t)(int64_t)JSValueToNumber(ctx, uid, NULL);
    }
    if (what->has_gid) {
        what->gid = (gid_t)(int64_t)JSValueToNumber(ctx, gid, NULL);
    }
    what->is_detached = JSValueToBoolean(ctx, get(ctx, options, "isDetached"));
}

static int take_stdio(JSContextRef ctx, JSValueRef options,
                      int stdio[WICK_SPAWN_STDIO_MAX], size_t *count)
{
    JSValueRef list = get(ctx, options, "stdio");

    *count = length_of(ctx, list);
    if (*count > WICK_SPAWN_STDIO_MAX) {
        return -EINVAL;
    }
    for (size_t i = 0; i < *count; i++) {
        double fd = JSValueToNumber(ctx, item_of(ctx, list, i), NULL);

        stdio[i] = fd >= 0 && fd <= INT32_MAX ? (int)fd : WICK_SPAWN_IGNORE;
    }
    return 0;
}

/* All but stdio; what @what points to is in @texts. */
static int take_options(JSContextRef ctx, JSValueRef options,
                        struct texts *texts, struct wick_spawn *what,
                        JSValueRef *exc)
{
    JSValueRef cwd = get(ctx, options, "cwd");
    JSValueRef args = get(ctx, options, "args");
    JSValueRef env = get(ctx, options, "env");
    bool has_cwd = JSValueIsString(ctx, cwd);

    wick_buf_init(&texts->bytes, WICK_SPAWN_TEXT_MAX);
    int err = add_text(texts, get(ctx, options, "file"), exc);
    if (err == 0 && has_cwd) {
        err = add_text(texts, cwd, exc);
    }
    if (err == 0) {
        err = add_list(ctx, texts, args, &texts->args, exc);
    }
    if (err == 0) {
        err = add_list(ctx, texts, env, &texts->env, exc);
    }
    if (err < 0) {
        return err;
    }
    char *at = texts->bytes.data;
    what->file = at;
    at += strlen(at) + 1;
    if (has_cwd) {
        what->cwd = at;
        at += strlen(at) + 1;
    }
    at = point_list(texts->args, length_of(ctx, args), at);
    (void)point_list(texts->env, length_of(ctx, env), at);
    what->args = texts->args;
    what->env = texts->env;
    take_ids(ctx, options, what);
    return 0;
}

/* ---- One that is not waited for ---- */

static struct js_child *find(const struct wick_js_args *args)
{
    pid_t pid = (pid_t)wick_js_args_size(args, 0, INT32_MAX);

    WICK_LIST_EACH (node, &running) {
        struct js_child *child = container_of(node, struct js_child, all);

        if (child->child.pid == pid) {
            return child;
        }
    }
    return NULL;
}

static void on_exit_of(struct wick_child *ended)
{
    struct js_child *child = container_of(ended, struct js_child, child);
    struct wick_js *js = wick_js_get();
    JSObjectRef callback = child->callback;
    int status = ended->status;
    JSValueRef argv[] = {
        number(js->ctx, WIFEXITED(status) ? WEXITSTATUS(status) : 0),
        number(js->ctx, WIFSIGNALED(status) ? WTERMSIG(status) : 0),
    };

    wick_list_remove(&child->all);
    wick_free(child);
    wick_js_enter_function(js, callback, ARRAY_LEN(argv), argv);
    JSValueUnprotect(js->ctx, callback);
}

/* spawn(options, callback) */
WICK_JS_NATIVE(spawn_child)
{
    struct texts texts = {.args = NULL};
    struct wick_spawn what = {.file = NULL};
    int stdio[WICK_SPAWN_STDIO_MAX];

    WICK_JS_NATIVE_UNUSED();
    int err = take_options(ctx, argv[0], &texts, &what, exc);
    if (err == 0) {
        err = take_stdio(ctx, argv[0], stdio, &what.stdio_count);
    }
    if (err == 0) {
        struct js_child *child = wick_alloc_zero(1, sizeof(*child));

        what.stdio = stdio;
        err = wick_child_start(wick_js_loop_get(), &child->child, &what,
                               on_exit_of);
        if (err == 0) {
            child->callback = (JSObjectRef)(uintptr_t)argv[1];
            JSValueProtect(ctx, child->callback);
            wick_list_push_back(&running, &child->all);
            err = child->child.pid;
        } else {
            wick_free(child);
        }
    }
    release(&texts);
    return *exc ? NULL : number(ctx, err);
}

/* kill(pid, number) */
WICK_JS_NATIVE(kill_child)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct js_child *child = find(&args);
    int signal_number = (int)wick_js_args_size(&args, 1, INT32_MAX);

    WICK_JS_NATIVE_UNUSED();
    return number(ctx, child ? wick_child_kill(&child->child, signal_number)
                             : -ESRCH);
}

/* setRef(pid, isRef) */
WICK_JS_NATIVE(set_ref)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct js_child *child = find(&args);

    WICK_JS_NATIVE_UNUSED();
    if (child) {
        wick_child_set_ref(&child->child, wick_js_args_flag(&args, 1));
    }
    return JSValueMakeUndefined(ctx);
}

/* pair() */
WICK_JS_NATIVE(make_pair)
{
    int ends[2];

    WICK_JS_NATIVE_UNUSED();
    int err = wick_spawn_pair(ends);
    if (err < 0) {
        return number(ctx, err);
    }
    JSValueRef values[] = {number(ctx, ends[0]), number(ctx, ends[1])};
    return JSObjectMakeArray(ctx, ARRAY_LEN(values), values, exc);
}

/* ---- One that is ---- */

static void free_bytes(void *bytes, void *context)
{
    (void)context;
    wick_free(bytes);
}

/* Moves the text of @pipe into a Uint8Array. */
static JSValueRef output_of(JSContextRef ctx, struct wick_spawn_pipe *pipe,
                            JSValueRef *exc)
{
    size_t len;

    if (!pipe->is_output) {
        return JSValueMakeNull(ctx);
    }
    char *bytes = wick_buf_take(&pipe->text, &len);
    return JSObjectMakeTypedArrayWithBytesNoCopy(
        ctx, kJSTypedArrayTypeUint8Array, bytes, bytes ? len : 0, free_bytes,
        NULL, exc);
}

static int take_pipes(JSContextRef ctx, JSValueRef options,
                      struct wick_spawn_wait *wait)
{
    JSValueRef list = get(ctx, options, "pipes");
    size_t count = length_of(ctx, list);

    if (count > wait->what.stdio_count) {
        return -EINVAL;
    }
    wait->pipes = wick_alloc_zero(count, sizeof(*wait->pipes));
    for (size_t i = 0; i < count; i++) {
        struct wick_spawn_pipe *pipe = &wait->pipes[i];
        JSValueRef item = item_of(ctx, list, i);
        struct wick_jsc_bytes bytes;

        if (!JSValueIsObject(ctx, item)) {
            return -EINVAL;
        }
        pipe->index = get_size(ctx, item, "index", WICK_SPAWN_STDIO_MAX);
        if (pipe->index >= wait->what.stdio_count) {
            return -EINVAL;
        }
        if (wick_jsc_bytes_get(ctx, get(ctx, item, "input"), &bytes)) {
            pipe->input = bytes.ptr;
            pipe->input_len = bytes.len;
        }
        pipe->is_output = JSValueToBoolean(ctx, get(ctx, item, "isOutput"));
        wick_buf_init(&pipe->text, WICK_BUF_MAX);
        wait->pipe_count++;
    }
    return 0;
}

static JSValueRef results_of(JSContextRef ctx, struct wick_spawn_wait *wait,
                             JSValueRef *exc)
{
    JSValueRef values[5 + WICK_SPAWN_STDIO_MAX] = {
        number(ctx, wait->pid),
        number(ctx, WIFEXITED(wait->status) ? WEXITSTATUS(wait->status) : 0),
        number(ctx, WIFSIGNALED(wait->status) ? WTERMSIG(wait->status) : 0),
        number(ctx, wait->err),
        number(ctx, wait->pipe_err),
    };

    for (size_t i = 0; i < wait->pipe_count; i++) {
        values[5 + i] = output_of(ctx, &wait->pipes[i], exc);
        if (!values[5 + i]) {
            return NULL;
        }
    }
    return JSObjectMakeArray(ctx, 5 + wait->pipe_count, values, exc);
}

/* wait(options) */
WICK_JS_NATIVE(wait_for_child)
{
    struct texts texts = {.args = NULL};
    struct wick_spawn_wait wait = {.pipes = NULL};

    WICK_JS_NATIVE_UNUSED();
    wait.timeout_ms = get_size(ctx, argv[0], "timeout", INT32_MAX);
    wait.output_max =
        get_size(ctx, argv[0], "maxBuffer", (double)WICK_BUF_MAX * 16);
    wait.kill_signal = (int)get_size(ctx, argv[0], "killSignal", INT32_MAX);
    if (wait.kill_signal == 0) {
        wait.kill_signal = SIGTERM;
    }
    int err = take_options(ctx, argv[0], &texts, &wait.what, exc);
    if (err == 0) {
        err = take_stdio(ctx, argv[0], wait.stdio, &wait.what.stdio_count);
    }
    if (err == 0) {
        err = take_pipes(ctx, argv[0], &wait);
    }
    if (err == 0) {
        wick_spawn_wait(&wait);
    } else {
        wait.err = err;
    }
    JSValueRef results = *exc ? NULL : results_of(ctx, &wait, exc);
    for (size_t i = 0; i < wait.pipe_count; i++) {
        wick_buf_release(&wait.pipes[i].text);
    }
    wick_free(wait.pipes);
    release(&texts);
    return results;
}

void wick_js_child_fill(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"kill", kill_child},   {"pair", make_pair},      {"setRef", set_ref},
        {"spawn", spawn_child}, {"wait", wait_for_child},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
