/* SPDX-License-Identifier: MIT */
/*
 * What lies at a path, and where it really lies: links are resolved here, one
 * look a part, and the answers for directories are kept. So the files of a
 * directory cost one look each, and a link and its target are one module.
 *
 * The file system itself is asked through three callbacks.
 */
#ifndef WICK_PROBE_H
#define WICK_PROBE_H

#include "base.h"
#include "buf.h"
#include "map.h"
#include "str.h"

enum wick_path_kind {
    WICK_PATH_NONE,
    WICK_PATH_FILE, /* whatever can be read as one */
    WICK_PATH_DIRECTORY,
    WICK_PATH_LINK
};

/* Lifetime: that of the probe. */
struct wick_probe_host {
    void *context;
    /* What lies at @path itself: a link is not followed. */
    enum wick_path_kind (*look)(void *context, const char *path);
    /* Sets @target, empty before, to what the link @path holds. 0 or an
     * error. */
    int (*read_link)(void *context, const char *path, struct wick_buf *target);
    /* Appends the text of the file @path to @text. 0 or an error. */
    int (*read_file)(void *context, const char *path, struct wick_buf *text);
};

/* Lifetime: the caller's storage. */
struct wick_probe {
    struct wick_probe_host host;
    struct wick_map directories; /* of struct wick_probe_entry */
};

void wick_probe_init(struct wick_probe *probe,
                     const struct wick_probe_host *host);
void wick_probe_release(struct wick_probe *probe);

/*
 * What lies at the absolute and normal @path, links followed: NONE, FILE or
 * DIRECTORY. @real gets its path without links, or is emptied. @path must not
 * lie in @real. A chain of more than 40 links is NONE, as the kernel has it.
 */
enum wick_path_kind wick_probe_path(struct wick_probe *probe,
                                    struct wick_str path,
                                    struct wick_buf *real);

/* The same, where only a directory matters: what is none is kept too. */
bool wick_probe_is_directory(struct wick_probe *probe, struct wick_str path,
                             struct wick_buf *real);

/* Forgets what was found not to be there. */
void wick_probe_forget_absent(struct wick_probe *probe);

#endif
