/* SPDX-License-Identifier: MIT */
/* wick invoke: one function, one event, once or many times. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "err.h"
#include "function.h"
#include "http1_write.h"
#include "limits.h"
#include "mem.h"
#include "sandbox.h"
#include "signals.h"
#include "summary.h"
#include "term.h"

/* The printed summary: a response, escaped at worst, and numbers. */
#define SUMMARY_MAX (7 * WICK_STREAM_RESPONSE_MAX)

struct options {
    struct wick_function_options function;
    const char *event;
    const char *client_context;
    const char *tenant_id;
    uint32_t repeat;
    bool is_json;
};

static const struct wick_option options_table[] = {
    {.name = "event",
     .letter = 'e',
     .kind = WICK_OPTION_TEXT,
     .offset = offsetof(struct options, event),
     .value = "FILE",
     .help = "the event; \"-\" is standard input ({})"},
    {.name = "repeat",
     .letter = 'n',
     .kind = WICK_OPTION_NUMBER,
     .offset = offsetof(struct options, repeat),
     .min = 1,
     .max = WICK_SUMMARY_MAX,
     .value = "N",
     .help = "invoke so many times, one after the other (1)"},
    {.name = "json",
     .kind = WICK_OPTION_FLAG,
     .offset = offsetof(struct options, is_json),
     .help = "print the last response and figures as one object"},
    {.name = "client-context",
     .kind = WICK_OPTION_TEXT,
     .offset = offsetof(struct options, client_context),
     .value = "JSON",
     .help = "what context.clientContext shall be"},
    {.name = "tenant-id",
     .kind = WICK_OPTION_TEXT,
     .offset = offsetof(struct options, tenant_id),
     .value = "ID",
     .help = "what context.tenantId shall be"},
    {.name = NULL},
};

/* Lifetime: one run of the command. */
struct session {
    const struct options *options;
    struct wick_buf event;
    struct wick_reactor reactor;
    struct wick_signals signals;
    struct wick_function function;
    struct wick_sandbox sandbox;
    struct wick_invocation invocation;
    struct wick_summary summary;
    struct wick_buf response; /* kept for --json */
    bool is_interrupted;
};

static int read_all(int fd, struct wick_buf *out)
{
    for (;;) {
        char *room;
        /* One byte more than allowed tells a full buffer from a long file. */
        size_t max = wick_size_min(WICK_EVENT_MAX - out->len, 64 * WICK_KIB);
        int err = wick_buf_reserve(out, max + 1, &room);
        if (err < 0) {
            return err;
        }
        ssize_t count = read(fd, room, max + 1);
        if (count < 0 && errno != EINTR) {
            return -errno;
        }
        if (count == 0) {
            return 0;
        }
        if (count > 0) {
            wick_buf_commit(out, (size_t)count);
        }
        if (out->len > WICK_EVENT_MAX) {
            return -WICK_ETOOBIG;
        }
    }
}

static int read_event(struct session *session)
{
    const char *name = session->options->event;
    int err = 0;

    wick_buf_init(&session->event, WICK_EVENT_MAX + 1);
    if (!name) {
        return wick_buf_append_cstr(&session->event, "{}");
    }
    if (strcmp(name, "-") == 0) {
        err = read_all(STDIN_FILENO, &session->event);
    } else {
        int fd = open(name, O_RDONLY | O_CLOEXEC);
        if (fd < 0) {
            err = -errno;
        } else {
            err = read_all(fd, &session->event);
            (void)close(fd);
        }
    }
    if (err == -WICK_ETOOBIG) {
        wick_term_error("the event is longer than the %zu bytes that Lambda "
                        "takes",
                        WICK_EVENT_MAX);
    } else if (err < 0) {
        wick_term_error("the event %.500s cannot be read: %s", name,
                        wick_err_message(err));
    }
    return err;
}

static struct session *session_of(struct wick_invocation *invocation)
{
    return container_of(invocation, struct session, invocation);
}

static void write_out(struct session *session, struct wick_str bytes)
{
    if (session->options->is_json) {
        /* What does not fit is left out of the summary. */
        (void)!wick_buf_append_str(&session->response, bytes);
    } else {
        wick_term_write(STDOUT_FILENO, WICK_COLOUR_NONE, bytes);
    }
}

static void on_stream(struct wick_invocation *invocation,
                      struct wick_str content_type)
{
    (void)invocation;
    (void)content_type;
}

static int on_data(struct wick_invocation *invocation, struct wick_str bytes)
{
    write_out(session_of(invocation), bytes);
    return 0;
}

static void on_answer(struct wick_invocation *invocation,
                      const struct wick_answer *answer)
{
    struct session *session = session_of(invocation);
    bool is_terminal = wick_term_is_terminal(STDOUT_FILENO);

    write_out(session, answer->body);
    /* A newline of ours where somebody reads, or to keep many apart. */
    if (!session->options->is_json &&
        (is_terminal || session->options->repeat > 1)) {
        write_out(session, WICK_STR("\n"));
    }
}

static void on_stopped(struct wick_sandbox *sandbox)
{
    wick_reactor_stop(sandbox->reactor);
}

static void start(struct session *session);

