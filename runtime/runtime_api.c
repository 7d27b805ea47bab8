/* SPDX-License-Identifier: MIT */
#include "runtime_api.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "err.h"
#include "error_report.h"
#include "limits.h"

/* Request line, identity, an X-Ray cause and the rest of a head. */
#define HEAD_MAX (WICK_XRAY_CAUSE_MAX + 16 * WICK_KIB)

static struct wick_api *api_of_get(struct wick_http1_exchange *exchange)
{
    return container_of(exchange, struct wick_api, get);
}

static struct wick_api *api_of_post(struct wick_http1_exchange *exchange)
{
    return container_of(exchange, struct wick_api, post);
}

/* Keeps the first bytes of an answer's body. */
static void keep_words(struct wick_api *api, struct wick_str piece)
{
    size_t len = wick_size_min(piece.len, sizeof(api->words) - api->words_len);

    memcpy(api->words + api->words_len, piece.ptr, len);
    api->words_len += len;
}

static struct wick_str get_words(const struct wick_api *api)
{
    return (struct wick_str){api->words, api->words_len};
}

static void on_get_head(struct wick_http1_exchange *exchange,
                        const struct wick_http1 *http)
{
    struct wick_api *api = api_of_get(exchange);

    api->words_len = 0;
    api->get_err = 0;
    api->get_status = http->status;
    if (api->get_call == WICK_API_NEXT && http->status == 200) {
        api->get_err = wick_api_event_begin(api->event, api->arena, http);
        if (api->get_err == 0) {
            exchange->sink = wick_api_event_sink(api->event);
        }
    }
}

static void on_get_body(struct wick_http1_exchange *exchange,
                        struct wick_str piece)
{
    struct wick_api *api = api_of_get(exchange);

    if (api->get_call != WICK_API_NEXT || api->get_status != 200) {
        keep_words(api, piece);
    } else if (api->get_err == 0) {
        wick_api_event_append(api->event, piece);
        exchange->sink = wick_api_event_sink(api->event);
    }
}

static void on_get_done(struct wick_http1_exchange *exchange, int err)
{
    struct wick_api *api = api_of_get(exchange);
    struct wick_api_answer answer;

    api->is_getting = false;
    if (err < 0) {
        wick_api_answer_fail(&answer, api->get_call, err,
                             wick_http1_client_why(&api->client));
    } else if (api->get_err < 0) {
        wick_api_answer_fail(
            &answer, api->get_call, api->get_err,
            "Missing required headers: lambda-runtime-aws-request-id");
    } else {
        wick_api_answer_fill(&answer, api->get_call, api->get_status,
                             get_words(api));
    }
    if (api->get_call == WICK_API_RESTORE_NEXT && !api->is_posting) {
        wick_http1_client_drop(&api->client);
    }
    api->get_caller.on_answer(api->get_caller.context, &answer);
}

static const struct wick_http1_exchange_ops get_ops = {
    .on_head = on_get_head,
    .on_body = on_get_body,
    .on_done = on_get_done,
};

static void on_post_head(struct wick_http1_exchange *exchange,
                         const struct wick_http1 *http)
{
    struct wick_api *api = api_of_post(exchange);

    api->words_len = 0;
    api->post_status = http->status;
}

static void on_post_body(struct wick_http1_exchange *exchange,
                         struct wick_str piece)
{
    keep_words(api_of_post(exchange), piece);
}

static void end_stream(struct wick_api *api)
{
    api->is_streaming = false;
    wick_buf_release(&api->fill);
    wick_buf_release(&api->flight);
    wick_buf_release(&api->end);
}

static void on_post_done(struct wick_http1_exchange *exchange, int err)
{
    struct wick_api *api = api_of_post(exchange);
    struct wick_api_answer answer;

    api->is_posting = false;
    end_stream(api);
    if (err < 0) {
        wick_api_answer_fail(&answer, api->post_call, err,
                             wick_http1_client_why(&api->client));
        if (err == -ECANCELED) {
            answer.action = WICK_API_EXIT;
        }
    } else {
        wick_api_answer_fill(&answer, api->post_call, api->post_status,
                             get_words(api));
    }
    api->post_caller.on_answer(api->post_caller.context, &answer);
}

static int pump(struct wick_api *api);

/* The chunk has gone: the other buffer's turn, and room for the handler. */
static void on_post_sent(struct wick_http1_exchange *exchange)
{
    struct wick_api *api = api_of_post(exchange);

    wick_buf_reset(&api->flight);
    int err = pump(api);
    if (err < 0) {
        /* Nothing of the exchange is left that could report it. */
        on_post_done(exchange, err);
        return;
    }
    if (api->is_short) {
        api->is_short = false;
        api->on_drain(api->post_caller.context);
    }
}

