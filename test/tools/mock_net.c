/* SPDX-License-Identifier: MIT */
/* accept4(2) and pipe2(2). */
#define _GNU_SOURCE

#include "mock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"

void mock_init(struct mock *mock, const char *path)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    socklen_t len = sizeof(address);

    memset(mock, 0, sizeof(*mock));
    mock->path = path;
    mock->current = -1;
    mock->child.stdin_fd = -1;
    wick_buf_init(&mock->scratch, MOCK_BYTES_MAX);
    wick_buf_init(&mock->child.output[0], MOCK_BYTES_MAX);
    wick_buf_init(&mock->child.output[1], MOCK_BYTES_MAX);
    mock->limit_ns =
        wick_clock_monotonic_ns() + (uint64_t)MOCK_LIMIT_S * WICK_NS_PER_S;
    mock->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    (void)snprintf(mock->root, sizeof(mock->root), "/tmp/wick-contract-XXXXXX");
    if (mock->listener < 0 ||
        bind(mock->listener, (struct sockaddr *)&address, len) < 0 ||
        listen(mock->listener, MOCK_CONNECTIONS_MAX) < 0 ||
        getsockname(mock->listener, (struct sockaddr *)&address, &len) < 0 ||
        !mkdtemp(mock->root)) {
        mock_fail(mock, "no server: %s", strerror(errno));
    }
    (void)snprintf(mock->host, sizeof(mock->host), "127.0.0.1:%d",
                   ntohs(address.sin_port));
    (void)snprintf(mock->port, sizeof(mock->port), "%d",
                   ntohs(address.sin_port));
    mock->names.port = wick_str_from(mock->port);
    mock->names.host = wick_str_from(mock->host);
    mock->names.root = wick_str_from(mock->root);
}

struct mock_connection *mock_accept(struct mock *mock)
{
    int one = 1;

    mock_wait(mock, mock->listener, POLLIN, "a connection");
    if (mock->connection_count == MOCK_CONNECTIONS_MAX) {
        mock_fail(mock, "too many connections");
    }
    struct mock_connection *connection =
        &mock->connections[mock->connection_count];
    connection->fd = accept4(mock->listener, NULL, NULL, SOCK_CLOEXEC);
    if (connection->fd < 0) {
        mock_fail(mock, "accept: %s", strerror(errno));
    }
    (void)setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &one,
                     sizeof(one));
    wick_http1_init(&connection->http, WICK_HTTP1_REQUEST);
    wick_buf_init(&connection->input, MOCK_BYTES_MAX);
    wick_buf_init(&connection->raw, MOCK_BYTES_MAX);
    wick_buf_init(&connection->body, MOCK_BYTES_MAX);
    mock->current = mock->connection_count++;
    return connection;
}

struct mock_connection *mock_get(struct mock *mock)
{
    if (mock->current < 0) {
        return mock_accept(mock);
    }
    return &mock->connections[mock->current];
}

static bool receive(struct mock *mock, struct mock_connection *connection,
                    const char *what)
{
    char piece[65536];

    mock_wait(mock, connection->fd, POLLIN, what);
    ssize_t got = recv(connection->fd, piece, sizeof(piece), 0);
    if (got < 0 && errno != ECONNRESET) {
        mock_fail(mock, "recv: %s", strerror(errno));
    }
    if (got <= 0) {
        return false;
    }
    if (wick_buf_append(&connection->input, piece, (size_t)got) < 0) {
        mock_fail(mock, "too many bytes");
    }
    return true;
}

/* One step of the parser; false when more bytes are needed. */
static bool parse(struct mock *mock, struct mock_connection *connection)
{
    struct wick_str input = wick_buf_get(&connection->input);
    size_t before = input.len;
    struct wick_str piece;
    int got = wick_http1_parse(&connection->http, &input, &piece);
    int err = 0;

    if (got < 0) {
        mock_fail(mock, "malformed request: %s\n%s",
                  wick_http1_why(&connection->http),
                  wick_buf_cstr(&connection->input));
    }
    if (got == WICK_HTTP1_BODY) {
        err = wick_buf_append_str(&connection->body, piece);
    }
    if (err == 0) {
        err = wick_buf_append(&connection->raw, connection->input.data,
                              before - input.len);
    }
    if (err < 0) {
        mock_fail(mock, "too many bytes");
    }
    wick_buf_consume(&connection->input, before - input.len);
    connection->is_head_done |= got == WICK_HTTP1_HEAD;
    connection->is_done |= got == WICK_HTTP1_END;
    return got != WICK_HTTP1_MORE;
}

static void begin_request(struct mock_connection *connection)
{
    if (connection->is_done) {
        wick_http1_reset(&connection->http);
        wick_buf_reset(&connection->raw);
        wick_buf_reset(&connection->body);
        connection->body_seen = 0;
        connection->is_head_done = false;
        connection->is_done = false;
    }
}

