/* SPDX-License-Identifier: MIT */
/*
 * The client of the Lambda Runtime API: next, response, error, init error,
 * streamed response, restore. Over one keep-alive connection on the loop;
 * knows nothing of JavaScript. What the service answers becomes an action for
 * the caller (api_answer.h); nothing is logged here.
 *
 * Every call is asynchronous: its function is called exactly once if the call
 * succeeded and never if it failed. One GET and one POST may be in progress
 * at a time.
 *
 * A POST and the next that follows it may leave together (is_followed): one
 * system call, and one round trip less. RFC 9112, section 9.3.2, advises
 * against sending behind a POST because a failure in between is ambiguous.
 * Here it is not: whatever the answer is but a 5xx, the next thing to do is
 * next, and after a 5xx the process ends. It is done on a connection that has
 * answered before. A caller that has something to do between the answer and
 * next (a handler's immediates) does not ask for it.
 *
 * A POST that meets a dead connection is sent again once, like a GET: should
 * the first have arrived after all, the service refuses the second by its
 * state (400 or 403), which is logged and has no other effect.
 */
#ifndef WICK_RUNTIME_API_H
#define WICK_RUNTIME_API_H

#include "api_answer.h"
#include "api_event.h"
#include "api_request.h"
#include "base.h"
#include "buf.h"
#include "endpoint.h"
#include "http1_client.h"

struct wick_api;

/* @answer is borrowed for the call. */
typedef void (*wick_api_fn)(void *context,
                            const struct wick_api_answer *answer);

/* The two sides of a call. */
struct wick_api_caller {
    wick_api_fn on_answer;
    void *context;
};

struct wick_api_config {
    struct wick_loop *loop;
    const struct wick_endpoint *endpoint; /* copied */
    struct wick_api_identity identity;    /* its strings are borrowed */
};

struct wick_api_streamer {
    wick_api_fn on_answer; /* the end, as of any call */
    /* There is room again after a short write. */
    void (*on_drain)(void *context);
    void *context;
};

/* Lifetime: the owner's, pinned until its release. All private. */
struct wick_api {
    struct wick_api_identity identity;
    struct wick_http1_client client;

    /* GET next or restore/next. */
    struct wick_http1_exchange get;
    struct wick_api_caller get_caller;
    enum wick_api_call get_call;
    struct wick_arena *arena;
    struct wick_api_event *event;
    struct wick_buf next_head; /* the same for the whole life */
    struct wick_buf restore_head;
    bool is_getting;
    int get_status;
    int get_err;

    /* Any POST. */
    struct wick_http1_exchange post;
    struct wick_api_caller post_caller;
    enum wick_api_call post_call;
    struct wick_buf post_head;
    bool is_posting;
    int post_status;

    /* A streamed response: what is filled, what is sent, its frame. */
    struct wick_buf fill;
    struct wick_buf flight;
    struct wick_buf end;
    void (*on_drain)(void *context);
    char chunk_size[24];
    bool is_streaming; /* from start to the end's being handed over */
    bool is_started;   /* the head is on its way */
    bool is_ended;
    bool is_short; /* a write found no room */

    /* The beginning of an answer's body, for the log. */
    char words[WICK_HTTP_STATUS_BODY_MAX];
    size_t words_len;
};

/* Makes no connection and no system call. Fails with -ENOMEM. */
WICK_NODISCARD int wick_api_init(struct wick_api *api,
                                 const struct wick_api_config *config);

/*
 * Ends what is in progress: callers get -ECANCELED (WICK_API_EXIT), now or in
 * a later turn. Run wick_loop_drain() before the release.
 */
void wick_api_cancel(struct wick_api *api);

/* Frees what it holds. Nothing may be in flight. */
void wick_api_release(struct wick_api *api);

/*
 * Waits for the next event, as long as it takes. With WICK_API_GO_ON @event
 * is filled, its bytes in @arena; neither is touched before the first answer
 * byte, and when a POST is in progress not before that has been answered: the
 * invocation it ends must be over when its function returns. An event without
 * a request id, or one that breaks the protocol, is WICK_API_EXIT. Fails with
 * the errno of socket(2) or the codes of wick_loop_start().
 */
WICK_NODISCARD int wick_api_next(struct wick_api *api, struct wick_arena *arena,
                                 struct wick_api_event *event,
                                 struct wick_api_caller caller);

/*
 * SnapStart: waits until the snapshot has been restored. The connection is
 * closed afterwards, since its other end belongs to another machine. Never
 * sent twice. Fails as wick_api_next().
 */
WICK_NODISCARD int wick_api_restore_next(struct wick_api *api,
                                         struct wick_api_caller caller);

/*
 * Posts @post, which is anything but WICK_API_STREAM. The struct is borrowed
 * for the call, its body until the answer. With @is_followed nothing is sent
 * before wick_api_next() or wick_api_flush() is called, one of which must come
 * before the loop runs. Fails as wick_api_next() or with -WICK_ETOOBIG for a
 * head that is too big.
 */
WICK_NODISCARD int wick_api_send(struct wick_api *api,
                                 const struct wick_api_post *post,
                                 bool is_followed,
                                 struct wick_api_caller caller);

/*
 * Sends what wick_api_send() was told that next would follow, without it.
 * Fails as wick_api_next(); the function of the POST is then never called.
 */
WICK_NODISCARD int wick_api_flush(struct wick_api *api);

/*
 * Begins a streamed response: @post with the call WICK_API_STREAM, borrowed
 * for the call. Nothing is sent before the first byte or the end. The
 * connection is kept afterwards unless the service answers before the end.
 */
WICK_NODISCARD int
wick_api_stream_start(struct wick_api *api, const struct wick_api_post *post,
                      const struct wick_api_streamer *streamer);

/*
 * Takes bytes of the response, at most @len, copying them, and sends them as
 * soon as those before have gone. Returns how many were taken; when that is
 * less than @len, on_drain is called once there is room again. -EPIPE when
 * the stream is over, because it was ended or because the service or the
 * connection ended it; else fails as wick_api_next(), without an answer.
 */
WICK_NODISCARD int64_t wick_api_stream_write(struct wick_api *api,
                                             const void *bytes, size_t len);

/* Bytes that a write would take now. */
size_t wick_api_stream_room(const struct wick_api *api);

/*
 * Ends the response; with a non-empty @error_type as failed, telling by
 * trailers. An @error_body beyond WICK_STREAM_ERROR_MAX is replaced by a
 * short one of the same type. Fails as wick_api_stream_write().
 */
WICK_NODISCARD int wick_api_stream_end(struct wick_api *api,
                                       struct wick_str error_type,
                                       struct wick_str error_body);

#endif
