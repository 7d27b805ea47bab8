/* SPDX-License-Identifier: MIT */
/* An HTTP request as an event of payload format 2.0. */
#include <arpa/inet.h>
#include <stdio.h>
#include <time.h>

#include "clock.h"
#include "encode.h"
#include "err.h"
#include "function_url.h"
#include "limits.h"
#include "utf8.h"

/* One header of all its lines, or one parameter of all its values. */
#define JOINED_MAX WICK_HTTP_HEAD_MAX
/* Parameters of a query; more are refused with the whole request. */
#define PARAMETERS_MAX 1024

/* @out with the error of its first failed append, checked once at the end. */
static void add(struct wick_buf *out, const char *text)
{
    (void)!wick_buf_append_cstr(out, text);
}

static void add_string(struct wick_buf *out, struct wick_str text)
{
    (void)!wick_encode_json(out, text);
}

/* ,"NAME":"TEXT" */
static void add_member(struct wick_buf *out, const char *name,
                       struct wick_str text)
{
    (void)!wick_buf_printf(out, ",\"%s\":", name);
    add_string(out, text);
}

static struct wick_str header(const struct wick_conn *conn, const char *name)
{
    struct wick_str value = WICK_STR("");

    (void)!wick_http1_find(&conn->http, wick_str_from(name), &value);
    return value;
}

/* ---- Headers: lower case, the lines of one name joined by commas. */

static bool is_first_of_name(const struct wick_conn *conn, size_t index,
                             struct wick_str name)
{
    struct wick_str other;
    struct wick_str value;

    for (size_t i = 0; i < index; i++) {
        if (wick_http1_at(&conn->http, i, &other, &value) &&
            wick_str_eq_nocase(other, name)) {
            return false;
        }
    }
    return true;
}

static void add_header(struct wick_buf *out, const struct wick_conn *conn,
                       size_t index, struct wick_str name)
{
    struct wick_str other;
    struct wick_str value;
    struct wick_buf text;

    wick_buf_init(&text, JOINED_MAX);
    for (size_t i = 0; i < name.len; i++) {
        (void)!wick_buf_append_byte(&text, wick_str_to_lower(name.ptr[i]));
    }
    add_string(out, wick_buf_get(&text));
    add(out, ":");
    wick_buf_reset(&text);
    for (size_t i = index; wick_http1_at(&conn->http, i, &other, &value); i++) {
        if (wick_str_eq_nocase(other, name)) {
            add(&text, i > index ? "," : "");
            (void)!wick_buf_append_str(&text, value);
        }
    }
    add_string(out, wick_buf_get(&text));
    wick_buf_release(&text);
}

/* What the service adds, unless the client has sent it. */
static void add_own_header(struct wick_buf *out, const struct wick_conn *conn,
                           const char *name, struct wick_str value)
{
    struct wick_str sent;

    if (!wick_http1_find(&conn->http, wick_str_from(name), &sent)) {
        add_member(out, name, value);
    }
}

static void add_headers(struct wick_buf *out, const struct wick_conn *conn,
                        struct wick_str peer)
{
    struct wick_str name;
    struct wick_str value;
    char port[8];
    bool has_any = false;

    add(out, ",\"headers\":{");
    for (size_t i = 0; wick_http1_at(&conn->http, i, &name, &value); i++) {
        if (wick_str_eq_nocase(name, WICK_STR("cookie")) ||
            !is_first_of_name(conn, i, name)) {
            continue;
        }
        add(out, has_any ? "," : "");
        add_header(out, conn, i, name);
        has_any = true;
    }
    if (!has_any) {
        add(out, "\"host\":\"\"");
    }
    (void)snprintf(port, sizeof(port), "%u", conn->server->port);
    add_own_header(out, conn, "x-forwarded-for", peer);
    add_own_header(out, conn, "x-forwarded-port", wick_str_from(port));
    add_own_header(out, conn, "x-forwarded-proto", WICK_STR("http"));
    add(out, "}");
}

