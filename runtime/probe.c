/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <string.h>

#include "limits.h"
#include "mem.h"
#include "path.h"

/* MAXSYMLINKS of Linux. */
#define LINKS_MAX 40

/* Lifetime: in the map until forgotten. */
struct wick_probe_entry {
    bool is_directory;
    size_t len;
    char real[];
};

void wick_probe_init(struct wick_probe *probe,
                     const struct wick_probe_host *host)
{
    probe->host = *host;
    wick_map_init(&probe->directories, WICK_MAP_MAX);
}

void wick_probe_release(struct wick_probe *probe)
{
    WICK_MAP_EACH (entry, &probe->directories) {
        wick_free(entry->value);
    }
    wick_map_release(&probe->directories);
}

void wick_probe_forget_absent(struct wick_probe *probe)
{
    WICK_MAP_EACH (entry, &probe->directories) {
        struct wick_probe_entry *known = entry->value;

        if (!known->is_directory) {
            (void)wick_map_take(&probe->directories, entry->key);
            wick_free(known);
        }
    }
}

static void remember(struct wick_probe *probe, struct wick_str path,
                     bool is_directory, struct wick_str real)
{
    struct wick_probe_entry *entry = wick_alloc(sizeof(*entry) + real.len);
    void *old = NULL;

    *entry = (struct wick_probe_entry){is_directory, real.len};
    if (real.ptr) {
        memcpy(entry->real, real.ptr, real.len);
    }
    if (wick_map_put(&probe->directories, path, entry, &old) < 0) {
        wick_free(entry);
    }
    wick_free(old);
}

static bool recall(struct wick_probe *probe, struct wick_str path,
                   enum wick_path_kind *kind, struct wick_buf *real)
{
    struct wick_probe_entry *known = wick_map_find(&probe->directories, path);

    if (!known) {
        return false;
    }
    wick_buf_reset(real);
    *kind = known->is_directory ? WICK_PATH_DIRECTORY : WICK_PATH_NONE;
    if (known->is_directory &&
        wick_buf_append(real, known->real, known->len) < 0) {
        *kind = WICK_PATH_NONE;
    }
    return true;
}

static enum wick_path_kind follow(struct wick_probe *probe,
                                  struct wick_str path, struct wick_buf *real,
                                  unsigned links_left);

/* What the link at @real, whose directory is real, leads to. */
static enum wick_path_kind follow_link(struct wick_probe *probe,
                                       struct wick_buf *real,
                                       unsigned links_left)
{
    struct wick_buf target;
    struct wick_buf path;
    enum wick_path_kind kind = WICK_PATH_NONE;

    wick_buf_init(&target, WICK_PATH_MAX);
    wick_buf_init(&path, WICK_PATH_MAX);
    if (links_left > 0 &&
        probe->host.read_link(probe->host.context, wick_buf_cstr(real),
                              &target) == 0 &&
        wick_path_resolve(&path, wick_path_dirname(wick_buf_get(real)),
                          wick_buf_get(&target)) == 0) {
        kind = follow(probe, wick_buf_get(&path), real, links_left - 1);
    }
    wick_buf_release(&path);
    wick_buf_release(&target);
    return kind;
}

static enum wick_path_kind follow(struct wick_probe *probe,
                                  struct wick_str path, struct wick_buf *real,
                                  unsigned links_left)
{
    enum wick_path_kind kind = WICK_PATH_NONE;

    if (recall(probe, path, &kind, real)) {
        return kind;
    }
    wick_buf_reset(real);
    if (wick_str_eq(path, WICK_STR("/"))) {
        return wick_buf_append_byte(real, '/') == 0 ? WICK_PATH_DIRECTORY
                                                    : WICK_PATH_NONE;
    }
    if (follow(probe, wick_path_dirname(path), real, links_left) !=
        WICK_PATH_DIRECTORY) {
        wick_buf_reset(real);
        return WICK_PATH_NONE;
    }
    if ((real->len > 1 && wick_buf_append_byte(real, '/') < 0) ||
        wick_buf_append_str(real, wick_path_basename(path)) < 0) {
        return WICK_PATH_NONE;
    }
    kind = probe->host.look(probe->host.context, wick_buf_cstr(real));
    if (kind == WICK_PATH_LINK) {
        kind = follow_link(probe, real, links_left);
    }
    if (kind == WICK_PATH_DIRECTORY) {
        remember(probe, path, true, wick_buf_get(real));
    } else if (kind == WICK_PATH_NONE) {
        wick_buf_reset(real);
    }
    return kind;
}

enum wick_path_kind wick_probe_path(struct wick_probe *probe,
                                    struct wick_str path, struct wick_buf *real)
{
    return follow(probe, path, real, LINKS_MAX);
}

bool wick_probe_is_directory(struct wick_probe *probe, struct wick_str path,
                             struct wick_buf *real)
{
    enum wick_path_kind kind = follow(probe, path, real, LINKS_MAX);

    if (kind == WICK_PATH_NONE && !wick_map_find(&probe->directories, path)) {
        remember(probe, path, false, WICK_STR(""));
    }
    return kind == WICK_PATH_DIRECTORY;
}
