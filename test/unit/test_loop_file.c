/* SPDX-License-Identifier: MIT */
/* AT_SYMLINK_NOFOLLOW, memfd_create and gettid are extensions. */
#define _GNU_SOURCE
#include "loop.h"

#include <fcntl.h>
#include <linux/stat.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "err.h"
#include "limits.h"
#include "loop_case.h"
#include "mem.h"

/* The directory of a test; files in it are removed one by one. */
static char directory[64];
static char path[128];

static void make_directory(void)
{
    (void)snprintf(directory, sizeof(directory), "/tmp/wick-loop-XXXXXX");
    CHECK(mkdtemp(directory));
}

static const char *path_of(const char *name)
{
    (void)snprintf(path, sizeof(path), "%s/%s", directory, name);
    return path;
}

static void make_file(const char *name, const char *bytes, size_t len)
{
    int fd =
        open(path_of(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    CHECK(fd >= 0);
    CHECK_INT(write(fd, bytes, len), len);
    CHECK_INT(close(fd), 0);
}

static void remove_file(const char *name)
{
    CHECK_INT(unlink(path_of(name)), 0);
}

static void remove_directory(void)
{
    CHECK_INT(rmdir(directory), 0);
}

static struct iovec piece(const void *bytes, size_t len)
{
    return (struct iovec){(void *)(uintptr_t)bytes, len};
}

LOOP_TEST(open_write_sync_read_close)
{
    struct loop_case_op op = {0};
    char bytes[16] = {0};

    make_directory();
    wick_op_open(&op.op, path_of("f"), O_RDWR | O_CREAT | O_EXCL, 0640);
    int fd = (int)loop_case_await(loop, &op);
    CHECK(fd >= 0);
    CHECK(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    wick_op_write(&op.op, fd, piece("0123456789", 10), 0);
    CHECK_INT(loop_case_await(loop, &op), 10);
    CHECK_INT(op.op.done, 10);
    wick_op_fsync(&op.op, fd, true);
    CHECK_INT(loop_case_await(loop, &op), 0);
    wick_op_fsync(&op.op, fd, false);
    CHECK_INT(loop_case_await(loop, &op), 0);
    wick_op_read(&op.op, fd, piece(bytes, 4), 3);
    CHECK_INT(loop_case_await(loop, &op), 4);
    CHECK_STR(bytes, "3456");
    wick_op_read(&op.op, fd, piece(bytes, 4), 100);
    CHECK_INT(loop_case_await(loop, &op), 0);
    wick_op_close(&op.op, fd);
    CHECK_INT(loop_case_await(loop, &op), 0);
    CHECK_INT(fcntl(fd, F_GETFD), -1);
    wick_op_open(&op.op, path, O_RDWR | O_CREAT | O_EXCL, 0640);
    CHECK_INT(loop_case_await(loop, &op), -EEXIST);
    remove_file("f");
    wick_op_open(&op.op, path, O_RDONLY, 0);
    CHECK_INT(loop_case_await(loop, &op), -ENOENT);
    remove_directory();
}

LOOP_TEST(position_moves_when_no_offset_is_given)
{
    struct loop_case_op op = {0};
    char bytes[3] = {0};
    int fd = memfd_create("wick-test", MFD_CLOEXEC);

    CHECK(fd >= 0);
    for (int i = 0; i < 2; i++) {
        wick_op_write(&op.op, fd, piece("ab", 2), WICK_OFFSET_CURRENT);
        CHECK_INT(loop_case_await(loop, &op), 2);
    }
    CHECK_INT(lseek(fd, 1, SEEK_SET), 1);
    wick_op_read(&op.op, fd, piece(bytes, 2), WICK_OFFSET_CURRENT);
    CHECK_INT(loop_case_await(loop, &op), 2);
    CHECK_STR(bytes, "ba");
    wick_op_read(&op.op, fd, piece(bytes, 2), WICK_OFFSET_CURRENT);
    CHECK_INT(loop_case_await(loop, &op), 1);
    wick_op_poll(&op.op, fd, POLLIN);
    CHECK_INT(loop_case_await(loop, &op), POLLIN);
    wick_op_close(&op.op, fd);
    CHECK_INT(loop_case_await(loop, &op), 0);
}

LOOP_TEST(vectors_at_an_offset)
{
    struct loop_case_op op = {0};
    char left[3] = {0};
    char right[4] = {0};
    struct iovec out[3] = {piece("ab", 2), piece("", 0), piece("cdef", 4)};
    struct iovec in[2] = {piece(left, 2), piece(right, 3)};
    int fd = memfd_create("wick-test", MFD_CLOEXEC);

    CHECK(fd >= 0);
    wick_op_writev(&op.op, fd, out, 3);
    wick_op_set_offset(&op.op, 5);
    CHECK_INT(loop_case_await(loop, &op), 6);
    wick_op_readv(&op.op, fd, in, 2);
    wick_op_set_offset(&op.op, 6);
    CHECK_INT(loop_case_await(loop, &op), 5);
    CHECK_STR(left, "bc");
    CHECK_STR(right, "def");
    CHECK_INT(close(fd), 0);
}

LOOP_TEST(pipe_read_waits_also_when_blocking)
{
    struct loop_case_op rx = {0};
    struct loop_case_op tx = {0};
    char bytes[8] = {0};
    int ends[2];

    CHECK_INT(pipe2(ends, O_CLOEXEC), 0);
    for (int i = 0; i < 2; i++) {
        wick_op_read(&rx.op, ends[0], piece(bytes, 2), WICK_OFFSET_CURRENT);
        loop_case_start(loop, &rx);
        CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
        wick_op_write(&tx.op, ends[1], piece("ab", 2), WICK_OFFSET_CURRENT);
        CHECK_INT(loop_case_await(loop, &tx), 2);
        CHECK_INT(loop_case_finish(loop, &rx), 2);
    }
    CHECK_STR(bytes, "ab");
    CHECK_INT(close(ends[1]), 0);
    wick_op_read(&rx.op, ends[0], piece(bytes, 2), WICK_OFFSET_CURRENT);
    CHECK_INT(loop_case_await(loop, &rx), 0);
    wick_op_close(&rx.op, ends[0]);
    CHECK_INT(loop_case_await(loop, &rx), 0);
}

LOOP_TEST(pipe_write_moves_more_than_the_pipe_holds)
{
    enum { TOTAL = 300000 };
    struct loop_case_op rx = {0};
    struct loop_case_op tx = {0};
    char *sent = wick_alloc_zero(1, TOTAL);
    char *received = wick_alloc(TOTAL);
    size_t len = 0;
    int ends[2];

    CHECK_INT(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
    for (size_t i = 0; i < TOTAL; i++) {
        sent[i] = (char)(i * 7 + i / 255);
    }
    wick_op_write(&tx.op, ends[1], piece(sent, TOTAL), WICK_OFFSET_CURRENT);
    loop_case_start(loop, &tx);
    while (len < TOTAL) {
        wick_op_read(&rx.op, ends[0], piece(received + len, TOTAL - len),
                     WICK_OFFSET_CURRENT);
        int64_t count = loop_case_await(loop, &rx);
        CHECK(count > 0);
        len += (size_t)count;
    }
    CHECK_INT(loop_case_finish(loop, &tx), TOTAL);
    CHECK(memcmp(sent, received, TOTAL) == 0);
    CHECK_INT(close(ends[0]), 0);
    CHECK_INT(close(ends[1]), 0);
    wick_free(sent);
    wick_free(received);
}

LOOP_TEST(statx_by_path_and_descriptor)
{
    struct loop_case_op op = {0};
    struct statx info;

    make_directory();
    make_file("f", "12345", 5);
    wick_op_statx(&op.op, path, 0, &info);
    CHECK_INT(loop_case_await(loop, &op), 0);
    CHECK_INT(info.stx_size, 5);
    CHECK(S_ISREG(info.stx_mode));
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    wick_op_fstatx(&op.op, fd, &info);
    CHECK_INT(loop_case_await(loop, &op), 0);
    CHECK_INT(info.stx_size, 5);
    CHECK_INT(close(fd), 0);
    remove_file("f");
    wick_op_statx(&op.op, path, 0, &info);
    CHECK_INT(loop_case_await(loop, &op), -ENOENT);
    CHECK_INT(symlink("nowhere", path), 0);
    wick_op_statx(&op.op, path, AT_SYMLINK_NOFOLLOW, &info);
    CHECK_INT(loop_case_await(loop, &op), 0);
    CHECK(S_ISLNK(info.stx_mode));
    remove_file("f");
    remove_directory();
}

static int64_t answer(WICK_UNUSED struct wick_op *op)
{
    return 42;
}

LOOP_TEST(call_runs_in_the_turn)
{
    struct loop_case_op op = {0};

    wick_op_call(&op.op, answer);
    CHECK_INT(loop_case_await(loop, &op), 42);
}

LOOP_TEST(whole_file)
{
    struct loop_case_op op = {0};
    char bytes[16] = {0};

    make_directory();
    make_file("f", "whole file", 10);
    wick_op_read_file(&op.op, path, bytes, sizeof(bytes));
    CHECK_INT(loop_case_await(loop, &op), 10);
    CHECK_INT(op.op.done, 10);
    CHECK(memcmp(bytes, "whole file", 10) == 0);
    /* It fits to the last byte, and then it does not. */
    wick_op_read_file(&op.op, path, bytes, 10);
    CHECK_INT(loop_case_await(loop, &op), 10);
    wick_op_read_file(&op.op, path, bytes, 9);
    CHECK_INT(loop_case_await(loop, &op), -WICK_ETOOBIG);
    wick_op_read_file(&op.op, path, bytes, 0);
    CHECK_INT(loop_case_await(loop, &op), -WICK_ETOOBIG);
    make_file("f", "", 0);
    wick_op_read_file(&op.op, path, bytes, 16);
    CHECK_INT(loop_case_await(loop, &op), 0);
    wick_op_read_file(&op.op, path, bytes, 0);
    CHECK_INT(loop_case_await(loop, &op), 0);
    remove_file("f");
    wick_op_read_file(&op.op, path, bytes, 16);
    CHECK_INT(loop_case_await(loop, &op), -ENOENT);
    wick_op_read_file(&op.op, directory, bytes, 16);
    CHECK_INT(loop_case_await(loop, &op), -EISDIR);
    remove_directory();
}

LOOP_TEST(whole_file_behind_a_symbolic_link)
{
    struct loop_case_op op = {0};
    char target[128];
    char bytes[16] = {0};

    make_directory();
    make_file("target", "linked", 6);
    memcpy(target, path, sizeof(target));
    CHECK_INT(symlink(target, path_of("link")), 0);
    wick_op_read_file(&op.op, path, bytes, sizeof(bytes));
    CHECK_INT(loop_case_await(loop, &op), 6);
    CHECK_STR(bytes, "linked");
    CHECK_INT(unlink(target), 0);
    wick_op_read_file(&op.op, path, bytes, sizeof(bytes));
    CHECK_INT(loop_case_await(loop, &op), -ENOENT);
    remove_file("link");
    remove_directory();
}

/* Files of /proc say size 0 and give their bytes a page at a time. */
LOOP_TEST(whole_file_of_the_kernel)
{
    enum { CAP = 1 << 20 };
    struct loop_case_op op = {0};
    char *bytes = wick_alloc(CAP);
    char *expected = wick_alloc(CAP);
    const char *name = "/proc/kallsyms";
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    size_t len = 0;

    CHECK(fd >= 0);
    for (ssize_t got = 1; got > 0; len += (size_t)got) {
        got = read(fd, expected + len, CAP - len);
        CHECK(got >= 0);
    }
    CHECK_INT(close(fd), 0);
    wick_op_read_file(&op.op, name, bytes, CAP);
    int64_t result = loop_case_await(loop, &op);
    if (len == CAP) {
        CHECK_INT(result, -WICK_ETOOBIG);
    } else {
        CHECK_INT(result, len);
    }
    CHECK(memcmp(bytes, expected, len) == 0);
    wick_free(bytes);
    wick_free(expected);
}

/* Read by both back ends while a child is the writer. */
LOOP_TEST(whole_fifo)
{
    struct loop_case_op op = {0};
    char bytes[16] = {0};

    make_directory();
    CHECK_INT(mkfifo(path_of("fifo"), 0600), 0);
    wick_op_read_file(&op.op, path, bytes, sizeof(bytes));
    loop_case_start(loop, &op);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    /* Waits for the reader, wherever that one has been put. */
    int fd = open(path, O_RDWR | O_CLOEXEC);
    CHECK(fd >= 0);
    CHECK_INT(write(fd, "ab", 2), 2);
    while (op.calls == 0) {
        int left = 0;

        CHECK(wick_loop_run_once(loop, WICK_LOOP_NOWAIT) >= 0);
        /* The end comes when the bytes have been taken. */
        if (fd >= 0 &&
            poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 0) == 0) {
            left = close(fd);
            fd = -1;
        }
        CHECK_INT(left, 0);
    }
    CHECK_INT(op.op.result, 2);
    CHECK_STR(bytes, "ab");
    remove_file("fifo");
    remove_directory();
}

static char stat_path[64];

/* Whether the loop's thread sleeps in the kernel. */
static bool is_asleep(void)
{
    char text[256] = "";
    FILE *file = fopen(stat_path, "re");

    if (!file) {
        return false;
    }
    bool is_read = fgets(text, sizeof(text), file) != NULL;
    (void)fclose(file);
    return is_read && strstr(text, ") S ") != NULL;
}

/* Gives a reader of the FIFO its end once the loop sleeps. */
static void *run_late_writer(WICK_UNUSED void *context)
{
    while (!is_asleep()) {
        (void)sched_yield();
    }
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool is_written = write(fd, "late", 4) == 4;

    (void)close(fd);
    return is_written ? stat_path : NULL;
}

/*
 * The submission of a turn starts the first worker, and with it the eventfd:
 * the worker's post must end the sleep of that same turn.
 */
LOOP_TEST(the_first_worker_ends_the_sleep_of_its_turn)
{
    struct loop_case_op op = {0};
    char fifo[128];
    char bytes[16] = {0};
    pthread_t writer;
    void *is_written = NULL;

    make_directory();
    CHECK_INT(mkfifo(path_of("fifo"), 0600), 0);
    /* A path like this one is never read by a chain. */
    (void)snprintf(fifo, sizeof(fifo), "%s/./fifo", directory);
    (void)snprintf(stat_path, sizeof(stat_path), "/proc/self/task/%d/stat",
                   gettid());
    CHECK_INT(pthread_create(&writer, NULL, run_late_writer, NULL), 0);
    wick_op_read_file(&op.op, fifo, bytes, sizeof(bytes));
    CHECK_INT(loop_case_await(loop, &op), 4);
    CHECK_STR(bytes, "late");
    CHECK_INT(pthread_join(writer, &is_written), 0);
    CHECK(is_written);
    remove_file("fifo");
    remove_directory();
}

LOOP_TEST(a_hundred_whole_files_are_one_submission)
{
    enum { FILES = 100 };
    static struct loop_case_op ops[FILES];
    static char names[FILES][128];
    static char bytes[FILES][32];
    char text[32];

    make_directory();
    for (int i = 0; i < FILES; i++) {
        (void)snprintf(text, sizeof(text), "f%d", i);
        make_file(text, text, strlen(text));
        memcpy(names[i], path, sizeof(names[i]));
        ops[i] = (struct loop_case_op){0};
        wick_op_read_file(&ops[i].op, names[i], bytes[i], sizeof(bytes[i]));
        loop_case_start(loop, &ops[i]);
    }
    uint64_t enters = wick_loop_stats(loop)->enters;
    CHECK(wick_loop_run_once(loop, WICK_LOOP_WAIT) > 0);
    CHECK(wick_loop_stats(loop)->enters - enters <= 1);
    for (int i = 0; i < FILES; i++) {
        (void)snprintf(text, sizeof(text), "f%d", i);
        CHECK_INT(loop_case_finish(loop, &ops[i]), strlen(text));
        CHECK(memcmp(bytes[i], text, strlen(text)) == 0);
        CHECK_INT(unlink(names[i]), 0);
    }
    remove_directory();
}

LOOP_TEST(a_thousand_whole_files_with_few_descriptors)
{
    enum { READS = 1000, CAP = 4096 };
    static struct loop_case_op ops[READS];
    char *bytes = wick_alloc(READS * CAP);
    char text[1000];

    memset(text, 'x', sizeof(text));
    make_directory();
    make_file("f", text, sizeof(text));
    for (int i = 0; i < READS; i++) {
        ops[i] = (struct loop_case_op){0};
        wick_op_read_file(&ops[i].op, path, bytes + (size_t)i * CAP, CAP);
        loop_case_start(loop, &ops[i]);
        if (i % 5 == 4) {
            wick_loop_cancel(loop, &ops[i].op);
        }
    }
    for (int i = 0; i < READS; i++) {
        int64_t result = loop_case_finish(loop, &ops[i]);
        CHECK_INT(result, i % 5 == 4 ? -ECANCELED : (int64_t)sizeof(text));
        CHECK(result < 0 || bytes[(size_t)i * CAP + 999] == 'x');
    }
    remove_file("f");
    remove_directory();
    wick_free(bytes);
}

/* One whole-file read in the steady state. */
LOOP_TEST(a_whole_file_takes_few_system_calls)
{
    struct loop_case_op op = {0};
    char bytes[64];
    bool is_ring = strcmp(wick_loop_backend_name(loop), "io_uring") == 0;

    make_directory();
    make_file("f", "text", 4);
    for (int i = 0; i < 5; i++) {
        uint64_t calls = wick_loop_stats(loop)->system_calls;
        wick_op_read_file(&op.op, path, bytes, sizeof(bytes));
        CHECK_INT(loop_case_await(loop, &op), 4);
        calls = wick_loop_stats(loop)->system_calls - calls;
        /* Ring: all in one. Without: open, read, close. */
        CHECK(i == 0 || calls <= (is_ring ? 1 : 3));
    }
    remove_file("f");
    remove_directory();
}

LOOP_TEST(open_of_a_fifo_waits_for_its_peer)
{
    struct loop_case_op readers = {0};
    struct loop_case_op writers = {0};

    make_directory();
    CHECK_INT(mkfifo(path_of("fifo"), 0600), 0);
    wick_op_open(&readers.op, path, O_RDONLY, 0);
    loop_case_start(loop, &readers);
    for (int i = 0; i < 3; i++) {
        CHECK(wick_loop_run_once(loop, WICK_LOOP_NOWAIT) >= 0);
    }
    CHECK_INT(readers.calls, 0);
    wick_op_open(&writers.op, path, O_WRONLY, 0);
    int64_t writer = loop_case_await(loop, &writers);
    CHECK(writer >= 0);
    int64_t reader = loop_case_finish(loop, &readers);
    CHECK(reader >= 0);
    CHECK_INT(write((int)writer, "x", 1), 1);
    CHECK_INT(close((int)writer), 0);
    CHECK_INT(close((int)reader), 0);
    remove_file("fifo");
    remove_directory();
}

/* A worker that waits can only be given what it waits for. */
LOOP_TEST(cancel_of_an_open_that_waits)
{
    struct loop_case_op op = {0};

    make_directory();
    CHECK_INT(mkfifo(path_of("fifo"), 0600), 0);
    wick_op_open(&op.op, path, O_RDONLY, 0);
    loop_case_start(loop, &op);
    CHECK_INT(wick_loop_run_once(loop, WICK_LOOP_NOWAIT), 0);
    wick_loop_cancel(loop, &op.op);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    int64_t result = loop_case_finish(loop, &op);
    CHECK(result >= 0 || result == -ECANCELED);
    CHECK(result < 0 || close((int)result) == 0);
    CHECK_INT(close(fd), 0);
    remove_file("fifo");
    remove_directory();
}

LOOP_TEST(no_more_descriptors_is_emfile)
{
    struct loop_case_op op = {0};
    struct rlimit old;
    struct rlimit low;
    char bytes[16];
    int next = dup(0);

    CHECK(next >= 0);
    CHECK_INT(close(next), 0);
    CHECK_INT(getrlimit(RLIMIT_NOFILE, &old), 0);
    make_directory();
    make_file("f", "text", 4);
    low = (struct rlimit){(rlim_t)next, old.rlim_max};
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &low), 0);
    wick_op_open(&op.op, path, O_RDONLY, 0);
    int64_t opened = loop_case_await(loop, &op);
    wick_op_read_file(&op.op, path, bytes, sizeof(bytes));
    int64_t read = loop_case_await(loop, &op);
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &old), 0);
    CHECK_INT(opened, -EMFILE);
    /* A chain needs none of the process's descriptors. */
    CHECK(read == -EMFILE || read == 4);
    remove_file("f");
    remove_directory();
}

