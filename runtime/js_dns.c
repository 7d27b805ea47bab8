/* SPDX-License-Identifier: MIT */
#include "js_dns.h"

#include <ares.h>
#include <netdb.h>
#include <string.h>

#include "buf.h"
#include "dns_channel.h"
#include "js_args.h"
#include "js_loop.h"
#include "js_turn.h"
#include "js_value.h"
#include "limits.h"
#include "mem.h"
#include "net_address.h"

/* Lifetime: from its start until its callback has been called. */
struct request {
    struct wick_dns_request base;
    JSObjectRef callback; /* protected */
    int status;
    struct wick_buf result;
    bool is_bytes;
};

/* Lifetime: process. Channels by number. */
static struct wick_dns_channel *channels[WICK_DNS_CHANNELS_MAX];

static JSValueRef number(JSContextRef ctx, int64_t value)
{
    return JSValueMakeNumber(ctx, (double)value);
}

static struct wick_dns_channel *channel_of(const struct wick_js_args *args)
{
    return channels[wick_js_args_size(args, 0, WICK_DNS_CHANNELS_MAX - 1)];
}

/* Argument @index as text, in @text. False with an error in exc. */
static bool take_text(const struct wick_js_args *args, size_t index,
                      struct wick_buf *text)
{
    wick_buf_init(text, WICK_DNS_TEXT_MAX);
    if (index < args->count &&
        wick_js_to_utf8(wick_js_get(), args->values[index], text, args->exc) ==
            0) {
        return true;
    }
    wick_buf_release(text);
    if (!*args->exc) {
        (void)wick_js_throw_range(wick_js_get(), args->exc, "Text too long");
    }
    return false;
}

/* ---- Requests ---- */

static void free_bytes(void *bytes, void *context)
{
    (void)context;
    wick_free(bytes);
}

static JSValueRef result_of(struct wick_js *js, struct request *request)
{
    JSValueRef exc = NULL;
    size_t len;

    if (!request->is_bytes) {
        return wick_js_string_from(js, wick_buf_get(&request->result));
    }
    char *bytes = wick_buf_take(&request->result, &len);
    return JSObjectMakeTypedArrayWithBytesNoCopy(
        js->ctx, kJSTypedArrayTypeUint8Array, bytes, bytes ? len : 0,
        free_bytes, NULL, &exc);
}

static void deliver(struct wick_dns_request *base)
{
    struct request *request = container_of(base, struct request, base);
    struct wick_js *js = wick_js_get();
    JSObjectRef callback = request->callback;
    JSValueRef argv[] = {number(js->ctx, request->status),
                         result_of(js, request)};

    wick_buf_release(&request->result);
    wick_free(request);
    wick_js_enter_function(js, callback, argv[1] ? 2 : 1, argv);
    JSValueUnprotect(js->ctx, callback);
}

static struct request *begin(const struct wick_js_args *args,
                             JSValueRef callback)
{
    struct request *request = wick_alloc_zero(1, sizeof(*request));

    wick_buf_init(&request->result, WICK_DNS_ANSWER_MAX);
    request->callback = (JSObjectRef)(uintptr_t)callback;
    JSValueProtect(args->ctx, request->callback);
    wick_dns_begin(channel_of(args), &request->base, deliver);
    return request;
}

/* An answer that does not fit is one that cannot be used. */
static void end(struct request *request, int status, int err)
{
    request->status = err < 0 ? ARES_ENOMEM : status;
    wick_dns_end(&request->base);
}

static int append_line(struct wick_buf *result, const char *text)
{
    int err = wick_buf_append_cstr(result, text);

    return err < 0 ? err : wick_buf_append_byte(result, '\n');
}

static void on_answer(void *context, int status, int timeouts,
                      unsigned char *bytes, int len)
{
    struct request *request = context;
    int err = 0;

    (void)timeouts;
    if (status == ARES_SUCCESS) {
        err = wick_buf_append(&request->result, bytes, (size_t)len);
    }
    end(request, status, err);
}

static void on_addresses(void *context, int status, int timeouts,
                         struct ares_addrinfo *found)
{
    struct request *request = context;
    int err = 0;

    (void)timeouts;
    for (const struct ares_addrinfo_node *at = found ? found->nodes : NULL;
         err == 0 && at; at = at->ai_next) {
        struct wick_net_address address = {.len = at->ai_addrlen};
        char text[WICK_NET_TEXT_SIZE];

        memcpy(&address.storage, at->ai_addr, at->ai_addrlen);
        err = wick_buf_append_str(&request->result,
                                  wick_net_address_get(&address, text));
        if (err == 0) {
            err = wick_buf_append_byte(&request->result, '\n');
        }
    }
    if (found) {
        ares_freeaddrinfo(found);
    }
    end(request, status, err);
}

