/* SPDX-License-Identifier: MIT */
/* struct statx is an extension. */
#define _GNU_SOURCE
#include "js_fs.h"

#include "err.h"
#include "js_turn.h"
#include "js_value.h"
#include "limits.h"
#include "loop.h"
#include "loop_sys.h"
#include "mem.h"
#include "work.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/stat.h>

/* Bytes of a whole file that are asked for before anybody knows its size. */
#define FIRST_READ ((size_t)64 * 1024)
/* A write of more than this goes to a worker. */
#define LARGE_WRITE ((size_t)4 * 1024 * 1024)

/* Lifetime: until its callback has been called. */
struct pending {
    struct wick_op op;
    struct wick_work work;
    struct wick_js_fs_request request;
    struct wick_loop *loop;
    struct statx stat;
    JSObjectRef callback; /* protected */
};

static void finish(struct pending *pending)
{
    struct wick_js *js = wick_js_get();
    struct wick_js_fs_request *request = &pending->request;
    JSObjectRef callback = pending->callback;
    JSValueRef error = NULL;
    JSValueRef value = NULL;

    if (request->call.result < 0) {
        error = wick_js_fs_error(js, request);
    } else {
        value = wick_js_fs_value(js, request, &error);
    }
    wick_js_fs_request_release(request);
    wick_free(pending);
    JSValueRef argv[] = {value ? js->null : error, value};
    wick_js_enter_function(js, callback, value ? 2 : 1, argv);
    JSValueUnprotect(js->ctx, callback);
}

static void on_op_done(struct wick_op *op)
{
    struct pending *pending = container_of(op, struct pending, op);

    pending->request.call.result = op->result;
    finish(pending);
}

static void on_stat_done(struct wick_op *op)
{
    struct pending *pending = container_of(op, struct pending, op);

    if (op->result == 0) {
        wick_fs_stat_fill(pending->request.call.stat, &pending->stat);
    }
    on_op_done(op);
}

static int64_t run_in_turn(struct wick_op *op)
{
    struct pending *pending = container_of(op, struct pending, op);

    wick_fs_call_run(&pending->request.call);
    return pending->request.call.result;
}

static int64_t run_on_worker(struct wick_work *work)
{
    struct pending *pending = container_of(work, struct pending, work);

    wick_fs_call_run(&pending->request.call);
    return pending->request.call.result;
}

static void on_work_done(struct wick_work *work)
{
    struct pending *pending = container_of(work, struct pending, work);

    pending->request.call.result = work->result;
    finish(pending);
}

static int start_call(struct pending *pending)
{
    wick_op_call(&pending->op, run_in_turn);
    return wick_loop_start(pending->loop, &pending->op, on_op_done);
}

static int start_work(struct pending *pending)
{
    return wick_work_start(wick_loop_workers(pending->loop), &pending->work,
                           run_on_worker, on_work_done);
}

/* A file that did not fit: read by size, like one of a synchronous call. */
static void on_file_read(struct wick_op *op)
{
    struct pending *pending = container_of(op, struct pending, op);
    struct wick_fs_call *call = &pending->request.call;

    call->result = op->result;
    if (op->result == -WICK_ETOOBIG) {
        wick_buf_reset(&call->out);
        call->result = start_work(pending);
        if (call->result == 0) {
            return;
        }
    } else if (op->result >= 0) {
        wick_buf_commit(&call->out, (size_t)op->result);
    } else if (op->result == -EISDIR) {
        call->failed = "read";
    }
    finish(pending);
}

/* Open, read and close as one operation of the loop. */
static int start_read_file(struct pending *pending)
{
    struct wick_fs_call *call = &pending->request.call;
    char *room;

    if (call->fd >= 0 || call->flags != O_RDONLY) {
        return start_call(pending);
    }
    int err = wick_buf_reserve(&call->out, FIRST_READ, &room);
    if (err < 0) {
        return err;
    }
    wick_op_read_file(&pending->op, wick_buf_cstr(&call->path), room,
                      FIRST_READ);
    return wick_loop_start(pending->loop, &pending->op, on_file_read);
}

/* Whether a write to @call's file may wait for somebody, or take long. */
static bool is_slow_write(const struct wick_fs_call *call)
{
    struct wick_sys_type type;

    if (call->len > LARGE_WRITE) {
        return true;
    }
    return call->fd < 0 &&
           wick_sys_type(AT_FDCWD, wick_buf_cstr(&call->path), &type) == 0 &&
           !S_ISREG(type.mode);
}

static int start_op(struct pending *pending)
{
    return wick_loop_start(pending->loop, &pending->op, on_op_done);
}

static int start(struct pending *pending)
{
    struct wick_fs_call *call = &pending->request.call;
    struct wick_op *op = &pending->op;
    struct iovec piece = {call->bytes, call->len};
    const char *path = wick_buf_cstr(&call->path);

    switch (call->kind) {
    case WICK_FS_OPEN:
        wick_op_open(op, path, call->flags, call->mode);
        return start_op(pending);
    case WICK_FS_CLOSE:
        wick_op_close(op, call->fd);
        return start_op(pending);
    case WICK_FS_READ:
        wick_op_read(op, call->fd, piece, call->offset);
        return start_op(pending);
    case WICK_FS_WRITE:
        wick_op_write(op, call->fd, piece, call->offset);
        return start_op(pending);
    case WICK_FS_SYNC:
        wick_op_fsync(op, call->fd, call->flags != 0);
        return start_op(pending);
    case WICK_FS_STAT:
        wick_op_statx(op, path, 0, &pending->stat);
        return wick_loop_start(pending->loop, op, on_stat_done);
    case WICK_FS_LSTAT:
        wick_op_statx(op, path, AT_SYMLINK_NOFOLLOW, &pending->stat);
        return wick_loop_start(pending->loop, op, on_stat_done);
    case WICK_FS_FSTAT:
        wick_op_fstatx(op, call->fd, &pending->stat);
        return wick_loop_start(pending->loop, op, on_stat_done);
    case WICK_FS_READ_FILE:
        return start_read_file(pending);
    case WICK_FS_WRITE_FILE:
        return is_slow_write(call) ? start_work(pending) : start_call(pending);
    case WICK_FS_REMOVE_ALL:
    case WICK_FS_COPY:
        return start_work(pending);
    default:
        return start_call(pending);
    }
}

bool wick_js_fs_start(struct wick_js *js, struct wick_loop *loop,
                      struct wick_js_fs_request *request, JSObjectRef callback,
                      JSValueRef *exc)
{
    struct pending *pending = wick_alloc_zero(1, sizeof(*pending));

    pending->request = *request;
    pending->loop = loop;
    pending->callback = callback;
    int err = start(pending);
    if (err < 0) {
        request->call = pending->request.call;
        request->call.result = err;
        *exc = wick_js_fs_error(js, request);
        wick_free(pending);
        return false;
    }
    JSValueProtect(js->ctx, callback);
    return true;
}
