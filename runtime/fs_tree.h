/* SPDX-License-Identifier: MIT */
/*
 * The calls of fs_call.h that are several system calls.
 */
#ifndef WICK_FS_TREE_H
#define WICK_FS_TREE_H

#include "base.h"

struct wick_fs_call;

/* Each runs @call, whose fields fs_call.h names. 0 or a negative code. */
int64_t wick_fs_make_directories(struct wick_fs_call *call);
int64_t wick_fs_remove_tree(struct wick_fs_call *call);
int64_t wick_fs_copy_file(struct wick_fs_call *call);
int64_t wick_fs_read_directory(struct wick_fs_call *call);

#endif
