/* SPDX-License-Identifier: MIT */
/* How an environment lives; sandbox_end.c is how invocations and it end. */
#include "sandbox.h"

#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "clock.h"
#include "limits.h"
#include "sandbox_end.h"
#include "term.h"

/* Headers of an event, and the trace id that an invoker may choose. */
#define HEADER_MAX (64 * WICK_KIB)
/* One read of the function's output. */
#define OUTPUT_CHUNK (16 * WICK_KIB)
/* How often a running function's memory is looked at. */
#define SAMPLE_MS 50
/* AWS: SnapStart's init may take as long as this at least. */
#define SNAP_INIT_S 130
/* AWS: restore and after-restore hooks together. */
#define RESTORE_S 10

void wick_invocation_init(struct wick_invocation *invocation,
                          const struct wick_invocation_ops *ops)
{
    char time[9];
    char random[25];
    char parent[17];

    *invocation = (struct wick_invocation){.ops = ops};
    wick_buf_init(&invocation->event, WICK_EVENT_MAX);
    wick_buf_init(&invocation->content_type, HEADER_MAX);
    wick_buf_init(&invocation->trace_id, HEADER_MAX);
    wick_buf_init(&invocation->client_context, HEADER_MAX);
    wick_buf_init(&invocation->tenant_id, HEADER_MAX);
    wick_list_init(&invocation->node);
    wick_uuid(invocation->report.id);
    wick_uuid(invocation->attempt);

    (void)snprintf(time, sizeof(time), "%08x",
                   (unsigned)(wick_clock_real_ms() / 1000));
    wick_random_hex(random, 24);
    wick_random_hex(parent, 16);
    int err = wick_buf_printf(&invocation->trace_id,
                              "Root=1-%s-%s;Parent=%s;Sampled=0", time, random,
                              parent);
    WICK_ASSERT(err == 0);
}

void wick_invocation_release(struct wick_invocation *invocation)
{
    wick_buf_release(&invocation->event);
    wick_buf_release(&invocation->content_type);
    wick_buf_release(&invocation->trace_id);
    wick_buf_release(&invocation->client_context);
    wick_buf_release(&invocation->tenant_id);
}

static void on_output(struct wick_child *child)
{
    struct wick_sandbox *sandbox =
        container_of(child, struct wick_sandbox, child);
    char chunk[OUTPUT_CHUNK];
    ssize_t count;

    /* Everything that is there: the lines of the platform come after it. */
    while ((count = wick_child_read(child, chunk, sizeof(chunk))) > 0) {
        wick_log_output(&sandbox->log, (struct wick_str){chunk, (size_t)count});
    }
}

void wick_sandbox_take_output(struct wick_sandbox *sandbox)
{
    on_output(&sandbox->child);
}

static void on_sample(struct wick_alarm *alarm)
{
    struct wick_sandbox *sandbox =
        container_of(alarm, struct wick_sandbox, sample);
    uint64_t limit_kib =
        (uint64_t)sandbox->function->options->memory_mb * WICK_KIB;
    uint64_t peak_kib;
    uint64_t private_kib;

    if (sandbox->phase == WICK_PHASE_IDLE ||
        !wick_child_memory(&sandbox->child, &peak_kib, &private_kib)) {
        return;
    }
    sandbox->peak_kib = peak_kib;
    if (private_kib > limit_kib) {
        wick_sandbox_take_output(sandbox);
        wick_log_error(&sandbox->log,
                       "out of memory: %llu MB of %u MB are in use",
                       (unsigned long long)(private_kib / WICK_KIB),
                       sandbox->function->options->memory_mb);
        wick_child_signal(&sandbox->child, SIGKILL);
        return;
    }
    wick_alarm_start(sandbox->reactor, alarm, SAMPLE_MS);
}

int wick_sandbox_init(struct wick_sandbox *sandbox,
                      struct wick_reactor *reactor,
                      const struct wick_function *function)
{
    *sandbox = (struct wick_sandbox){.reactor = reactor, .function = function};
    wick_child_init(&sandbox->child, reactor);
    sandbox->child.on_output = on_output;
    sandbox->child.on_exit = wick_sandbox_on_exit;
    wick_list_init(&sandbox->queue);
    wick_log_init(&sandbox->log, function->options->is_quiet);
    wick_buf_init(&sandbox->posted_error, WICK_RESPONSE_MAX);
    wick_alarm_init(&sandbox->limit, wick_sandbox_on_limit);
    wick_alarm_init(&sandbox->grace, wick_sandbox_on_grace);
    wick_alarm_init(&sandbox->sample, on_sample);
    wick_alarm_init(&sandbox->settle, wick_sandbox_on_settle);
    return wick_server_start(&sandbox->api, reactor, &wick_api_ops, sandbox,
                             htonl(INADDR_LOOPBACK), 0);
}

