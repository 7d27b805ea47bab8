/* SPDX-License-Identifier: MIT */
/* Notices that files of a function have changed (inotify). */
#ifndef WICK_WATCH_H
#define WICK_WATCH_H

#include "base.h"
#include "buf.h"
#include "reactor.h"

/* Folders looked at; a function with more is watched in part. */
#define WICK_WATCH_FOLDERS_MAX 8192

/* Lifetime: the command's. */
struct wick_tree_watch {
    struct wick_reactor *reactor;
    struct wick_watch watch;
    struct wick_alarm settle;
    char **folders; /* owned paths by watch descriptor, NULL where none */
    size_t folder_count;
    char changed[256]; /* the first file that changed */
    /* Something changed and nothing did for a moment since. */
    void (*on_change)(struct wick_tree_watch *tree, const char *name);
};

/*
 * Watches @root and every folder below it but hidden ones. Names that begin
 * with a dot or end with "~" do not count. 0 or -errno.
 */
WICK_NODISCARD int wick_tree_watch_start(
    struct wick_tree_watch *tree, struct wick_reactor *reactor,
    const char *root,
    void (*on_change)(struct wick_tree_watch *tree, const char *name));
void wick_tree_watch_stop(struct wick_tree_watch *tree);

#endif
