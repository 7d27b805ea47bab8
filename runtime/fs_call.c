/* SPDX-License-Identifier: MIT */
/* statx, copy_file_range, AT_EMPTY_PATH are extensions. */
#define _GNU_SOURCE
#include "fs_call.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <fcntl.h>
#include <linux/stat.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "file.h"
#include "fs_tree.h"
#include "limits.h"
#include "loop_sys.h"
#include "op.h"

static const char *path_of(const struct wick_fs_call *call)
{
    return wick_buf_cstr(&call->path);
}

static const char *dest_of(const struct wick_fs_call *call)
{
    return wick_buf_cstr(&call->dest);
}

static int64_t run_access(struct wick_fs_call *call)
{
    return wick_sys_fold(access(path_of(call), (int)call->mode));
}

static void put_time(int64_t *stat, const struct statx_timestamp *time)
{
    stat[0] = time->tv_sec;
    stat[1] = time->tv_nsec;
}

void wick_fs_stat_fill(int64_t *stat, const struct statx *st)
{
    stat[WICK_FS_STAT_DEV] =
        (int64_t)makedev(st->stx_dev_major, st->stx_dev_minor);
    stat[WICK_FS_STAT_MODE] = st->stx_mode;
    stat[WICK_FS_STAT_NLINK] = st->stx_nlink;
    stat[WICK_FS_STAT_UID] = st->stx_uid;
    stat[WICK_FS_STAT_GID] = st->stx_gid;
    stat[WICK_FS_STAT_RDEV] =
        (int64_t)makedev(st->stx_rdev_major, st->stx_rdev_minor);
    stat[WICK_FS_STAT_BLKSIZE] = st->stx_blksize;
    stat[WICK_FS_STAT_INO] = (int64_t)st->stx_ino;
    stat[WICK_FS_STAT_SIZE] = (int64_t)st->stx_size;
    stat[WICK_FS_STAT_BLOCKS] = (int64_t)st->stx_blocks;
    put_time(stat + WICK_FS_STAT_ATIME, &st->stx_atime);
    put_time(stat + WICK_FS_STAT_MTIME, &st->stx_mtime);
    put_time(stat + WICK_FS_STAT_CTIME, &st->stx_ctime);
    put_time(stat + WICK_FS_STAT_BIRTHTIME, &st->stx_btime);
}

static int64_t stat_at(struct wick_fs_call *call, int fd, const char *path,
                       int flags)
{
    struct statx st;
    int64_t err = wick_sys_statx(fd, path, flags, &st);

    if (err == 0) {
        wick_fs_stat_fill(call->stat, &st);
    }
    return err;
}

static int64_t run_stat(struct wick_fs_call *call)
{
    return stat_at(call, AT_FDCWD, path_of(call), 0);
}

static int64_t run_lstat(struct wick_fs_call *call)
{
    return stat_at(call, AT_FDCWD, path_of(call), AT_SYMLINK_NOFOLLOW);
}

static int64_t run_fstat(struct wick_fs_call *call)
{
    return stat_at(call, call->fd, "", AT_EMPTY_PATH);
}

static int64_t run_statfs(struct wick_fs_call *call)
{
    struct statfs fs;
    int64_t err = wick_sys_fold(statfs(path_of(call), &fs));

    if (err == 0) {
        call->stat[0] = (int64_t)fs.f_type;
        call->stat[1] = (int64_t)fs.f_bsize;
        call->stat[2] = (int64_t)fs.f_blocks;
        call->stat[3] = (int64_t)fs.f_bfree;
        call->stat[4] = (int64_t)fs.f_bavail;
        call->stat[5] = (int64_t)fs.f_files;
        call->stat[6] = (int64_t)fs.f_ffree;
    }
    return err;
}

static int64_t run_open(struct wick_fs_call *call)
{
    return wick_sys_open(path_of(call), call->flags | O_CLOEXEC, call->mode);
}

static int64_t run_close(struct wick_fs_call *call)
{
    return wick_sys_close(call->fd);
}

static int64_t run_read(struct wick_fs_call *call)
{
    struct iovec piece = {call->bytes, call->len};

    return wick_sys_read(call->fd, &piece, 1, call->offset);
}

