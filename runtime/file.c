/* SPDX-License-Identifier: MIT */
#include "file.h"

#include "buf.h"
#include "err.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What is asked of a file whose size nobody knows (a pipe, /proc, empty). */
#define READ_STEP ((size_t)64 * 1024)

/* A step, or what the ceiling leaves of one; past it the append fails. */
static size_t next_step(const struct wick_buf *buf)
{
    size_t room = buf->max - buf->len;

    return room == 0 ? 1 : wick_size_min(room, READ_STEP);
}

static int read_some(int fd, struct wick_buf *buf, size_t want, size_t *got)
{
    char *space;
    int err = wick_buf_reserve(buf, want, &space);

    if (err < 0) {
        return err;
    }
    ssize_t n = read(fd, space, want);
    if (n < 0) {
        return errno == EINTR ? 1 : -errno;
    }
    wick_buf_commit(buf, (size_t)n);
    *got = (size_t)n;
    return 0;
}

int wick_file_read_fd(int fd, struct wick_buf *buf)
{
    struct stat st;
    size_t got = 1;

    if (fstat(fd, &st) < 0) {
        return -errno;
    }
    if (S_ISDIR(st.st_mode)) {
        return -EISDIR;
    }
    /* One more than its size, so that the same read sees the end. */
    bool has_size = S_ISREG(st.st_mode) && st.st_size > 0;
    size_t want = has_size ? (size_t)st.st_size + 1 : next_step(buf);
    while (got > 0) {
        int err = read_some(fd, buf, want, &got);
        if (err < 0) {
            return err;
        }
        if (has_size && got + 1 == want) {
            return 0;
        }
        want = next_step(buf);
    }
    return 0;
}

int wick_file_read(const char *path, struct wick_buf *buf)
{
    /* By number: musl's open() sets the close-on-exec flag once more, which
     * is a system call for each module. */
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);

    if (fd < 0) {
        return -errno;
    }
    int err = wick_file_read_fd(fd, buf);
    (void)close(fd);
    return err;
}

static int wait_writable(int fd)
{
    struct pollfd pollfd = {.fd = fd, .events = POLLOUT};

    return poll(&pollfd, 1, -1) < 0 && errno != EINTR ? -errno : 0;
}

int wick_file_write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);

        if (n >= 0) {
            bytes += n;
            len -= (size_t)n;
        } else if (errno == EAGAIN) {
            int err = wait_writable(fd);
            if (err < 0) {
                return err;
            }
        } else if (errno != EINTR) {
            return -errno;
        }
    }
    return 0;
}

void wick_file_open_standard(void)
{
    struct pollfd fds[] = {
        {.fd = STDIN_FILENO}, {.fd = STDOUT_FILENO}, {.fd = STDERR_FILENO}};

    /* One call for all three tells which are not open. */
    if (poll(fds, ARRAY_LEN(fds), 0) <= 0) {
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(fds); i++) {
        if (fds[i].revents & POLLNVAL) {
            /* The lowest that is free, and those below are taken. Not
             * closed on exec: a child has the same need. */
            int fd = open("/dev/null", O_RDWR);
            WICK_ASSERT(fd < 0 || fd == fds[i].fd);
        }
    }
}
