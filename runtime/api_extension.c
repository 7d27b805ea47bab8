/* SPDX-License-Identifier: MIT */
#include "api_extension.h"

#include <string.h>

#include "err.h"

static struct wick_api_extension *
extension_of(struct wick_http1_exchange *exchange)
{
    return container_of(exchange, struct wick_api_extension, exchange);
}

static void on_head(struct wick_http1_exchange *exchange,
                    const struct wick_http1 *http)
{
    struct wick_api_extension *extension = extension_of(exchange);
    struct wick_str id;

    extension->status = http->status;
    extension->words_len = 0;
    if (!extension->is_registered && http->status == 200 &&
        wick_http1_find(http, WICK_STR("lambda-extension-identifier"), &id) &&
        id.len <= sizeof(extension->id)) {
        memcpy(extension->id, id.ptr, id.len);
        extension->id_len = id.len;
    }
}

static void on_body(struct wick_http1_exchange *exchange, struct wick_str piece)
{
    struct wick_api_extension *extension = extension_of(exchange);
    size_t room = sizeof(extension->words) - extension->words_len;
    size_t len = wick_size_min(piece.len, room);

    memcpy(extension->words + extension->words_len, piece.ptr, len);
    extension->words_len += len;
}

static int send_exchange(struct wick_api_extension *extension,
                         struct wick_str body)
{
    struct wick_http1_exchange *exchange = &extension->exchange;

    exchange->parts[0] =
        (struct iovec){extension->head.data, extension->head.len};
    exchange->parts[1] = (struct iovec){(void *)body.ptr, body.len};
    exchange->part_count = body.len > 0 ? 2 : 1;
    wick_http1_client_put(&extension->client, exchange);
    return wick_http1_client_flush(&extension->client);
}

static int wait_for_events(struct wick_api_extension *extension)
{
    wick_buf_reset(&extension->head);
    int err = wick_api_request_write_extension(
        &extension->head, &extension->identity,
        (struct wick_str){extension->id, extension->id_len});
    if (err < 0) {
        return err;
    }
    extension->exchange.is_background = true;
    return send_exchange(extension, WICK_STR(""));
}

static void on_registered(struct wick_api_extension *extension, int err)
{
    struct wick_api_answer answer;

    if (err == 0 && extension->status == 200) {
        extension->is_registered = true;
        err = extension->id_len > 0 ? wait_for_events(extension) : -WICK_EPROTO;
    }
    if (err < 0) {
        wick_api_answer_fail(&answer, WICK_API_REGISTER, err,
                             wick_http1_client_why(&extension->client));
    } else {
        wick_api_answer_fill(
            &answer, WICK_API_REGISTER, extension->status,
            (struct wick_str){extension->words, extension->words_len});
    }
    extension->caller.on_answer(extension->caller.context, &answer);
}

/* An end of event/next concerns nobody: no event was asked for. */
static void on_done(struct wick_http1_exchange *exchange, int err)
{
    struct wick_api_extension *extension = extension_of(exchange);

    if (!extension->is_registered) {
        on_registered(extension, err);
    }
}

static const struct wick_http1_exchange_ops exchange_ops = {
    .on_head = on_head,
    .on_body = on_body,
    .on_done = on_done,
};

int wick_api_extension_start(struct wick_api_extension *extension,
                             const struct wick_api_config *config,
                             struct wick_api_caller caller)
{
    const struct wick_api_post post = {
        .call = WICK_API_REGISTER,
        .body = WICK_STR("{\"events\":[]}"),
    };

    extension->identity = config->identity;
    extension->caller = caller;
    extension->exchange = (struct wick_http1_exchange){.ops = &exchange_ops};
    extension->status = 0;
    extension->is_registered = false;
    extension->id_len = 0;
    extension->words_len = 0;
    wick_buf_init(&extension->head, 4 * WICK_KIB);
    wick_http1_client_init(&extension->client, config->loop,
                           (const struct sockaddr *)&config->endpoint->address,
                           config->endpoint->len);
    int err = wick_api_request_write_post(&extension->head,
                                          &extension->identity, &post);
    return err < 0 ? err : send_exchange(extension, post.body);
}

void wick_api_extension_cancel(struct wick_api_extension *extension)
{
    wick_http1_client_cancel(&extension->client);
}

void wick_api_extension_release(struct wick_api_extension *extension)
{
    wick_http1_client_release(&extension->client);
    wick_buf_release(&extension->head);
}
