/* SPDX-License-Identifier: MIT */
/* O_PATH is an extension. */
#define _GNU_SOURCE
#include "loop_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "err.h"
#include "limits.h"
#include "loop_backend.h"
#include "loop_sys.h"
#include "mem.h"
#include "work.h"

/* Instead of a result: this needs a worker. */
#define WOULD_BLOCK INT64_MIN

/* Where an operation runs. */
enum place { ON_LOOP, ON_WORKER };

/* Lifetime: on the heap while a worker has the operation. */
struct errand {
    struct wick_work work;
    struct wick_op *op;
};

static bool begins_with(const char *path, const char *prefix)
{
    return strncmp(path, prefix, strlen(prefix)) == 0;
}

bool wick_loop_is_plain_path(const char *path)
{
    return path[0] == '/' && !begins_with(path, "/proc/") &&
           !begins_with(path, "/sys/") && !begins_with(path, "/dev/") &&
           !strstr(path, "/..") && !strstr(path, "//") && !strstr(path, "/./");
}

static bool is_prompt(uint32_t mode)
{
    return S_ISREG(mode) || S_ISDIR(mode) || S_ISBLK(mode);
}

/* Opening a FIFO waits for its other end, unless a flag rules that out. */
static bool may_wait(const struct wick_op *op)
{
    const int prompt_flags = O_PATH | O_DIRECTORY | O_NONBLOCK | O_EXCL;

    return (op->args.open.flags & prompt_flags) == 0;
}

static int64_t open_file(struct wick_op *op, enum place place)
{
    const char *path = op->args.open.path;
    struct wick_sys_type type;

    if (place == ON_LOOP && may_wait(op) &&
        wick_sys_type(AT_FDCWD, path, &type) == 0 && S_ISFIFO(type.mode)) {
        return WOULD_BLOCK;
    }
    return wick_sys_open(path, op->args.open.flags, op->args.open.mode);
}

/* Reads on until the end, or until nothing more fits. */
static int64_t read_to_end(struct wick_op *op, int fd, uint64_t size)
{
    char past_end;

    for (;;) {
        size_t room = op->args.file.cap - op->done;
        struct iovec piece = {op->args.file.bytes + op->done, room};

        if (room == 0) {
            piece = (struct iovec){&past_end, 1};
        }
        int64_t count = wick_sys_read(fd, &piece, 1, WICK_OFFSET_CURRENT);
        if (count <= 0) {
            return count < 0 ? count : (int64_t)op->done;
        }
        if (room == 0) {
            return -WICK_ETOOBIG;
        }
        op->done += (size_t)count;
        /* Files of /proc have size 0 and more than that to read. */
        if (size > 0 && op->done == size) {
            return (int64_t)op->done;
        }
    }
}

/*
 * Three calls for a file where a short read is its end. *@is_read tells
 * whether the result is one; else it has to be read with care.
 */
static int64_t read_plain_file(struct wick_op *op, bool *is_read)
{
    const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    struct iovec piece = {op->args.file.bytes, op->args.file.cap};
    int64_t fd = wick_sys_open(op->args.file.path, flags, 0);

    /* A symbolic link; a lease that the wait of a worker may break. */
    *is_read = fd < 0 && fd != -ELOOP && fd != -EAGAIN;
    if (fd < 0) {
        return fd;
    }
    /* With an offset: what is no file but a FIFO says so. */
    int64_t count = wick_sys_read((int)fd, &piece, 1, 0);
    if (count == -ESPIPE) {
        /* A writer may have seen it: open until a worker has opened it too. */
        op->args.file.held_fd = (int)fd;
        return count;
    }
    *is_read = count < 0 || (size_t)count < op->args.file.cap;
    op->done = *is_read && count > 0 ? (size_t)count : 0;
    (void)wick_sys_close((int)fd);
    return count;
}

static int64_t read_file(struct wick_op *op, enum place place)
{
    const char *path = op->args.file.path;
    struct wick_sys_type type;
    bool is_read;

    /* With a slot a chain has tried the same. */
    if (place == ON_LOOP && op->args.file.slot < 0 && op->args.file.cap > 0 &&
        wick_loop_is_plain_path(path)) {
        int64_t count = read_plain_file(op, &is_read);

        if (is_read) {
            return count;
        }
    }
    int64_t err = wick_sys_type(AT_FDCWD, path, &type);
    if (err < 0) {
        return err;
    }
    if (place == ON_LOOP && !is_prompt(type.mode)) {
        return WOULD_BLOCK;
    }
    uint64_t size = S_ISREG(type.mode) ? type.size : 0;
    if (size > op->args.file.cap) {
        return -WICK_ETOOBIG;
    }
    int64_t fd = wick_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0) {
        return fd;
    }
    int64_t result = read_to_end(op, (int)fd, size);
    (void)wick_sys_close((int)fd);
    return result;
}

