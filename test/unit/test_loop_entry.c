/* SPDX-License-Identifier: MIT */
#include "loop_entry.h"

#include <fcntl.h>
#include <poll.h>

#include "test.h"

static struct io_uring_sqe entry;

static void prepare(struct wick_op *op)
{
    entry = (struct io_uring_sqe){0};
    wick_entry_prepare(&entry, op);
}

WICK_TEST(one_piece_has_no_vector)
{
    struct wick_op op = {0};
    char byte;

    wick_op_send(&op, 7, &byte, 1);
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_SEND);
    CHECK_INT(entry.fd, 7);
    CHECK_INT(entry.len, 1);
    CHECK_INT(entry.msg_flags, MSG_NOSIGNAL | MSG_WAITALL);
    wick_op_read(&op, 7, (struct iovec){&byte, 1}, 10);
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_READ);
    CHECK_INT(entry.off, 10);
    wick_op_write(&op, 7, (struct iovec){&byte, 1}, WICK_OFFSET_CURRENT);
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_WRITE);
    CHECK(entry.off == UINT64_MAX);
}

WICK_TEST(many_pieces_are_a_vector)
{
    struct wick_op op = {0};
    char bytes[2];
    struct iovec vector[2] = {{bytes, 1}, {bytes + 1, 1}};

    wick_op_sendv(&op, 7, vector, 2);
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_SENDMSG);
    CHECK(op.args.io.message.msg_iov == vector);
    CHECK_INT(op.args.io.message.msg_iovlen, 2);
    wick_op_readv(&op, 7, vector, 2);
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_READV);
    CHECK_INT(entry.len, 2);
    wick_op_writev(&op, 7, vector, 2);
    wick_op_set_offset(&op, 100);
    op.done = 5;
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_WRITEV);
    CHECK_INT(entry.off, 105);
}

WICK_TEST(huge_pieces_are_cut_to_what_the_kernel_moves)
{
    struct wick_op op = {0};
    char byte;

    wick_op_recv(&op, 7, &byte, (size_t)1 << 40);
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_RECV);
    CHECK_INT(entry.len, 0x7ffff000);
}

WICK_TEST(short_entries_leave_the_operation_as_it_was)
{
    struct wick_op op = {0};
    char bytes[8];
    struct iovec vector[2] = {{bytes, 5}, {bytes + 5, 3}};

    wick_op_sendv(&op, 7, vector, 2);
    entry = (struct io_uring_sqe){0};
    wick_entry_prepare_short(&entry, &op, 3);
    CHECK_INT(entry.opcode, IORING_OP_SEND);
    CHECK_INT(entry.len, 3);
    CHECK_INT(vector[0].iov_len, 5);
    CHECK_INT(op.args.io.count, 2);
    wick_entry_prepare_short(&entry, &op, 100);
    CHECK_INT(entry.len, 5);
}

WICK_TEST(files_and_the_rest)
{
    struct wick_op op = {0};

    wick_op_open(&op, "/f", O_RDONLY, 0600);
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_OPENAT);
    CHECK_INT(entry.fd, AT_FDCWD);
    CHECK(entry.open_flags & O_CLOEXEC);
    wick_op_close(&op, 7);
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_CLOSE);
    wick_op_fsync(&op, 7, true);
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_FSYNC);
    CHECK_INT(entry.fsync_flags, IORING_FSYNC_DATASYNC);
    wick_op_poll(&op, 7, POLLIN);
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_POLL_ADD);
    CHECK_INT(entry.poll32_events, POLLIN);
    wick_op_accept(&op, 7, NULL, NULL);
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_ACCEPT);
    CHECK_INT(entry.accept_flags, SOCK_CLOEXEC | SOCK_NONBLOCK);
    wick_op_connect(&op, 7, NULL, 16);
    prepare(&op);
    CHECK_INT(entry.opcode, IORING_OP_CONNECT);
    CHECK_INT(entry.off, 16);
}

WICK_TEST(retries_wait_for_their_direction)
{
    struct wick_op op = {0};
    char byte;

    wick_op_send(&op, 7, &byte, 1);
    entry = (struct io_uring_sqe){0};
    wick_entry_prepare_retry(&entry, &op);
    CHECK_INT(entry.opcode, IORING_OP_POLL_ADD);
    CHECK_INT(entry.poll32_events, POLLOUT);
    wick_op_accept(&op, 7, NULL, NULL);
    wick_entry_prepare_retry(&entry, &op);
    CHECK_INT(entry.poll32_events, POLLIN);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(one_piece_has_no_vector),
    WICK_TEST_ENTRY(many_pieces_are_a_vector),
    WICK_TEST_ENTRY(huge_pieces_are_cut_to_what_the_kernel_moves),
    WICK_TEST_ENTRY(short_entries_leave_the_operation_as_it_was),
    WICK_TEST_ENTRY(files_and_the_rest),
    WICK_TEST_ENTRY(retries_wait_for_their_direction),
};

WICK_TEST_MAIN(tests)