static void on_host(void *context, int status, int timeouts,
                    struct hostent *host)
{
    struct request *request = context;
    int err = 0;

    (void)timeouts;
    if (status == ARES_SUCCESS && host) {
        /* Of an answer all names are aliases; of a file but the first. */
        bool is_alias = false;

        for (char **alias = host->h_aliases; err == 0 && *alias; alias++) {
            is_alias |= strcmp(host->h_name, *alias) == 0;
            err = append_line(&request->result, *alias);
        }
        if (err == 0 && !is_alias) {
            err = append_line(&request->result, host->h_name);
        }
    }
    end(request, status, err);
}

static void on_name(void *context, int status, int timeouts, char *node,
                    char *service)
{
    struct request *request = context;
    int err = 0;

    (void)timeouts;
    if (status == ARES_SUCCESS) {
        err = append_line(&request->result, node ? node : "");
        if (err == 0) {
            err = append_line(&request->result, service ? service : "");
        }
    }
    end(request, status, err);
}

WICK_JS_NATIVE(start_query)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct wick_buf name;
    int type = (int)wick_js_args_size(&args, 2, UINT16_MAX);

    WICK_JS_NATIVE_UNUSED();
    if (!take_text(&args, 1, &name)) {
        return NULL;
    }
    struct request *request = begin(&args, argv[3]);
    request->is_bytes = true;
    ares_query(wick_dns_get(channel_of(&args)), wick_buf_cstr(&name),
               1 /* the Internet's class */, type, on_answer, request);
    wick_dns_started(channel_of(&args));
    wick_buf_release(&name);
    return JSValueMakeUndefined(ctx);
}

WICK_JS_NATIVE(start_lookup)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct wick_buf name;
    size_t family = wick_js_args_size(&args, 2, 6);
    const struct ares_addrinfo_hints hints = {
        .ai_family = family == 4   ? AF_INET
                     : family == 6 ? AF_INET6
                                   : AF_UNSPEC,
        .ai_socktype = SOCK_STREAM,
    };

    WICK_JS_NATIVE_UNUSED();
    if (!take_text(&args, 1, &name)) {
        return NULL;
    }
    struct request *request = begin(&args, argv[3]);
    ares_getaddrinfo(wick_dns_get(channel_of(&args)), wick_buf_cstr(&name),
                     NULL, &hints, on_addresses, request);
    wick_dns_started(channel_of(&args));
    wick_buf_release(&name);
    return JSValueMakeUndefined(ctx);
}

/* reverse(channel, address, callback), nameOf(channel, address, port, ...) */
static JSValueRef start_reverse(const struct wick_js_args *args, bool is_name)
{
    struct wick_net_address address;
    struct wick_buf text;
    uint16_t port =
        is_name ? (uint16_t)wick_js_args_size(args, 2, UINT16_MAX) : 0;

    if (!take_text(args, 1, &text)) {
        return NULL;
    }
    int err = wick_net_address_set_ip(&address, wick_buf_get(&text), port);
    wick_buf_release(&text);
    struct request *request = begin(args, args->values[is_name ? 3 : 2]);
    ares_channel ares = wick_dns_get(channel_of(args));
    if (err < 0) {
        end(request, ARES_ENOTIMP, 0);
    } else if (is_name) {
        ares_getnameinfo(ares, (struct sockaddr *)&address.storage, address.len,
                         ARES_NI_LOOKUPHOST | ARES_NI_LOOKUPSERVICE |
                             ARES_NI_NAMEREQD,
                         on_name, request);
    } else if (wick_net_address_family(&address) == 4) {
        ares_gethostbyaddr(ares,
                           &((struct sockaddr_in *)&address.storage)->sin_addr,
                           sizeof(struct in_addr), AF_INET, on_host, request);
    } else {
        ares_gethostbyaddr(
            ares, &((struct sockaddr_in6 *)&address.storage)->sin6_addr,
            sizeof(struct in6_addr), AF_INET6, on_host, request);
    }
    wick_dns_started(channel_of(args));
    return JSValueMakeUndefined(args->ctx);
}

WICK_JS_NATIVE(start_reverse_of)
{
    struct wick_js_args args = {ctx, argc, argv, exc};

    WICK_JS_NATIVE_UNUSED();
    return start_reverse(&args, false);
}

WICK_JS_NATIVE(start_name_of)
{
    struct wick_js_args args = {ctx, argc, argv, exc};

    WICK_JS_NATIVE_UNUSED();
    return start_reverse(&args, true);
}

/* ---- Channels ---- */