static void add_cookies(struct wick_buf *out, const struct wick_conn *conn)
{
    struct wick_str name;
    struct wick_str value;
    struct wick_str cookie;
    size_t count = 0;

    for (size_t i = 0; wick_http1_at(&conn->http, i, &name, &value); i++) {
        if (!wick_str_eq_nocase(name, WICK_STR("cookie"))) {
            continue;
        }
        struct wick_str_split cookies = wick_str_split_start(value);
        while (wick_str_split_next(&cookies, ';', &cookie)) {
            add(out, count++ == 0 ? ",\"cookies\":[" : ",");
            add_string(out, wick_str_trim(cookie));
        }
    }
    add(out, count > 0 ? "]" : "");
}

/* ---- The query: decoded, the values of one name joined by commas. */

static void decode_into(struct wick_buf *out, struct wick_str text)
{
    (void)!wick_decode_percent(out, text, true);
}

/* The decoded name of @pair equals that of @name, both still encoded. */
static bool is_same_name(struct wick_str pair, struct wick_str name)
{
    struct wick_buf a;
    struct wick_buf b;
    struct wick_str rest;

    (void)!wick_str_cut(pair, '=', &pair, &rest);
    wick_buf_init(&a, JOINED_MAX);
    wick_buf_init(&b, JOINED_MAX);
    decode_into(&a, pair);
    decode_into(&b, name);
    bool is_same = wick_str_eq(wick_buf_get(&a), wick_buf_get(&b));
    wick_buf_release(&a);
    wick_buf_release(&b);
    return is_same;
}

static size_t find_name(const struct wick_str *pairs, size_t count,
                        struct wick_str name)
{
    size_t i = 0;

    while (i < count && !is_same_name(pairs[i], name)) {
        i++;
    }
    return i;
}

static void add_parameter(struct wick_buf *out, const struct wick_str *pairs,
                          size_t from, size_t count)
{
    struct wick_str name = pairs[from];
    struct wick_str value;
    struct wick_buf text;

    (void)!wick_str_cut(pairs[from], '=', &name, &value);
    wick_buf_init(&text, JOINED_MAX);
    decode_into(&text, name);
    add_string(out, wick_buf_get(&text));
    add(out, ":");
    wick_buf_reset(&text);
    for (size_t i = from; i < count; i++) {
        if (is_same_name(pairs[i], name)) {
            struct wick_str before;
            value = WICK_STR("");
            (void)!wick_str_cut(pairs[i], '=', &before, &value);
            add(&text, i > from ? "," : "");
            decode_into(&text, value);
        }
    }
    add_string(out, wick_buf_get(&text));
    wick_buf_release(&text);
}

static int add_query(struct wick_buf *out, struct wick_str query)
{
    struct wick_str pairs[PARAMETERS_MAX];
    struct wick_str_split split = wick_str_split_start(query);
    struct wick_str pair;
    size_t count = 0;
    size_t names = 0;

    while (wick_str_split_next(&split, '&', &pair)) {
        if (pair.len == 0) {
            continue;
        }
        if (count == PARAMETERS_MAX) {
            return -WICK_ETOOMANY;
        }
        pairs[count++] = pair;
    }
    for (size_t i = 0; i < count; i++) {
        struct wick_str name = pairs[i];
        struct wick_str value;
        (void)!wick_str_cut(pairs[i], '=', &name, &value);
        if (find_name(pairs, i, name) < i) {
            continue;
        }
        add(out, names++ == 0 ? ",\"queryStringParameters\":{" : ",");
        add_parameter(out, pairs, i, count);
    }
    add(out, names > 0 ? "}" : "");
    return 0;
}

/* ---- The context. */

