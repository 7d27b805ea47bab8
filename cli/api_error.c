/* SPDX-License-Identifier: MIT */
#include "api_error.h"

#include <cJSON.h>

#include "encode.h"
#include "err.h"

static int add_text(struct wick_buf *out, const cJSON *root, const char *name)
{
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, name));
    int err = 0;

    if (!text) {
        return 0;
    }
    if (out->len > 1) {
        err = wick_buf_append_byte(out, ',');
    }
    if (err == 0) {
        err = wick_buf_printf(out, "\"%s\":", name);
    }
    return err == 0 ? wick_encode_json(out, wick_str_from(text)) : err;
}

static int add_trace(struct wick_buf *out, const cJSON *root)
{
    const cJSON *trace = cJSON_GetObjectItemCaseSensitive(root, "stackTrace");
    const cJSON *frame = NULL;
    int err = 0;

    if (!cJSON_IsArray(trace)) {
        return 0;
    }
    if (out->len > 1) {
        err = wick_buf_append_byte(out, ',');
    }
    if (err == 0) {
        err = wick_buf_append_cstr(out, "\"stackTrace\":[");
    }
    cJSON_ArrayForEach(frame, trace)
    {
        if (err == 0 && frame != trace->child) {
            err = wick_buf_append_byte(out, ',');
        }
        if (err == 0) {
            const char *text = cJSON_GetStringValue(frame);
            err = wick_encode_json(out, wick_str_from(text));
        }
    }
    return err == 0 ? wick_buf_append_byte(out, ']') : err;
}

static int build(struct wick_buf *out, const cJSON *root)
{
    if (!cJSON_IsObject(root)) {
        return -WICK_ESYNTAX;
    }
    int err = wick_buf_append_byte(out, '{');
    if (err == 0) {
        err = add_text(out, root, "errorMessage");
    }
    if (err == 0) {
        err = add_text(out, root, "errorType");
    }
    if (err == 0) {
        err = add_trace(out, root);
    }
    return err == 0 ? wick_buf_append_byte(out, '}') : err;
}

void wick_api_error_document(struct wick_buf *out, struct wick_str body,
                             struct wick_str *content_type)
{
    cJSON *root = cJSON_ParseWithLength(body.ptr, body.len);

    *content_type = WICK_STR("application/json");
    if (build(out, root) < 0) {
        wick_buf_reset(out);
        int err = wick_buf_append_cstr(out, "\"Invalid error body\"");
        WICK_ASSERT(err == 0);
        *content_type = WICK_STR("application/octet-stream");
    }
    cJSON_Delete(root);
}
