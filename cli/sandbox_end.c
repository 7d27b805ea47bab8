/* SPDX-License-Identifier: MIT */
#include "sandbox_end.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "clock.h"
#include "err.h"
#include "limits.h"
#include "term.h"

/* AWS: what an internal extension leaves between SIGTERM and SIGKILL. */
#define GRACE_MS 500
/* A runtime that has posted the error of its init is about to end. */
#define EXIT_AFTER_ERROR_MS 2000
/* A message of the platform: an id and how a process ended. */
#define MESSAGE_MAX 1024

void wick_sandbox_answer(struct wick_sandbox *sandbox,
                         const struct wick_answer *answer)
{
    struct wick_invocation *invocation = sandbox->current;

    WICK_ASSERT(invocation && !invocation->is_answered);
    invocation->is_answered = true;
    if (answer->kind != WICK_ANSWER_OK) {
        invocation->report.status =
            answer->kind == WICK_ANSWER_TIMEOUT ? "timeout" : "error";
        (void)snprintf(invocation->report.error_type,
                       sizeof(invocation->report.error_type), "%s",
                       answer->error_type);
    }
    invocation->ops->on_answer(invocation, answer);
    /* Nobody is left who would do it, should the response still arrive. */
    wick_sandbox_resume(sandbox);
}

void wick_sandbox_fail(struct wick_sandbox *sandbox, enum wick_answer_kind kind,
                       const char *type, struct wick_str message)
{
    struct wick_buf body;

    wick_buf_init(&body, 2 * MESSAGE_MAX + 6 * message.len);
    int err = wick_report_error(&body, type, message);
    WICK_ASSERT(err == 0);
    struct wick_answer answer = {.kind = kind,
                                 .content_type = WICK_STR("application/json"),
                                 .body = wick_buf_get(&body),
                                 .error_type = type};
    wick_sandbox_answer(sandbox, &answer);
    wick_buf_release(&body);
}

/* "RequestId: ID Error: MESSAGE", as the answer and in the log. */
WICK_PRINTF(4, 5)
static void fail(struct wick_sandbox *sandbox, enum wick_answer_kind kind,
                 const char *type, const char *format, ...)
{
    struct wick_buf message;
    va_list args;

    wick_buf_init(&message, MESSAGE_MAX + WICK_PATH_MAX);
    int err = wick_buf_printf(
        &message, "RequestId: %s Error: ", sandbox->current->report.id);
    va_start(args, format);
    if (err == 0) {
        err = wick_buf_vprintf(&message, format, args);
    }
    va_end(args);
    WICK_ASSERT(err == 0);
    wick_log_error(&sandbox->log, "%s", wick_buf_cstr(&message));
    wick_log_error(&sandbox->log, "%s", type);
    if (!sandbox->current->is_answered) {
        wick_sandbox_fail(sandbox, kind, type, wick_buf_get(&message));
    }
    wick_buf_release(&message);
}

/* A cold start is reported with the first invocation that sees it. */
static void take_starts(struct wick_sandbox *sandbox,
                        struct wick_report *report)
{
    report->init_ms = sandbox->init_ms;
    report->restore_ms = sandbox->restore_ms;
    sandbox->init_ms = 0;
    sandbox->restore_ms = 0;
}

void wick_sandbox_finish(struct wick_sandbox *sandbox)
{
    struct wick_invocation *invocation = sandbox->current;
    struct wick_report *report = &invocation->report;
    uint64_t peak_kib;
    uint64_t private_kib;

    WICK_ASSERT(invocation->is_answered);
    wick_sandbox_take_output(sandbox);
    if (wick_child_memory(&sandbox->child, &peak_kib, &private_kib)) {
        sandbox->peak_kib = peak_kib;
    }
    if (invocation->delivered_ns > 0) {
        report->duration_ms =
            (double)(wick_clock_monotonic_ns() - invocation->delivered_ns) /
            WICK_NS_PER_MS;
    } else {
        /* It failed before there was an event to hand out. */
        wick_log_start(&sandbox->log, report->id);
    }
    take_starts(sandbox, report);
    report->memory_mb = sandbox->function->options->memory_mb;
    report->memory_used_mb =
        (uint32_t)((sandbox->peak_kib + WICK_KIB - 1) / WICK_KIB);
    wick_log_end(&sandbox->log, report);
    sandbox->current = NULL;
    invocation->ops->on_done(invocation, report);
}

void wick_sandbox_not_started(struct wick_sandbox *sandbox, int err)
{
    fail(sandbox, WICK_ANSWER_EXIT, "Runtime.InvalidEntrypoint",
         "%.1000s could not be started: %s", sandbox->function->bootstrap,
         wick_err_message(err));
    wick_sandbox_finish(sandbox);
    wick_sandbox_pump(sandbox);
}