void wick_sandbox_release(struct wick_sandbox *sandbox)
{
    WICK_ASSERT(!wick_child_is_running(&sandbox->child));
    wick_child_close_output(&sandbox->child);
    wick_server_stop(&sandbox->api);
    wick_alarm_stop(&sandbox->limit);
    wick_alarm_stop(&sandbox->grace);
    wick_alarm_stop(&sandbox->sample);
    wick_alarm_stop(&sandbox->settle);
    wick_buf_release(&sandbox->posted_error);
    wick_log_release(&sandbox->log);
}

/* The limit of the init: the second attempt is part of the invocation. */
static uint64_t init_limit_s(const struct wick_sandbox *sandbox)
{
    const struct wick_function_options *options = sandbox->function->options;

    if (options->is_snap_start) {
        return wick_size_max(SNAP_INIT_S, options->timeout_s);
    }
    return sandbox->is_init_retry ? options->timeout_s
                                  : options->init_timeout_s;
}

void wick_sandbox_start(struct wick_sandbox *sandbox)
{
    const struct wick_function *function = sandbox->function;
    char *argv[] = {function->bootstrap, NULL};
    char **environment = wick_function_environment(function, sandbox->api.port);

    sandbox->rapid = WICK_RAPID_STARTED;
    sandbox->phase = WICK_PHASE_INIT;
    sandbox->has_posted_error = false;
    sandbox->is_stale = false;
    sandbox->init_ms = 0;
    sandbox->restore_ms = 0;
    sandbox->peak_kib = 0;
    sandbox->started_ns = wick_clock_monotonic_ns();
    int err =
        wick_child_start(&sandbox->child, function->root, argv, environment);
    wick_function_environment_free(environment);
    if (err < 0) {
        sandbox->phase = WICK_PHASE_STOPPED;
        wick_sandbox_not_started(sandbox, err);
        return;
    }
    wick_alarm_start(sandbox->reactor, &sandbox->limit,
                     init_limit_s(sandbox) * 1000);
    wick_alarm_start(sandbox->reactor, &sandbox->sample, SAMPLE_MS);
}

static struct wick_conn *pop_waiter(struct wick_sandbox *sandbox)
{
    struct wick_conn *conn = sandbox->waiters[0];

    sandbox->waiter_count--;
    for (size_t i = 0; i < sandbox->waiter_count; i++) {
        sandbox->waiters[i] = sandbox->waiters[i + 1];
    }
    return conn;
}

static void restore(struct wick_sandbox *sandbox)
{
    struct wick_conn *conn = pop_waiter(sandbox);
    int err = wick_rapid_take(&sandbox->rapid, WICK_RAPID_DO_RESTORE);

    WICK_ASSERT(err == 0);
    sandbox->phase = WICK_PHASE_RESTORE;
    sandbox->restored_ns = wick_clock_monotonic_ns();
    wick_alarm_start(sandbox->reactor, &sandbox->limit,
                     (uint64_t)RESTORE_S * 1000);
    wick_child_thaw(&sandbox->child);
    wick_conn_reply(conn, 200, "application/json", WICK_STR(""));
}

static void deliver(struct wick_sandbox *sandbox)
{
    struct wick_invocation *invocation = sandbox->current;
    uint64_t timeout_ms =
        (uint64_t)sandbox->function->options->timeout_s * 1000;
    struct wick_conn *conn = pop_waiter(sandbox);
    int err = wick_rapid_take(&sandbox->rapid, WICK_RAPID_DO_INVOKE);

    WICK_ASSERT(err == 0);
    sandbox->phase = WICK_PHASE_RUNNING;
    /* What it wrote before it asked for an event comes before START. */
    wick_sandbox_take_output(sandbox);
    wick_log_start(&sandbox->log, invocation->report.id);
    if (sandbox->function->options->is_frozen) {
        /* Also where the next event was waiting already: every event finds
         * a process that was stopped. */
        wick_child_freeze(&sandbox->child);
    }
    invocation->delivered_ns = wick_clock_monotonic_ns();
    invocation->deadline_ms = wick_clock_real_ms() + (int64_t)timeout_ms;
    wick_alarm_start(sandbox->reactor, &sandbox->limit, timeout_ms);
    wick_alarm_start(sandbox->reactor, &sandbox->sample, SAMPLE_MS);
    wick_api_send_event(sandbox, conn);
    wick_child_thaw(&sandbox->child);
    wick_extension_notify(sandbox);
}

