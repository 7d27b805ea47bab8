/* SPDX-License-Identifier: MIT */
#include "js_net.h"

#include <errno.h>
#include <poll.h>

#include "js_args.h"
#include "js_loop.h"
#include "js_turn.h"
#include "js_value.h"
#include "limits.h"
#include "loop.h"
#include "mem.h"
#include "net_address.h"

/* Ids are a slot and, above these bits, how often the slot was used. */
#define SLOT_BITS 16
#define USES_MAX  (1u << 30)
#define FD_MAX    INT32_MAX

/* Lifetime: until its callback has been called. */
struct pending {
    struct wick_op op;
    struct wick_net_address address;
    JSObjectRef callback; /* protected */
    struct wick_jsc_bytes *bytes;
    struct iovec *vector;
    unsigned count;
    unsigned slot;
};

/* Lifetime: process. What is in flight, by id. */
static struct {
    struct pending *pending[WICK_OPS_MAX];
    uint32_t uses[WICK_OPS_MAX];
    unsigned first_free; /* no slot below it is free */
} table;

WICK_STATIC_ASSERT(WICK_OPS_MAX <= 1u << SLOT_BITS, "a slot fits into an id");

static JSValueRef number(JSContextRef ctx, int64_t value)
{
    return JSValueMakeNumber(ctx, (double)value);
}

static int fd_of(const struct wick_js_args *args)
{
    return (int)wick_js_args_size(args, 0, FD_MAX);
}

/* ---- What is in flight ---- */

static double id_of(const struct pending *pending)
{
    uint64_t uses = table.uses[pending->slot];

    return (double)(uses << SLOT_BITS | pending->slot);
}

static struct pending *find_pending(const struct wick_js_args *args)
{
    uint64_t id = wick_js_args_size(args, 0, SIZE_MAX >> 11);
    uint64_t slot = id & ((1u << SLOT_BITS) - 1);

    if (slot >= WICK_OPS_MAX || table.uses[slot] != id >> SLOT_BITS) {
        return NULL;
    }
    return table.pending[slot];
}

/* A slot of its own for each; NULL when all are taken. */
static struct pending *make_pending(void)
{
    unsigned slot = table.first_free;

    while (slot < WICK_OPS_MAX && table.pending[slot]) {
        slot++;
    }
    table.first_free = slot;
    if (slot == WICK_OPS_MAX) {
        return NULL;
    }
    struct pending *pending = wick_alloc_zero(1, sizeof(*pending));
    pending->slot = slot;
    table.pending[slot] = pending;
    table.uses[slot] = table.uses[slot] % USES_MAX + 1;
    return pending;
}

static void free_pending(struct pending *pending)
{
    for (unsigned i = 0; i < pending->count; i++) {
        wick_jsc_bytes_unpin(&pending->bytes[i]);
    }
    table.pending[pending->slot] = NULL;
    if (pending->slot < table.first_free) {
        table.first_free = pending->slot;
    }
    wick_free(pending->bytes);
    wick_free(pending->vector);
    wick_free(pending);
}

static void on_done(struct wick_op *op)
{
    struct pending *pending = container_of(op, struct pending, op);
    struct wick_js *js = wick_js_get();
    JSObjectRef callback = pending->callback;
    JSValueRef result = number(js->ctx, op->result);

    free_pending(pending);
    wick_js_enter_function(js, callback, 1, &result);
    JSValueUnprotect(js->ctx, callback);
}

/* Starts what @pending describes: its id, or the negative errno. */
static JSValueRef start(struct pending *pending, JSContextRef ctx,
                        JSValueRef callback)
{
    double id = id_of(pending);
    int err = wick_loop_start(wick_js_loop_get(), &pending->op, on_done);

    if (err < 0) {
        free_pending(pending);
        return number(ctx, err);
    }
    pending->callback = (JSObjectRef)(uintptr_t)callback;
    JSValueProtect(ctx, pending->callback);
    return JSValueMakeNumber(ctx, id);
}

/* Pins the bytes of @view as the next piece. */
static int pin(struct pending *pending, JSContextRef ctx, JSValueRef view)
{
    struct wick_jsc_bytes *bytes = &pending->bytes[pending->count];

    if (!wick_jsc_bytes_pin(ctx, view, bytes)) {
        return -EINVAL;
    }
    pending->vector[pending->count++] = (struct iovec){bytes->ptr, bytes->len};
    return 0;
}

static void make_room(struct pending *pending, unsigned count)
{
    pending->bytes = wick_alloc_zero(count, sizeof(*pending->bytes));
    pending->vector = wick_alloc_zero(count, sizeof(*pending->vector));
}

/* ---- Later ---- */

WICK_JS_NATIVE(start_connect)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct pending *pending = make_pending();

    WICK_JS_NATIVE_UNUSED();
    int err = pending ? wick_js_net_take_address(&args, 1, &pending->address)
                      : -ENOBUFS;
    if (err == 0) {
        wick_op_connect(&pending->op, fd_of(&args),
                        (struct sockaddr *)&pending->address.storage,
                        pending->address.len);
        return start(pending, ctx, argv[3]);
    }
    if (pending) {
        free_pending(pending);
    }
    return *exc ? NULL : number(ctx, err);
}

