/* SPDX-License-Identifier: MIT */
/* copy_file_range, DT_*. */
#define _GNU_SOURCE
#include "fs_tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fs_call.h"
#include "limits.h"
#include "loop_sys.h"
#include "path.h"

/* One step of a copy by read and write. */
#define COPY_STEP ((size_t)64 * 1024)
/* One copy_file_range(2); the kernel cuts it to what the file has. */
#define COPY_RANGE ((size_t)1 << 30)

/* Makes @path; a directory that is there already is fine. */
static int64_t make_one(const char *path, mode_t mode, bool *is_new)
{
    struct wick_sys_type type;
    int64_t err = wick_sys_fold(mkdir(path, mode));

    *is_new = err == 0;
    if (err == -EEXIST && wick_sys_type(AT_FDCWD, path, &type) == 0 &&
        S_ISDIR(type.mode)) {
        return 0;
    }
    return err;
}

/*
 * Makes the first @len bytes of the path and what is missing above. call->out
 * gets the first directory made.
 */
static int64_t make_up_to(struct wick_fs_call *call, char *path, size_t len)
{
    bool is_new = false;
    char cut = path[len];

    path[len] = '\0';
    int64_t err = make_one(path, call->mode, &is_new);
    path[len] = cut;
    if (err == -ENOENT) {
        struct wick_str above = wick_path_dirname((struct wick_str){path, len});

        if (above.ptr != path || above.len >= len) {
            return err;
        }
        err = make_up_to(call, path, above.len);
        if (err < 0) {
            return err;
        }
        path[len] = '\0';
        err = make_one(path, call->mode, &is_new);
        path[len] = cut;
    }
    if (err == 0 && is_new && call->out.len == 0) {
        err = wick_buf_append(&call->out, path, len);
    }
    return err;
}

int64_t wick_fs_make_directories(struct wick_fs_call *call)
{
    char path[WICK_PATH_MAX + 1];
    size_t len = call->path.len;

    memcpy(path, wick_buf_cstr(&call->path), len + 1);
    while (len > 1 && path[len - 1] == '/') {
        len--;
    }
    return make_up_to(call, path, len);
}

/* DT_* of an entry of a file system that does not say. */
static char type_of(const char *directory, const struct dirent *entry)
{
    char path[2 * WICK_PATH_MAX];
    struct stat st;

    if (entry->d_type != DT_UNKNOWN) {
        return (char)entry->d_type;
    }
    int len = snprintf(path, sizeof(path), "%s/%s", directory, entry->d_name);
    return len > 0 && (size_t)len < sizeof(path) && lstat(path, &st) == 0
               ? (char)IFTODT(st.st_mode)
               : DT_UNKNOWN;
}

static bool is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static int append_entry(struct wick_buf *out, const char *directory,
                        const struct dirent *entry)
{
    int err = wick_buf_append_byte(out, type_of(directory, entry));

    if (err == 0) {
        err = wick_buf_append(out, entry->d_name, strlen(entry->d_name) + 1);
    }
    return err;
}

static int64_t list_entries(DIR *directory, const char *path,
                            struct wick_buf *out)
{
    int64_t err = 0;

    while (err == 0) {
        errno = 0;
        const struct dirent *entry = readdir(directory);

        if (!entry) {
            return errno == 0 ? 0 : wick_sys_fold(-1);
        }
        if (!is_dots(entry->d_name)) {
            err = append_entry(out, path, entry);
        }
    }
    return err;
}

/* Appends the entries of @path to @out, as WICK_FS_READDIR has them. */
static int64_t list_directory(const char *path, struct wick_buf *out)
{
    DIR *directory = opendir(path);

    if (!directory) {
        return wick_sys_fold(-1);
    }
    int64_t err = list_entries(directory, path, out);
    (void)closedir(directory);
    return err;
}

int64_t wick_fs_read_directory(struct wick_fs_call *call)
{
    return list_directory(wick_buf_cstr(&call->path), &call->out);
}

static int64_t remove_at(struct wick_buf *path);

/* Removes everything in the directory @path, whose listing is read first, so
 * that no descriptor is open while its children are removed. */
