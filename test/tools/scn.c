/* SPDX-License-Identifier: MIT */
#include "scn.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limits.h"
#include "mem.h"

void scn_die(const char *path, int line, const char *format, ...)
{
    va_list args;

    (void)fprintf(stderr, "%s:%d: ", path, line);
    va_start(args, format);
    (void)vfprintf(stderr, format, args);
    va_end(args);
    (void)fputc('\n', stderr);
    exit(2);
}

static char *read_file(const char *path)
{
    struct wick_buf text;
    char piece[4096];
    size_t got;
    FILE *file = fopen(path, "re");

    if (!file) {
        scn_die(path, 0, "cannot be opened");
    }
    wick_buf_init(&text, WICK_MIB);
    while ((got = fread(piece, 1, sizeof(piece), file)) > 0) {
        if (wick_buf_append(&text, piece, got) < 0) {
            scn_die(path, 0, "too long");
        }
    }
    (void)fclose(file);
    char *bytes = wick_buf_take(&text, NULL);
    if (!bytes) {
        scn_die(path, 0, "empty");
    }
    return bytes;
}

/* "VERB:" or "VERB: ARGUMENT"; a verb is lower-case words. */
static void read_step(struct scn *scn, const char *path, int line,
                      struct wick_str text)
{
    struct scn_step *step = &scn->steps[scn->count];

    if (scn->count == SCN_STEPS_MAX) {
        scn_die(path, line, "more than %d steps", SCN_STEPS_MAX);
    }
    step->line = line;
    if (!wick_str_cut(text, ':', &step->verb, &step->argument)) {
        scn_die(path, line, "no colon");
    }
    if (step->argument.len > 0 && step->argument.ptr[0] == ' ') {
        step->argument = wick_str_from_index(step->argument, 1);
    }
    scn->count++;
}

static void read_block_line(struct scn *scn, const char *path, int line,
                            struct wick_str text)
{
    if (scn->count == 0) {
        scn_die(path, line, "a block without a step");
    }
    struct wick_str *block = &scn->steps[scn->count - 1].block;
    if (block->len == 0) {
        *block = text;
    } else {
        block->len = (size_t)(text.ptr + text.len - block->ptr);
    }
}

void scn_load(struct scn *scn, const char *path)
{
    int line = 0;
    struct wick_str text;

    scn->count = 0;
    scn->text = read_file(path);
    for (size_t i = 0; i < SCN_STEPS_MAX; i++) {
        scn->steps[i] = (struct scn_step){.line = 0};
    }
    struct wick_str_split split =
        wick_str_split_start(wick_str_from(scn->text));
    while (wick_str_split_next(&split, '\n', &text)) {
        line++;
        if (text.len == 0 || text.ptr[0] == '#') {
            continue;
        }
        if (text.ptr[0] == '|') {
            read_block_line(scn, path, line, text);
        } else {
            read_step(scn, path, line, text);
        }
    }
}

void scn_release(struct scn *scn)
{
    wick_free(scn->text);
    scn->text = NULL;
    scn->count = 0;
}

static void append(struct wick_buf *out, struct wick_str text)
{
    int err = wick_buf_append_str(out, text);

    WICK_ASSERT(err == 0);
}

/* The escape behind a backslash; returns its length. */
static size_t expand_escape(struct wick_buf *out, struct wick_str text)
{
    static const char letters[] = "rnt0\\*$";
    static const char bytes[] = "\r\n\t\0\\*$";

    if (text.len >= 3 && text.ptr[0] == 'x') {
        int high = wick_str_hex_digit(text.ptr[1]);
        int low = wick_str_hex_digit(text.ptr[2]);
        char byte = (char)(high * 16 + low);

        WICK_ASSERT(high >= 0 && low >= 0);
        append(out, (struct wick_str){&byte, 1});
        return 3;
    }
    WICK_ASSERT(text.len > 0);
    size_t at = wick_str_find_byte(wick_str_from(letters), text.ptr[0]);
    WICK_ASSERT(at != WICK_STR_NONE);
    append(out, (struct wick_str){bytes + at, 1});
    return 1;
}

