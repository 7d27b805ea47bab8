/* SPDX-License-Identifier: MIT */
/*
 * Every operation under the faults that its system call can have, on both
 * back ends. loop_case_run() finds descriptors that were left open.
 */
#include "loop_sys.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/stat.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "loop_case.h"

static void disturb(enum wick_op_kind kind, unsigned times, int64_t result)
{
    wick_sys_fault_set(kind, 1, times, result);
}

static struct iovec piece(char *bytes, size_t len)
{
    return (struct iovec){bytes, len};
}

/* Interrupted, or not ready although it is: both go unseen. */
static const int passing[] = {-EINTR, -EAGAIN};

LOOP_TEST(receive_survives_passing_errors)
{
    struct loop_case_op rx = {0};
    char bytes[8];
    int ends[2];

    loop_case_pair(ends);
    for (size_t i = 0; i < ARRAY_LEN(passing); i++) {
        CHECK_INT(write(ends[1], "abc", 3), 3);
        disturb(WICK_OP_RECV, 3, passing[i]);
        wick_op_recv(&rx.op, ends[0], bytes, sizeof(bytes));
        CHECK_INT(loop_case_await(loop, &rx), 3);
    }
    loop_case_close_pair(ends);
}

LOOP_TEST(send_survives_passing_errors_and_short_counts)
{
    struct loop_case_op tx = {0};
    char text[] = "0123456789";
    char bytes[16] = {0};
    int ends[2];

    loop_case_pair(ends);
    for (size_t i = 0; i < ARRAY_LEN(passing); i++) {
        disturb(WICK_OP_SEND, 3, passing[i]);
        wick_op_send(&tx.op, ends[0], text, 10);
        CHECK_INT(loop_case_await(loop, &tx), 10);
        CHECK_INT(read(ends[1], bytes, sizeof(bytes)), 10);
    }
    struct iovec vector[3] = {piece(text, 4), piece(text + 4, 1),
                              piece(text + 5, 5)};
    disturb(WICK_OP_SEND, 7, 1);
    wick_op_sendv(&tx.op, ends[0], vector, 3);
    CHECK_INT(loop_case_await(loop, &tx), 10);
    CHECK_INT(read(ends[1], bytes, sizeof(bytes)), 10);
    CHECK_STR(bytes, text);
    loop_case_close_pair(ends);
}

LOOP_TEST(send_says_how_far_it_came)
{
    struct loop_case_op tx = {0};
    char text[] = "0123456789";
    int ends[2];

    loop_case_pair(ends);
    disturb(WICK_OP_SEND, 1, 4);
    wick_op_send(&tx.op, ends[0], text, 10);
    loop_case_start(loop, &tx);
    if (strcmp(wick_loop_backend_name(loop), "io_uring") == 0) {
        while (tx.op.done == 0) {
            CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_WAIT), 0);
        }
        disturb(WICK_OP_SEND, 1, -ECONNRESET);
        CHECK_INT(loop_case_finish(loop, &tx), -ECONNRESET);
        CHECK_INT(tx.op.done, 4);
    } else {
        /* Both calls are made in one turn. */
        CHECK_INT(loop_case_finish(loop, &tx), 10);
        CHECK_INT(tx.op.done, 10);
    }
    loop_case_close_pair(ends);
}

LOOP_TEST(errors_of_sockets_are_results)
{
    static const struct {
        enum wick_op_kind kind;
        int err;
    } errors[] = {
        {WICK_OP_SEND, -ECONNRESET}, {WICK_OP_SEND, -ENOBUFS},
        {WICK_OP_RECV, -ECONNRESET}, {WICK_OP_RECV, -ENOMEM},
        {WICK_OP_RECV, -ETIMEDOUT},
    };
    struct loop_case_op op = {0};
    char byte = 'x';
    int ends[2];

    loop_case_pair(ends);
    CHECK_INT(write(ends[1], "abc", 3), 3);
    for (size_t i = 0; i < ARRAY_LEN(errors); i++) {
        disturb(errors[i].kind, 1, errors[i].err);
        if (errors[i].kind == WICK_OP_SEND) {
            wick_op_send(&op.op, ends[0], &byte, 1);
        } else {
            wick_op_recv(&op.op, ends[0], &byte, 1);
        }
        CHECK_INT(loop_case_await(loop, &op), errors[i].err);
        CHECK_INT(op.op.done, 0);
    }
    loop_case_close_pair(ends);
}