static const struct wick_http1_exchange_ops post_ops = {
    .on_head = on_post_head,
    .on_body = on_post_body,
    .on_done = on_post_done,
    .on_sent = on_post_sent,
};

int wick_api_init(struct wick_api *api, const struct wick_api_config *config)
{
    memset(api, 0, offsetof(struct wick_api, client));
    memset((char *)api + offsetof(struct wick_api, get), 0,
           sizeof(*api) - offsetof(struct wick_api, get));
    api->identity = config->identity;
    wick_http1_client_init(&api->client, config->loop,
                           (const struct sockaddr *)&config->endpoint->address,
                           config->endpoint->len);
    api->get.ops = &get_ops;
    api->post.ops = &post_ops;
    wick_buf_init(&api->next_head, HEAD_MAX);
    wick_buf_init(&api->restore_head, HEAD_MAX);
    wick_buf_init(&api->post_head, HEAD_MAX);
    wick_buf_init(&api->fill, WICK_STREAM_BUFFER_MAX);
    wick_buf_init(&api->flight, WICK_STREAM_BUFFER_MAX);
    /* Base64 makes four of three. */
    wick_buf_init(&api->end, WICK_STREAM_ERROR_MAX * 2);
    return wick_api_request_write_get(&api->next_head, &api->identity,
                                      WICK_API_NEXT);
}

void wick_api_cancel(struct wick_api *api)
{
    wick_http1_client_cancel(&api->client);
    if (api->is_streaming && !api->is_started) {
        on_post_done(&api->post, -ECANCELED);
    }
}

void wick_api_release(struct wick_api *api)
{
    wick_http1_client_release(&api->client);
    wick_buf_release(&api->next_head);
    wick_buf_release(&api->restore_head);
    wick_buf_release(&api->post_head);
    end_stream(api);
}

static void set_part(struct wick_http1_exchange *exchange,
                     struct wick_str bytes)
{
    /* The kernel reads from it; the const ends at the system call. */
    exchange->parts[exchange->part_count++] =
        (struct iovec){(void *)bytes.ptr, bytes.len};
}

/* What failed to start has taken everything that was put in with it. */
static int check_start(struct wick_api *api, int err)
{
    if (err < 0) {
        api->is_getting = false;
        api->is_posting = false;
        end_stream(api);
    }
    return err;
}

static int start_get(struct wick_api *api, enum wick_api_call call,
                     struct wick_str head, struct wick_api_caller caller)
{
    WICK_ASSERT(!api->is_getting && !api->is_streaming);

    api->is_getting = true;
    api->get_caller = caller;
    api->get_call = call;
    api->get_status = 0;
    api->get_err = 0;
    api->get.part_count = 0;
    api->get.can_retry = call == WICK_API_NEXT;
    set_part(&api->get, head);
    wick_http1_client_put(&api->client, &api->get);
    return check_start(api, wick_http1_client_flush(&api->client));
}

int wick_api_next(struct wick_api *api, struct wick_arena *arena,
                  struct wick_api_event *event, struct wick_api_caller caller)
{
    api->arena = arena;
    api->event = event;
    return start_get(api, WICK_API_NEXT, wick_buf_get(&api->next_head), caller);
}

int wick_api_restore_next(struct wick_api *api, struct wick_api_caller caller)
{
    wick_buf_reset(&api->restore_head);
    int err = wick_api_request_write_get(&api->restore_head, &api->identity,
                                         WICK_API_RESTORE_NEXT);

    return err < 0 ? err
                   : start_get(api, WICK_API_RESTORE_NEXT,
                               wick_buf_get(&api->restore_head), caller);
}

static int prepare_post(struct wick_api *api, const struct wick_api_post *post,
                        struct wick_api_caller caller)
{
    WICK_ASSERT(!api->is_posting);

    wick_buf_reset(&api->post_head);
    int err =
        wick_api_request_write_post(&api->post_head, &api->identity, post);
    if (err < 0) {
        return err;
    }
    api->is_posting = true;
    api->post_caller = caller;
    api->post_call = post->call;
    api->post_status = 0;
    api->post.part_count = 0;
    api->post.is_open = false;
    api->post.can_retry = true;
    set_part(&api->post, wick_buf_get(&api->post_head));
    return 0;
}