static const struct wick_test tests[] = {
    LOOP_TEST_ENTRIES(open_write_sync_read_close),
    LOOP_TEST_ENTRIES(position_moves_when_no_offset_is_given),
    LOOP_TEST_ENTRIES(vectors_at_an_offset),
    LOOP_TEST_ENTRIES(pipe_read_waits_also_when_blocking),
    LOOP_TEST_ENTRIES(pipe_write_moves_more_than_the_pipe_holds),
    LOOP_TEST_ENTRIES(statx_by_path_and_descriptor),
    LOOP_TEST_ENTRIES(call_runs_in_the_turn),
    LOOP_TEST_ENTRIES(whole_file),
    LOOP_TEST_ENTRIES(whole_file_behind_a_symbolic_link),
    LOOP_TEST_ENTRIES(whole_file_of_the_kernel),
    LOOP_TEST_ENTRIES(whole_fifo),
    LOOP_TEST_ENTRIES(the_first_worker_ends_the_sleep_of_its_turn),
    LOOP_TEST_ENTRIES(a_hundred_whole_files_are_one_submission),
    LOOP_TEST_ENTRIES(a_thousand_whole_files_with_few_descriptors),
    LOOP_TEST_ENTRIES(a_whole_file_takes_few_system_calls),
    LOOP_TEST_ENTRIES(open_of_a_fifo_waits_for_its_peer),
    LOOP_TEST_ENTRIES(cancel_of_an_open_that_waits),
    LOOP_TEST_ENTRIES(no_more_descriptors_is_emfile),
};

WICK_TEST_MAIN(tests)
