/* SPDX-License-Identifier: MIT */
#include "js_os.h"

#include "js_value.h"
#include "limits.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netpacket/packet.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* getPriority(pid) -> [errno, priority]; errno is 0 or negative. */
WICK_JS_NATIVE(get_priority)
{
    WICK_JS_NATIVE_UNUSED();
    id_t pid = argc > 0 ? (id_t)JSValueToNumber(ctx, argv[0], exc) : 0;

    errno = 0;
    int priority = getpriority(PRIO_PROCESS, pid);
    JSValueRef parts[] = {
        JSValueMakeNumber(ctx, -errno),
        JSValueMakeNumber(ctx, priority),
    };
    return JSObjectMakeArray(ctx, ARRAY_LEN(parts), parts, exc);
}

/* setPriority(pid, priority) -> errno, 0 or negative. */
WICK_JS_NATIVE(set_priority)
{
    WICK_JS_NATIVE_UNUSED();
    id_t pid = argc > 0 ? (id_t)JSValueToNumber(ctx, argv[0], exc) : 0;
    int priority = argc > 1 ? (int)JSValueToNumber(ctx, argv[1], exc) : 0;

    int err = setpriority(PRIO_PROCESS, pid, priority) < 0 ? -errno : 0;
    return JSValueMakeNumber(ctx, err);
}

/* "02:fc:00:00:00:01" of the interface @name; zeros where it has none. */
static void find_mac(const struct ifaddrs *all, const char *name, char *mac,
                     size_t cap)
{
    unsigned char bytes[6] = {0};

    for (const struct ifaddrs *at = all; at; at = at->ifa_next) {
        if (at->ifa_addr && at->ifa_addr->sa_family == AF_PACKET &&
            strcmp(at->ifa_name, name) == 0) {
            const struct sockaddr_ll *link =
                (const struct sockaddr_ll *)(const void *)at->ifa_addr;
            memcpy(bytes, link->sll_addr, sizeof(bytes));
        }
    }
    (void)snprintf(mac, cap, "%02x:%02x:%02x:%02x:%02x:%02x", bytes[0],
                   bytes[1], bytes[2], bytes[3], bytes[4], bytes[5]);
}

/* The text of an address of IPv4 or IPv6; "" of any other. */
static const char *address_text(const struct sockaddr *address, char *text,
                                socklen_t cap)
{
    const void *bytes = NULL;

    if (address && address->sa_family == AF_INET) {
        bytes = &((const struct sockaddr_in *)(const void *)address)->sin_addr;
    } else if (address && address->sa_family == AF_INET6) {
        bytes =
            &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
    }
    return bytes && inet_ntop(address->sa_family, bytes, text, cap) ? text : "";
}

/* One address as the object that os.networkInterfaces() lists, and its name. */
static JSObjectRef make_interface(struct wick_js *js, const struct ifaddrs *all,
                                  const struct ifaddrs *entry)
{
    char text[INET6_ADDRSTRLEN];
    char mac[sizeof("00:00:00:00:00:00")];
    JSObjectRef object = JSObjectMake(js->ctx, NULL, NULL);
    bool is_v6 = entry->ifa_addr->sa_family == AF_INET6;

    wick_js_set(js, object, "name", wick_js_string(js, entry->ifa_name));
    wick_js_set(
        js, object, "address",
        wick_js_string(js, address_text(entry->ifa_addr, text, sizeof(text))));
    wick_js_set(js, object, "netmask",
                wick_js_string(
                    js, address_text(entry->ifa_netmask, text, sizeof(text))));
    wick_js_set(js, object, "family",
                wick_js_string(js, is_v6 ? "IPv6" : "IPv4"));
    find_mac(all, entry->ifa_name, mac, sizeof(mac));
    wick_js_set(js, object, "mac", wick_js_string(js, mac));
    wick_js_set(
        js, object, "internal",
        JSValueMakeBoolean(js->ctx, (entry->ifa_flags & IFF_LOOPBACK) != 0));
    if (is_v6) {
        const struct sockaddr_in6 *address =
            (const struct sockaddr_in6 *)(const void *)entry->ifa_addr;
        wick_js_set(js, object, "scopeid",
                    JSValueMakeNumber(js->ctx, address->sin6_scope_id));
    }
    return object;
}

/*
 * networkInterfaces() -> [{ name, address, netmask, family, mac, internal,
 * scopeid }, ...] of interfaces that are up; a negative errno when they cannot
 * be had.
 */
WICK_JS_NATIVE(network_interfaces)
{
    WICK_JS_NATIVE_UNUSED();
    struct wick_js *js = wick_js_get();
    struct ifaddrs *all;
    unsigned count = 0;

    if (getifaddrs(&all) < 0) {
        return JSValueMakeNumber(ctx, -errno);
    }
    JSObjectRef list = JSObjectMakeArray(ctx, 0, NULL, exc);
    for (const struct ifaddrs *at = all;
         at && count < WICK_NETWORK_ADDRESSES_MAX; at = at->ifa_next) {
        if (at->ifa_addr && (at->ifa_flags & IFF_UP) &&
            (at->ifa_flags & IFF_RUNNING) &&
            (at->ifa_addr->sa_family == AF_INET ||
             at->ifa_addr->sa_family == AF_INET6)) {
            JSObjectSetPropertyAtIndex(ctx, list, count++,
                                       make_interface(js, all, at), exc);
        }
    }
    freeifaddrs(all);
    return list;
}

void wick_js_os_init(struct wick_js *js)
{
    static const struct wick_js_func funcs[] = {
        {"getPriority", get_priority},
        {"networkInterfaces", network_interfaces},
        {"setPriority", set_priority},
    };

    wick_js_set_functions(js, js->native, funcs, ARRAY_LEN(funcs));
}