int wick_api_send(struct wick_api *api, const struct wick_api_post *post,
                  bool is_followed, struct wick_api_caller caller)
{
    WICK_ASSERT(post->call != WICK_API_STREAM);

    int err = prepare_post(api, post, caller);
    if (err < 0) {
        return err;
    }
    if (post->body.len > 0) {
        set_part(&api->post, post->body);
    }
    wick_http1_client_put(&api->client, &api->post);
    return is_followed ? 0 : wick_api_flush(api);
}

int wick_api_flush(struct wick_api *api)
{
    return check_start(api, wick_http1_client_flush(&api->client));
}

int wick_api_stream_start(struct wick_api *api,
                          const struct wick_api_post *post,
                          const struct wick_api_streamer *streamer)
{
    struct wick_api_caller caller = {streamer->on_answer, streamer->context};

    WICK_ASSERT(post->call == WICK_API_STREAM && !api->is_streaming);
    /* All of it now, so that no later append can fail. */
    char *room;
    int err = wick_buf_reserve(&api->fill, WICK_STREAM_BUFFER_MAX, &room);
    if (err == 0) {
        err = wick_buf_reserve(&api->flight, WICK_STREAM_BUFFER_MAX, &room);
    }
    if (err == 0) {
        err = prepare_post(api, post, caller);
    }
    if (err < 0) {
        end_stream(api);
        return err;
    }
    api->on_drain = streamer->on_drain;
    api->is_streaming = true;
    api->is_started = false;
    api->is_ended = false;
    api->is_short = false;
    return 0;
}

/*
 * Sends what has been collected as one chunk, with the head before the first
 * and the end behind the last, when nothing else of the stream is under way.
 */
static int pump(struct wick_api *api)
{
    bool is_busy = api->is_started && api->post.phase != WICK_HTTP1_STALLED;

    if (is_busy || (api->fill.len == 0 && !api->is_ended)) {
        return 0;
    }
    struct wick_buf sent = api->flight;
    api->flight = api->fill;
    api->fill = sent;
    if (api->is_started) {
        api->post.part_count = 0;
    }
    if (api->flight.len > 0) {
        int len = snprintf(api->chunk_size, sizeof(api->chunk_size), "%zx\r\n",
                           api->flight.len);

        set_part(&api->post, (struct wick_str){api->chunk_size, (size_t)len});
        set_part(&api->post, wick_buf_get(&api->flight));
        set_part(&api->post, WICK_STR("\r\n"));
    }
    if (api->is_ended) {
        set_part(&api->post, wick_buf_get(&api->end));
        api->is_streaming = false;
    }
    api->post.is_open = !api->is_ended;
    if (api->is_started) {
        return check_start(api,
                           wick_http1_client_more(&api->client, &api->post));
    }
    api->is_started = true;
    wick_http1_client_put(&api->client, &api->post);
    return check_start(api, wick_http1_client_flush(&api->client));
}

size_t wick_api_stream_room(const struct wick_api *api)
{
    return api->is_streaming && !api->is_ended
               ? WICK_STREAM_BUFFER_MAX - api->fill.len
               : 0;
}

int64_t wick_api_stream_write(struct wick_api *api, const void *bytes,
                              size_t len)
{
    size_t taken = 0;

    if (!api->is_streaming || api->is_ended) {
        return -EPIPE;
    }
    /* At most twice: the first pump may free the other buffer. */
    while (taken < len && wick_api_stream_room(api) > 0) {
        size_t piece = wick_size_min(len - taken, wick_api_stream_room(api));
        int err =
            wick_buf_append(&api->fill, (const char *)bytes + taken, piece);

        WICK_ASSERT(err == 0);
        taken += piece;
        err = pump(api);
        if (err < 0) {
            return err;
        }
    }
    api->is_short = taken < len;
    return (int64_t)taken;
}

int wick_api_stream_end(struct wick_api *api, struct wick_str error_type,
                        struct wick_str error_body)
{
    char small[WICK_ERROR_REPORT_SIZE_MIN];
    const struct wick_error_report too_large = {
        .type = error_type,
        .message = WICK_STR("The error document was too large to be sent."),
    };

    if (!api->is_streaming || api->is_ended) {
        return -EPIPE;
    }
    if (error_body.len > WICK_STREAM_ERROR_MAX) {
        size_t len = wick_error_report_write(small, sizeof(small), &too_large);

        error_body = (struct wick_str){small, len};
    }
    wick_buf_reset(&api->end);
    int err = wick_api_request_write_end(&api->end, error_type, error_body);
    if (err < 0) {
        return err;
    }
    api->is_ended = true;
    api->is_short = false;
    return pump(api);
}