WICK_JS_NATIVE(start_accept)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct pending *pending = make_pending();

    WICK_JS_NATIVE_UNUSED();
    if (!pending) {
        return number(ctx, -ENOBUFS);
    }
    wick_op_accept(&pending->op, fd_of(&args), NULL, NULL);
    return start(pending, ctx, argv[1]);
}

/* receive() of a socket, read() of a pipe. */
static JSValueRef start_input(const struct wick_js_args *args, bool is_socket)
{
    struct pending *pending = make_pending();

    if (!pending) {
        return number(args->ctx, -ENOBUFS);
    }
    make_room(pending, 1);
    int err = pin(pending, args->ctx, args->values[1]);
    if (err < 0) {
        free_pending(pending);
        return number(args->ctx, err);
    }
    if (is_socket) {
        wick_op_recv(&pending->op, fd_of(args), pending->vector->iov_base,
                     pending->vector->iov_len);
    } else {
        wick_op_read(&pending->op, fd_of(args), *pending->vector,
                     WICK_OFFSET_CURRENT);
    }
    return start(pending, args->ctx, args->values[2]);
}

WICK_JS_NATIVE(start_receive)
{
    struct wick_js_args args = {ctx, argc, argv, exc};

    WICK_JS_NATIVE_UNUSED();
    return start_input(&args, true);
}

WICK_JS_NATIVE(start_read)
{
    struct wick_js_args args = {ctx, argc, argv, exc};

    WICK_JS_NATIVE_UNUSED();
    return start_input(&args, false);
}

/* Pins the views of the array @list. 0 or a negative errno. */
static int pin_all(struct pending *pending, const struct wick_js_args *args,
                   JSObjectRef list)
{
    JSValueRef length =
        wick_js_get_property(wick_js_get(), list, "length", args->exc);
    double count = length ? JSValueToNumber(args->ctx, length, args->exc) : 0;
    int err = 0;

    if (!(count >= 1 && count <= WICK_IOV_MAX)) {
        return -EINVAL;
    }
    make_room(pending, (unsigned)count);
    for (unsigned i = 0; err == 0 && i < (unsigned)count; i++) {
        JSValueRef view =
            JSObjectGetPropertyAtIndex(args->ctx, list, i, args->exc);

        err = view ? pin(pending, args->ctx, view) : -EINVAL;
    }
    return err;
}

/* send() to a socket, write() to a pipe. */
static JSValueRef start_output(const struct wick_js_args *args, bool is_socket)
{
    struct pending *pending = make_pending();
    int err = -ENOBUFS;

    if (pending) {
        err = args->count > 2 && JSValueIsObject(args->ctx, args->values[1])
                  ? pin_all(pending, args,
                            (JSObjectRef)(uintptr_t)args->values[1])
                  : -EINVAL;
    }
    if (err == 0) {
        int count = (int)pending->count;

        if (is_socket) {
            wick_op_sendv(&pending->op, fd_of(args), pending->vector, count);
        } else {
            wick_op_writev(&pending->op, fd_of(args), pending->vector, count);
        }
        return start(pending, args->ctx, args->values[2]);
    }
    if (pending) {
        free_pending(pending);
    }
    return *args->exc ? NULL : number(args->ctx, err);
}

WICK_JS_NATIVE(start_send)
{
    struct wick_js_args args = {ctx, argc, argv, exc};

    WICK_JS_NATIVE_UNUSED();
    return start_output(&args, true);
}

WICK_JS_NATIVE(start_write)
{
    struct wick_js_args args = {ctx, argc, argv, exc};

    WICK_JS_NATIVE_UNUSED();
    return start_output(&args, false);
}

WICK_JS_NATIVE(cancel)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct pending *pending = find_pending(&args);

    WICK_JS_NATIVE_UNUSED();
    if (pending) {
        wick_loop_cancel(wick_js_loop_get(), &pending->op);
    }
    return JSValueMakeUndefined(ctx);
}

WICK_JS_NATIVE(set_ref)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct pending *pending = find_pending(&args);

    WICK_JS_NATIVE_UNUSED();
    if (pending) {
        wick_loop_set_ref(wick_js_loop_get(), &pending->op,
                          wick_js_args_flag(&args, 1));
    }
    return JSValueMakeUndefined(ctx);
}

WICK_JS_NATIVE(start_poll)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct pending *pending = make_pending();

    WICK_JS_NATIVE_UNUSED();
    if (!pending) {
        return number(ctx, -ENOBUFS);
    }
    wick_op_poll(&pending->op, fd_of(&args),
                 wick_js_args_flag(&args, 1) ? POLLOUT : POLLIN);
    return start(pending, ctx, argv[2]);
}

void wick_js_net_fill(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"accept", start_accept},   {"cancel", cancel},
        {"connect", start_connect}, {"poll", start_poll},
        {"read", start_read},       {"receive", start_receive},
        {"send", start_send},       {"setRef", set_ref},
        {"write", start_write},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
    wick_js_net_fill_calls(js, object);
}
