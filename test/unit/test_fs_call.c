/* SPDX-License-Identifier: MIT */
/*
 * Covers: fs_tree.
 */
#include "fs_call.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "err.h"
#include "limits.h"
#include "test.h"

static char root[64];
static struct wick_fs_call call;

/* A path below the test's directory, of static storage for two calls. */
static const char *at(const char *name)
{
    static char paths[2][128];
    static unsigned which;
    char *path = paths[which++ % 2];

    (void)snprintf(path, sizeof(paths[0]), "%s/%s", root, name);
    return path;
}

static int count_fds(void)
{
    DIR *directory = opendir("/proc/self/fd");
    int count = 0;

    CHECK(directory);
    while (readdir(directory)) {
        count++;
    }
    (void)closedir(directory);
    return count;
}

static void prepare(enum wick_fs_kind kind, const char *path)
{
    wick_fs_call_release(&call);
    wick_fs_call_init(&call, kind, WICK_FS_FILE_MAX);
    CHECK_INT(wick_buf_append_cstr(&call.path, path), 0);
}

static int64_t run(void)
{
    wick_fs_call_run(&call);
    return call.result;
}

static int64_t run_path(enum wick_fs_kind kind, const char *path)
{
    prepare(kind, path);
    call.mode = 0755;
    return run();
}

static int64_t run_pair(enum wick_fs_kind kind, const char *path,
                        const char *dest, int flags)
{
    prepare(kind, path);
    CHECK_INT(wick_buf_append_cstr(&call.dest, dest), 0);
    call.flags = flags;
    return run();
}

static int64_t write_file(const char *path, const char *text, int flags)
{
    prepare(WICK_FS_WRITE_FILE, path);
    call.flags = flags;
    call.mode = 0640;
    call.bytes = (char *)(uintptr_t)text;
    call.len = strlen(text);
    return run();
}

static void write_new(const char *path, const char *text)
{
    CHECK_INT(write_file(path, text, O_WRONLY | O_CREAT | O_TRUNC), 0);
}

static const char *read_back(const char *path)
{
    CHECK_INT(run_path(WICK_FS_READ_FILE, path), 0);
    return wick_buf_cstr(&call.out);
}

static void open_root(void)
{
    (void)snprintf(root, sizeof(root), "/tmp/wick-fs-XXXXXX");
    CHECK(mkdtemp(root));
}

static void close_root(void)
{
    CHECK_INT(run_path(WICK_FS_REMOVE_ALL, root), 0);
    wick_fs_call_release(&call);
    call = (struct wick_fs_call){0};
    CHECK(access(root, F_OK) < 0);
}

WICK_TEST(whole_files)
{
    open_root();
    int before = count_fds();
    write_new(at("a"), "text");
    CHECK_STR(read_back(at("a")), "text");
    CHECK_INT(write_file(at("a"), " more", O_WRONLY | O_APPEND), 0);
    CHECK_STR(read_back(at("a")), "text more");
    CHECK_INT(write_file(at("a"), "", O_WRONLY | O_CREAT | O_EXCL), -EEXIST);
    CHECK_STR(call.failed, "open");
    CHECK_INT(run_path(WICK_FS_READ_FILE, at("none")), -ENOENT);
    CHECK_STR(call.failed, "open");
    CHECK_INT(run_path(WICK_FS_READ_FILE, root), -EISDIR);
    CHECK_STR(call.failed, "read");
    CHECK_STR(read_back("/proc/self/comm"), "test_fs_call\n");
    CHECK_INT(count_fds(), before);
    close_root();
}

WICK_TEST(a_file_beyond_the_ceiling)
{
    open_root();
    int before = count_fds();
    write_new(at("a"), "0123456789");
    wick_fs_call_release(&call);
    wick_fs_call_init(&call, WICK_FS_READ_FILE, 4);
    CHECK_INT(wick_buf_append_cstr(&call.path, at("a")), 0);
    CHECK_INT(run(), -WICK_ETOOBIG);
    CHECK_INT(count_fds(), before);
    close_root();
}

