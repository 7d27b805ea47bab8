/* SPDX-License-Identifier: MIT */
/*
 * Operations: what the loop is asked to do, embedded in whoever asks. An
 * operation is described by one wick_op_<what>() call, started by
 * wick_loop_start() (loop.h) and ends with one call of its callback.
 *
 * Everything that a description points to (bytes, vectors, paths, addresses)
 * is borrowed until the callback: with io_uring the kernel reads and writes
 * it at any time in between, also after wick_loop_cancel(). The same holds
 * for the operation itself, which must not move.
 *
 * Results are what the system call would return: a count or a descriptor, or
 * a negative errno. No operation is interrupted by a signal (EINTR) or asks
 * to be tried again (EAGAIN), whatever O_NONBLOCK says.
 */
#ifndef WICK_OP_H
#define WICK_OP_H

#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "base.h"
#include "list.h"

struct wick_loop;
struct wick_op;
struct wick_work;
struct statx;

/*
 * Called once for every operation that was started, from wick_loop_run_once()
 * and never from wick_loop_start() or wick_loop_cancel(). The operation is
 * the owner's again: it may be started anew or freed here.
 */
typedef void (*wick_op_fn)(struct wick_op *op);

/* A system call of the owner's own; returns 0 and up or a negative errno. */
typedef int64_t (*wick_op_call_fn)(struct wick_op *op);

enum wick_op_kind {
    WICK_OP_NONE,
    WICK_OP_CONNECT,
    WICK_OP_ACCEPT,
    WICK_OP_SEND,
    WICK_OP_RECV,
    WICK_OP_READ,
    WICK_OP_WRITE,
    WICK_OP_OPEN,
    WICK_OP_CLOSE,
    WICK_OP_FSYNC,
    WICK_OP_POLL,
    WICK_OP_READ_FILE,
    WICK_OP_CALL,
    WICK_OP_KIND_COUNT
};

/* For @offset: the descriptor's own position; all that pipes have. */
#define WICK_OFFSET_CURRENT (-1)

/*
 * Lifetime: embedded in its owner, zeroed before its first use, pinned while
 * it is in flight. All fields but @result and @done are private.
 */
struct wick_op {
    int64_t result; /* valid in and after the callback */
    size_t done;    /* bytes moved, also when @result is an error */

    struct wick_list queue; /* where it waits: pending, descriptor, done */
    struct wick_list all;   /* every operation in flight */
    struct wick_loop *loop; /* NULL when not in flight */
    wick_op_fn on_done;
    struct wick_work *work; /* not NULL while a worker has it */
    int fd;
    uint8_t kind;
    uint8_t state;
    bool is_waiting; /* the ring polls its descriptor before a retry */
    bool is_canceled;
    bool is_disturbed; /* by a test: @result is made up */
    bool is_unref;
    bool is_quick;
    union {
        struct {
            const struct sockaddr *address;
            socklen_t len;
        } connect;
        struct {
            struct sockaddr *address;
            socklen_t *len;
        } accept;
        struct {
            struct iovec *vector;
            int count;
            struct iovec single;
            int64_t offset;
            struct msghdr message; /* of a vectored send in a ring */
        } io;
        struct {
            const char *path;
            int flags;
            mode_t mode;
            int held_fd; /* of a FIFO, until a worker has opened it */
        } open;
        struct {
            uint32_t events;
        } poll;
        struct {
            const char *path;
            char *bytes;
            size_t cap;
            int slot;    /* of the ring's chain, or -1 */
            int held_fd; /* as of an open */
        } file;
        struct {
            wick_op_call_fn run;
            const char *path;
            int flags;
            struct statx *out;
        } call;
        bool is_data_only;
    } args;
};

/*
 * Sockets. MSG_NOSIGNAL always: a dead peer is -EPIPE, never SIGPIPE. Two
 * operations of the same direction on one descriptor have no defined order;
 * start the second when the first has ended.
 */

/*
 * Connects @fd, which must be O_NONBLOCK and new, to @address. Result 0.
 * -EAGAIN: a Unix listener's queue is full.
 */
void wick_op_connect(struct wick_op *op, int fd, const struct sockaddr *address,
                     socklen_t len);

/*
 * Takes a connection from the listening @fd, which must be O_NONBLOCK.
 * Result: the new descriptor, O_NONBLOCK and close-on-exec. @address and
 * @len, as accept(2) has them, may be NULL.
 */
