/* SPDX-License-Identifier: MIT */
#include "endpoint.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>

#include "err.h"
#include "http1_write.h"

static int set_v4(struct wick_endpoint *endpoint, const char *host,
                  uint16_t port)
{
    struct sockaddr_in *v4 = (struct sockaddr_in *)&endpoint->address;

    if (inet_pton(AF_INET, host, &v4->sin_addr) != 1) {
        return -WICK_ESYNTAX;
    }
    v4->sin_family = AF_INET;
    v4->sin_port = htons(port);
    endpoint->len = sizeof(*v4);
    return 0;
}

static int set_v6(struct wick_endpoint *endpoint, const char *host,
                  uint16_t port)
{
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&endpoint->address;

    if (inet_pton(AF_INET6, host, &v6->sin6_addr) != 1) {
        return -WICK_ESYNTAX;
    }
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(port);
    endpoint->len = sizeof(*v6);
    return 0;
}

static int look_up(struct wick_endpoint *endpoint, const char *host,
                   const char *port)
{
    struct addrinfo hints = {
        .ai_family = AF_UNSPEC,
        .ai_socktype = SOCK_STREAM,
        .ai_flags = AI_NUMERICSERV,
    };
    struct addrinfo *found = NULL;

    if (getaddrinfo(host, port, &hints, &found) != 0) {
        return -ENOENT;
    }
    WICK_ASSERT(found->ai_addrlen <= sizeof(endpoint->address));
    memcpy(&endpoint->address, found->ai_addr, found->ai_addrlen);
    endpoint->len = found->ai_addrlen;
    freeaddrinfo(found);
    return 0;
}

/* Letters, digits, hyphens, dots, underscores: nothing a header minds. */
static bool is_name(struct wick_str host)
{
    return wick_http1_is_token(host) &&
           wick_str_find_byte(host, '%') == WICK_STR_NONE;
}

int wick_endpoint_parse(struct wick_endpoint *endpoint, struct wick_str text)
{
    char host[WICK_ENDPOINT_TEXT_MAX + 1];
    struct wick_endpoint parsed = {.len = 0};
    size_t colon = wick_str_find_last_byte(text, ':');
    uint32_t port;
    int err;

    if (text.len > WICK_ENDPOINT_TEXT_MAX) {
        return -WICK_ETOOBIG;
    }
    if (colon == WICK_STR_NONE || colon == 0 ||
        wick_str_parse_u32(wick_str_from_index(text, colon + 1), 65535, &port) <
            0 ||
        port == 0) {
        return -WICK_ESYNTAX;
    }
    memcpy(host, text.ptr, text.len);
    host[colon] = '\0';
    host[text.len] = '\0';
    struct wick_str name = {host, colon};

    if (host[0] == '[' && colon > 2 && host[colon - 1] == ']') {
        host[colon - 1] = '\0';
        err = set_v6(&parsed, host + 1, (uint16_t)port);
    } else if (!is_name(name)) {
        err = -WICK_ESYNTAX;
    } else if (wick_str_eq_nocase(name, WICK_STR("localhost"))) {
        err = set_v4(&parsed, "127.0.0.1", (uint16_t)port);
    } else if (set_v4(&parsed, host, (uint16_t)port) == 0) {
        err = 0;
    } else {
        err = look_up(&parsed, host, host + colon + 1);
    }
    if (err == 0) {
        *endpoint = parsed;
    }
    return err;
}