WICK_TEST(descriptors)
{
    char bytes[16] = "0123456789";

    open_root();
    prepare(WICK_FS_OPEN, at("a"));
    call.flags = O_RDWR | O_CREAT;
    call.mode = 0600;
    int fd = (int)run();
    CHECK(fd >= 0 && (fcntl(fd, F_GETFD) & FD_CLOEXEC));
    prepare(WICK_FS_WRITE, "");
    call.fd = fd;
    call.bytes = bytes;
    call.len = 10;
    CHECK_INT(run(), 10);
    prepare(WICK_FS_READ, "");
    call.fd = fd;
    call.bytes = bytes;
    call.len = 4;
    call.offset = 3;
    CHECK_INT(run(), 4);
    CHECK(memcmp(bytes, "3456", 4) == 0);
    prepare(WICK_FS_TRUNCATE, "");
    call.fd = fd;
    call.len = 2;
    CHECK_INT(run(), 0);
    prepare(WICK_FS_FSTAT, "");
    call.fd = fd;
    CHECK_INT(run(), 0);
    CHECK_INT(call.stat[WICK_FS_STAT_SIZE], 2);
    CHECK_INT(call.stat[WICK_FS_STAT_MODE] & 0777, 0600);
    prepare(WICK_FS_CLOSE, "");
    call.fd = fd;
    CHECK_INT(run(), 0);
    prepare(WICK_FS_FSTAT, "");
    call.fd = fd;
    CHECK_INT(run(), -EBADF);
    CHECK_STR(call.failed, "fstat");
    close_root();
}

WICK_TEST(directories_with_those_above)
{
    open_root();
    CHECK_INT(run_path(WICK_FS_MKDIR_ALL, at("a/b//c/")), 0);
    CHECK_STR(wick_buf_cstr(&call.out), at("a"));
    CHECK_INT(run_path(WICK_FS_MKDIR_ALL, at("a/b/c/d")), 0);
    CHECK_STR(wick_buf_cstr(&call.out), at("a/b/c/d"));
    CHECK_INT(run_path(WICK_FS_MKDIR_ALL, at("a/b")), 0);
    CHECK_INT(call.out.len, 0);
    write_new(at("file"), "");
    CHECK_INT(run_path(WICK_FS_MKDIR_ALL, at("file")), -EEXIST);
    CHECK_INT(run_path(WICK_FS_MKDIR_ALL, at("file/x")), -ENOTDIR);
    CHECK_INT(run_path(WICK_FS_MKDIR, at("a")), -EEXIST);
    close_root();
}

/* Whether the listing in call.out has @name as @type. */
static bool has_entry(const char *name, char type)
{
    for (size_t i = 0; i < call.out.len;) {
        const char *entry = call.out.data + i;

        if (strcmp(entry + 1, name) == 0) {
            return entry[0] == type;
        }
        i += 2 + strlen(entry + 1);
    }
    return false;
}

WICK_TEST(listings)
{
    open_root();
    int before = count_fds();
    write_new(at("file"), "");
    CHECK_INT(run_path(WICK_FS_MKDIR, at("dir")), 0);
    CHECK_INT(run_pair(WICK_FS_SYMLINK, "file", at("link"), 0), 0);
    write_new(at("\xff\xfe"), "");
    CHECK_INT(run_path(WICK_FS_READDIR, root), 0);
    CHECK(has_entry("file", DT_REG) && has_entry("dir", DT_DIR) &&
          has_entry("link", DT_LNK) && has_entry("\xff\xfe", DT_REG));
    CHECK(!has_entry(".", DT_DIR));
    CHECK_INT(run_path(WICK_FS_READDIR, at("none")), -ENOENT);
    CHECK_STR(call.failed, "scandir");
    CHECK_INT(run_path(WICK_FS_READDIR, at("file")), -ENOTDIR);
    CHECK_INT(count_fds(), before);
    close_root();
}

WICK_TEST(removal_does_not_follow_links)
{
    open_root();
    CHECK_INT(run_path(WICK_FS_MKDIR_ALL, at("keep")), 0);
    write_new(at("keep/file"), "kept");
    CHECK_INT(run_path(WICK_FS_MKDIR_ALL, at("gone/deep/er")), 0);
    write_new(at("gone/deep/file"), "");
    CHECK_INT(run_pair(WICK_FS_SYMLINK, "../keep", at("gone/link"), 0), 0);
    CHECK_INT(run_path(WICK_FS_REMOVE_ALL, at("gone")), 0);
    CHECK_STR(read_back(at("keep/file")), "kept");
    CHECK_INT(run_path(WICK_FS_STAT, at("gone")), -ENOENT);
    CHECK_INT(run_path(WICK_FS_REMOVE_ALL, at("gone")), -ENOENT);
    close_root();
}

WICK_TEST(a_tree_deeper_than_descriptors)
{
    char path[WICK_PATH_MAX] = "";
    size_t len = 0;

    open_root();
    for (int i = 0; i < 1500; i++) {
        len += (size_t)snprintf(path + len, sizeof(path) - len, "%s",
                                i == 0 ? root : "/d");
    }
    CHECK_INT(run_path(WICK_FS_MKDIR_ALL, path), 0);
    close_root();
}