static int64_t remove_children(struct wick_buf *path)
{
    struct wick_buf list;
    size_t len = path->len;

    wick_buf_init(&list, WICK_BUF_MAX);
    int64_t err = list_directory(wick_buf_cstr(path), &list);
    for (size_t at = 0; err == 0 && at < list.len;) {
        const char *name = list.data + at + 1;

        if ((err = wick_buf_append_byte(path, '/')) == 0 &&
            (err = wick_buf_append_cstr(path, name)) == 0) {
            err = remove_at(path);
            wick_buf_truncate(path, len);
        }
        at += 2 + strlen(name);
    }
    wick_buf_release(&list);
    return err;
}

static int64_t remove_at(struct wick_buf *path)
{
    int64_t err = wick_sys_fold(unlink(wick_buf_cstr(path)));

    /* Linux says EISDIR of a directory; EPERM where that may be meant too. */
    if (err != -EISDIR && err != -EPERM) {
        return err;
    }
    int64_t removed = wick_sys_fold(rmdir(wick_buf_cstr(path)));
    if (removed == -ENOTDIR) {
        return err;
    }
    if (removed != -ENOTEMPTY && removed != -EEXIST) {
        return removed;
    }
    err = remove_children(path);
    return err < 0 ? err : wick_sys_fold(rmdir(wick_buf_cstr(path)));
}

int64_t wick_fs_remove_tree(struct wick_fs_call *call)
{
    return remove_at(&call->path);
}

static int64_t copy_by_steps(int from, int to)
{
    char bytes[COPY_STEP];

    for (;;) {
        struct iovec piece = {bytes, sizeof(bytes)};
        int64_t count = wick_sys_read(from, &piece, 1, -1);

        for (int64_t done = 0; done < count;) {
            struct iovec rest = {bytes + done, (size_t)(count - done)};
            int64_t written = wick_sys_write(to, &rest, 1, -1);

            if (written < 0) {
                return written;
            }
            done += written;
        }
        if (count <= 0) {
            return count;
        }
    }
}

static int64_t copy_bytes(int from, int to)
{
    int64_t count;
    bool is_first = true;

    do {
        count =
            wick_sys_fold(copy_file_range(from, NULL, to, NULL, COPY_RANGE, 0));
        /* Across file systems, of /proc, or behind a filter: by hand. */
        if (is_first && count <= 0) {
            return copy_by_steps(from, to);
        }
        is_first = false;
    } while (count > 0);
    return count;
}

static int64_t copy_to(struct wick_fs_call *call, int from)
{
    const char *dest = wick_buf_cstr(&call->dest);
    struct stat source;
    struct stat target;
    int64_t err = wick_sys_fold(fstat(from, &source));
    int flags = O_WRONLY | O_CREAT | O_CLOEXEC;

    if (err < 0) {
        return err;
    }
    if (S_ISDIR(source.st_mode)) {
        return -EISDIR;
    }
    int64_t to = wick_sys_open(dest, call->flags & 1 ? flags | O_EXCL : flags,
                               source.st_mode & 07777);
    if (to < 0) {
        return to;
    }
    err = wick_sys_fold(fstat((int)to, &target));
    /* A file copied to itself stays what it is. */
    bool is_same = err == 0 && source.st_dev == target.st_dev &&
                   source.st_ino == target.st_ino;
    if (err == 0 && !is_same) {
        err = wick_sys_fold(ftruncate((int)to, 0));
    }
    if (err == 0 && !is_same) {
        err = copy_bytes(from, (int)to);
    }
    if (err == 0 && !is_same) {
        err = wick_sys_fold(fchmod((int)to, source.st_mode & 07777));
    }
    (void)wick_sys_close((int)to);
    if (err < 0 && !is_same) {
        (void)unlink(dest);
    }
    return err;
}

int64_t wick_fs_copy_file(struct wick_fs_call *call)
{
    int64_t from =
        wick_sys_open(wick_buf_cstr(&call->path), O_RDONLY | O_CLOEXEC, 0);

    if (from < 0) {
        return from;
    }
    int64_t err = copy_to(call, (int)from);
    (void)wick_sys_close((int)from);
    return err;
}
