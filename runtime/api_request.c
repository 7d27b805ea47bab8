/* SPDX-License-Identifier: MIT */
#include "api_request.h"

#include "err.h"
#include "error_report.h"
#include "http1_write.h"

#define RUNTIME_ROOT   "/2018-06-01/runtime/"
#define EXTENSION_ROOT "/2020-01-01/extension/"

/* Room for an error type as a header value. */
#define TYPE_SIZE 256

#define HEADER_ERROR_TYPE    "Lambda-Runtime-Function-Error-Type"
#define HEADER_ERROR_BODY    "Lambda-Runtime-Function-Error-Body"
#define HEADER_XRAY_CAUSE    "Lambda-Runtime-Function-XRay-Error-Cause"
#define HEADER_INVOCATION_ID "Lambda-Runtime-Invocation-Id"

/*
 * In all writers below a failed append makes the later ones fail, so that the
 * last result tells; what the writer refuses (-WICK_ESYNTAX) is excluded by
 * what was checked before.
 */
static void put_header(struct wick_buf *out, struct wick_str name,
                       struct wick_str value)
{
    if (value.len > 0 && wick_http1_is_value(value)) {
        (void)wick_http1_write_header(out, name, value);
    }
}

static void put_identity(struct wick_buf *out,
                         const struct wick_api_identity *identity)
{
    put_header(out, WICK_STR("Host"), identity->host);
    put_header(out, WICK_STR("User-Agent"), identity->user_agent);
    put_header(out, WICK_STR("Lambda-Runtime-Features"), identity->features);
}

int wick_api_request_write_get(struct wick_buf *out,
                               const struct wick_api_identity *identity,
                               enum wick_api_call call)
{
    bool is_next = call == WICK_API_NEXT;

    WICK_ASSERT(is_next || call == WICK_API_RESTORE_NEXT);
    (void)wick_http1_write_request(
        out, "GET",
        is_next ? WICK_STR(RUNTIME_ROOT "invocation/next")
                : WICK_STR(RUNTIME_ROOT "restore/next"));
    put_identity(out, identity);
    return wick_http1_write_end(out);
}

static void put_invocation_line(struct wick_buf *out, struct wick_str id,
                                const char *verb)
{
    (void)wick_buf_append_cstr(out, "POST " RUNTIME_ROOT "invocation/");
    (void)wick_http1_write_segment(out, id);
    (void)wick_buf_append_cstr(out, verb);
    (void)wick_buf_append_cstr(out, " HTTP/1.1\r\n");
}

static void put_post_line(struct wick_buf *out,
                          const struct wick_api_post *post)
{
    switch (post->call) {
    case WICK_API_RESPONSE:
    case WICK_API_STREAM:
        put_invocation_line(out, post->request_id, "/response");
        return;
    case WICK_API_ERROR:
        put_invocation_line(out, post->request_id, "/error");
        return;
    case WICK_API_INIT_ERROR:
        (void)wick_http1_write_request(out, "POST",
                                       WICK_STR(RUNTIME_ROOT "init/error"));
        return;
    case WICK_API_RESTORE_ERROR:
        (void)wick_http1_write_request(out, "POST",
                                       WICK_STR(RUNTIME_ROOT "restore/error"));
        return;
    case WICK_API_REGISTER:
        (void)wick_http1_write_request(out, "POST",
                                       WICK_STR(EXTENSION_ROOT "register"));
        return;
    case WICK_API_NEXT:
    case WICK_API_RESTORE_NEXT:
        break;
    }
    WICK_UNREACHABLE();
}

static void put_error_headers(struct wick_buf *out,
                              const struct wick_api_post *post)
{
    char type[TYPE_SIZE];
    size_t len =
        wick_error_report_write_type(type, sizeof(type), post->error_type);

    put_header(out, WICK_STR(HEADER_ERROR_TYPE), (struct wick_str){type, len});
    if (post->xray_cause.len <= WICK_XRAY_CAUSE_MAX) {
        put_header(out, WICK_STR(HEADER_XRAY_CAUSE), post->xray_cause);
    }
}

