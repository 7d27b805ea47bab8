/* SPDX-License-Identifier: MIT */
#include "loop_entry.h"

#include <poll.h>

/* The kernel moves at most this much in one call (MAX_RW_COUNT). */
#define MOVE_MAX 0x7ffff000u

static unsigned len_of(size_t len)
{
    return (unsigned)wick_size_min(len, MOVE_MAX);
}

static void prepare_send(struct io_uring_sqe *entry, struct wick_op *op)
{
    /* WAITALL: newer kernels go on after a short send by themselves. */
    const int flags = MSG_NOSIGNAL | MSG_WAITALL;
    struct iovec *vector = op->args.io.vector;

    if (op->args.io.count == 1) {
        io_uring_prep_send(entry, op->fd, vector->iov_base,
                           len_of(vector->iov_len), flags);
        return;
    }
    op->args.io.message = (struct msghdr){
        .msg_iov = vector,
        /* A size_t in one libc, an int in the other. */
        .msg_iovlen = (uint16_t)op->args.io.count,
    };
    io_uring_prep_sendmsg(entry, op->fd, &op->args.io.message, (unsigned)flags);
}

static void prepare_read(struct io_uring_sqe *entry, const struct wick_op *op)
{
    const struct iovec *vector = op->args.io.vector;
    uint64_t offset = (uint64_t)op->args.io.offset;

    if (op->args.io.count == 1) {
        io_uring_prep_read(entry, op->fd, vector->iov_base,
                           len_of(vector->iov_len), offset);
    } else {
        io_uring_prep_readv(entry, op->fd, vector, (unsigned)op->args.io.count,
                            offset);
    }
}

static void prepare_write(struct io_uring_sqe *entry, const struct wick_op *op)
{
    const struct iovec *vector = op->args.io.vector;
    int64_t at = op->args.io.offset;
    uint64_t offset = (uint64_t)(at < 0 ? at : at + (int64_t)op->done);

    if (op->args.io.count == 1) {
        io_uring_prep_write(entry, op->fd, vector->iov_base,
                            len_of(vector->iov_len), offset);
    } else {
        io_uring_prep_writev(entry, op->fd, vector, (unsigned)op->args.io.count,
                             offset);
    }
}

void wick_entry_prepare(struct io_uring_sqe *entry, struct wick_op *op)
{
    switch ((enum wick_op_kind)op->kind) {
    case WICK_OP_CONNECT:
        io_uring_prep_connect(entry, op->fd, op->args.connect.address,
                              op->args.connect.len);
        return;
    case WICK_OP_ACCEPT:
        io_uring_prep_accept(entry, op->fd, op->args.accept.address,
                             op->args.accept.len, SOCK_CLOEXEC | SOCK_NONBLOCK);
        return;
    case WICK_OP_SEND:
        prepare_send(entry, op);
        return;
    case WICK_OP_RECV:
        io_uring_prep_recv(entry, op->fd, op->args.io.vector->iov_base,
                           len_of(op->args.io.vector->iov_len), 0);
        return;
    case WICK_OP_READ:
        prepare_read(entry, op);
        return;
    case WICK_OP_WRITE:
        prepare_write(entry, op);
        return;
    case WICK_OP_OPEN:
        io_uring_prep_openat(entry, op->fd, op->args.open.path,
                             op->args.open.flags, op->args.open.mode);
        return;
    case WICK_OP_CLOSE:
        io_uring_prep_close(entry, op->fd);
        return;
    case WICK_OP_FSYNC:
        io_uring_prep_fsync(entry, op->fd,
                            op->args.is_data_only ? IORING_FSYNC_DATASYNC : 0);
        return;
    case WICK_OP_POLL:
        io_uring_prep_poll_add(entry, op->fd, op->args.poll.events);
        return;
    case WICK_OP_READ_FILE:
    case WICK_OP_CALL:
    case WICK_OP_NONE:
    case WICK_OP_KIND_COUNT:
        break;
    }
    WICK_UNREACHABLE();
}

void wick_entry_prepare_short(struct io_uring_sqe *entry, struct wick_op *op,
                              size_t len)
{
    struct iovec *first = op->args.io.vector;
    size_t whole = first->iov_len;
    int count = op->args.io.count;

    first->iov_len = wick_size_min(whole, len);
    op->args.io.count = 1;
    wick_entry_prepare(entry, op);
    first->iov_len = whole;
    op->args.io.count = count;
}

void wick_entry_prepare_retry(struct io_uring_sqe *entry,
                              const struct wick_op *op)
{
    bool is_output = op->kind == WICK_OP_CONNECT || op->kind == WICK_OP_SEND ||
                     op->kind == WICK_OP_WRITE;

    io_uring_prep_poll_add(entry, op->fd, is_output ? POLLOUT : POLLIN);
}