/* Does whatever is due next; harmless at any time. */
void wick_sandbox_pump(struct wick_sandbox *sandbox)
{
    if (sandbox->is_shut_down || sandbox->is_exit_pending ||
        sandbox->phase == WICK_PHASE_ENDING) {
        return;
    }
    if (sandbox->phase == WICK_PHASE_IDLE && sandbox->is_stale &&
        !sandbox->current) {
        /* Whoever waits gets the next environment. */
        wick_sandbox_end_process(sandbox);
        return;
    }
    if (!sandbox->current && !wick_list_is_empty(&sandbox->queue)) {
        struct wick_list *node = wick_list_pop_front(&sandbox->queue);
        sandbox->queue_count--;
        sandbox->current = container_of(node, struct wick_invocation, node);
        sandbox->is_init_retry = false;
    }

    switch (sandbox->phase) {
    case WICK_PHASE_STOPPED:
        if (sandbox->current) {
            wick_sandbox_start(sandbox);
        }
        break;
    case WICK_PHASE_INIT:
        if (sandbox->current && sandbox->rapid == WICK_RAPID_RESTORE_READY &&
            sandbox->waiter_count > 0) {
            restore(sandbox);
        }
        break;
    case WICK_PHASE_IDLE:
        if (sandbox->current && sandbox->waiter_count > 0) {
            deliver(sandbox);
        } else if (sandbox->current && !wick_alarm_is_set(&sandbox->limit)) {
            /* Its connection broke; it may come back, but not for ever. */
            wick_alarm_start(sandbox->reactor, &sandbox->limit,
                             (uint64_t)sandbox->function->options->timeout_s *
                                 1000);
        } else if (!sandbox->current && sandbox->function->options->is_frozen) {
            wick_child_freeze(&sandbox->child);
        }
        break;
    case WICK_PHASE_RESTORE:
    case WICK_PHASE_RUNNING:
    case WICK_PHASE_ENDING:
        break;
    }
}

int wick_sandbox_invoke(struct wick_sandbox *sandbox,
                        struct wick_invocation *invocation)
{
    if (sandbox->is_shut_down ||
        sandbox->queue_count == WICK_SANDBOX_QUEUE_MAX) {
        return -EBUSY;
    }
    wick_list_push_back(&sandbox->queue, &invocation->node);
    sandbox->queue_count++;
    wick_sandbox_pump(sandbox);
    return 0;
}

static void add_waiter(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    if (sandbox->waiter_count == WICK_SANDBOX_WAITERS_MAX) {
        wick_conn_reply(conn, 500, "text/plain",
                        WICK_STR("too many connections wait for an event"));
        return;
    }
    sandbox->waiters[sandbox->waiter_count++] = conn;
}

static double elapsed_ms(uint64_t from_ns)
{
    return (double)(wick_clock_monotonic_ns() - from_ns) / WICK_NS_PER_MS;
}

void wick_sandbox_next(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    switch (sandbox->phase) {
    case WICK_PHASE_INIT:
        if (sandbox->init_ms <= 0) {
            sandbox->init_ms = elapsed_ms(sandbox->started_ns);
        }
        break;
    case WICK_PHASE_RESTORE:
        sandbox->restore_ms = elapsed_ms(sandbox->restored_ns);
        break;
    case WICK_PHASE_RUNNING:
        if (sandbox->rapid == WICK_RAPID_RUNNING) {
            wick_api_send_event(sandbox, conn);
            return;
        }
        break;
    case WICK_PHASE_STOPPED:
    case WICK_PHASE_IDLE:
    case WICK_PHASE_ENDING:
        break;
    }
    add_waiter(sandbox, conn);
    if (sandbox->phase == WICK_PHASE_ENDING) {
        return;
    }
    wick_alarm_stop(&sandbox->limit);
    bool was_running = sandbox->phase == WICK_PHASE_RUNNING;
    sandbox->phase = WICK_PHASE_IDLE;
    if (was_running) {
        wick_sandbox_finish(sandbox);
    }
    wick_sandbox_pump(sandbox);
}

void wick_sandbox_restore_next(struct wick_sandbox *sandbox,
                               struct wick_conn *conn)
{
    sandbox->init_ms = elapsed_ms(sandbox->started_ns);
    wick_alarm_stop(&sandbox->limit);
    add_waiter(sandbox, conn);
    if (sandbox->function->options->is_frozen) {
        /* The snapshot: the process stands still and goes on elsewhere. */
        wick_child_freeze(&sandbox->child);
    }
    wick_sandbox_pump(sandbox);
}

void wick_sandbox_reset(struct wick_sandbox *sandbox)
{
    if (sandbox->phase != WICK_PHASE_STOPPED) {
        sandbox->is_stale = true;
        wick_sandbox_pump(sandbox);
    }
}

void wick_sandbox_pause(struct wick_sandbox *sandbox)
{
    if (sandbox->response_conn) {
        wick_conn_pause(sandbox->response_conn);
    }
}

void wick_sandbox_resume(struct wick_sandbox *sandbox)
{
    if (sandbox->response_conn && sandbox->response_conn->is_paused) {
        wick_conn_resume(sandbox->response_conn);
    }
}