static int64_t write_all(int fd, struct wick_fs_call *call)
{
    size_t done = 0;

    do {
        struct iovec piece = {call->bytes + done, call->len - done};
        int64_t at =
            call->offset < 0 ? call->offset : call->offset + (int64_t)done;
        int64_t count = wick_sys_write(fd, &piece, 1, at);

        if (count <= 0) {
            return done > 0 ? (int64_t)done : count;
        }
        done += (size_t)count;
    } while (done < call->len);
    return (int64_t)done;
}

static int64_t run_write(struct wick_fs_call *call)
{
    return write_all(call->fd, call);
}

static int64_t run_read_file(struct wick_fs_call *call)
{
    int64_t fd = call->fd;

    call->failed = "open";
    if (fd < 0) {
        fd = wick_sys_open(path_of(call), call->flags | O_CLOEXEC, 0);
    }
    if (fd < 0) {
        return fd;
    }
    call->failed = "read";
    int err = wick_file_read_fd((int)fd, &call->out);
    if (call->fd < 0) {
        (void)wick_sys_close((int)fd);
    }
    return err;
}

static int64_t run_write_file(struct wick_fs_call *call)
{
    int64_t fd = call->fd;

    call->failed = "open";
    if (fd < 0) {
        fd = wick_sys_open(path_of(call), call->flags | O_CLOEXEC, call->mode);
    }
    if (fd < 0) {
        return fd;
    }
    call->failed = "write";
    int64_t result = call->len > 0
                         ? wick_file_write_all((int)fd, call->bytes, call->len)
                         : 0;
    if (call->fd < 0) {
        (void)wick_sys_close((int)fd);
    }
    return result;
}

static int64_t run_sync(struct wick_fs_call *call)
{
    return wick_sys_fsync(call->fd, call->flags != 0);
}

static int64_t run_truncate(struct wick_fs_call *call)
{
    off_t len = (off_t)call->len;

    return wick_sys_fold(call->fd >= 0 ? ftruncate(call->fd, len)
                                       : truncate(path_of(call), len));
}

static int64_t run_chmod(struct wick_fs_call *call)
{
    return wick_sys_fold(call->fd >= 0 ? fchmod(call->fd, call->mode)
                                       : chmod(path_of(call), call->mode));
}

static int64_t run_chown(struct wick_fs_call *call)
{
    return wick_sys_fold(call->fd >= 0
                             ? fchown(call->fd, call->uid, call->gid)
                             : chown(path_of(call), call->uid, call->gid));
}

static int64_t run_lchown(struct wick_fs_call *call)
{
    return wick_sys_fold(lchown(path_of(call), call->uid, call->gid));
}

static int64_t run_utimes(struct wick_fs_call *call)
{
    return wick_sys_fold(
        call->fd >= 0 ? futimens(call->fd, call->times)
                      : utimensat(AT_FDCWD, path_of(call), call->times, 0));
}

static int64_t run_lutimes(struct wick_fs_call *call)
{
    return wick_sys_fold(
        utimensat(AT_FDCWD, path_of(call), call->times, AT_SYMLINK_NOFOLLOW));
}

static int64_t run_mkdir(struct wick_fs_call *call)
{
    return wick_sys_fold(mkdir(path_of(call), call->mode));
}

static int64_t run_mkdtemp(struct wick_fs_call *call)
{
    int err = wick_buf_append_str(&call->out, wick_buf_get(&call->path));

    if (err == 0) {
        err = wick_buf_append_cstr(&call->out, "XXXXXX");
    }
    if (err < 0) {
        return err;
    }
    return mkdtemp(call->out.data) ? 0 : wick_sys_fold(-1);
}

static int64_t run_rmdir(struct wick_fs_call *call)
{
    return wick_sys_fold(rmdir(path_of(call)));
}

static int64_t run_unlink(struct wick_fs_call *call)
{
    return wick_sys_fold(unlink(path_of(call)));
}

static int64_t run_rename(struct wick_fs_call *call)
{
    return wick_sys_fold(rename(path_of(call), dest_of(call)));
}

static int64_t run_link(struct wick_fs_call *call)
{
    return wick_sys_fold(link(path_of(call), dest_of(call)));
}

static int64_t run_symlink(struct wick_fs_call *call)
{
    return wick_sys_fold(symlink(path_of(call), dest_of(call)));
}

static int64_t run_readlink(struct wick_fs_call *call)
{
    char *room;
    int err = wick_buf_reserve(&call->out, WICK_PATH_MAX, &room);

    if (err < 0) {
        return err;
    }
    int64_t len = wick_sys_fold(readlink(path_of(call), room, WICK_PATH_MAX));
    wick_buf_commit(&call->out, len > 0 ? (size_t)len : 0);
    return len < 0 ? len : 0;
}

