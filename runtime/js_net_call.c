/* SPDX-License-Identifier: MIT */
/*
 * What js_net.h has that is done when it is called.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "err.h"
#include "js_args.h"
#include "js_loop.h"
#include "js_net.h"
#include "js_value.h"
#include "limits.h"
#include "loop.h"
#include "loop_sys.h"
#include "net_address.h"

#define FD_MAX INT32_MAX

static JSValueRef number(JSContextRef ctx, int64_t value)
{
    return JSValueMakeNumber(ctx, (double)value);
}

static int fd_of(const struct wick_js_args *args)
{
    return (int)wick_js_args_size(args, 0, FD_MAX);
}

int wick_js_net_take_address(const struct wick_js_args *args, size_t index,
                             struct wick_net_address *address)
{
    struct wick_buf text;
    JSValueRef port = index + 1 < args->count ? args->values[index + 1] : NULL;

    if (!port || !JSValueIsNumber(args->ctx, port)) {
        return -EINVAL;
    }
    wick_buf_init(&text, WICK_PATH_MAX);
    int err =
        wick_js_to_utf8(wick_js_get(), args->values[index], &text, args->exc);
    if (err == 0 && JSValueToNumber(args->ctx, port, NULL) < 0) {
        err = wick_net_address_set_path(address, wick_buf_get(&text));
    } else if (err == 0) {
        size_t value = wick_js_args_size(args, index + 1, UINT16_MAX);

        err = wick_net_address_set_ip(address, wick_buf_get(&text),
                                      (uint16_t)value);
    }
    wick_buf_release(&text);
    return err == -WICK_ETOOBIG ? -ENAMETOOLONG : err;
}

WICK_JS_NATIVE(make_socket)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    size_t family = wick_js_args_size(&args, 0, 6);
    int domain = family == 0 ? AF_UNIX : family == 6 ? AF_INET6 : AF_INET;

    WICK_JS_NATIVE_UNUSED();
    return number(ctx,
                  wick_sys_fold(socket(
                      domain, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)));
}

WICK_JS_NATIVE(bind_socket)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct wick_net_address address;
    int is_only_6 = wick_js_args_flag(&args, 3);
    int is_shared = wick_js_args_flag(&args, 4);
    int fd = fd_of(&args);

    WICK_JS_NATIVE_UNUSED();
    int err = wick_js_net_take_address(&args, 1, &address);
    if (err < 0) {
        return *exc ? NULL : number(ctx, err);
    }
    int family = wick_net_address_family(&address);
    if (family != 0 && is_shared) {
        err = setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &is_shared,
                         sizeof(is_shared));
    }
    if (err == 0 && family == 6) {
        err = setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &is_only_6,
                         sizeof(is_only_6));
    }
    if (err == 0) {
        err = bind(fd, (struct sockaddr *)&address.storage, address.len);
    }
    return number(ctx, wick_sys_fold(err));
}

WICK_JS_NATIVE(listen_on)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    int backlog = (int)wick_js_args_size(&args, 1, INT32_MAX);

    WICK_JS_NATIVE_UNUSED();
    return number(ctx, wick_sys_fold(listen(fd_of(&args), backlog)));
}

WICK_JS_NATIVE(shut_down)
{
    struct wick_js_args args = {ctx, argc, argv, exc};

    WICK_JS_NATIVE_UNUSED();
    return number(ctx, wick_sys_fold(shutdown(fd_of(&args), SHUT_WR)));
}

WICK_JS_NATIVE(set_keep_alive)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    int seconds = (int)wick_js_args_size(&args, 1, INT16_MAX);
    int is_on = seconds > 0;
    int fd = fd_of(&args);

    WICK_JS_NATIVE_UNUSED();
    int err = setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &is_on, sizeof(is_on));
    if (err == 0 && is_on) {
        err = setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &seconds,
                         sizeof(seconds));
    }
    return number(ctx, wick_sys_fold(err));
}

WICK_JS_NATIVE(set_no_delay)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    int is_on = wick_js_args_flag(&args, 1);

    WICK_JS_NATIVE_UNUSED();
    return number(
        ctx, wick_sys_fold(setsockopt(fd_of(&args), IPPROTO_TCP, TCP_NODELAY,
                                      &is_on, sizeof(is_on))));
}

WICK_JS_NATIVE(name_of)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct wick_js *js = wick_js_get();
    struct wick_net_address address;
    char text[WICK_NET_TEXT_SIZE];

    WICK_JS_NATIVE_UNUSED();
    wick_net_address_clear(&address);
    struct sockaddr *storage = (struct sockaddr *)&address.storage;
    int err = wick_js_args_flag(&args, 1)
                  ? getpeername(fd_of(&args), storage, &address.len)
                  : getsockname(fd_of(&args), storage, &address.len);
    if (err < 0) {
        return number(ctx, wick_sys_fold(err));
    }
    JSValueRef values[] = {
        wick_js_string_from(js, wick_net_address_get(&address, text)),
        number(ctx, wick_net_address_port(&address)),
        number(ctx, wick_net_address_family(&address)),
    };
    return JSObjectMakeArray(ctx, ARRAY_LEN(values), values, exc);
}

WICK_JS_NATIVE(parse)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct wick_net_address address;
    char text[WICK_NET_TEXT_SIZE];
    uint32_t words[4];
    JSValueRef values[2 + ARRAY_LEN(words)];

    WICK_JS_NATIVE_UNUSED();
    int err = wick_js_net_take_address(&args, 0, &address);
    if (err < 0) {
        return *exc ? NULL : number(ctx, err);
    }
    wick_net_address_words(&address, words);
    values[0] = wick_js_string_from(wick_js_get(),
                                    wick_net_address_get(&address, text));
    values[1] = number(ctx, wick_net_address_family(&address));
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        values[2 + i] = number(ctx, words[i]);
    }
    return JSObjectMakeArray(ctx, ARRAY_LEN(values), values, exc);
}

WICK_JS_NATIVE(set_reset)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    const struct linger at_once = {.l_onoff = 1, .l_linger = 0};

    WICK_JS_NATIVE_UNUSED();
    return number(ctx,
                  wick_sys_fold(setsockopt(fd_of(&args), SOL_SOCKET, SO_LINGER,
                                           &at_once, sizeof(at_once))));
}

/* What libuv says of a descriptor. */
static const char *name_of_kind(int fd)
{
    struct sockaddr_storage address;
    socklen_t len = sizeof(address);
    int type = 0;
    socklen_t type_len = sizeof(type);
    struct stat st;

    if (isatty(fd)) {
        return "TTY";
    }
    if (fstat(fd, &st) < 0) {
        return "UNKNOWN";
    }
    if (S_ISREG(st.st_mode) || S_ISCHR(st.st_mode)) {
        return "FILE";
    }
    if (S_ISFIFO(st.st_mode)) {
        return "PIPE";
    }
    if (!S_ISSOCK(st.st_mode) ||
        getsockname(fd, (struct sockaddr *)&address, &len) < 0 ||
        getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &type_len) < 0) {
        return "UNKNOWN";
    }
    bool is_ip = address.ss_family == AF_INET || address.ss_family == AF_INET6;
    if (type == SOCK_STREAM) {
        return is_ip                          ? "TCP"
               : address.ss_family == AF_UNIX ? "PIPE"
                                              : "UNKNOWN";
    }
    return is_ip && type == SOCK_DGRAM ? "UDP" : "UNKNOWN";
}