static void on_done(struct wick_invocation *invocation,
                    const struct wick_report *report)
{
    struct session *session = session_of(invocation);

    wick_summary_add(&session->summary, report);
    wick_invocation_release(invocation);
    if (session->is_interrupted) {
        return;
    }
    if (session->summary.count < session->options->repeat) {
        start(session);
    } else {
        wick_sandbox_shut_down(&session->sandbox, on_stopped);
    }
}

static const struct wick_invocation_ops invocation_ops = {
    .on_stream = on_stream,
    .on_data = on_data,
    .on_answer = on_answer,
    .on_done = on_done,
};

static void start(struct session *session)
{
    struct wick_invocation *invocation = &session->invocation;
    const struct options *options = session->options;

    wick_buf_reset(&session->response);
    wick_invocation_init(invocation, &invocation_ops);
    int err =
        wick_buf_append_str(&invocation->event, wick_buf_get(&session->event));
    if (err == 0 && options->client_context) {
        err = wick_buf_append_cstr(&invocation->client_context,
                                   options->client_context);
    }
    if (err == 0 && options->tenant_id) {
        err = wick_buf_append_cstr(&invocation->tenant_id, options->tenant_id);
    }
    if (err == 0) {
        err = wick_sandbox_invoke(&session->sandbox, invocation);
    }
    WICK_ASSERT(err == 0);
}

static void on_signal(struct wick_signals *signals, int signal)
{
    struct session *session = container_of(signals, struct session, signals);

    (void)signal;
    session->is_interrupted = true;
    wick_sandbox_shut_down(&session->sandbox, on_stopped);
}

static int print_summary(struct session *session)
{
    struct wick_buf out;

    wick_buf_init(&out, SUMMARY_MAX);
    int err = wick_summary_json(&session->summary,
                                wick_buf_get(&session->response), &out);
    if (err == 0) {
        wick_term_write(STDOUT_FILENO, WICK_COLOUR_NONE, wick_buf_get(&out));
    }
    wick_buf_release(&out);
    return err;
}

static int run_session(struct session *session)
{
    int err = wick_reactor_init(&session->reactor);
    if (err < 0) {
        return err;
    }
    err = wick_signals_start(&session->signals, &session->reactor, on_signal);
    if (err == 0) {
        err = wick_sandbox_init(&session->sandbox, &session->reactor,
                                &session->function);
        if (err == 0) {
            start(session);
            err = wick_reactor_run(&session->reactor);
        }
        wick_sandbox_release(&session->sandbox);
    }
    wick_signals_stop(&session->signals);
    wick_reactor_release(&session->reactor);
    if (err == 0 && session->options->is_json && session->summary.count > 0) {
        err = print_summary(session);
    }
    if (err < 0) {
        wick_term_error("%s", wick_err_message(err));
    }
    return err;
}

static int check(const struct options *options)
{
    const char *headers[] = {options->client_context, options->tenant_id};

    for (size_t i = 0; i < ARRAY_LEN(headers); i++) {
        struct wick_str text = wick_str_from(headers[i]);
        if (!wick_http1_is_value(text) || text.len > 16 * WICK_KIB) {
            wick_term_error("--%s cannot be sent in a header",
                            i == 0 ? "client-context" : "tenant-id");
            return -EINVAL;
        }
    }
    return 0;
}

static int run(const struct wick_command *command, int argc, char **argv)
{
    struct options options = {.function = WICK_FUNCTION_OPTIONS_DEFAULT,
                              .repeat = 1};
    struct wick_args_list operands = {.count = 0};
    struct session *session = NULL;
    int status = WICK_EXIT_USAGE;

    if (wick_args_parse(command, argc, argv, &options, &operands) < 0 ||
        check(&options) < 0) {
        return status;
    }

    session = wick_alloc_zero(1, sizeof(*session));
    session->options = &options;
    wick_buf_init(&session->response, WICK_STREAM_RESPONSE_MAX);
    wick_summary_init(&session->summary, options.repeat);
    if (wick_function_init(&session->function, &options.function,
                           operands.items[0]) == 0 &&
        read_event(session) == 0 && run_session(session) == 0) {
        bool has_failed =
            session->summary.errors > 0 || session->is_interrupted;
        status = has_failed ? WICK_EXIT_FUNCTION : WICK_EXIT_OK;
    }
    wick_summary_release(&session->summary);
    wick_buf_release(&session->response);
    wick_buf_release(&session->event);
    wick_function_release(&session->function);
    wick_free(session);
    return status;
}

const struct wick_command wick_cmd_invoke = {
    .name = "invoke",
    .summary = "Runs a function with an event and prints its response",
    .synopsis = "[OPTION...] HANDLER",
    .more = "Starts the Runtime API on a free port of the loopback interface "
            "and the\nreal bootstrap as its child, with the environment that "
            "Lambda makes. The\nresponse goes to standard output, the log "
            "with START, END and REPORT\nlines to standard error. Exit "
            "status: 0, 1 when the function failed, 2\nwhen it could not be "
            "run.\n\n  wick event sqs | wick invoke -e - index.handler\n",
    .options = {wick_function_options_table, options_table},
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