static int64_t write_file(struct wick_op *op)
{
    int64_t offset = op->args.io.offset;

    for (;;) {
        int64_t at = offset < 0 ? offset : offset + (int64_t)op->done;
        int64_t count =
            wick_sys_write(op->fd, op->args.io.vector, op->args.io.count, at);

        if (count <= 0) {
            return op->done > 0 ? (int64_t)op->done : count;
        }
        if (wick_op_advance(op, (size_t)count)) {
            return (int64_t)op->done;
        }
    }
}

static int64_t run(struct wick_op *op, enum place place)
{
    switch ((enum wick_op_kind)op->kind) {
    case WICK_OP_OPEN:
        return open_file(op, place);
    case WICK_OP_CLOSE:
        return wick_sys_close(op->fd);
    case WICK_OP_READ:
        return wick_sys_read(op->fd, op->args.io.vector, op->args.io.count,
                             op->args.io.offset);
    case WICK_OP_WRITE:
        return write_file(op);
    case WICK_OP_FSYNC:
        return place == ON_LOOP ? WOULD_BLOCK
                                : wick_sys_fsync(op->fd, op->args.is_data_only);
    case WICK_OP_READ_FILE:
        return read_file(op, place);
    case WICK_OP_CALL:
        return op->args.call.run(op);
    case WICK_OP_NONE:
    case WICK_OP_CONNECT:
    case WICK_OP_ACCEPT:
    case WICK_OP_SEND:
    case WICK_OP_RECV:
    case WICK_OP_POLL:
    case WICK_OP_KIND_COUNT:
        break;
    }
    WICK_UNREACHABLE();
}

static int64_t run_errand(struct wick_work *work)
{
    return run(container_of(work, struct errand, work)->op, ON_WORKER);
}

/* Closes the FIFO that was held open until a worker has opened it. */
static void release_held(const struct wick_op *op)
{
    int fd = -1;

    if (op->kind == WICK_OP_OPEN) {
        fd = op->args.open.held_fd;
    } else if (op->kind == WICK_OP_READ_FILE) {
        fd = op->args.file.held_fd;
    }
    if (fd >= 0) {
        (void)wick_sys_close(fd);
    }
}

static void on_errand_done(struct wick_work *work)
{
    struct errand *errand = container_of(work, struct errand, work);
    struct wick_op *op = errand->op;

    release_held(op);
    op->work = NULL;
    wick_loop_finish(op->loop, op, work->result);
    wick_free(errand);
}

/* Hands @op to a worker. */
static void send_errand(struct wick_loop *loop, struct wick_op *op)
{
    struct errand *errand = wick_alloc_zero(1, sizeof(*errand));

    errand->op = op;
    int err = wick_work_start(wick_loop_workers(loop), &errand->work,
                              run_errand, on_errand_done);
    if (err < 0) {
        wick_free(errand);
        release_held(op);
        wick_loop_finish(loop, op, err);
        return;
    }
    op->work = &errand->work;
}

void wick_loop_run_file(struct wick_loop *loop, struct wick_op *op)
{
    int64_t result = run(op, ON_LOOP);

    if (result != WOULD_BLOCK) {
        release_held(op);
        wick_loop_finish(loop, op, result);
        return;
    }
    op->state = WICK_OP_ACTIVE;
    send_errand(loop, op);
}

void wick_loop_finish_open(struct wick_loop *loop, struct wick_op *op,
                           int64_t result)
{
    struct wick_sys_type type;

    if (may_wait(op) && !op->is_canceled) {
        if (result == -ENXIO) {
            wick_loop_run_file(loop, op);
            return;
        }
        if (result >= 0 && wick_sys_type((int)result, "", &type) == 0 &&
            S_ISFIFO(type.mode)) {
            op->args.open.held_fd = (int)result;
            send_errand(loop, op);
            return;
        }
    }
    wick_loop_finish(loop, op, result);
}
