/* SPDX-License-Identifier: MIT */
/*
 * One execution environment of one function: its process, the Runtime API
 * that the process talks to, and the invocations that wait for it. They run
 * one at a time; the environment is started by the first and thrown away
 * after a crash, a time-out or a change of the files.
 */
#ifndef WICK_SANDBOX_H
#define WICK_SANDBOX_H

#include "base.h"
#include "buf.h"
#include "child.h"
#include "encode.h"
#include "extension.h"
#include "function.h"
#include "list.h"
#include "log.h"
#include "rapid.h"
#include "reactor.h"
#include "report.h"
#include "server.h"

/* Invocations that wait; the next one is refused, as by a concurrency limit. */
#define WICK_SANDBOX_QUEUE_MAX 64
/* Connections of one runtime that may wait for an event at the same time. */
#define WICK_SANDBOX_WAITERS_MAX 16

enum wick_answer_kind {
    WICK_ANSWER_OK,
    WICK_ANSWER_ERROR, /* the function's own, or a trailer of its stream */
    WICK_ANSWER_INIT,  /* posted before the first event */
    WICK_ANSWER_EXIT,  /* the process ended, or did not start */
    WICK_ANSWER_TIMEOUT,
    WICK_ANSWER_PROTOCOL, /* too large, truncated, invalid mode */
};

/* Lifetime: one call of on_answer. */
struct wick_answer {
    enum wick_answer_kind kind;
    struct wick_str content_type;
    struct wick_str body;   /* of a stream: its error document, or empty */
    const char *error_type; /* NULL with WICK_ANSWER_OK */
};

struct wick_invocation;

/* Required all. None may release the invocation but on_done. */
struct wick_invocation_ops {
    /* The response is a stream; its bytes follow, then on_answer. */
    void (*on_stream)(struct wick_invocation *invocation,
                      struct wick_str content_type);
    /* 0, or -WICK_ETOOBIG: the stream is refused, as the service would. */
    int (*on_data)(struct wick_invocation *invocation, struct wick_str bytes);
    /* The caller's answer, exactly once. */
    void (*on_answer)(struct wick_invocation *invocation,
                      const struct wick_answer *answer);
    /*
     * The environment is done with it, after on_answer. The last call: the
     * invocation belongs to its owner again, who may start the next one.
     */
    void (*on_done)(struct wick_invocation *invocation,
                    const struct wick_report *report);
};

/*
 * Lifetime: from wick_invocation_init() to wick_invocation_release(); the
 * sandbox has it from wick_sandbox_invoke() to on_done.
 */
struct wick_invocation {
    const struct wick_invocation_ops *ops;
    struct wick_buf event;
    /* Headers of the event; empty ones are not sent. */
    struct wick_buf content_type;
    struct wick_buf trace_id;
    struct wick_buf client_context;
    struct wick_buf tenant_id;

    /* The sandbox's own. */
    struct wick_list node;
    char attempt[WICK_UUID_SIZE]; /* Lambda-Runtime-Invocation-Id */
    struct wick_report report;
    uint64_t streamed; /* bytes */
    uint64_t delivered_ns;
    int64_t deadline_ms;
    bool is_answered;
    bool is_streaming;
    bool is_timed_out;
};

/* Empty, with a new id and trace id. */
void wick_invocation_init(struct wick_invocation *invocation,
                          const struct wick_invocation_ops *ops);
void wick_invocation_release(struct wick_invocation *invocation);

enum wick_phase {
    WICK_PHASE_STOPPED, /* no process */
    WICK_PHASE_INIT,    /* started, has not asked for an event yet */
    WICK_PHASE_RESTORE, /* restored, has not asked for an event yet */
    WICK_PHASE_IDLE,
    WICK_PHASE_RUNNING, /* from the event to the next request for one */
    WICK_PHASE_ENDING,  /* told to end */
};

/* Lifetime: the command's. */
struct wick_sandbox {
    struct wick_reactor *reactor;
    const struct wick_function *function;
    struct wick_child child;
    struct wick_server api;
    struct wick_log log;
    enum wick_phase phase;
    enum wick_rapid_state rapid;

    struct wick_list queue;
    size_t queue_count;
    struct wick_invocation *current;
    struct wick_conn *waiters[WICK_SANDBOX_WAITERS_MAX];
    size_t waiter_count;
    struct wick_conn *response_conn; /* whose response is arriving */
    struct wick_extensions extensions;

    struct wick_buf posted_error; /* of init or restore */
    char posted_type[64];
    bool has_posted_error;
    bool is_init_retry;
    bool is_restarting; /* the process ends so that the init begins anew */
    bool is_stale;      /* to be thrown away when it is idle */
    bool is_exit_pending;
    struct wick_child_end exit;

    uint64_t started_ns;
    uint64_t restored_ns;
    double init_ms; /* of this environment, until it is reported */
    double restore_ms;
    uint64_t peak_kib;
    struct wick_alarm limit; /* of the phase */
    struct wick_alarm grace; /* between SIGTERM and SIGKILL */
    struct wick_alarm sample;
    struct wick_alarm settle; /* ends an exit outside of any callback */

    bool is_shut_down;
    void (*on_stopped)(struct wick_sandbox *sandbox);
};

/* Opens the Runtime API on a free port of 127.0.0.1. 0 or -errno. */
WICK_NODISCARD int wick_sandbox_init(struct wick_sandbox *sandbox,
                                     struct wick_reactor *reactor,
                                     const struct wick_function *function);
/* The process must have ended: wick_sandbox_shut_down(). */
void wick_sandbox_release(struct wick_sandbox *sandbox);

/*
 * Runs @invocation after those that wait already. 0, or -EBUSY when too many
 * do; then no callback is called.
 */
WICK_NODISCARD int wick_sandbox_invoke(struct wick_sandbox *sandbox,
                                       struct wick_invocation *invocation);

/* Starts afresh as soon as nothing runs: the files have changed. */
void wick_sandbox_reset(struct wick_sandbox *sandbox);

/* Continues reading a stream after on_data's target was full. */
void wick_sandbox_pause(struct wick_sandbox *sandbox);
void wick_sandbox_resume(struct wick_sandbox *sandbox);

/*
 * Ends everything: whatever runs or waits is answered as exited. Calls
 * @on_stopped when the process is gone, perhaps at once.
 */
void wick_sandbox_shut_down(struct wick_sandbox *sandbox,
                            void (*on_stopped)(struct wick_sandbox *sandbox));

/* For the routes of the Runtime API (api_*.c). */
extern const struct wick_server_ops wick_api_ops;
/* The runtime waits for an event, or for the restore. */
void wick_sandbox_next(struct wick_sandbox *sandbox, struct wick_conn *conn);
void wick_sandbox_restore_next(struct wick_sandbox *sandbox,
                               struct wick_conn *conn);
/* An error of the init (or of the restore hooks) has been posted. */
void wick_sandbox_posted(struct wick_sandbox *sandbox, struct wick_str type,
                         struct wick_str body);
/* Answers the running invocation; once. */
void wick_sandbox_answer(struct wick_sandbox *sandbox,
                         const struct wick_answer *answer);
/* Answers it with a document of the platform's own. */
void wick_sandbox_fail(struct wick_sandbox *sandbox, enum wick_answer_kind kind,
                       const char *type, struct wick_str message);
/* Nobody waits on @conn any more; a response on it has ended. */
void wick_sandbox_forget(struct wick_sandbox *sandbox, struct wick_conn *conn);
/* For api_next.c. */
void wick_api_send_event(struct wick_sandbox *sandbox, struct wick_conn *conn);

#endif