static void add_time(struct wick_buf *out)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    int64_t now_ms = wick_clock_real_ms();
    time_t seconds = (time_t)(now_ms / 1000);
    struct tm parts = {0};

    (void)gmtime_r(&seconds, &parts);
    (void)!wick_buf_printf(
        out,
        ",\"time\":\"%02d/%.3s/%04d:%02d:%02d:%02d +0000\",\"timeEpoch\":%lld",
        parts.tm_mday, months + 3 * (ptrdiff_t)parts.tm_mon,
        parts.tm_year + 1900, parts.tm_hour, parts.tm_min, parts.tm_sec,
        (long long)now_ms);
}

static void add_context(struct wick_buf *out, const struct wick_conn *conn,
                        struct wick_str path, struct wick_str peer,
                        const char *request_id)
{
    struct wick_str host = header(conn, "Host");
    struct wick_str rest;
    struct wick_str prefix;

    (void)!wick_str_cut(host, ':', &host, &rest);
    prefix = host;
    (void)!wick_str_cut(host, '.', &prefix, &rest);
    add(out, ",\"requestContext\":{\"accountId\":\"anonymous\"");
    add_member(out, "apiId", prefix);
    add_member(out, "domainName", host);
    add_member(out, "domainPrefix", prefix);
    add(out, ",\"http\":{\"method\":");
    add_string(out, wick_http1_method(&conn->http));
    add_member(out, "path", path);
    (void)!wick_buf_printf(out, ",\"protocol\":\"HTTP/1.%d\"",
                           conn->http.minor_version);
    add_member(out, "sourceIp", peer);
    add_member(out, "userAgent", header(conn, "User-Agent"));
    add(out, "}");
    add_member(out, "requestId", wick_str_from(request_id));
    add(out, ",\"routeKey\":\"$default\",\"stage\":\"$default\"");
    add_time(out);
    add(out, "}");
}

/* ---- The body: text where the type says so, else base64. */

static bool is_text_type(struct wick_str type)
{
    static const char *const whole[] = {
        "application/json",
        "application/javascript",
        "application/xml",
    };
    struct wick_str rest;

    (void)!wick_str_cut(type, ';', &type, &rest);
    type = wick_str_trim(type);
    for (size_t i = 0; i < ARRAY_LEN(whole); i++) {
        if (wick_str_eq_nocase(type, wick_str_from(whole[i]))) {
            return true;
        }
    }
    return type.len == 0 ||
           wick_str_starts_with_nocase(type, WICK_STR("text/")) ||
           wick_str_ends_with(type, WICK_STR("+json")) ||
           wick_str_ends_with(type, WICK_STR("+xml"));
}

static void add_body(struct wick_buf *out, const struct wick_conn *conn)
{
    struct wick_str body = wick_buf_get(&conn->body);
    bool is_text = is_text_type(header(conn, "Content-Type")) &&
                   header(conn, "Content-Encoding").len == 0 &&
                   wick_utf8_is_valid(body);

    if (body.len > 0) {
        add(out, ",\"body\":");
        if (is_text) {
            add_string(out, body);
        } else {
            add(out, "\"");
            (void)!wick_encode_base64(out, body);
            add(out, "\"");
        }
    }
    add(out, body.len > 0 && !is_text ? ",\"isBase64Encoded\":true"
                                      : ",\"isBase64Encoded\":false");
}

int wick_url_event(struct wick_buf *out, const struct wick_conn *conn,
                   const char *request_id)
{
    struct wick_str path = wick_http1_target(&conn->http);
    struct wick_str query = WICK_STR("");
    char peer[INET_ADDRSTRLEN] = "";

    (void)inet_ntop(AF_INET, &conn->peer.sin_addr, peer, sizeof(peer));
    (void)!wick_str_cut(path, '?', &path, &query);
    add(out, "{\"version\":\"2.0\",\"routeKey\":\"$default\"");
    add_member(out, "rawPath", path);
    add_member(out, "rawQueryString", query);
    add_cookies(out, conn);
    add_headers(out, conn, wick_str_from(peer));
    int err = add_query(out, query);
    add_context(out, conn, path, wick_str_from(peer), request_id);
    add_body(out, conn);
    add(out, "}");
    return err < 0 ? err : wick_buf_err(out);
}