WICK_TEST(copies)
{
    open_root();
    int before = count_fds();
    write_new(at("a"), "text");
    CHECK_INT(run_pair(WICK_FS_COPY, at("a"), at("b"), 0), 0);
    CHECK_STR(read_back(at("b")), "text");
    write_new(at("a"), "x");
    CHECK_INT(run_pair(WICK_FS_COPY, at("a"), at("b"), 1), -EEXIST);
    CHECK_INT(run_pair(WICK_FS_COPY, at("a"), at("b"), 0), 0);
    CHECK_STR(read_back(at("b")), "x");
    CHECK_INT(run_pair(WICK_FS_COPY, at("a"), at("a"), 0), 0);
    CHECK_STR(read_back(at("a")), "x");
    CHECK_INT(run_pair(WICK_FS_COPY, "/proc/self/comm", at("c"), 0), 0);
    CHECK_STR(read_back(at("c")), "test_fs_call\n");
    CHECK_INT(run_pair(WICK_FS_COPY, root, at("d"), 0), -EISDIR);
    CHECK_INT(run_pair(WICK_FS_COPY, at("none"), at("d"), 0), -ENOENT);
    CHECK_STR(call.failed, "copyfile");
    CHECK_INT(count_fds(), before);
    close_root();
}

WICK_TEST(names_and_links)
{
    open_root();
    write_new(at("a"), "text");
    CHECK_INT(run_pair(WICK_FS_RENAME, at("a"), at("b"), 0), 0);
    CHECK_INT(run_pair(WICK_FS_LINK, at("b"), at("c"), 0), 0);
    CHECK_INT(run_path(WICK_FS_LSTAT, at("c")), 0);
    CHECK_INT(call.stat[WICK_FS_STAT_NLINK], 2);
    CHECK_INT(run_pair(WICK_FS_SYMLINK, "b", at("l"), 0), 0);
    CHECK_INT(run_path(WICK_FS_READLINK, at("l")), 0);
    CHECK_STR(wick_buf_cstr(&call.out), "b");
    CHECK_INT(run_path(WICK_FS_REALPATH, at("l")), 0);
    CHECK_STR(wick_buf_cstr(&call.out), at("b"));
    CHECK_INT(run_path(WICK_FS_READLINK, at("b")), -EINVAL);
    CHECK_INT(run_path(WICK_FS_MKDTEMP, at("tmp-")), 0);
    CHECK_INT(call.out.len, strlen(at("tmp-")) + 6);
    CHECK_INT(run_path(WICK_FS_RMDIR, at("b")), -ENOTDIR);
    CHECK_INT(run_path(WICK_FS_UNLINK, at("none")), -ENOENT);
    close_root();
}

WICK_TEST(modes_and_times)
{
    open_root();
    write_new(at("a"), "");
    prepare(WICK_FS_CHMOD, at("a"));
    call.mode = 0400;
    CHECK_INT(run(), 0);
    prepare(WICK_FS_UTIMES, at("a"));
    call.times[0] = (struct timespec){1000, 500000000};
    call.times[1] = (struct timespec){2000, 0};
    CHECK_INT(run(), 0);
    CHECK_INT(run_path(WICK_FS_STAT, at("a")), 0);
    CHECK_INT(call.stat[WICK_FS_STAT_MODE] & 07777, 0400);
    CHECK_INT(call.stat[WICK_FS_STAT_ATIME], 1000);
    CHECK_INT(call.stat[WICK_FS_STAT_ATIME_NS], 500000000);
    CHECK_INT(call.stat[WICK_FS_STAT_MTIME], 2000);
    prepare(WICK_FS_ACCESS, at("none"));
    CHECK_INT(run(), -ENOENT);
    CHECK_STR(call.failed, "access");
    close_root();
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(whole_files),
    WICK_TEST_ENTRY(a_file_beyond_the_ceiling),
    WICK_TEST_ENTRY(descriptors),
    WICK_TEST_ENTRY(directories_with_those_above),
    WICK_TEST_ENTRY(listings),
    WICK_TEST_ENTRY(removal_does_not_follow_links),
    WICK_TEST_ENTRY(a_tree_deeper_than_descriptors),
    WICK_TEST_ENTRY(copies),
    WICK_TEST_ENTRY(names_and_links),
    WICK_TEST_ENTRY(modes_and_times),
};
WICK_TEST_MAIN(tests)
