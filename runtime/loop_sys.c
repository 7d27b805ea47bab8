/* SPDX-License-Identifier: MIT */
/* accept4, preadv and pwritev are extensions of the libcs. */
#define _GNU_SOURCE
#include "loop_sys.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/stat.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef WICK_FAULTS
struct fault {
    unsigned calls_before;
    unsigned times;
    int64_t result;
};

static struct fault faults[WICK_OP_KIND_COUNT];

void wick_sys_fault_set(enum wick_op_kind kind, unsigned nth, unsigned times,
                        int64_t result)
{
    WICK_ASSERT(kind < WICK_OP_KIND_COUNT);
    WICK_ASSERT(times == 0 || nth >= 1);

    faults[kind] = (struct fault){nth - (times != 0), times, result};
}

bool wick_sys_fault_take(enum wick_op_kind kind, int64_t *result)
{
    struct fault *fault = &faults[kind];

    if (fault->times == 0) {
        return false;
    }
    if (fault->calls_before > 0) {
        fault->calls_before--;
        return false;
    }
    fault->times--;
    *result = fault->result;
    return true;
}
#endif

static _Atomic uint64_t call_count;

int64_t wick_sys_fold(int64_t result)
{
    atomic_fetch_add_explicit(&call_count, 1, memory_order_relaxed);
    return result < 0 ? -errno : result;
}

uint64_t wick_sys_count(void)
{
    return atomic_load_explicit(&call_count, memory_order_relaxed);
}

/* Repeats @call while a signal interrupts it. A fault takes its place. */
#define SYS_CALL(kind, call)                                           \
    ({                                                                 \
        int64_t result_;                                               \
        do {                                                           \
            if (!wick_sys_fault_take(kind, &result_) || result_ > 0) { \
                result_ = wick_sys_fold(call);                         \
            }                                                          \
        } while (result_ == -EINTR);                                   \
        result_;                                                       \
    })

int64_t wick_sys_connect(int fd, const struct sockaddr *address, socklen_t len)
{
    int64_t result = 0;

    if (wick_sys_fault_take(WICK_OP_CONNECT, &result)) {
        return result;
    }
    /* An interrupted connect goes on by itself, as one in progress does. */
    result = wick_sys_fold(connect(fd, address, len));
    return result == -EINTR ? -EINPROGRESS : result;
}

int64_t wick_sys_socket_error(int fd)
{
    int err = 0;
    socklen_t len = sizeof(err);
    int64_t result =
        wick_sys_fold(getsockopt(fd, SOL_SOCKET, SO_ERROR, &err, &len));

    return result < 0 ? result : -(int64_t)err;
}

int64_t wick_sys_accept(int fd, struct sockaddr *address, socklen_t *len)
{
    return SYS_CALL(WICK_OP_ACCEPT,
                    accept4(fd, address, len, SOCK_CLOEXEC | SOCK_NONBLOCK));
}

/* Calls @move with the pieces, or with fewer bytes when a fault says so. */
static int64_t move_bytes(enum wick_op_kind kind, struct iovec *vector,
                          int count,
                          int64_t (*move)(const void *context,
                                          struct iovec *vector, int count),
                          const void *context)
{
    int64_t result;

    do {
        struct iovec shortened = vector[0];
        bool is_faulty = wick_sys_fault_take(kind, &result);

        if (!is_faulty) {
            result = move(context, vector, count);
        } else if (result > 0) {
            shortened.iov_len =
                wick_size_min(shortened.iov_len, (size_t)result);
            result = move(context, &shortened, 1);
        }
    } while (result == -EINTR);
    return result;
}

/* The descriptor and position of a move. */
struct place {
    int fd;
    int64_t offset;
};

static int64_t move_send(const void *context, struct iovec *vector, int count)
{
    const struct place *place = context;

    if (count == 1) {
        return wick_sys_fold(send(place->fd, vector->iov_base, vector->iov_len,
                                  MSG_NOSIGNAL | MSG_DONTWAIT));
    }
    struct msghdr message = {
        .msg_iov = vector,
        /* A size_t in one libc, an int in the other. */
        .msg_iovlen = (uint16_t)count,
    };
    return wick_sys_fold(
        sendmsg(place->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT));
}

int64_t wick_sys_send(int fd, struct iovec *vector, int count)
{
    struct place place = {fd, WICK_OFFSET_CURRENT};

    return move_bytes(WICK_OP_SEND, vector, count, move_send, &place);
}

static int64_t move_recv(const void *context, struct iovec *vector,
                         WICK_UNUSED int count)
{
    const struct place *place = context;

    return wick_sys_fold(
        recv(place->fd, vector->iov_base, vector->iov_len, MSG_DONTWAIT));
}

int64_t wick_sys_recv(int fd, struct iovec *vector, int count)
{
    struct place place = {fd, WICK_OFFSET_CURRENT};

    return move_bytes(WICK_OP_RECV, vector, count, move_recv, &place);
}

static int64_t move_read(const void *context, struct iovec *vector, int count)
{
    const struct place *place = context;

    if (place->offset < 0) {
        return wick_sys_fold(readv(place->fd, vector, count));
    }
    return wick_sys_fold(preadv(place->fd, vector, count, place->offset));
}

int64_t wick_sys_read(int fd, struct iovec *vector, int count, int64_t offset)
{
    struct place place = {fd, offset};

    return move_bytes(WICK_OP_READ, vector, count, move_read, &place);
}

static int64_t move_write(const void *context, struct iovec *vector, int count)
{
    const struct place *place = context;

    if (place->offset < 0) {
        return wick_sys_fold(writev(place->fd, vector, count));
    }
    return wick_sys_fold(pwritev(place->fd, vector, count, place->offset));
}

int64_t wick_sys_write(int fd, struct iovec *vector, int count, int64_t offset)
{
    struct place place = {fd, offset};

    return move_bytes(WICK_OP_WRITE, vector, count, move_write, &place);
}

/* By number: musl's open() sets the close-on-exec flag once more. */
int64_t wick_sys_open(const char *path, int flags, mode_t mode)
{
    return SYS_CALL(WICK_OP_OPEN,
                    syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int64_t wick_sys_close(int fd)
{
    int64_t injected = 0;
    /* A fault reports its error; the descriptor is gone all the same. */
    bool is_faulty = wick_sys_fault_take(WICK_OP_CLOSE, &injected);
    int64_t result = wick_sys_fold(close(fd));

    if (is_faulty) {
        result = injected;
    }
    return result == -EINTR ? 0 : result;
}

int64_t wick_sys_fsync(int fd, bool is_data_only)
{
    return SYS_CALL(WICK_OP_FSYNC, is_data_only ? fdatasync(fd) : fsync(fd));
}

/* By number: musl has had a statx() only since 1.2.5. */
int64_t wick_sys_statx(int fd, const char *path, int flags, struct statx *out)
{
    return wick_sys_fold(syscall(SYS_statx, fd, path, flags,
                                 STATX_BASIC_STATS | STATX_BTIME, out));
}

int64_t wick_sys_type(int fd, const char *path, struct wick_sys_type *type)
{
    struct statx all;
    int64_t result =
        wick_sys_fold(syscall(SYS_statx, fd, path, *path ? 0 : AT_EMPTY_PATH,
                              STATX_TYPE | STATX_SIZE, &all));

    if (result < 0) {
        return result;
    }
    type->mode = all.stx_mode;
    type->size = all.stx_size;
    return 0;
}