static void read_more(struct mock *mock, struct mock_connection *connection,
                      const char *what)
{
    if (!parse(mock, connection) && !receive(mock, connection, what)) {
        mock_fail(mock, "the function closed the connection before %s", what);
    }
}

void mock_read_head(struct mock *mock)
{
    struct mock_connection *connection = mock_get(mock);

    begin_request(connection);
    while (!connection->is_head_done) {
        read_more(mock, connection, "the head of a request");
    }
}

void mock_read_body(struct mock *mock, size_t len)
{
    struct mock_connection *connection = mock_get(mock);

    while (connection->body.len < len && !connection->is_done) {
        read_more(mock, connection, "bytes of a body");
    }
}

void mock_read_request(struct mock *mock)
{
    struct mock_connection *connection = mock_get(mock);

    begin_request(connection);
    while (!connection->is_done) {
        read_more(mock, connection, "a whole request");
    }
}

void mock_read_close(struct mock *mock)
{
    struct mock_connection *connection = mock_get(mock);

    bool has_begun = connection->is_head_done && !connection->is_done;
    while (receive(mock, connection, "the end of the connection")) {
    }
    if (connection->input.len > 0 && !has_begun) {
        mock_fail(mock, "a request instead of a closed connection:\n%s",
                  wick_buf_cstr(&connection->input));
    }
    mock_close(mock, MOCK_CLOSE);
}

/* The bytes that the peer of @fd has not read, from the kernel's table. */
static unsigned long count_unread(struct mock *mock, int fd)
{
    struct sockaddr_in near = {.sin_family = AF_INET};
    struct sockaddr_in far = {.sin_family = AF_INET};
    socklen_t near_len = sizeof(near);
    socklen_t far_len = sizeof(far);
    char wanted[64];
    char line[512];
    unsigned long unread = 0;
    FILE *table = fopen("/proc/net/tcp", "re");

    if (!table || getsockname(fd, (struct sockaddr *)&near, &near_len) < 0 ||
        getpeername(fd, (struct sockaddr *)&far, &far_len) < 0) {
        mock_fail(mock, "no table of connections");
    }
    (void)snprintf(wanted, sizeof(wanted), " %08X:%04X %08X:%04X ",
                   far.sin_addr.s_addr, ntohs(far.sin_port),
                   near.sin_addr.s_addr, ntohs(near.sin_port));
    while (fgets(line, sizeof(line), table)) {
        char *found = strstr(line, wanted);
        uint64_t bytes;

        /* "LOCAL REMOTE ST TX:RX": the second number of eight digits. */
        if (found && strlen(found) > strlen(wanted) + 20 &&
            wick_str_parse_hex(
                (struct wick_str){found + strlen(wanted) + 12, 8}, UINT32_MAX,
                &bytes) == 0) {
            unread = (unsigned long)bytes;
        }
    }
    (void)fclose(table);
    return unread;
}

static void wait_until_read(struct mock *mock, int fd)
{
    while (count_unread(mock, fd) > 0) {
        if (wick_clock_monotonic_ns() > mock->limit_ns) {
            mock_fail(mock, "the function does not read");
        }
        (void)sched_yield();
    }
}

void mock_send(struct mock *mock, struct wick_str bytes, size_t every)
{
    struct mock_connection *connection = mock_get(mock);

    while (bytes.len > 0) {
        struct wick_str piece =
            wick_str_slice(bytes, 0, every > 0 ? every : bytes.len);

        mock_wait(mock, connection->fd, POLLOUT, "room for an answer");
        ssize_t sent = send(connection->fd, piece.ptr, piece.len,
                            MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EAGAIN) {
            continue;
        }
        if (sent < 0) {
            mock_fail(mock, "send: %s", strerror(errno));
        }
        bytes = wick_str_from_index(bytes, (size_t)sent);
        if (every > 0) {
            wait_until_read(mock, connection->fd);
        }
    }
}

static void release_connection(struct mock_connection *connection)
{
    if (connection->fd >= 0) {
        (void)close(connection->fd);
    }
    connection->fd = -1;
    wick_http1_release(&connection->http);
    wick_buf_release(&connection->input);
    wick_buf_release(&connection->raw);
    wick_buf_release(&connection->body);
}

void mock_close(struct mock *mock, enum mock_end end)
{
    const struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    struct mock_connection *connection = mock_get(mock);

    if (end == MOCK_SHUTDOWN) {
        (void)shutdown(connection->fd, SHUT_WR);
        return;
    }
    if (end == MOCK_RESET) {
        (void)setsockopt(connection->fd, SOL_SOCKET, SO_LINGER, &at_once,
                         sizeof(at_once));
    }
    release_connection(connection);
    mock->current = -1;
}

void mock_release(struct mock *mock)
{
    for (int i = 0; i < mock->connection_count; i++) {
        release_connection(&mock->connections[i]);
    }
    (void)close(mock->listener);
    wick_buf_release(&mock->scratch);
    wick_buf_release(&mock->child.output[0]);
    wick_buf_release(&mock->child.output[1]);
}