LOOP_TEST(connect_and_accept_under_faults)
{
    struct loop_case_op connecting = {0};
    struct loop_case_op accepting = {0};
    struct sockaddr_in address = {.sin_family = AF_INET};
    const int type = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
    socklen_t len = sizeof(address);
    int listener = socket(AF_INET, type, 0);
    int client = socket(AF_INET, type, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK_INT(bind(listener, (struct sockaddr *)&address, len), 0);
    CHECK_INT(listen(listener, 8), 0);
    CHECK_INT(getsockname(listener, (struct sockaddr *)&address, &len), 0);

    disturb(WICK_OP_CONNECT, 1, -ENETUNREACH);
    wick_op_connect(&connecting.op, client, (struct sockaddr *)&address, len);
    CHECK_INT(loop_case_await(loop, &connecting), -ENETUNREACH);
    wick_op_connect(&connecting.op, client, (struct sockaddr *)&address, len);
    CHECK_INT(loop_case_await(loop, &connecting), 0);

    disturb(WICK_OP_ACCEPT, 1, -EMFILE);
    wick_op_accept(&accepting.op, listener, NULL, NULL);
    CHECK_INT(loop_case_await(loop, &accepting), -EMFILE);
    disturb(WICK_OP_ACCEPT, 1, -ECONNABORTED);
    wick_op_accept(&accepting.op, listener, NULL, NULL);
    CHECK_INT(loop_case_await(loop, &accepting), -ECONNABORTED);
    for (size_t i = 0; i < ARRAY_LEN(passing); i++) {
        disturb(WICK_OP_ACCEPT, 2, passing[i]);
    }
    wick_op_accept(&accepting.op, listener, NULL, NULL);
    int64_t server = loop_case_await(loop, &accepting);
    CHECK(server >= 0);
    CHECK_INT(close((int)server), 0);
    CHECK_INT(close(client), 0);
    CHECK_INT(close(listener), 0);
}

LOOP_TEST(files_under_faults)
{
    struct loop_case_op op = {0};
    char text[] = "0123456789";
    char bytes[16] = {0};
    char path[64] = "/tmp/wick-loop-XXXXXX";
    int made = mkstemp(path);

    CHECK(made >= 0);
    CHECK_INT(close(made), 0);
    disturb(WICK_OP_OPEN, 1, -EMFILE);
    wick_op_open(&op.op, path, O_RDWR, 0);
    CHECK_INT(loop_case_await(loop, &op), -EMFILE);
    disturb(WICK_OP_OPEN, 2, -EINTR);
    wick_op_open(&op.op, path, O_RDWR, 0);
    int fd = (int)loop_case_await(loop, &op);
    CHECK(fd >= 0);

    disturb(WICK_OP_WRITE, 1, -ENOSPC);
    wick_op_write(&op.op, fd, piece(text, 10), 0);
    CHECK_INT(loop_case_await(loop, &op), -ENOSPC);
    disturb(WICK_OP_WRITE, 4, 3);
    wick_op_write(&op.op, fd, piece(text, 10), 0);
    CHECK_INT(loop_case_await(loop, &op), 10);
    disturb(WICK_OP_READ, 2, -EINTR);
    wick_op_read(&op.op, fd, piece(bytes, 10), 0);
    CHECK_INT(loop_case_await(loop, &op), 10);
    CHECK_STR(bytes, text);
    disturb(WICK_OP_READ, 1, 3);
    wick_op_read(&op.op, fd, piece(bytes, 10), 0);
    CHECK_INT(loop_case_await(loop, &op), 3);
    disturb(WICK_OP_READ, 1, -EIO);
    wick_op_read(&op.op, fd, piece(bytes, 10), 0);
    CHECK_INT(loop_case_await(loop, &op), -EIO);
    disturb(WICK_OP_FSYNC, 1, -EIO);
    wick_op_fsync(&op.op, fd, false);
    CHECK_INT(loop_case_await(loop, &op), -EIO);
    disturb(WICK_OP_CLOSE, 1, -EINTR);
    wick_op_close(&op.op, fd);
    CHECK_INT(loop_case_await(loop, &op), 0);
    disturb(WICK_OP_CLOSE, 0, 0);
    CHECK_INT(unlink(path), 0);
}

LOOP_TEST(a_failing_close_still_closes)
{
    struct loop_case_op op = {0};
    int ends[2];

    loop_case_pair(ends);
    disturb(WICK_OP_CLOSE, 1, -EIO);
    wick_op_close(&op.op, ends[0]);
    CHECK_INT(loop_case_await(loop, &op), -EIO);
    CHECK_INT(fcntl(ends[0], F_GETFD), -1);
    CHECK_INT(close(ends[1]), 0);
}

LOOP_TEST(cancel_ends_what_is_tried_again)
{
    struct loop_case_op rx = {0};
    char byte;
    int ends[2];

    loop_case_pair(ends);
    disturb(WICK_OP_RECV, 1, -EAGAIN);
    wick_op_recv(&rx.op, ends[0], &byte, 1);
    loop_case_start(loop, &rx);
    for (int i = 0; i < 3; i++) {
        CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    }
    wick_loop_cancel(loop, &rx.op);
    CHECK_INT(loop_case_finish(loop, &rx), -ECANCELED);
    loop_case_close_pair(ends);
}

WICK_TEST(faults_begin_at_the_nth_call)
{
    int64_t result = 0;

    wick_sys_fault_set(WICK_OP_READ, 3, 2, -EIO);
    CHECK(!wick_sys_fault_take(WICK_OP_READ, &result));
    CHECK(!wick_sys_fault_take(WICK_OP_WRITE, &result));
    CHECK(!wick_sys_fault_take(WICK_OP_READ, &result));
    CHECK(wick_sys_fault_take(WICK_OP_READ, &result));
    CHECK_INT(result, -EIO);
    CHECK(wick_sys_fault_take(WICK_OP_READ, &result));
    CHECK(!wick_sys_fault_take(WICK_OP_READ, &result));
}

WICK_TEST(types_and_sizes)
{
    struct wick_sys_type type;

    CHECK_INT(wick_sys_type(AT_FDCWD, "/", &type), 0);
    CHECK(S_ISDIR(type.mode));
    CHECK_INT(wick_sys_type(AT_FDCWD, "/dev/null", &type), 0);
    CHECK(S_ISCHR(type.mode));
    CHECK_INT(wick_sys_type(AT_FDCWD, "/nowhere", &type), -ENOENT);
    CHECK_INT(wick_sys_type(-1, "", &type), -EBADF);
}

WICK_TEST(calls_are_counted)
{
    uint64_t count = wick_sys_count();
    struct wick_sys_type type;

    CHECK_INT(wick_sys_type(AT_FDCWD, "/", &type), 0);
    CHECK_INT(wick_sys_count() - count, 1);
}

static const struct wick_test tests[] = {
    LOOP_TEST_ENTRIES(receive_survives_passing_errors),
    LOOP_TEST_ENTRIES(send_survives_passing_errors_and_short_counts),
    LOOP_TEST_ENTRIES(send_says_how_far_it_came),
    LOOP_TEST_ENTRIES(errors_of_sockets_are_results),
    LOOP_TEST_ENTRIES(connect_and_accept_under_faults),
    LOOP_TEST_ENTRIES(files_under_faults),
    LOOP_TEST_ENTRIES(a_failing_close_still_closes),
    LOOP_TEST_ENTRIES(cancel_ends_what_is_tried_again),
    WICK_TEST_ENTRY(faults_begin_at_the_nth_call),
    WICK_TEST_ENTRY(types_and_sizes),
    WICK_TEST_ENTRY(calls_are_counted),
};

WICK_TEST_MAIN(tests)