static int64_t run_realpath(struct wick_fs_call *call)
{
    char resolved[PATH_MAX];

    return realpath(path_of(call), resolved)
               ? wick_buf_append_cstr(&call->out, resolved)
               : wick_sys_fold(-1);
}

/* Lifetime: process, constant. */
static const struct {
    const char *name;
    int64_t (*run)(struct wick_fs_call *call);
} kinds[WICK_FS_KIND_COUNT] = {
    [WICK_FS_ACCESS] = {"access", run_access},
    [WICK_FS_STAT] = {"stat", run_stat},
    [WICK_FS_LSTAT] = {"lstat", run_lstat},
    [WICK_FS_FSTAT] = {"fstat", run_fstat},
    [WICK_FS_STATFS] = {"statfs", run_statfs},
    [WICK_FS_OPEN] = {"open", run_open},
    [WICK_FS_CLOSE] = {"close", run_close},
    [WICK_FS_READ] = {"read", run_read},
    [WICK_FS_WRITE] = {"write", run_write},
    [WICK_FS_READ_FILE] = {"open", run_read_file},
    [WICK_FS_WRITE_FILE] = {"open", run_write_file},
    [WICK_FS_SYNC] = {"fsync", run_sync},
    [WICK_FS_TRUNCATE] = {"ftruncate", run_truncate},
    [WICK_FS_CHMOD] = {"chmod", run_chmod},
    [WICK_FS_CHOWN] = {"chown", run_chown},
    [WICK_FS_LCHOWN] = {"lchown", run_lchown},
    [WICK_FS_UTIMES] = {"utime", run_utimes},
    [WICK_FS_LUTIMES] = {"lutime", run_lutimes},
    [WICK_FS_MKDIR] = {"mkdir", run_mkdir},
    [WICK_FS_MKDIR_ALL] = {"mkdir", wick_fs_make_directories},
    [WICK_FS_MKDTEMP] = {"mkdtemp", run_mkdtemp},
    [WICK_FS_RMDIR] = {"rmdir", run_rmdir},
    [WICK_FS_UNLINK] = {"unlink", run_unlink},
    [WICK_FS_REMOVE_ALL] = {"rm", wick_fs_remove_tree},
    [WICK_FS_RENAME] = {"rename", run_rename},
    [WICK_FS_LINK] = {"link", run_link},
    [WICK_FS_SYMLINK] = {"symlink", run_symlink},
    [WICK_FS_READLINK] = {"readlink", run_readlink},
    [WICK_FS_REALPATH] = {"realpath", run_realpath},
    [WICK_FS_COPY] = {"copyfile", wick_fs_copy_file},
    [WICK_FS_READDIR] = {"scandir", wick_fs_read_directory},
};

/* Of a descriptor some calls have another name. */
const char *wick_fs_call_name(const struct wick_fs_call *call)
{
    bool is_fd = call->fd >= 0;

    switch (call->kind) {
    case WICK_FS_SYNC:
        return call->flags != 0 ? "fdatasync" : "fsync";
    case WICK_FS_CHMOD:
        return is_fd ? "fchmod" : "chmod";
    case WICK_FS_CHOWN:
        return is_fd ? "fchown" : "chown";
    case WICK_FS_UTIMES:
        return is_fd ? "futime" : "utime";
    case WICK_FS_TRUNCATE:
        return is_fd ? "ftruncate" : "open";
    default:
        return kinds[call->kind].name;
    }
}

void wick_fs_call_init(struct wick_fs_call *call, enum wick_fs_kind kind,
                       size_t out_max)
{
    *call = (struct wick_fs_call){
        .kind = kind,
        .fd = -1,
        .offset = WICK_OFFSET_CURRENT,
    };
    wick_buf_init(&call->path, WICK_PATH_MAX);
    wick_buf_init(&call->dest, WICK_PATH_MAX);
    wick_buf_init(&call->out, out_max);
}

void wick_fs_call_release(struct wick_fs_call *call)
{
    wick_buf_release(&call->path);
    wick_buf_release(&call->dest);
    wick_buf_release(&call->out);
}

void wick_fs_call_run(struct wick_fs_call *call)
{
    call->failed = wick_fs_call_name(call);
    call->result = kinds[call->kind].run(call);
}
