/* SPDX-License-Identifier: MIT */
/*
 * A file system that is a table: "path" with a text is a file, with NULL a
 * directory, with "-> target" a link. Directories above an entry exist.
 */
#ifndef WICK_TEST_FILE_TABLE_H
#define WICK_TEST_FILE_TABLE_H

#include <errno.h>
#include <string.h>

#include "probe.h"
#include "str.h"

struct file_table_entry {
    const char *path;
    const char *text;
};

/* Lifetime: the test's. Ends with an entry without a path. */
struct file_table {
    const struct file_table_entry *entries;
    unsigned looks; /* how often the "system" was asked */
};

static inline const struct file_table_entry *
file_table_find(const struct file_table *table, const char *path)
{
    const struct file_table_entry *entry = table->entries;

    while (entry->path && strcmp(entry->path, path) != 0) {
        entry++;
    }
    return entry->path ? entry : NULL;
}

static inline bool file_table_has_below(const struct file_table *table,
                                        const char *path)
{
    size_t len = strlen(path);

    for (const struct file_table_entry *entry = table->entries; entry->path;
         entry++) {
        if (strncmp(entry->path, path, len) == 0 && entry->path[len] == '/') {
            return true;
        }
    }
    return false;
}

static inline enum wick_path_kind file_table_look(void *context,
                                                  const char *path)
{
    struct file_table *table = context;
    const struct file_table_entry *entry = file_table_find(table, path);

    table->looks++;
    if (!entry) {
        return file_table_has_below(table, path) ? WICK_PATH_DIRECTORY
                                                 : WICK_PATH_NONE;
    }
    if (!entry->text) {
        return WICK_PATH_DIRECTORY;
    }
    return strncmp(entry->text, "-> ", 3) == 0 ? WICK_PATH_LINK
                                               : WICK_PATH_FILE;
}

static inline int file_table_read_link(void *context, const char *path,
                                       struct wick_buf *target)
{
    return wick_buf_append_cstr(target,
                                file_table_find(context, path)->text + 3);
}

static inline int file_table_read_file(void *context, const char *path,
                                       struct wick_buf *text)
{
    const struct file_table_entry *entry = file_table_find(context, path);

    return entry && entry->text ? wick_buf_append_cstr(text, entry->text)
                                : -ENOENT;
}

static inline struct wick_probe_host file_table_host(struct file_table *table)
{
    return (struct wick_probe_host){
        .context = table,
        .look = file_table_look,
        .read_link = file_table_read_link,
        .read_file = file_table_read_file,
    };
}

#endif
