/* SPDX-License-Identifier: MIT */
/* The writing half of a connection. */
#include <errno.h>
#include <sys/socket.h>

#include "http1_write.h"
#include "server.h"

static const char *reason_of(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 202:
        return "Accepted";
    case 204:
        return "No Content";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 410:
        return "Gone";
    case 413:
        return "Content Too Large";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 502:
        return "Bad Gateway";
    default:
        /* RFC 9112, section 4: the phrase may be empty. */
        return "";
    }
}

/* Output that does not fit is the end of the connection, not of wick. */
static void check(struct wick_conn *conn, int err)
{
    if (err < 0) {
        conn->is_broken = true;
    }
}

void wick_conn_flush(struct wick_conn *conn)
{
    while (!conn->is_broken && conn->sent < conn->output.len) {
        ssize_t count = send(conn->watch.fd, conn->output.data + conn->sent,
                             conn->output.len - conn->sent, MSG_NOSIGNAL);
        if (count >= 0) {
            conn->sent += (size_t)count;
        } else if (errno == EAGAIN) {
            break;
        } else if (errno != EINTR) {
            conn->is_broken = true;
        }
    }
    if (conn->is_broken || conn->sent == conn->output.len) {
        wick_buf_reset(&conn->output);
        conn->sent = 0;
    } else if (conn->sent > WICK_CONN_FULL) {
        wick_buf_consume(&conn->output, conn->sent);
        conn->sent = 0;
    }
    if (conn->was_full && !wick_conn_is_full(conn)) {
        conn->was_full = false;
        if (conn->server->ops->on_drained && !conn->is_reply_done) {
            conn->server->ops->on_drained(conn);
        }
    }
}

static void finish_exchange(struct wick_conn *conn)
{
    conn->is_reply_done = true;
    wick_conn_flush(conn);
    wick_conn_advance(conn);
}

void wick_conn_begin(struct wick_conn *conn, int status)
{
    WICK_ASSERT(!conn->is_replying);
    conn->is_replying = true;
    if (status == 204 || status == 304) {
        conn->is_reply_bodiless = true;
    }
    /* RFC 9110, section 8.6: none in a 204. */
    conn->is_lengthless = status == 204;
    check(conn,
          wick_http1_write_status(&conn->output, status, reason_of(status)));
}

int wick_conn_header(struct wick_conn *conn, struct wick_str name,
                     struct wick_str value)
{
    if (conn->is_broken) {
        return 0;
    }

    int err = wick_http1_write_header(&conn->output, name, value);
    if (wick_buf_err(&conn->output) < 0) {
        conn->is_broken = true;
        return 0;
    }
    return err;
}

static void end_head(struct wick_conn *conn)
{
    if (!conn->http.is_persistent) {
        check(conn,
              wick_buf_append_cstr(&conn->output, "Connection: close\r\n"));
    }
    check(conn, wick_http1_write_end(&conn->output));
}

void wick_conn_end(struct wick_conn *conn, struct wick_str body)
{
    if (!conn->is_lengthless) {
        check(conn, wick_http1_write_length(&conn->output, body.len));
    }
    end_head(conn);
    if (!conn->is_reply_bodiless) {
        check(conn, wick_buf_append_str(&conn->output, body));
    }
    finish_exchange(conn);
}

void wick_conn_stream(struct wick_conn *conn)
{
    conn->is_reply_chunked = conn->http.minor_version > 0;
    if (conn->is_reply_chunked) {
        check(conn, wick_buf_append_cstr(&conn->output,
                                         "Transfer-Encoding: chunked\r\n"));
    } else {
        /* HTTP/1.0: the end of the connection is the end of the body. */
        conn->http.is_persistent = false;
    }
    end_head(conn);
    wick_conn_flush(conn);
}

void wick_conn_write(struct wick_conn *conn, struct wick_str bytes)
{
    if (bytes.len == 0 || conn->is_broken || conn->is_reply_bodiless) {
        return;
    }
    if (conn->is_reply_chunked) {
        check(conn, wick_http1_write_chunk_size(&conn->output, bytes.len));
    }
    check(conn, wick_buf_append_str(&conn->output, bytes));
    if (conn->is_reply_chunked) {
        check(conn, wick_buf_append_cstr(&conn->output, "\r\n"));
    }
    wick_conn_flush(conn);
    if (wick_conn_is_full(conn)) {
        conn->was_full = true;
    }
    /* Outside of the connection's own callbacks nobody else arms EPOLLOUT. */
    wick_conn_advance(conn);
}

void wick_conn_finish(struct wick_conn *conn, struct wick_str trailers)
{
    if (conn->is_reply_chunked && !conn->is_reply_bodiless) {
        check(conn, wick_http1_write_last_chunk(&conn->output));
        check(conn, wick_buf_append_str(&conn->output, trailers));
        check(conn, wick_http1_write_end(&conn->output));
    }
    finish_exchange(conn);
}

void wick_conn_abort(struct wick_conn *conn)
{
    conn->http.is_persistent = false;
    conn->is_request_done = true;
    finish_exchange(conn);
}

void wick_conn_reply(struct wick_conn *conn, int status, const char *type,
                     struct wick_str body)
{
    wick_conn_begin(conn, status);
    int err =
        wick_conn_header(conn, WICK_STR("Content-Type"), wick_str_from(type));
    WICK_ASSERT(err == 0);
    wick_conn_end(conn, body);
}