WICK_JS_NATIVE(make_channel)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    int timeout_ms = (int)wick_js_args_size(&args, 0, INT32_MAX);
    int tries = (int)wick_js_args_size(&args, 1, INT32_MAX);
    int slot = 0;

    WICK_JS_NATIVE_UNUSED();
    while (slot < WICK_DNS_CHANNELS_MAX && channels[slot]) {
        slot++;
    }
    if (slot == WICK_DNS_CHANNELS_MAX) {
        return number(ctx, -ARES_ENOMEM);
    }
    int status = wick_dns_channel_new(&channels[slot], wick_js_loop_get(),
                                      timeout_ms, tries);
    return number(ctx, status == ARES_SUCCESS ? slot : -status);
}

WICK_JS_NATIVE(free_channel)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    size_t slot = wick_js_args_size(&args, 0, WICK_DNS_CHANNELS_MAX - 1);

    WICK_JS_NATIVE_UNUSED();
    wick_dns_channel_free(channels[slot]);
    channels[slot] = NULL;
    return JSValueMakeUndefined(ctx);
}

WICK_JS_NATIVE(cancel)
{
    struct wick_js_args args = {ctx, argc, argv, exc};

    WICK_JS_NATIVE_UNUSED();
    ares_cancel(wick_dns_get(channel_of(&args)));
    wick_dns_started(channel_of(&args));
    return JSValueMakeUndefined(ctx);
}

WICK_JS_NATIVE(servers)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct ares_addr_port_node *list = NULL;
    struct wick_buf text;

    WICK_JS_NATIVE_UNUSED();
    wick_buf_init(&text, WICK_DNS_TEXT_MAX);
    int err = 0;
    if (ares_get_servers_ports(wick_dns_get(channel_of(&args)), &list) ==
        ARES_SUCCESS) {
        for (const struct ares_addr_port_node *at = list; err == 0 && at;
             at = at->next) {
            char name[INET6_ADDRSTRLEN];

            (void)ares_inet_ntop(at->family, &at->addr, name, sizeof(name));
            err = wick_buf_printf(&text, "%s\n%d\n", name, at->udp_port);
        }
        ares_free_data(list);
    }
    JSValueRef result = wick_js_string_from(wick_js_get(), wick_buf_get(&text));
    wick_buf_release(&text);
    return result;
}

WICK_JS_NATIVE(set_servers)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct wick_buf text;

    WICK_JS_NATIVE_UNUSED();
    if (!take_text(&args, 1, &text)) {
        return NULL;
    }
    ares_channel ares = wick_dns_get(channel_of(&args));
    int status = text.len == 0
                     ? ares_set_servers_ports(ares, NULL)
                     : ares_set_servers_ports_csv(ares, wick_buf_cstr(&text));
    wick_buf_release(&text);
    return number(ctx, status);
}

/* Argument @index as an address of @family, in @out; "" is none: zeros. */
static bool take_local(const struct wick_js_args *args, size_t index,
                       int family, void *out)
{
    struct wick_buf text;

    if (!take_text(args, index, &text)) {
        return false;
    }
    bool is_fine =
        text.len == 0 || ares_inet_pton(family, wick_buf_cstr(&text), out) == 1;
    wick_buf_release(&text);
    return is_fine;
}

WICK_JS_NATIVE(set_local)
{
    struct wick_js_args args = {ctx, argc, argv, exc};
    struct in_addr v4 = {.s_addr = 0};
    struct in6_addr v6;
    ares_channel ares = wick_dns_get(channel_of(&args));

    WICK_JS_NATIVE_UNUSED();
    memset(&v6, 0, sizeof(v6));
    if (!take_local(&args, 1, AF_INET, &v4) ||
        !take_local(&args, 2, AF_INET6, &v6)) {
        return *exc ? NULL : number(ctx, ARES_EBADSTR);
    }
    ares_set_local_ip4(ares, ntohl(v4.s_addr));
    ares_set_local_ip6(ares, v6.s6_addr);
    return number(ctx, ARES_SUCCESS);
}

WICK_JS_NATIVE(message)
{
    struct wick_js_args args = {ctx, argc, argv, exc};

    WICK_JS_NATIVE_UNUSED();
    return wick_js_string(wick_js_get(),
                          ares_strerror((int)wick_js_args_size(&args, 0, 100)));
}

void wick_js_dns_fill(struct wick_js *js, JSObjectRef object)
{
    static const struct wick_js_func funcs[] = {
        {"cancel", cancel},          {"free", free_channel},
        {"lookup", start_lookup},    {"make", make_channel},
        {"message", message},        {"nameOf", start_name_of},
        {"query", start_query},      {"reverse", start_reverse_of},
        {"servers", servers},        {"setLocal", set_local},
        {"setServers", set_servers},
    };

    wick_js_set_functions(js, object, funcs, ARRAY_LEN(funcs));
}
