/* SPDX-License-Identifier: MIT */
#include "error_report.h"

#include <stdio.h>
#include <string.h>

#include "json_escape.h"

/* Names of errors are words; a longer one is data that lost its way. */
#define TYPE_SIZE_MAX 256

/* What the shortest end of a document needs: "],"paths":[]}" and the like. */
#define TAIL_SIZE 64

/* Frames that an X-Ray cause may have; readers show a dozen. */
#define FRAMES_MAX 256

/* Lifetime: one call. The text so far is NUL-terminated. */
struct writer {
    char *out;
    size_t size;
    size_t len;
    enum wick_json_escape mode;
};

/* Appends @text whole, or nothing: false. */
static bool put(struct writer *writer, struct wick_str text)
{
    if (text.len >= writer->size - writer->len) {
        return false;
    }
    memcpy(writer->out + writer->len, text.ptr, text.len);
    writer->len += text.len;
    writer->out[writer->len] = '\0';
    return true;
}

/* For the frame of a document, whose room is set aside. */
static void put_sure(struct writer *writer, struct wick_str text)
{
    bool is_put = put(writer, text);

    WICK_ASSERT(is_put);
}

/*
 * Appends the inside of a JSON string, DEL as "%7F", cut to @max bytes.
 * False when it was cut.
 */
static bool put_escaped(struct writer *writer, struct wick_str text, size_t max)
{
    size_t end =
        writer->len + wick_size_min(max, writer->size - writer->len - 1);

    for (;;) {
        size_t del = wick_str_find_byte(text, '\x7f');
        struct wick_str piece = wick_str_slice(text, 0, del);
        bool is_cut;

        writer->len += wick_json_escape_fixed(writer->out + writer->len,
                                              end - writer->len + 1, piece,
                                              writer->mode, &is_cut);
        if (is_cut || del == WICK_STR_NONE) {
            return !is_cut;
        }
        if (end - writer->len < 3) {
            return false;
        }
        put_sure(writer, WICK_STR("%7F"));
        text = wick_str_from_index(text, del + 1);
    }
}

static size_t room(const struct writer *writer)
{
    return writer->size - writer->len - 1;
}

/* One more element of an array, whole, with room left for what follows. */
static bool put_element(struct writer *writer, struct wick_str text,
                        bool is_first)
{
    size_t before = writer->len;

    if (room(writer) > text.len + TAIL_SIZE &&
        put(writer, is_first ? WICK_STR("\"") : WICK_STR(",\"")) &&
        put_escaped(writer, text, room(writer) - TAIL_SIZE) &&
        put(writer, WICK_STR("\""))) {
        return true;
    }
    writer->len = before;
    writer->out[before] = '\0';
    return false;
}

size_t wick_error_report_write(char *out, size_t size,
                               const struct wick_error_report *report)
{
    struct writer writer = {out, size, 0, WICK_JSON_ESCAPE_UTF8};

    WICK_ASSERT(size >= WICK_ERROR_REPORT_SIZE_MIN);
    put_sure(&writer, WICK_STR("{\"errorType\":\""));
    (void)put_escaped(&writer, report->type,
                      wick_size_min(TYPE_SIZE_MAX, size / 4));
    put_sure(&writer, WICK_STR("\",\"errorMessage\":\""));
    (void)put_escaped(&writer, report->message, room(&writer) - TAIL_SIZE);
    put_sure(&writer, WICK_STR("\",\"trace\":["));
    for (size_t i = 0; i < report->trace_count; i++) {
        if (!put_element(&writer, report->trace[i], i == 0)) {
            break;
        }
    }
    put_sure(&writer, WICK_STR("]}"));
    return writer.len;
}

static bool put_frame(struct writer *writer,
                      const struct wick_error_frame *frame, bool is_first)
{
    char line[32];
    int len = snprintf(line, sizeof(line), "\",\"line\":%u,\"label\":\"",
                       frame->line);

    return put(writer, is_first ? WICK_STR("{\"path\":\"")
                                : WICK_STR(",{\"path\":\"")) &&
           put_escaped(writer, frame->path, SIZE_MAX) &&
           put(writer, (struct wick_str){line, (size_t)len}) &&
           put_escaped(writer, frame->label, SIZE_MAX) &&
           put(writer, WICK_STR("\"}"));
}

static bool is_new_path(const struct wick_error_report *report, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (wick_str_eq(report->frames[i].path, report->frames[index].path)) {
            return false;
        }
    }
    return true;
}

/* The frames up to @count and what follows them; false when it is too much. */
static bool put_stack(struct writer *writer,
                      const struct wick_error_report *report, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!put_frame(writer, &report->frames[i], i == 0)) {
            return false;
        }
    }
    if (!put(writer, WICK_STR("]}],\"paths\":["))) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (is_new_path(report, i) &&
            !put_element(writer, report->frames[i].path, i == 0)) {
            return false;
        }
    }
    return put(writer, WICK_STR("]}"));
}

size_t wick_error_report_write_xray(char *out, size_t size,
                                    const struct wick_error_report *report)
{
    struct writer writer = {out, size, 0, WICK_JSON_ESCAPE_ASCII};
    size_t count = wick_size_min(report->frame_count, FRAMES_MAX);

    WICK_ASSERT(size >= WICK_ERROR_REPORT_SIZE_MIN);
    put_sure(&writer, WICK_STR("{\"working_directory\":\""));
    (void)put_escaped(&writer, report->directory, size / 8);
    put_sure(&writer, WICK_STR("\",\"exceptions\":[{\"type\":\""));
    (void)put_escaped(&writer, report->type,
                      wick_size_min(TYPE_SIZE_MAX, size / 8));
    put_sure(&writer, WICK_STR("\",\"message\":\""));
    (void)put_escaped(&writer, report->message, size / 4);
    put_sure(&writer, WICK_STR("\",\"stack\":["));

    /* Half of the innermost frames, and again, until the rest fits. */
    size_t before = writer.len;
    while (!put_stack(&writer, report, count)) {
        WICK_ASSERT(count > 0);
        count /= 2;
        writer.len = before;
    }
    return writer.len;
}

size_t wick_error_report_write_type(char *out, size_t size,
                                    struct wick_str type)
{
    static const char digits[] = "0123456789ABCDEF";
    size_t len = 0;

    WICK_ASSERT(size > 0);
    for (size_t i = 0; i < type.len; i++) {
        unsigned char byte = (unsigned char)type.ptr[i];
        char text[3] = {'%', digits[byte >> 4], digits[byte & 15]};
        size_t text_len = byte >= 0x7f ? sizeof(text) : 1;

        if (byte < 0x20 || (byte == ' ' && len == 0)) {
            continue;
        }
        if (text_len > size - 1 - len) {
            break;
        }
        memcpy(out + len, byte >= 0x7f ? text : &type.ptr[i], text_len);
        len += text_len;
    }
    while (len > 0 && out[len - 1] == ' ') {
        len--;
    }
    out[len] = '\0';
    return len;
}