void wick_sandbox_end_process(struct wick_sandbox *sandbox)
{
    sandbox->phase = WICK_PHASE_ENDING;
    wick_alarm_stop(&sandbox->limit);
    if (sandbox->extensions.count > 0) {
        wick_child_signal(&sandbox->child, SIGTERM);
        wick_alarm_start(sandbox->reactor, &sandbox->grace, GRACE_MS);
    } else {
        wick_child_signal(&sandbox->child, SIGKILL);
    }
}

void wick_sandbox_on_grace(struct wick_alarm *alarm)
{
    struct wick_sandbox *sandbox =
        container_of(alarm, struct wick_sandbox, grace);

    wick_child_signal(&sandbox->child, SIGKILL);
}

void wick_sandbox_posted(struct wick_sandbox *sandbox, struct wick_str type,
                         struct wick_str body)
{
    wick_report_error_type(type, sandbox->posted_type,
                           sizeof(sandbox->posted_type));
    wick_buf_reset(&sandbox->posted_error);
    int err = wick_buf_append_str(&sandbox->posted_error, body);
    WICK_ASSERT(err == 0);
    sandbox->has_posted_error = true;
    wick_alarm_start(sandbox->reactor, &sandbox->limit, EXIT_AFTER_ERROR_MS);
}

static void init_timed_out(struct wick_sandbox *sandbox)
{
    const struct wick_function_options *options = sandbox->function->options;

    wick_sandbox_take_output(sandbox);
    if (options->is_snap_start || sandbox->is_init_retry || !sandbox->current) {
        if (sandbox->current) {
            sandbox->current->is_timed_out = true;
            fail(sandbox, WICK_ANSWER_TIMEOUT, "Sandbox.Timedout",
                 "Task timed out after %u.00 seconds", options->timeout_s);
        }
    } else {
        wick_log_error(&sandbox->log,
                       "INIT_REPORT Init Duration: %u.00 ms\tPhase: init\t"
                       "Status: timeout",
                       options->init_timeout_s * 1000);
        sandbox->is_init_retry = true;
        sandbox->is_restarting = true;
    }
    wick_sandbox_end_process(sandbox);
}

void wick_sandbox_on_limit(struct wick_alarm *alarm)
{
    struct wick_sandbox *sandbox =
        container_of(alarm, struct wick_sandbox, limit);
    const struct wick_function_options *options = sandbox->function->options;

    wick_sandbox_take_output(sandbox);
    if (sandbox->has_posted_error) {
        wick_sandbox_end_process(sandbox);
        return;
    }
    if (sandbox->phase == WICK_PHASE_INIT) {
        init_timed_out(sandbox);
        return;
    }
    WICK_ASSERT(sandbox->current);
    sandbox->current->is_timed_out = true;
    if (sandbox->phase == WICK_PHASE_RESTORE) {
        fail(sandbox, WICK_ANSWER_TIMEOUT, "Runtime.RestoreError",
             "Restore timed out");
    } else {
        fail(sandbox, WICK_ANSWER_TIMEOUT, "Sandbox.Timedout",
             "Task timed out after %u.00 seconds", options->timeout_s);
    }
    wick_sandbox_end_process(sandbox);
}

/* The process is gone and @sandbox->current, if any, with it. */
static void exited_with_invocation(struct wick_sandbox *sandbox)
{
    struct wick_invocation *invocation = sandbox->current;

    if (sandbox->is_restarting) {
        sandbox->is_restarting = false;
        wick_sandbox_start(sandbox);
        return;
    }
    if (!invocation->is_answered && sandbox->has_posted_error) {
        struct wick_answer answer = {
            .kind = WICK_ANSWER_INIT,
            .content_type = WICK_STR("application/json"),
            .body = wick_buf_get(&sandbox->posted_error),
            .error_type = sandbox->posted_type};
        if (invocation->delivered_ns == 0 && sandbox->init_ms <= 0) {
            sandbox->init_ms =
                (double)(wick_clock_monotonic_ns() - sandbox->started_ns) /
                WICK_NS_PER_MS;
        }
        wick_sandbox_answer(sandbox, &answer);
    } else if (!invocation->is_timed_out) {
        struct wick_buf how;
        wick_buf_init(&how, MESSAGE_MAX);
        int err = wick_child_describe(&how, sandbox->exit.wait_status);
        WICK_ASSERT(err == 0);
        if (WIFEXITED(sandbox->exit.wait_status) &&
            WEXITSTATUS(sandbox->exit.wait_status) == 0) {
            fail(sandbox, WICK_ANSWER_EXIT, "Runtime.ExitError",
                 "Runtime exited without providing a reason");
        } else {
            fail(sandbox, WICK_ANSWER_EXIT, "Runtime.ExitError",
                 "Runtime exited with error: %s", wick_buf_cstr(&how));
        }
        wick_buf_release(&how);
    }
    wick_sandbox_finish(sandbox);
}

