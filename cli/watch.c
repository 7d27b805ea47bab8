/* SPDX-License-Identifier: MIT */
#include "watch.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "limits.h"
#include "mem.h"
#include "str.h"
#include "term.h"

/* Editors write in several steps; a build writes many files. */
#define SETTLE_MS 100
#define EVENTS                                                              \
    (IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | \
     IN_ONLYDIR | IN_EXCL_UNLINK)
#define BATCH_SIZE (16 * WICK_KIB)
/* The names that vi tries one after the other. */
#define VI_NUMBER      4913
#define VI_NUMBER_STEP 123
#define VI_NUMBER_MAX  99999

/*
 * What editors put beside the file that they write: vi 4913, or a number 123
 * higher where that is taken, to see whether the folder can be written to;
 * Emacs #NAME#, its copy; others a name of their own in between.
 */
static bool is_of_editor(struct wick_str name)
{
    static const char *const ends[] = {
        "~",    ".swp", ".swo",         ".swx",        "#",
        ".bak", ".tmp", "___jb_tmp___", "___jb_old___"};
    uint64_t number;

    if (wick_str_parse_u64(name, VI_NUMBER_MAX, &number) == 0 &&
        number >= VI_NUMBER && (number - VI_NUMBER) % VI_NUMBER_STEP == 0) {
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        if (wick_str_ends_with(name, wick_str_from(ends[i]))) {
            return true;
        }
    }
    return false;
}

static int add_folder(struct wick_tree_watch *tree, const char *path)
{
    if (tree->folder_count >= WICK_WATCH_FOLDERS_MAX) {
        return -ENOSPC;
    }

    int wd = inotify_add_watch(tree->watch.fd, path, EVENTS);
    if (wd < 0) {
        return -errno;
    }
    if ((size_t)wd >= WICK_WATCH_FOLDERS_MAX) {
        /* Descriptors are never used again; so many have come and gone. */
        (void)inotify_rm_watch(tree->watch.fd, wd);
        return -ENOSPC;
    }
    if (!tree->folders[wd]) {
        tree->folder_count++;
    }
    wick_free(tree->folders[wd]);
    tree->folders[wd] = wick_dup(path, strlen(path));
    return 0;
}

/* An explicit stack of folders: nothing recurses over what lies on a disk. */
struct pending {
    char **paths;
    size_t count;
};

static void push(struct pending *pending, const char *folder, const char *name)
{
    char path[WICK_PATH_MAX];
    int len = snprintf(path, sizeof(path), "%s/%s", folder, name);

    if (len > 0 && (size_t)len < sizeof(path) &&
        pending->count < WICK_WATCH_FOLDERS_MAX) {
        pending->paths[pending->count++] = wick_dup(path, (size_t)len);
    }
}

static void push_children(struct pending *pending, const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;

    if (!dir) {
        return;
    }
    while ((entry = readdir(dir)) != NULL) {
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.') {
            push(pending, folder, entry->d_name);
        }
    }
    (void)closedir(dir);
}

/* Watches @path and all below it. The error of @path alone counts. */
static int add_tree(struct wick_tree_watch *tree, const char *path)
{
    struct pending pending = {
        .paths = wick_alloc_zero(WICK_WATCH_FOLDERS_MAX, sizeof(char *))};
    int err = add_folder(tree, path);

    if (err == 0) {
        push_children(&pending, path);
    }
    while (pending.count > 0) {
        char *next = pending.paths[--pending.count];
        int next_err = add_folder(tree, next);
        if (next_err == 0) {
            push_children(&pending, next);
        } else if (next_err == -ENOSPC) {
            wick_term_note("not watched, there are too many folders: %.500s",
                           next);
        }
        wick_free(next);
    }
    wick_free(pending.paths);
    return err;
}

static void take(struct wick_tree_watch *tree,
                 const struct inotify_event *event)
{
    char path[WICK_PATH_MAX];
    const char *folder =
        event->wd >= 0 && (size_t)event->wd < WICK_WATCH_FOLDERS_MAX
            ? tree->folders[event->wd]
            : NULL;

    if ((event->mask & IN_IGNORED) && folder) {
        wick_free(tree->folders[event->wd]);
        tree->folders[event->wd] = NULL;
        tree->folder_count--;
        return;
    }
    if (event->len == 0 || !folder || event->name[0] == '.' ||
        (!(event->mask & IN_ISDIR) &&
         is_of_editor(wick_str_from(event->name)))) {
        return;
    }
    if ((event->mask & IN_ISDIR) && (event->mask & (IN_CREATE | IN_MOVED_TO))) {
        int len = snprintf(path, sizeof(path), "%s/%s", folder, event->name);
        if (len > 0 && (size_t)len < sizeof(path)) {
            (void)!add_tree(tree, path);
        }
    }
    if (tree->changed[0] == '\0') {
        (void)snprintf(tree->changed, sizeof(tree->changed), "%s", event->name);
    }
    wick_alarm_start(tree->reactor, &tree->settle, SETTLE_MS);
}

static void on_ready(struct wick_watch *watch, uint32_t events)
{
    struct wick_tree_watch *tree =
        container_of(watch, struct wick_tree_watch, watch);
    char batch[BATCH_SIZE] __attribute__((aligned(8)));
    ssize_t count = read(watch->fd, batch, sizeof(batch));
    ssize_t at = 0;

    (void)events;
    while (at < count) {
        const struct inotify_event *event = (const void *)(batch + at);
        take(tree, event);
        at += (ssize_t)(sizeof(*event) + event->len);
    }
}

static void on_settled(struct wick_alarm *alarm)
{
    struct wick_tree_watch *tree =
        container_of(alarm, struct wick_tree_watch, settle);

    tree->on_change(tree, tree->changed);
    tree->changed[0] = '\0';
}

int wick_tree_watch_start(struct wick_tree_watch *tree,
                          struct wick_reactor *reactor, const char *root,
                          void (*on_change)(struct wick_tree_watch *tree,
                                            const char *name))
{
    *tree = (struct wick_tree_watch){
        .reactor = reactor, .watch.fd = -1, .on_change = on_change};
    wick_alarm_init(&tree->settle, on_settled);
    tree->folders = wick_alloc_zero(WICK_WATCH_FOLDERS_MAX, sizeof(char *));
    int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (fd < 0) {
        return -errno;
    }
    int err = wick_watch_start(reactor, &tree->watch, fd, EPOLLIN, on_ready);
    if (err < 0) {
        (void)close(fd);
        return err;
    }
    return add_tree(tree, root);
}

void wick_tree_watch_stop(struct wick_tree_watch *tree)
{
    int fd = tree->watch.fd;

    if (!tree->folders) {
        return;
    }
    wick_alarm_stop(&tree->settle);
    if (fd >= 0) {
        wick_watch_stop(tree->reactor, &tree->watch);
        (void)close(fd);
    }
    for (size_t i = 0; i < WICK_WATCH_FOLDERS_MAX; i++) {
        wick_free(tree->folders[i]);
    }
    wick_free(tree->folders);
    tree->folders = NULL;
}
