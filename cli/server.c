/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 128

static void on_accept(struct wick_watch *watch, uint32_t events)
{
    struct wick_server *server = container_of(watch, struct wick_server, watch);
    struct sockaddr_in peer = {0};
    socklen_t peer_len = sizeof(peer);
    int one = 1;

    (void)events;
    int fd = accept4(watch->fd, (struct sockaddr *)&peer, &peer_len,
                     SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
        return;
    }
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    struct wick_conn *conn = wick_conn_new(server, fd, &peer);
    if (!conn) {
        return;
    }
    wick_list_push_back(&server->conns, &conn->node);
    server->conn_count++;
    if (server->conn_count == WICK_SERVER_CONNS_MAX) {
        wick_watch_set(server->reactor, &server->watch, 0);
    }
}

static int listen_on(in_addr_t address, uint16_t port, uint16_t *bound)
{
    struct sockaddr_in name = {.sin_family = AF_INET,
                               .sin_addr.s_addr = address,
                               .sin_port = htons(port)};
    socklen_t len = sizeof(name);
    int one = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0) {
        return -errno;
    }
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
    if (bind(fd, (struct sockaddr *)&name, sizeof(name)) < 0 ||
        listen(fd, BACKLOG) < 0 ||
        getsockname(fd, (struct sockaddr *)&name, &len) < 0) {
        int err = -errno;
        (void)close(fd);
        return err;
    }
    *bound = ntohs(name.sin_port);
    return fd;
}

int wick_server_start(struct wick_server *server, struct wick_reactor *reactor,
                      const struct wick_server_ops *ops, void *owner,
                      in_addr_t address, uint16_t port)
{
    *server = (struct wick_server){
        .reactor = reactor, .ops = ops, .owner = owner, .watch.fd = -1};
    wick_list_init(&server->conns);

    int fd = listen_on(address, port, &server->port);
    if (fd < 0) {
        return fd;
    }
    int err = wick_watch_start(reactor, &server->watch, fd, EPOLLIN, on_accept);
    if (err < 0) {
        (void)close(fd);
    }
    return err;
}

void wick_server_stop(struct wick_server *server)
{
    int fd = server->watch.fd;

    if (fd < 0) {
        return;
    }
    wick_watch_stop(server->reactor, &server->watch);
    (void)close(fd);
    wick_server_drop(server);
}

void wick_server_drain(struct wick_server *server)
{
    WICK_LIST_EACH_SAFE (node, &server->conns) {
        wick_conn_drain(container_of(node, struct wick_conn, node));
    }
}

void wick_server_drop(struct wick_server *server)
{
    WICK_LIST_EACH_SAFE (node, &server->conns) {
        wick_conn_free(container_of(node, struct wick_conn, node));
    }
}

int wick_server_parse_address(const char *text, in_addr_t *address)
{
    struct in_addr parsed;

    if (inet_pton(AF_INET, text, &parsed) != 1) {
        return -EINVAL;
    }
    *address = parsed.s_addr;
    return 0;
}