void scn_expand(struct wick_buf *out, struct wick_str text,
                const struct scn_names *names)
{
    while (text.len > 0) {
        size_t len = 1;

        if (text.ptr[0] == '\\') {
            len += expand_escape(out, wick_str_from_index(text, 1));
        } else if (wick_str_starts_with(text, WICK_STR("$HOST"))) {
            append(out, names->host);
            len = 5;
        } else if (wick_str_starts_with(text, WICK_STR("$PORT"))) {
            append(out, names->port);
            len = 5;
        } else if (wick_str_starts_with(text, WICK_STR("$ROOT"))) {
            append(out, names->root);
            len = 5;
        } else {
            append(out, (struct wick_str){text.ptr, 1});
        }
        text = wick_str_from_index(text, len);
    }
}

/*
 * Appends the last @len bytes again, until they are there @count times. By
 * doubling: megabytes are made of single letters.
 */
static void repeat(struct wick_buf *out, size_t len, uint32_t count)
{
    size_t have = len;
    size_t wanted = len * count;
    char *room;

    int err = wick_buf_reserve(out, wanted - have, &room);
    WICK_ASSERT(count > 0 && err == 0);
    const char *first = room - len;
    while (have < wanted) {
        size_t piece = wick_size_min(have, wanted - have);

        memcpy(room + have - len, first, piece);
        have += piece;
    }
    wick_buf_commit(out, wanted - len);
}

/* One block line without its "|". */
static void expand_line(struct wick_buf *out, struct wick_str line,
                        const struct scn_names *names, const char *end)
{
    struct wick_str count_text;
    struct wick_str text;
    uint32_t count = 1;

    if (line.len == 0 || line.ptr[0] == ' ') {
        scn_expand(out, wick_str_from_index(line, 1), names);
        append(out, wick_str_from(end));
        return;
    }
    bool has_text = wick_str_cut(line, ' ', &count_text, &text);
    WICK_ASSERT(has_text);
    if (!wick_str_eq(count_text, WICK_STR("="))) {
        bool is_repeated = wick_str_ends_with(count_text, WICK_STR("*"));

        WICK_ASSERT(is_repeated);
        count_text.len--;
        int err = wick_str_parse_u32(count_text, UINT32_MAX, &count);
        WICK_ASSERT(err == 0);
    }
    size_t from = out->len;
    scn_expand(out, text, names);
    repeat(out, out->len - from, count);
}

void scn_expand_block(struct wick_buf *out, struct wick_str block,
                      const struct scn_names *names, const char *end)
{
    struct wick_str_split split = wick_str_split_start(block);
    struct wick_str line;

    while (block.len > 0 && wick_str_split_next(&split, '\n', &line)) {
        if (line.len > 0 && line.ptr[0] == '|') {
            expand_line(out, wick_str_from_index(line, 1), names, end);
        }
    }
}

bool scn_match(struct wick_str pattern, struct wick_str text)
{
    size_t star = wick_str_find_byte(pattern, '*');

    if (star == WICK_STR_NONE) {
        return wick_str_eq(pattern, text);
    }
    if (!wick_str_starts_with(text, wick_str_slice(pattern, 0, star))) {
        return false;
    }
    text = wick_str_from_index(text, star);
    pattern = wick_str_from_index(pattern, star + 1);
    /* Each further part at its first place; the last one at the end. */
    while ((star = wick_str_find_byte(pattern, '*')) != WICK_STR_NONE) {
        struct wick_str part = wick_str_slice(pattern, 0, star);
        size_t at = wick_str_find(text, part);

        if (at == WICK_STR_NONE) {
            return false;
        }
        text = wick_str_from_index(text, at + star);
        pattern = wick_str_from_index(pattern, star + 1);
    }
    return wick_str_ends_with(text, pattern);
}