WICK_JS_NATIVE(kind_of)
{
    struct wick_js_args args = {ctx, argc, argv, exc};

    WICK_JS_NATIVE_UNUSED();
    return wick_js_string(wick_js_get(), name_of_kind(fd_of(&args)));
}

WICK_JS_NATIVE(open_fd)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    int fd = fd_of(&args);
    struct stat st;

    WICK_JS_NATIVE_UNUSED();
    int flags = (int)wick_sys_fold(fcntl(fd, F_GETFL));
    if (flags < 0 || fstat(fd, &st) < 0) {
        return number(ctx, flags < 0 ? flags : -EBADF);
    }
    int err = (int)wick_sys_fold(fcntl(fd, F_SETFL, flags | O_NONBLOCK));
    return number(ctx, err < 0 ? err : S_ISSOCK(st.st_mode));
}

WICK_JS_NATIVE(close_socket)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    int fd = fd_of(&args);

    WICK_JS_NATIVE_UNUSED();
    wick_loop_forget(wick_js_loop_get(), fd);
    return number(ctx, wick_sys_fold(close(fd)));
}

void wick_js_net_fill_calls(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"bind", bind_socket},
        {"close", close_socket},
        {"kind", kind_of},
        {"listen", listen_on},
        {"name", name_of},
        {"open", open_fd},
        {"parse", parse},
        {"setKeepAlive", set_keep_alive},
        {"setNoDelay", set_no_delay},
        {"setReset", set_reset},
        {"shutdown", shut_down},
        {"socket", make_socket},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