static void exited_idle(struct wick_sandbox *sandbox, enum wick_phase phase)
{
    struct wick_buf how;

    if (phase == WICK_PHASE_ENDING) {
        return;
    }
    wick_buf_init(&how, MESSAGE_MAX);
    int err = wick_child_describe(&how, sandbox->exit.wait_status);
    WICK_ASSERT(err == 0);
    wick_log_error(&sandbox->log, "the function ended between invocations: %s",
                   wick_buf_cstr(&how));
    wick_buf_release(&how);
}

/* Waits for a response that is still in the socket, then cleans up. */
static void conclude_exit(struct wick_sandbox *sandbox)
{
    enum wick_phase phase = sandbox->phase;

    if (!sandbox->is_exit_pending || sandbox->response_conn) {
        return;
    }
    sandbox->is_exit_pending = false;
    sandbox->phase = WICK_PHASE_STOPPED;
    sandbox->waiter_count = 0;
    sandbox->extensions.count = 0;
    wick_server_drop(&sandbox->api);
    wick_sandbox_take_output(sandbox);
    wick_child_close_output(&sandbox->child);
    if (sandbox->peak_kib == 0) {
        sandbox->peak_kib = sandbox->exit.max_rss_kib;
    }
    if (sandbox->current) {
        exited_with_invocation(sandbox);
    } else {
        exited_idle(sandbox, phase);
    }
    if (sandbox->is_shut_down && sandbox->phase == WICK_PHASE_STOPPED) {
        sandbox->on_stopped(sandbox);
        return;
    }
    wick_sandbox_pump(sandbox);
}

void wick_sandbox_on_settle(struct wick_alarm *alarm)
{
    conclude_exit(container_of(alarm, struct wick_sandbox, settle));
}

void wick_sandbox_on_exit(struct wick_child *child,
                          const struct wick_child_end *end)
{
    struct wick_sandbox *sandbox =
        container_of(child, struct wick_sandbox, child);

    wick_alarm_stop(&sandbox->limit);
    wick_alarm_stop(&sandbox->grace);
    wick_alarm_stop(&sandbox->sample);
    sandbox->exit = *end;
    sandbox->is_exit_pending = true;
    /* What it sent before its end counts, a response above all. */
    wick_server_drain(&sandbox->api);
    conclude_exit(sandbox);
}

void wick_sandbox_forget(struct wick_sandbox *sandbox, struct wick_conn *conn)
{
    size_t kept = 0;

    for (size_t i = 0; i < sandbox->waiter_count; i++) {
        if (sandbox->waiters[i] != conn) {
            sandbox->waiters[kept++] = sandbox->waiters[i];
        }
    }
    sandbox->waiter_count = kept;
    wick_extension_forget(sandbox, conn);
    if (sandbox->response_conn == conn) {
        sandbox->response_conn = NULL;
        if (sandbox->is_exit_pending) {
            /* Not here: the connection is in use by our caller. */
            wick_alarm_start(sandbox->reactor, &sandbox->settle, 0);
        }
    }
}

/* An answer for those that will not run any more. */
static void cancel_queue(struct wick_sandbox *sandbox)
{
    while (!wick_list_is_empty(&sandbox->queue)) {
        struct wick_list *node = wick_list_pop_front(&sandbox->queue);
        struct wick_invocation *running = sandbox->current;
        sandbox->queue_count--;
        sandbox->current = container_of(node, struct wick_invocation, node);
        wick_sandbox_fail(sandbox, WICK_ANSWER_EXIT, "Sandbox.Stopped",
                          WICK_STR("wick was stopped"));
        sandbox->current->ops->on_done(sandbox->current,
                                       &sandbox->current->report);
        sandbox->current = running;
    }
}

void wick_sandbox_shut_down(struct wick_sandbox *sandbox,
                            void (*on_stopped)(struct wick_sandbox *sandbox))
{
    sandbox->is_shut_down = true;
    sandbox->is_restarting = false;
    sandbox->on_stopped = on_stopped;
    cancel_queue(sandbox);
    if (sandbox->phase == WICK_PHASE_STOPPED) {
        on_stopped(sandbox);
    } else if (sandbox->phase != WICK_PHASE_ENDING) {
        wick_sandbox_end_process(sandbox);
    }
}
