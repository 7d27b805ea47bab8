/* SPDX-License-Identifier: MIT */
#include "js_udp.h"

#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "js_args.h"
#include "js_net.h"
#include "js_value.h"
#include "loop_sys.h"
#include "net_address.h"

/* Where an option is, for IPv4 and for IPv6. */
static const struct {
    int level;
    int name;
    int level6;
    int name6;
} options[] = {
    {SOL_SOCKET, SO_BROADCAST, SOL_SOCKET, SO_BROADCAST},
    {IPPROTO_IP, IP_TTL, IPPROTO_IPV6, IPV6_UNICAST_HOPS},
    {IPPROTO_IP, IP_MULTICAST_TTL, IPPROTO_IPV6, IPV6_MULTICAST_HOPS},
    {IPPROTO_IP, IP_MULTICAST_LOOP, IPPROTO_IPV6, IPV6_MULTICAST_LOOP},
    {SOL_SOCKET, SO_RCVBUF, SOL_SOCKET, SO_RCVBUF},
    {SOL_SOCKET, SO_SNDBUF, SOL_SOCKET, SO_SNDBUF},
};

static JSValueRef number(JSContextRef ctx, int64_t value)
{
    return JSValueMakeNumber(ctx, (double)value);
}

static int fd_of(const struct wick_js_args *args)
{
    return (int)wick_js_args_size(args, 0, INT32_MAX);
}

WICK_JS_NATIVE(make_socket)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    int domain = wick_js_args_size(&args, 0, 6) == 6 ? AF_INET6 : AF_INET;

    WICK_JS_NATIVE_UNUSED();
    return number(
        ctx, wick_sys_fold(
                 socket(domain, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)));
}

WICK_JS_NATIVE(disconnect)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    const struct sockaddr nobody = {.sa_family = AF_UNSPEC};

    WICK_JS_NATIVE_UNUSED();
    return number(
        ctx, wick_sys_fold(connect(fd_of(&args), &nobody, sizeof(nobody))));
}

WICK_JS_NATIVE(send_datagram)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct wick_net_address address = {.len = 0};
    struct wick_jsc_bytes bytes;
    int err = 0;

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_bytes(&args, 1, &bytes)) {
        return NULL;
    }
    bool is_connected = argc < 3 || JSValueIsUndefined(ctx, argv[2]);
    if (!is_connected) {
        err = wick_js_net_take_address(&args, 2, &address);
    }
    if (err < 0) {
        return *exc ? NULL : number(ctx, err);
    }
    const struct sockaddr *to = (const struct sockaddr *)&address.storage;
    return number(ctx,
                  wick_sys_fold(sendto(fd_of(&args), bytes.ptr, bytes.len,
                                       MSG_DONTWAIT | MSG_NOSIGNAL,
                                       is_connected ? NULL : to, address.len)));
}

WICK_JS_NATIVE(receive_datagram)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct wick_net_address address;
    struct wick_jsc_bytes bytes;
    char text[WICK_NET_TEXT_SIZE];

    WICK_JS_NATIVE_UNUSED();
    if (!wick_js_args_bytes(&args, 1, &bytes)) {
        return NULL;
    }
    wick_net_address_clear(&address);
    int64_t count = wick_sys_fold(
        recvfrom(fd_of(&args), bytes.ptr, bytes.len, MSG_DONTWAIT,
                 (struct sockaddr *)&address.storage, &address.len));
    if (count < 0) {
        return number(ctx, count);
    }
    JSValueRef values[] = {
        number(ctx, count),
        wick_js_string_from(wick_js_get(),
                            wick_net_address_get(&address, text)),
        number(ctx, wick_net_address_port(&address)),
        number(ctx, wick_net_address_family(&address)),
    };
    return JSObjectMakeArray(ctx, ARRAY_LEN(values), values, exc);
}

/* Level and name of the option that the second and third argument say. */
static void take_option(const struct wick_js_args *args, int *level, int *name)
{
    bool is_v6 = wick_js_args_size(args, 1, 6) == 6;
    size_t which = wick_js_args_size(args, 2, ARRAY_LEN(options) - 1);

    *level = is_v6 ? options[which].level6 : options[which].level;
    *name = is_v6 ? options[which].name6 : options[which].name;
}

WICK_JS_NATIVE(get_option)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    int level;
    int name;
    int value = 0;
    socklen_t len = sizeof(value);

    WICK_JS_NATIVE_UNUSED();
    take_option(&args, &level, &name);
    int64_t err =
        wick_sys_fold(getsockopt(fd_of(&args), level, name, &value, &len));
    return number(ctx, err < 0 ? err : value);
}

WICK_JS_NATIVE(set_option)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    int value = (int)wick_js_args_size(&args, 3, INT32_MAX);
    int level;
    int name;

    WICK_JS_NATIVE_UNUSED();
    take_option(&args, &level, &name);
    return number(ctx, wick_sys_fold(setsockopt(fd_of(&args), level, name,
                                                &value, sizeof(value))));
}

void wick_js_udp_fill(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"disconnect", disconnect},    {"option", get_option},
        {"receive", receive_datagram}, {"send", send_datagram},
        {"setOption", set_option},     {"socket", make_socket},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
