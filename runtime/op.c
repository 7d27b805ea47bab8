/* SPDX-License-Identifier: MIT */
/* AT_EMPTY_PATH is an extension. */
#define _GNU_SOURCE
#include "op.h"

#include <fcntl.h>

#include "limits.h"
#include "loop_sys.h"

/* For what is read through a type that is written through elsewhere. */
static void *without_const(const void *bytes)
{
    union {
        const void *from;
        void *to;
    } pointer = {bytes};

    return pointer.to;
}

/* Forgets the last description; the links belong to the loop. */
static void describe(struct wick_op *op, enum wick_op_kind kind, int fd)
{
    WICK_ASSERT(!wick_op_is_in_flight(op));

    *op = (struct wick_op){.kind = (uint8_t)kind, .fd = fd};
}

static void describe_io(struct wick_op *op, struct iovec *vector, int count,
                        int64_t offset)
{
    WICK_ASSERT(count >= 1);
    WICK_ASSERT(count <= WICK_IOV_MAX);

    op->args.io.vector = vector;
    op->args.io.count = count;
    op->args.io.offset = offset;
}

static void describe_single(struct wick_op *op, struct iovec piece,
                            int64_t offset)
{
    op->args.io.single = piece;
    describe_io(op, &op->args.io.single, 1, offset);
}

void wick_op_connect(struct wick_op *op, int fd, const struct sockaddr *address,
                     socklen_t len)
{
    describe(op, WICK_OP_CONNECT, fd);
    op->args.connect.address = address;
    op->args.connect.len = len;
}

void wick_op_accept(struct wick_op *op, int fd, struct sockaddr *address,
                    socklen_t *len)
{
    describe(op, WICK_OP_ACCEPT, fd);
    op->args.accept.address = address;
    op->args.accept.len = len;
}

void wick_op_send(struct wick_op *op, int fd, const void *bytes, size_t len)
{
    describe(op, WICK_OP_SEND, fd);
    describe_single(op, (struct iovec){without_const(bytes), len},
                    WICK_OFFSET_CURRENT);
}

void wick_op_sendv(struct wick_op *op, int fd, struct iovec *vector, int count)
{
    describe(op, WICK_OP_SEND, fd);
    describe_io(op, vector, count, WICK_OFFSET_CURRENT);
}

void wick_op_set_quick(struct wick_op *op)
{
    WICK_ASSERT(op->kind == WICK_OP_SEND);
    op->is_quick = wick_op_left(op) <= WICK_QUICK_SEND_MAX;
}

size_t wick_op_left(const struct wick_op *op)
{
    size_t left = 0;

    for (int i = 0; i < op->args.io.count; i++) {
        left += op->args.io.vector[i].iov_len;
    }
    return left;
}

void wick_op_recv(struct wick_op *op, int fd, void *bytes, size_t cap)
{
    describe(op, WICK_OP_RECV, fd);
    describe_single(op, (struct iovec){bytes, cap}, WICK_OFFSET_CURRENT);
}

void wick_op_read(struct wick_op *op, int fd, struct iovec piece,
                  int64_t offset)
{
    describe(op, WICK_OP_READ, fd);
    describe_single(op, piece, offset);
}

void wick_op_readv(struct wick_op *op, int fd, struct iovec *vector, int count)
{
    describe(op, WICK_OP_READ, fd);
    describe_io(op, vector, count, WICK_OFFSET_CURRENT);
}

void wick_op_write(struct wick_op *op, int fd, struct iovec piece,
                   int64_t offset)
{
    describe(op, WICK_OP_WRITE, fd);
    describe_single(op, piece, offset);
}

void wick_op_writev(struct wick_op *op, int fd, struct iovec *vector, int count)
{
    describe(op, WICK_OP_WRITE, fd);
    describe_io(op, vector, count, WICK_OFFSET_CURRENT);
}

void wick_op_set_offset(struct wick_op *op, int64_t offset)
{
    WICK_ASSERT(op->kind == WICK_OP_READ || op->kind == WICK_OP_WRITE);
    WICK_ASSERT(!wick_op_is_in_flight(op));

    op->args.io.offset = offset;
}

void wick_op_open(struct wick_op *op, const char *path, int flags, mode_t mode)
{
    describe(op, WICK_OP_OPEN, AT_FDCWD);
    op->args.open.path = path;
    op->args.open.flags = flags | O_CLOEXEC;
    op->args.open.mode = mode;
    op->args.open.held_fd = -1;
}

void wick_op_close(struct wick_op *op, int fd)
{
    describe(op, WICK_OP_CLOSE, fd);
}

void wick_op_fsync(struct wick_op *op, int fd, bool is_data_only)
{
    describe(op, WICK_OP_FSYNC, fd);
    op->args.is_data_only = is_data_only;
}

void wick_op_read_file(struct wick_op *op, const char *path, char *bytes,
                       size_t cap)
{
    describe(op, WICK_OP_READ_FILE, AT_FDCWD);
    op->args.file.path = path;
    op->args.file.bytes = bytes;
    op->args.file.cap = cap;
    op->args.file.slot = -1;
    op->args.file.held_fd = -1;
}

void wick_op_poll(struct wick_op *op, int fd, short events)
{
    describe(op, WICK_OP_POLL, fd);
    op->args.poll.events = (uint32_t)(unsigned short)events;
}

void wick_op_call(struct wick_op *op, wick_op_call_fn run)
{
    describe(op, WICK_OP_CALL, AT_FDCWD);
    op->args.call.run = run;
}

static int64_t run_statx(struct wick_op *op)
{
    return wick_sys_statx(op->fd, op->args.call.path, op->args.call.flags,
                          op->args.call.out);
}

void wick_op_statx(struct wick_op *op, const char *path, int flags,
                   struct statx *out)
{
    wick_op_call(op, run_statx);
    op->args.call.path = path;
    op->args.call.flags = flags;
    op->args.call.out = out;
}

void wick_op_fstatx(struct wick_op *op, int fd, struct statx *out)
{
    wick_op_statx(op, "", AT_EMPTY_PATH, out);
    op->fd = fd;
}
