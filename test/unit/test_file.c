/* SPDX-License-Identifier: MIT */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buf.h"
#include "err.h"
#include "test.h"

static char path[] = "/tmp/wick-test-file-XXXXXX";

/* Makes the file of @len bytes; the caller unlinks it. */
static void make_file(size_t len)
{
    char block[1000];
    int fd;

    memcpy(path + strlen(path) - 6, "XXXXXX", 6);
    fd = mkstemp(path);
    CHECK(fd >= 0);
    for (size_t i = 0; i < sizeof(block); i++) {
        block[i] = (char)('a' + i % 26);
    }
    while (len > 0) {
        size_t part = len < sizeof(block) ? len : sizeof(block);
        CHECK_INT(wick_file_write_all(fd, block, part), 0);
        len -= part;
    }
    CHECK(close(fd) == 0);
}

WICK_TEST(reads_a_whole_file)
{
    static const size_t sizes[] = {0, 1, 999, 1000, 70000};

    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        struct wick_buf buf;

        make_file(sizes[i]);
        wick_buf_init(&buf, 100000);
        CHECK_INT(wick_file_read(path, &buf), 0);
        CHECK_INT(wick_buf_get(&buf).len, sizes[i]);
        if (sizes[i] > 30) {
            CHECK(wick_buf_get(&buf).ptr[27] == 'b');
        }
        wick_buf_release(&buf);
        CHECK(unlink(path) == 0);
    }
}

WICK_TEST(appends_to_what_is_there)
{
    struct wick_buf buf;

    make_file(3);
    wick_buf_init(&buf, 100);
    CHECK_INT(wick_buf_append_cstr(&buf, "x:"), 0);
    CHECK_INT(wick_file_read(path, &buf), 0);
    CHECK(strcmp(wick_buf_cstr(&buf), "x:abc") == 0);
    wick_buf_release(&buf);
    CHECK(unlink(path) == 0);
}

WICK_TEST(reads_what_has_no_size)
{
    struct wick_buf buf;

    wick_buf_init(&buf, 100000);
    CHECK_INT(wick_file_read("/proc/self/status", &buf), 0);
    CHECK(strncmp(wick_buf_cstr(&buf), "Name:", 5) == 0);
    wick_buf_release(&buf);
    /* Also into a buffer that is smaller than what is asked for at once. */
    wick_buf_init(&buf, 4096);
    CHECK_INT(wick_file_read("/proc/self/statm", &buf), 0);
    CHECK(wick_buf_get(&buf).len > 0);
    wick_buf_release(&buf);
    wick_buf_init(&buf, 16);
    CHECK_INT(wick_file_read("/proc/self/status", &buf), -WICK_ETOOBIG);
    wick_buf_release(&buf);
}

WICK_TEST(says_why_it_cannot_read)
{
    struct wick_buf buf;

    wick_buf_init(&buf, 100);
    CHECK_INT(wick_file_read("/tmp/wick-test-nothing-here", &buf), -ENOENT);
    CHECK_INT(wick_file_read("/tmp", &buf), -EISDIR);
    wick_buf_release(&buf);
}

WICK_TEST(refuses_a_file_of_the_ceilings_size)
{
    struct wick_buf buf;

    make_file(100);
    wick_buf_init(&buf, 100);
    CHECK_INT(wick_file_read(path, &buf), -WICK_ETOOBIG);
    CHECK_INT(wick_buf_get(&buf).len, 0);
    wick_buf_release(&buf);
    CHECK(unlink(path) == 0);
}

WICK_TEST(writes_through_a_full_pipe)
{
    static char sent[300000];
    static char got[sizeof(sent)];
    size_t len = 0;
    int ends[2];

    memset(sent, 'p', sizeof(sent));
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    if (child == 0) {
        _exit(fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0 ||
              wick_file_write_all(ends[1], sent, sizeof(sent)) != 0);
    }
    CHECK(close(ends[1]) == 0);
    for (ssize_t n = 1; n > 0; len += (size_t)n) {
        n = read(ends[0], got + len, sizeof(got) - len);
        CHECK(n >= 0);
    }
    CHECK_INT(len, sizeof(sent));
    CHECK(memcmp(sent, got, sizeof(sent)) == 0);
    CHECK(close(ends[0]) == 0);
}

WICK_TEST(says_that_the_reader_has_gone)
{
    int ends[2];

    CHECK(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
    CHECK(pipe(ends) == 0);
    CHECK(close(ends[0]) == 0);
    CHECK_INT(wick_file_write_all(ends[1], "x", 1), -EPIPE);
    CHECK(close(ends[1]) == 0);
}

/* Closes what @mask names of the three, and says what is there afterwards. */
static int standard_after(unsigned mask)
{
    for (int fd = 0; fd < 3; fd++) {
        if (mask & (1u << fd)) {
            (void)close(fd);
        }
    }
    wick_file_open_standard();
    int next = open("/dev/null", O_RDONLY);
    return next < 3 ||
           ((mask & 2) && wick_file_write_all(STDOUT_FILENO, "x", 1) != 0);
}

WICK_TEST(fills_the_places_of_closed_descriptors)
{
    for (unsigned mask = 0; mask < 8; mask++) {
        int status = -1;
        pid_t child = fork();
        if (child == 0) {
            _exit(standard_after(mask));
        }
        CHECK(waitpid(child, &status, 0) == child);
        CHECK_INT(status, 0);
    }
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(reads_a_whole_file),
    WICK_TEST_ENTRY(appends_to_what_is_there),
    WICK_TEST_ENTRY(reads_what_has_no_size),
    WICK_TEST_ENTRY(says_why_it_cannot_read),
    WICK_TEST_ENTRY(refuses_a_file_of_the_ceilings_size),
    WICK_TEST_ENTRY(writes_through_a_full_pipe),
    WICK_TEST_ENTRY(says_that_the_reader_has_gone),
    WICK_TEST_ENTRY(fills_the_places_of_closed_descriptors),
};

WICK_TEST_MAIN(tests)
