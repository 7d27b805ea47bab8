/* SPDX-License-Identifier: MIT */
/* A function's answer as an HTTP response, by payload format 2.0. */
#include <cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "encode.h"
#include "err.h"
#include "function_url.h"
#include "limits.h"
#include "term.h"

void wick_url_fail(struct wick_conn *conn)
{
    wick_conn_reply(conn, 502, "text/plain", WICK_STR("Internal Server Error"));
}

/* Why there is no response. */
#define WHY_SIZE 256

WICK_PRINTF(2, 3)
static void refuse(struct wick_conn *conn, const char *format, ...)
{
    char why[WHY_SIZE];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(why, sizeof(why), format, args);
    va_end(args);
    wick_term_error("the response cannot be an HTTP response: %s", why);
    wick_url_fail(conn);
}

/* Those that say how the message is sent are the server's own. */
static bool is_server_header(struct wick_str name)
{
    static const char *const names[] = {
        "content-length", "transfer-encoding", "connection", "keep-alive",
        "date",           "trailer",           "upgrade"};

    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (wick_str_eq_nocase(name, wick_str_from(names[i]))) {
            return true;
        }
    }
    return false;
}

static void send_header(struct wick_conn *conn, struct wick_str name,
                        struct wick_str value)
{
    if (!is_server_header(name) && wick_conn_header(conn, name, value) < 0) {
        wick_term_note("left out, it cannot be a header: %.*s",
                       (int)wick_size_min(name.len, 100), name.ptr);
    }
}

static void send_value(struct wick_conn *conn, struct wick_str name,
                       const cJSON *value)
{
    char number[32];

    if (cJSON_IsString(value)) {
        send_header(conn, name, wick_str_from(cJSON_GetStringValue(value)));
    } else if (cJSON_IsBool(value)) {
        send_header(conn, name,
                    cJSON_IsTrue(value) ? WICK_STR("true") : WICK_STR("false"));
    } else if (cJSON_IsNumber(value)) {
        (void)snprintf(number, sizeof(number), "%.17g",
                       cJSON_GetNumberValue(value));
        send_header(conn, name, wick_str_from(number));
    }
}

static bool is_scalar(const cJSON *value)
{
    return cJSON_IsString(value) || cJSON_IsNumber(value) ||
           cJSON_IsBool(value);
}

/* The first of @list, an object or an array, that no header can be made of. */
static const cJSON *find_bad(const cJSON *list)
{
    const cJSON *value = NULL;

    cJSON_ArrayForEach(value, list)
    {
        if (!is_scalar(value)) {
            return value;
        }
    }
    return NULL;
}

/* Absent, or null, is as good as empty. */
static bool is_of_kind(const cJSON *value, cJSON_bool (*is_kind)(const cJSON *))
{
    return !value || cJSON_IsNull(value) || is_kind(value);
}

/* Whether @root has headers that can be sent; else @why says why not. */
static bool check_headers(const cJSON *root, char why[WHY_SIZE])
{
    const cJSON *headers = cJSON_GetObjectItemCaseSensitive(root, "headers");
    const cJSON *many =
        cJSON_GetObjectItemCaseSensitive(root, "multiValueHeaders");
    const cJSON *cookies = cJSON_GetObjectItemCaseSensitive(root, "cookies");
    const cJSON *bad = NULL;
    const cJSON *values = NULL;
    const char *kind = "no string, number or boolean";

    if (!is_of_kind(headers, cJSON_IsObject) ||
        !is_of_kind(many, cJSON_IsObject) ||
        !is_of_kind(cookies, cJSON_IsArray)) {
        (void)snprintf(why, WHY_SIZE,
                       "headers and multiValueHeaders take an object, cookies "
                       "an array");
        return false;
    }
    bad = find_bad(headers);
    cJSON_ArrayForEach(values, many)
    {
        if (!bad && !cJSON_IsArray(values)) {
            bad = values;
            kind = "no array";
        } else if (!bad && find_bad(values)) {
            bad = values;
        }
    }
    if (bad) {
        (void)snprintf(why, WHY_SIZE, "the header %.100s is %s", bad->string,
                       kind);
    } else if (find_bad(cookies)) {
        (void)snprintf(why, WHY_SIZE, "a cookie is %s", kind);
        bad = cookies;
    }
    return !bad;
}

