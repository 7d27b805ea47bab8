/* SPDX-License-Identifier: MIT */
#include "http1_write.h"

#include "err.h"

static bool is_alphanumeric(char byte)
{
    char lower = wick_str_to_lower(byte);

    return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9');
}

static bool is_one_of(struct wick_str set, char byte)
{
    return wick_str_find_byte(set, byte) != WICK_STR_NONE;
}

bool wick_http1_is_value(struct wick_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.ptr[i];

        if ((byte < 0x20 && byte != '\t') || byte == 0x7f) {
            return false;
        }
    }
    return wick_str_trim(text).len == text.len;
}

bool wick_http1_is_token(struct wick_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!is_alphanumeric(text.ptr[i]) &&
            !is_one_of(WICK_STR("!#$%&'*+-.^_`|~"), text.ptr[i])) {
            return false;
        }
    }
    return text.len > 0;
}

bool wick_http1_is_target(struct wick_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.ptr[i];

        if (byte < 0x21 || byte == 0x7f) {
            return false;
        }
    }
    return text.len > 0;
}

int wick_http1_write_request(struct wick_buf *out, const char *method,
                             struct wick_str target)
{
    if (!wick_http1_is_token(wick_str_from(method)) ||
        !wick_http1_is_target(target)) {
        return -WICK_ESYNTAX;
    }
    (void)wick_buf_append_cstr(out, method);
    (void)wick_buf_append_byte(out, ' ');
    (void)wick_buf_append_str(out, target);
    return wick_buf_append_cstr(out, " HTTP/1.1\r\n");
}

int wick_http1_write_status(struct wick_buf *out, int status,
                            const char *reason)
{
    if (status < 100 || status > 999 ||
        !wick_http1_is_value(wick_str_from(reason))) {
        return -WICK_ESYNTAX;
    }
    return wick_buf_printf(out, "HTTP/1.1 %d %s\r\n", status, reason);
}

int wick_http1_write_header(struct wick_buf *out, struct wick_str name,
                            struct wick_str value)
{
    if (!wick_http1_is_token(name) || !wick_http1_is_value(value)) {
        return -WICK_ESYNTAX;
    }
    /* A failed append makes the next ones fail: the last result tells. */
    (void)wick_buf_append_str(out, name);
    (void)wick_buf_append(out, ": ", 2);
    (void)wick_buf_append_str(out, value);
    return wick_http1_write_end(out);
}

int wick_http1_write_length(struct wick_buf *out, uint64_t len)
{
    (void)wick_buf_append_cstr(out, "Content-Length: ");
    (void)wick_buf_append_u64(out, len);
    return wick_http1_write_end(out);
}

int wick_http1_write_end(struct wick_buf *out)
{
    return wick_buf_append(out, "\r\n", 2);
}

int wick_http1_write_chunk_size(struct wick_buf *out, size_t len)
{
    WICK_ASSERT(len > 0);
    return wick_buf_printf(out, "%zx\r\n", len);
}

int wick_http1_write_last_chunk(struct wick_buf *out)
{
    return wick_buf_append(out, "0\r\n", 3);
}

int wick_http1_write_segment(struct wick_buf *out, struct wick_str segment)
{
    static const char digits[] = "0123456789ABCDEF";

    for (size_t i = 0; i < segment.len; i++) {
        unsigned char byte = (unsigned char)segment.ptr[i];
        char text[3] = {'%', digits[byte >> 4], digits[byte & 15]};
        bool is_plain = is_alphanumeric(segment.ptr[i]) ||
                        is_one_of(WICK_STR("-_.!~*'()"), segment.ptr[i]);
        int err = wick_buf_append(out, is_plain ? &segment.ptr[i] : text,
                                  is_plain ? 1 : sizeof(text));

        if (err < 0) {
            return err;
        }
    }
    return 0;
}
