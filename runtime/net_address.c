/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "net_address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/un.h>

static struct sockaddr_in *v4_of(struct wick_net_address *address)
{
    return (struct sockaddr_in *)(void *)&address->storage;
}

static struct sockaddr_in6 *v6_of(struct wick_net_address *address)
{
    return (struct sockaddr_in6 *)(void *)&address->storage;
}

/* The number of the interface in "%eth0" or "%2"; 0 when there is none. */
static uint32_t zone_of(const char *zone)
{
    uint32_t index = 0;

    if (wick_str_parse_u32(wick_str_from(zone), UINT32_MAX, &index) < 0) {
        index = if_nametoindex(zone);
    }
    return index;
}

int wick_net_address_set_ip(struct wick_net_address *address,
                            struct wick_str text, uint16_t port)
{
    char copy[WICK_NET_TEXT_SIZE];

    wick_net_address_clear(address);
    if (text.len >= sizeof(copy)) {
        return -EINVAL;
    }
    memcpy(copy, text.ptr, text.len);
    copy[text.len] = '\0';
    if (inet_pton(AF_INET, copy, &v4_of(address)->sin_addr) == 1) {
        v4_of(address)->sin_family = AF_INET;
        v4_of(address)->sin_port = htons(port);
        address->len = sizeof(struct sockaddr_in);
        return 0;
    }
    char *zone = strchr(copy, '%');
    if (zone) {
        *zone++ = '\0';
    }
    if (inet_pton(AF_INET6, copy, &v6_of(address)->sin6_addr) != 1) {
        return -EINVAL;
    }
    v6_of(address)->sin6_family = AF_INET6;
    v6_of(address)->sin6_port = htons(port);
    v6_of(address)->sin6_scope_id = zone ? zone_of(zone) : 0;
    address->len = sizeof(struct sockaddr_in6);
    return 0;
}

int wick_net_address_set_path(struct wick_net_address *address,
                              struct wick_str path)
{
    struct sockaddr_un *un = (struct sockaddr_un *)(void *)&address->storage;

    wick_net_address_clear(address);
    if (path.len == 0) {
        return -EINVAL;
    }
    /* A path ends with a NUL; a name does not, and may fill it all. */
    bool is_name = path.ptr[0] == '\0';
    if (path.len + !is_name > sizeof(un->sun_path)) {
        return -ENAMETOOLONG;
    }
    un->sun_family = AF_UNIX;
    memcpy(un->sun_path, path.ptr, path.len);
    address->len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) +
                               path.len + !is_name);
    return 0;
}

void wick_net_address_clear(struct wick_net_address *address)
{
    *address = (struct wick_net_address){.len = sizeof(address->storage)};
}

int wick_net_address_family(const struct wick_net_address *address)
{
    switch (address->storage.ss_family) {
    case AF_INET:
        return 4;
    case AF_INET6:
        return 6;
    default:
        return 0;
    }
}

uint16_t wick_net_address_port(const struct wick_net_address *address)
{
    const void *storage = &address->storage;
    const struct sockaddr_in *v4 = storage;
    const struct sockaddr_in6 *v6 = storage;

    switch (wick_net_address_family(address)) {
    case 4:
        return ntohs(v4->sin_port);
    case 6:
        return ntohs(v6->sin6_port);
    default:
        return 0;
    }
}

void wick_net_address_words(const struct wick_net_address *address,
                            uint32_t words[4])
{
    const struct sockaddr_in *v4 = (const void *)&address->storage;
    const struct sockaddr_in6 *v6 = (const void *)&address->storage;

    if (wick_net_address_family(address) == 4) {
        words[0] = 0;
        words[1] = 0;
        words[2] = 0xffff;
        words[3] = ntohl(v4->sin_addr.s_addr);
        return;
    }
    WICK_ASSERT(wick_net_address_family(address) == 6);
    for (size_t i = 0; i < 4; i++) {
        uint32_t word;

        memcpy(&word, v6->sin6_addr.s6_addr + i * sizeof(word), sizeof(word));
        words[i] = ntohl(word);
    }
}

static struct wick_str path_of(const struct wick_net_address *address)
{
    const struct sockaddr_un *un = (const void *)&address->storage;
    size_t before = offsetof(struct sockaddr_un, sun_path);

    if (un->sun_family != AF_UNIX || address->len <= before) {
        return WICK_STR("");
    }
    size_t len = address->len - before;
    if (un->sun_path[0] != '\0') {
        len = strnlen(un->sun_path, len);
    }
    return (struct wick_str){un->sun_path, len};
}

struct wick_str wick_net_address_get(const struct wick_net_address *address,
                                     char text[WICK_NET_TEXT_SIZE])
{
    const struct sockaddr_in *v4 = (const void *)&address->storage;
    const struct sockaddr_in6 *v6 = (const void *)&address->storage;
    int family = wick_net_address_family(address);

    if (family == 0) {
        return path_of(address);
    }
    const void *from = family == 4 ? (const void *)&v4->sin_addr
                                   : (const void *)&v6->sin6_addr;
    if (!inet_ntop(family == 4 ? AF_INET : AF_INET6, from, text,
                   INET6_ADDRSTRLEN)) {
        return WICK_STR("");
    }
    size_t len = strlen(text);
    if (family == 6 && v6->sin6_scope_id != 0) {
        len += (size_t)snprintf(text + len, WICK_NET_TEXT_SIZE - len, "%%%u",
                                v6->sin6_scope_id);
    }
    return (struct wick_str){text, len};
}