static struct wick_str choose_content_type(const struct wick_api_post *post)
{
    if (post->content_type.len > 0 && wick_http1_is_value(post->content_type)) {
        return post->content_type;
    }
    return post->call == WICK_API_STREAM ? WICK_STR("application/octet-stream")
                                         : WICK_STR("application/json");
}

int wick_api_request_write_post(struct wick_buf *out,
                                const struct wick_api_identity *identity,
                                const struct wick_api_post *post)
{
    put_post_line(out, post);
    put_identity(out, identity);
    put_header(out, WICK_STR("Content-Type"), choose_content_type(post));
    switch (post->call) {
    case WICK_API_RESPONSE:
    case WICK_API_STREAM:
        put_header(out, WICK_STR(HEADER_INVOCATION_ID), post->invocation_id);
        break;
    case WICK_API_ERROR:
        put_header(out, WICK_STR(HEADER_INVOCATION_ID), post->invocation_id);
        put_error_headers(out, post);
        break;
    case WICK_API_INIT_ERROR:
    case WICK_API_RESTORE_ERROR:
        put_error_headers(out, post);
        break;
    case WICK_API_REGISTER:
        put_header(out, WICK_STR("Lambda-Extension-Name"), WICK_STR("wick"));
        break;
    case WICK_API_NEXT:
    case WICK_API_RESTORE_NEXT:
        WICK_UNREACHABLE();
    }
    if (post->call == WICK_API_STREAM) {
        (void)wick_buf_append_cstr(
            out, "Lambda-Runtime-Function-Response-Mode: streaming\r\n"
                 "Transfer-Encoding: chunked\r\n"
                 "Trailer: " HEADER_ERROR_TYPE ", " HEADER_ERROR_BODY "\r\n");
    } else {
        (void)wick_http1_write_length(out, post->body.len);
    }
    return wick_http1_write_end(out);
}

int wick_api_request_write_extension(struct wick_buf *out,
                                     const struct wick_api_identity *identity,
                                     struct wick_str identifier)
{
    (void)wick_http1_write_request(out, "GET",
                                   WICK_STR(EXTENSION_ROOT "event/next"));
    put_identity(out, identity);
    put_header(out, WICK_STR("Lambda-Extension-Identifier"), identifier);
    return wick_http1_write_end(out);
}

/* RFC 4648, section 4. */
static void put_base64(struct wick_buf *out, struct wick_str bytes)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "abcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < bytes.len; i += 3) {
        size_t len = wick_size_min(bytes.len - i, 3);
        uint32_t group = 0;
        char text[4];

        for (size_t j = 0; j < 3; j++) {
            unsigned char byte = j < len ? (unsigned char)bytes.ptr[i + j] : 0;

            group = group << 8 | byte;
        }
        for (size_t j = 0; j < 4; j++) {
            text[j] = j <= len ? alphabet[group >> (18 - 6 * j) & 63] : '=';
        }
        (void)wick_buf_append(out, text, sizeof(text));
    }
}

int wick_api_request_write_end(struct wick_buf *out, struct wick_str error_type,
                               struct wick_str error_body)
{
    char type[TYPE_SIZE];
    size_t len = wick_error_report_write_type(type, sizeof(type), error_type);

    WICK_ASSERT(error_body.len <= WICK_STREAM_ERROR_MAX);
    (void)wick_http1_write_last_chunk(out);
    if (len > 0) {
        put_header(out, WICK_STR(HEADER_ERROR_TYPE),
                   (struct wick_str){type, len});
        (void)wick_buf_append_cstr(out, HEADER_ERROR_BODY ": ");
        put_base64(out, error_body);
        (void)wick_http1_write_end(out);
    }
    return wick_http1_write_end(out);
}