void wick_op_accept(struct wick_op *op, int fd, struct sockaddr *address,
                    socklen_t *len);

/*
 * Sends all @len bytes. Result @len, or the error that stopped it; @done then
 * says how many bytes had been taken by the kernel.
 */
void wick_op_send(struct wick_op *op, int fd, const void *bytes, size_t len);

/*
 * The same for @count (1 to WICK_IOV_MAX) pieces, in one system call where
 * the kernel takes it all. @vector is the loop's until the callback: its
 * entries are changed on the way.
 */
void wick_op_sendv(struct wick_op *op, int fd, struct iovec *vector, int count);

/*
 * Says that all that was sent on the connection before the send @op has been
 * read. Up to WICK_QUICK_SEND_MAX bytes the kernel takes at once then, and
 * their end alone need not wake the loop.
 */
void wick_op_set_quick(struct wick_op *op);

/* Bytes of the pieces of a read, write or send that are left. */
size_t wick_op_left(const struct wick_op *op);

/* Receives 1 to @cap bytes. Result: their number, 0 when the peer is done. */
void wick_op_recv(struct wick_op *op, int fd, void *bytes, size_t cap);

/* Files, pipes, terminals. */

/*
 * Reads once, at @offset or at WICK_OFFSET_CURRENT. Result: the number of
 * bytes, 0 at the end of the file. Waits for pipes and the like.
 */
void wick_op_read(struct wick_op *op, int fd, struct iovec piece,
                  int64_t offset);

/* The same into @count (1 to WICK_IOV_MAX) pieces. */
void wick_op_readv(struct wick_op *op, int fd, struct iovec *vector, int count);

/*
 * Writes all of @piece, at @offset or at WICK_OFFSET_CURRENT. A result that
 * is shorter means that the rest met an error, which the next write returns.
 * A pipe or a terminal must be O_NONBLOCK, or the write may block the loop.
 */
void wick_op_write(struct wick_op *op, int fd, struct iovec piece,
                   int64_t offset);

/* The same from @count pieces; @vector as in wick_op_sendv(). */
void wick_op_writev(struct wick_op *op, int fd, struct iovec *vector,
                    int count);

/* Sets the offset of a wick_op_readv() or wick_op_writev(); default current. */
void wick_op_set_offset(struct wick_op *op, int64_t offset);

/*
 * Opens @path as open(2) does, close-on-exec in any case. Result: the
 * descriptor. A FIFO without a peer waits, and nothing else waits for it.
 */
void wick_op_open(struct wick_op *op, const char *path, int flags, mode_t mode);

/*
 * Closes @fd. Result 0; whatever it is, the descriptor is gone. Operations in
 * flight on @fd should have ended before: they may end with -ECANCELED or
 * not before their peer acts. Cannot be canceled.
 */
void wick_op_close(struct wick_op *op, int fd);

/* fsync(2), or fdatasync(2) when @is_data_only. Result 0. */
void wick_op_fsync(struct wick_op *op, int fd, bool is_data_only);

/*
 * Opens @path, reads it to its end into @bytes, closes it: one submission
 * where the kernel can. Result: the file's length; -WICK_ETOOBIG when it does
 * not fit into @cap bytes (what they hold is then unspecified).
 */
void wick_op_read_file(struct wick_op *op, const char *path, char *bytes,
                       size_t cap);

/*
 * statx(2) of @path with AT_* @flags (0 follows links), basic fields and birth
 * time. Result 0. @out is written on success.
 */
void wick_op_statx(struct wick_op *op, const char *path, int flags,
                   struct statx *out);

/* The same for a descriptor. */
void wick_op_fstatx(struct wick_op *op, int fd, struct statx *out);

/* Everything else. */

/*
 * Waits until @fd has one of the POLL* @events, an error or a hang-up.
 * Result: the events it has. Once; start it again for more. A descriptor
 * that cannot be waited for (a regular file) is always ready.
 */
void wick_op_poll(struct wick_op *op, int fd, short events);

/*
 * Runs @run on the loop's thread when the turn's operations are submitted:
 * a short system call without an asynchronous form (rename, mkdir, readdir).
 * Result: what it returns. What may take long belongs on work.h.
 */
void wick_op_call(struct wick_op *op, wick_op_call_fn run);

static inline bool wick_op_is_in_flight(const struct wick_op *op)
{
    return op->loop != NULL;
}

#endif
