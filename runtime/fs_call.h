/* SPDX-License-Identifier: MIT */
/*
 * The operations of node:fs as plain blocking calls: arguments in, result out.
 * Who runs one decides where: at once, in a turn of the loop, or on a worker.
 * Knows nothing of JavaScript.
 *
 * What takes several system calls (a directory's entries, a tree removed, a
 * file copied) is one call here. Every descriptor that a call opens is closed
 * when it ends, but for the one that WICK_FS_OPEN returns.
 */
#ifndef WICK_FS_CALL_H
#define WICK_FS_CALL_H

#include <sys/types.h>
#include <time.h>

#include "base.h"
#include "buf.h"

enum wick_fs_kind {
    WICK_FS_ACCESS, /* path, mode */
    WICK_FS_STAT,   /* path; follows links */
    WICK_FS_LSTAT,  /* path */
    WICK_FS_FSTAT,  /* fd */
    WICK_FS_STATFS, /* path -> stat: type, bsize, blocks, bfree, bavail, files,
                       ffree in this order */
    WICK_FS_OPEN,   /* path, flags, mode -> descriptor */
    WICK_FS_CLOSE,  /* fd */
    WICK_FS_READ,   /* fd, bytes, len, offset -> count */
    WICK_FS_WRITE,  /* fd, bytes, len, offset -> count, all if it can */
    WICK_FS_READ_FILE,  /* path or fd -> out */
    WICK_FS_WRITE_FILE, /* path or fd, flags, mode, bytes, len */
    WICK_FS_SYNC,       /* fd; flags 1: data alone */
    WICK_FS_TRUNCATE,   /* path or fd, len */
    WICK_FS_CHMOD,      /* path or fd, mode */
    WICK_FS_CHOWN,      /* path or fd, uid, gid */
    WICK_FS_LCHOWN,     /* path, uid, gid */
    WICK_FS_UTIMES,     /* path or fd, times */
    WICK_FS_LUTIMES,    /* path, times */
    WICK_FS_MKDIR,      /* path, mode */
    WICK_FS_MKDIR_ALL,  /* path, mode -> out: the first one made, or empty */
    WICK_FS_MKDTEMP,    /* path, a prefix -> out */
    WICK_FS_RMDIR,      /* path */
    WICK_FS_UNLINK,     /* path */
    WICK_FS_REMOVE_ALL, /* path, and what is below it; a link is not followed */
    WICK_FS_RENAME,     /* path, dest */
    WICK_FS_LINK,       /* path, dest */
    WICK_FS_SYMLINK,    /* path is the target, dest the link */
    WICK_FS_READLINK,   /* path -> out */
    WICK_FS_REALPATH,   /* path -> out */
    WICK_FS_COPY,       /* path, dest, flags: 1 is COPYFILE_EXCL */
    WICK_FS_READDIR,    /* path -> out: a type (DT_*), a name, a NUL, each */
    WICK_FS_KIND_COUNT
};

/* What is known of a file, in this order, each a signed 64-bit number. */
enum wick_fs_stat_field {
    WICK_FS_STAT_DEV,
    WICK_FS_STAT_MODE,
    WICK_FS_STAT_NLINK,
    WICK_FS_STAT_UID,
    WICK_FS_STAT_GID,
    WICK_FS_STAT_RDEV,
    WICK_FS_STAT_BLKSIZE,
    WICK_FS_STAT_INO,
    WICK_FS_STAT_SIZE,
    WICK_FS_STAT_BLOCKS,
    WICK_FS_STAT_ATIME, /* seconds; the next is its nanoseconds */
    WICK_FS_STAT_ATIME_NS,
    WICK_FS_STAT_MTIME,
    WICK_FS_STAT_MTIME_NS,
    WICK_FS_STAT_CTIME,
    WICK_FS_STAT_CTIME_NS,
    WICK_FS_STAT_BIRTHTIME,
    WICK_FS_STAT_BIRTHTIME_NS,
    WICK_FS_STAT_COUNT
};

struct statx;

/* Fills @stat, WICK_FS_STAT_COUNT numbers, from @st. */
void wick_fs_stat_fill(int64_t *stat, const struct statx *st);

/* Lifetime: the owner's, from init to release. */
struct wick_fs_call {
    enum wick_fs_kind kind;
    struct wick_buf path; /* without a NUL inside */
    struct wick_buf dest;
    int fd; /* where it is not negative it counts, and path does not */
    int flags;
    mode_t mode;
    uid_t uid;
    gid_t gid;
    struct timespec times[2]; /* access, modification */
    char *bytes;              /* borrowed */
    size_t len;
    int64_t offset; /* WICK_OFFSET_CURRENT: the descriptor's own */

    int64_t result;     /* 0 or more, or a negative code */
    const char *failed; /* name of the system call that failed */
    int64_t stat[WICK_FS_STAT_COUNT];
    struct wick_buf out;
};

/* An empty call. @out_max: ceiling of what it may return, in bytes. */
void wick_fs_call_init(struct wick_fs_call *call, enum wick_fs_kind kind,
                       size_t out_max);
void wick_fs_call_release(struct wick_fs_call *call);

/* Runs @call to its end and fills its result. Any thread. */
void wick_fs_call_run(struct wick_fs_call *call);

/* Node's name of @call's system call, for its errors: "scandir". */
const char *wick_fs_call_name(const struct wick_fs_call *call);

#endif
