/* SPDX-License-Identifier: MIT */
/*
 * The system calls of the operations, as functions that return the result or
 * a negative errno and are never interrupted. The sockets' are non-blocking
 * whatever the descriptor's flags say. For the files of the loop alone.
 *
 * Test builds (WICK_FAULTS) can make a call of each kind fail or fall short;
 * the io_uring back end asks the same table.
 */
#ifndef WICK_LOOP_SYS_H
#define WICK_LOOP_SYS_H

#include "base.h"
#include "op.h"

/* Folds errno into the result of a system call, and counts the call. */
int64_t wick_sys_fold(int64_t result);

/* Calls counted so far, from all threads. */
uint64_t wick_sys_count(void);

int64_t wick_sys_connect(int fd, const struct sockaddr *address, socklen_t len);
/* The pending error of a socket, negative, or 0. */
int64_t wick_sys_socket_error(int fd);
int64_t wick_sys_accept(int fd, struct sockaddr *address, socklen_t *len);
int64_t wick_sys_send(int fd, struct iovec *vector, int count);
int64_t wick_sys_recv(int fd, struct iovec *vector, int count);

/* @offset as in op.h. */
int64_t wick_sys_read(int fd, struct iovec *vector, int count, int64_t offset);
int64_t wick_sys_write(int fd, struct iovec *vector, int count, int64_t offset);
int64_t wick_sys_open(const char *path, int flags, mode_t mode);
/* 0 also when interrupted: Linux has released the descriptor by then. */
int64_t wick_sys_close(int fd);
int64_t wick_sys_fsync(int fd, bool is_data_only);
/* Basic fields and birth time, relative to @fd as statx(2) has it. */
int64_t wick_sys_statx(int fd, const char *path, int flags, struct statx *out);

/*
 * Type (S_IF*) and size of what @path, relative to @fd, leads to, or of @fd
 * itself when @path is empty. Fails as stat(2) does.
 */
struct wick_sys_type {
    uint32_t mode;
    uint64_t size;
};
int64_t wick_sys_type(int fd, const char *path, struct wick_sys_type *type);

#ifdef WICK_FAULTS
/*
 * From the @nth call of @kind on (1 is the next), @times calls return
 * @result at once if it is negative, or move at most @result bytes. 0 @times
 * takes the fault away.
 */
void wick_sys_fault_set(enum wick_op_kind kind, unsigned nth, unsigned times,
                        int64_t result);

/* Counts a call of @kind; true, with @result, when it is to be disturbed. */
bool wick_sys_fault_take(enum wick_op_kind kind, int64_t *result);
#else
static inline bool wick_sys_fault_take(WICK_UNUSED enum wick_op_kind kind,
                                       WICK_UNUSED int64_t *result)
{
    return false;
}
#endif

#endif