static bool send_headers(struct wick_conn *conn, const cJSON *root)
{
    bool has_type = false;
    const cJSON *header = NULL;
    const cJSON *value = NULL;

    cJSON_ArrayForEach(header,
                       cJSON_GetObjectItemCaseSensitive(root, "headers"))
    {
        struct wick_str name = wick_str_from(header->string);
        has_type |= wick_str_eq_nocase(name, WICK_STR("content-type"));
        send_value(conn, name, header);
    }
    cJSON_ArrayForEach(
        header, cJSON_GetObjectItemCaseSensitive(root, "multiValueHeaders"))
    {
        struct wick_str name = wick_str_from(header->string);
        has_type |= wick_str_eq_nocase(name, WICK_STR("content-type"));
        cJSON_ArrayForEach(value, header)
        {
            send_value(conn, name, value);
        }
    }
    cJSON_ArrayForEach(value, cJSON_GetObjectItemCaseSensitive(root, "cookies"))
    {
        send_value(conn, WICK_STR("Set-Cookie"), value);
    }
    return has_type;
}

/* The status code of @root, 200 where @fallback allows that, or 0. */
static int status_of(const cJSON *root, bool has_fallback)
{
    const cJSON *status = cJSON_GetObjectItemCaseSensitive(root, "statusCode");
    double value = cJSON_GetNumberValue(status);

    if (!status && has_fallback) {
        return 200;
    }
    if (!cJSON_IsNumber(status) || value < 200 || value > 599 ||
        floor(value) < value) {
        return 0;
    }
    return (int)value;
}

int wick_url_begin(struct wick_conn *conn, struct wick_str json)
{
    cJSON *root = cJSON_ParseWithLength(json.ptr, json.len);
    int status = cJSON_IsObject(root) ? status_of(root, true) : 0;
    char why[WHY_SIZE] = "its prelude is no JSON object with a status code";
    int err = 0;

    if (status == 0 || !check_headers(root, why)) {
        refuse(conn, "%s", why);
        err = -WICK_ESYNTAX;
    } else {
        wick_conn_begin(conn, status);
        if (!send_headers(conn, root)) {
            send_header(conn, WICK_STR("Content-Type"),
                        WICK_STR("application/octet-stream"));
        }
    }
    cJSON_Delete(root);
    return err;
}

static void reply_object(struct wick_conn *conn, const cJSON *root)
{
    const cJSON *body = cJSON_GetObjectItemCaseSensitive(root, "body");
    bool is_base64 =
        cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "isBase64Encoded"));
    int status = status_of(root, false);
    char why[WHY_SIZE];
    struct wick_buf bytes;

    if (status == 0) {
        refuse(conn, "statusCode is no whole number from 200 to 599");
        return;
    }
    if (body && !cJSON_IsString(body) && !cJSON_IsNull(body)) {
        refuse(conn, "body is no string");
        return;
    }
    if (!check_headers(root, why)) {
        refuse(conn, "%s", why);
        return;
    }
    struct wick_str text = wick_str_from(cJSON_GetStringValue(body));
    wick_buf_init(&bytes, WICK_RESPONSE_MAX);
    if (is_base64 && wick_decode_base64(&bytes, text) < 0) {
        refuse(conn, "isBase64Encoded is true, but body is no base64");
        wick_buf_release(&bytes);
        return;
    }
    wick_conn_begin(conn, status);
    if (!send_headers(conn, root)) {
        send_header(conn, WICK_STR("Content-Type"),
                    WICK_STR("application/json"));
    }
    wick_conn_end(conn, is_base64 ? wick_buf_get(&bytes) : text);
    wick_buf_release(&bytes);
}

void wick_url_reply(struct wick_conn *conn, struct wick_str body)
{
    cJSON *root = cJSON_ParseWithLength(body.ptr, body.len);

    if (!root) {
        refuse(conn, "it is no JSON");
    } else if (cJSON_IsObject(root) &&
               cJSON_GetObjectItemCaseSensitive(root, "statusCode")) {
        reply_object(conn, root);
    } else {
        /* Without a status code the whole answer is the body. */
        wick_conn_reply(conn, 200, "application/json", body);
    }
    cJSON_Delete(root);
}
