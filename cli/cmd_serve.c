/* SPDX-License-Identifier: MIT */
/* wick serve: a function behind the invoke endpoints and a Function URL. */
#include <arpa/inet.h>
#include <errno.h>
#include <unistd.h>

#include "commands.h"
#include "err.h"
#include "function.h"
#include "function_url.h"
#include "mem.h"
#include "rie.h"
#include "sandbox.h"
#include "signals.h"
#include "term.h"
#include "watch.h"

struct options {
    struct wick_function_options function;
    const char *host;
    uint32_t port;
    uint32_t url_port;
    bool is_watching;
};

static const struct wick_option options_table[] = {
    {.name = "port",
     .letter = 'p',
     .kind = WICK_OPTION_NUMBER,
     .offset = offsetof(struct options, port),
     .max = 65535,
     .value = "PORT",
     .help = "port of the invoke endpoints, 0: any (8080)"},
    {.name = "url-port",
     .letter = 'u',
     .kind = WICK_OPTION_NUMBER,
     .offset = offsetof(struct options, url_port),
     .max = 65535,
     .value = "PORT",
     .help = "port of the Function URL, 0: any (8081)"},
    {.name = "host",
     .kind = WICK_OPTION_TEXT,
     .offset = offsetof(struct options, host),
     .value = "ADDRESS",
     .help = "IPv4 address to listen on (127.0.0.1)"},
    {.name = "watch",
     .letter = 'w',
     .kind = WICK_OPTION_FLAG,
     .offset = offsetof(struct options, is_watching),
     .help = "start the function anew when its files change"},
    {.name = NULL},
};

/* Lifetime: one run of the command. */
struct session {
    const struct options *options;
    struct wick_reactor reactor;
    struct wick_signals signals;
    struct wick_function function;
    struct wick_sandbox sandbox;
    struct wick_server rie;
    struct wick_server url;
    struct wick_tree_watch tree;
};

static void on_stopped(struct wick_sandbox *sandbox)
{
    wick_reactor_stop(sandbox->reactor);
}

static void on_signal(struct wick_signals *signals, int signal)
{
    struct session *session = container_of(signals, struct session, signals);

    (void)signal;
    wick_sandbox_shut_down(&session->sandbox, on_stopped);
}

static void on_change(struct wick_tree_watch *tree, const char *name)
{
    struct session *session = container_of(tree, struct session, tree);

    wick_term_note("%s changed: the next invocation starts the function anew",
                   name);
    wick_sandbox_reset(&session->sandbox);
}

static int listen_failed(const struct options *options, uint32_t port, int err)
{
    wick_term_error("cannot listen on %s:%u: %s", options->host, port,
                    wick_err_message(err));
    return err;
}

static int start_servers(struct session *session)
{
    const struct options *options = session->options;
    in_addr_t address;

    if (wick_server_parse_address(options->host, &address) < 0) {
        wick_term_error("--host takes an IPv4 address, not \"%.100s\"",
                        options->host);
        return -EINVAL;
    }
    int err = wick_rie_start(&session->rie, &session->sandbox, address,
                             (uint16_t)options->port);
    if (err < 0) {
        return listen_failed(options, options->port, err);
    }
    err = wick_function_url_start(&session->url, &session->sandbox, address,
                                  (uint16_t)options->url_port);
    if (err < 0) {
        return listen_failed(options, options->url_port, err);
    }
    if (options->is_watching) {
        err = wick_tree_watch_start(&session->tree, &session->reactor,
                                    session->function.root, on_change);
        if (err < 0) {
            wick_term_error("cannot watch %.500s: %s", session->function.root,
                            wick_err_message(err));
            return err;
        }
    }
    wick_term_note("invoke: "
                   "http://%s:%u/2015-03-31/functions/function/invocations",
                   options->host, session->rie.port);
    wick_term_note("url:    http://%s:%u/", options->host, session->url.port);
    return 0;
}

static int run_session(struct session *session)
{
    int err = wick_reactor_init(&session->reactor);

    if (err == 0) {
        err =
            wick_signals_start(&session->signals, &session->reactor, on_signal);
    }
    if (err == 0) {
        err = wick_sandbox_init(&session->sandbox, &session->reactor,
                                &session->function);
    }
    if (err < 0) {
        wick_term_error("%s", wick_err_message(err));
        return err;
    }
    err = start_servers(session);
    if (err == 0) {
        err = wick_reactor_run(&session->reactor);
    }
    wick_tree_watch_stop(&session->tree);
    wick_server_stop(&session->url);
    wick_server_stop(&session->rie);
    wick_sandbox_release(&session->sandbox);
    wick_signals_stop(&session->signals);
    wick_reactor_release(&session->reactor);
    return err;
}

static int run(const struct wick_command *command, int argc, char **argv)
{
    struct options options = {.function = WICK_FUNCTION_OPTIONS_DEFAULT,
                              .host = "127.0.0.1",
                              .port = 8080,
                              .url_port = 8081};
    struct wick_args_list operands = {.count = 0};

    if (wick_args_parse(command, argc, argv, &options, &operands) < 0) {
        return WICK_EXIT_USAGE;
    }

    struct session *session = wick_alloc_zero(1, sizeof(*session));
    session->options = &options;
    session->rie.watch.fd = -1;
    session->url.watch.fd = -1;
    int err = wick_function_init(&session->function, &options.function,
                                 operands.items[0]);
    if (err == 0) {
        err = run_session(session);
    }
    wick_function_release(&session->function);
    wick_free(session);
    return err == 0 ? WICK_EXIT_OK : WICK_EXIT_USAGE;
}

const struct wick_command wick_cmd_serve = {
    .name = "serve",
    .summary = "Serves a function as the emulator does, and as a Function URL",
    .synopsis = "[OPTION...] HANDLER",
    .more = "Answers POST /2015-03-31/functions/function/invocations and\n"
            "/2021-11-15/functions/function/response-streaming-invocations, "
            "and on a\nsecond port any HTTP request, which reaches the "
            "function as an event of\npayload format 2.0. Invocations run "
            "one at a time; up to 64 wait.\nEnds with Ctrl-C.\n",
    .options = {wick_function_options_table, options_table},
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
