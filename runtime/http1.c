/* SPDX-License-Identifier: MIT */
#include "http1.h"

#include <errno.h>

#include "err.h"
#include "http1_write.h"

/* A head that needed more than this gives its memory back at the reset. */
#define HEAD_KEEP_MAX (16 * WICK_KIB)

/* Sizes beyond this are nobody's body; sums with them cannot overflow. */
#define BODY_MAX ((uint64_t)INT64_MAX)

enum state {
    STATE_START,
    STATE_HEADERS,
    STATE_BODY, /* of known length */
    STATE_BODY_CLOSE,
    STATE_CHUNK_SIZE,
    STATE_CHUNK_DATA,
    STATE_CHUNK_END,
    STATE_TRAILERS,
    STATE_DONE,
};

/* What a step returns when the next one can go on with the same input. */
#define AGAIN INT32_MAX

void wick_http1_init(struct wick_http1 *http, enum wick_http1_kind kind)
{
    *http = (struct wick_http1){.kind = kind, .why = ""};
    wick_buf_init(&http->head, WICK_HTTP_HEAD_MAX + WICK_HTTP_CHUNK_LINE_MAX);
}

void wick_http1_release(struct wick_http1 *http)
{
    wick_buf_release(&http->head);
    wick_http1_init(http, http->kind);
}

/* Only what the next message reads: the table of fields is 2 KiB. */
static void forget_head(struct wick_http1 *http)
{
    http->status = 0;
    http->minor_version = 0;
    http->is_persistent = false;
    http->content_length = 0;
    http->framing = WICK_HTTP1_NO_BODY;
    http->state = STATE_START;
    http->line_at = 0;
    http->head_count = 0;
    http->field_count = 0;
    http->method = (struct wick_http1_span){0};
    http->target = (struct wick_http1_span){0};
    wick_buf_reset(&http->head);
}

void wick_http1_reset(struct wick_http1 *http)
{
    if (http->head.cap > HEAD_KEEP_MAX) {
        wick_buf_release(&http->head);
    }
    forget_head(http);
    http->err = 0;
    http->why = "";
    http->body_left = 0;
    http->head_bytes = 0;
}

static int fail(struct wick_http1 *http, int err, const char *why)
{
    http->err = err;
    http->why = why;
    return err;
}

static int malformed(struct wick_http1 *http, const char *why)
{
    return fail(http, -WICK_EPROTO, why);
}

static struct wick_str get_span(const struct wick_http1 *http,
                                struct wick_http1_span span)
{
    return wick_str_slice(wick_buf_get(&http->head), span.at, span.len);
}

/* The place of @part, which must be a slice of the head. */
static struct wick_http1_span span_of(const struct wick_http1 *http,
                                      struct wick_str part)
{
    if (part.len == 0) {
        return (struct wick_http1_span){0};
    }
    WICK_ASSERT(part.ptr >= http->head.data);
    size_t at = (size_t)(part.ptr - http->head.data);
    WICK_ASSERT(at + part.len <= http->head.len);
    return (struct wick_http1_span){(uint32_t)at, (uint32_t)part.len};
}

/*
 * Moves bytes of @input behind the head up to a line feed. @line gets the
 * line without its CRLF, and 1 is returned; 0 when the line is not complete.
 * The bounds are checked against the whole line so far, so that the way the
 * input was cut makes no difference.
 */
static int take_line(struct wick_http1 *http, struct wick_str *input,
                     size_t room, struct wick_str *line)
{
    size_t feed = wick_str_find_byte(*input, '\n');
    size_t len = feed == WICK_STR_NONE ? input->len : feed + 1;
    size_t have = http->head.len - http->line_at;

    if (have > room || len > room - have) {
        return fail(http, -WICK_ETOOBIG, "a line or the head is too long");
    }
    int err = wick_buf_append(&http->head, input->ptr, len);
    if (err < 0) {
        return fail(http, err, "no memory for the head");
    }
    *input = wick_str_from_index(*input, len);
    if (feed == WICK_STR_NONE) {
        return 0;
    }

    *line = wick_str_from_index(wick_buf_get(&http->head), http->line_at);
    if (line->len < 2 || line->ptr[line->len - 2] != '\r') {
        return malformed(http, "a line does not end in CRLF");
    }
    line->len -= 2;
    if (wick_str_find_byte(*line, '\r') != WICK_STR_NONE ||
        wick_str_find_byte(*line, '\0') != WICK_STR_NONE) {
        return malformed(http, "a NUL or a lone CR in the head");
    }
    return 1;
}

/* The same for a line of the head or the trailers, which stays there. */
static int take_head_line(struct wick_http1 *http, struct wick_str *input,
                          struct wick_str *line)
{
    size_t room = wick_size_min(WICK_HTTP_LINE_MAX,
                                WICK_HTTP_HEAD_MAX - http->head_bytes);
    int got = take_line(http, input, room, line);

    if (got == 1) {
        http->head_bytes += line->len + 2;
        http->line_at = http->head.len;
    }
    return got;
}

/* "HTTP/1." and one digit; other major versions are other protocols. */
static int parse_version(struct wick_http1 *http, struct wick_str text)
{
    if (text.len != 8 || !wick_str_starts_with(text, WICK_STR("HTTP/1.")) ||
        text.ptr[7] < '0' || text.ptr[7] > '9') {
        return malformed(http, "not HTTP/1");
    }
    http->minor_version = text.ptr[7] - '0';
    return 0;
}

/* Status line, RFC 9112, section 4; servers may leave out the last blank. */
static int parse_status_line(struct wick_http1 *http, struct wick_str line)
{
    struct wick_str rest = wick_str_from_index(line, 8);
    uint32_t status;
    int err = parse_version(http, wick_str_slice(line, 0, 8));

    if (err < 0) {
        return err;
    }
    if (rest.len < 4 || rest.ptr[0] != ' ' ||
        (rest.len > 4 && rest.ptr[4] != ' ') ||
        wick_str_parse_u32(wick_str_slice(rest, 1, 3), 999, &status) < 0 ||
        status < 100) {
        return malformed(http, "malformed status line");
    }
    http->status = (int)status;
    return 0;
}

/* Request line, section 3. */
static int parse_request_line(struct wick_http1 *http, struct wick_str line)
{
    struct wick_str method;
    struct wick_str target;
    struct wick_str version;
    struct wick_str rest;

    if (!wick_str_cut(line, ' ', &method, &rest) ||
        !wick_str_cut(rest, ' ', &target, &version) ||
        !wick_http1_is_token(method) || !wick_http1_is_target(target)) {
        return malformed(http, "malformed request line");
    }
    http->method = span_of(http, method);
    http->target = span_of(http, target);
    return parse_version(http, version);
}

static int step_start(struct wick_http1 *http, struct wick_str *input)
{
    struct wick_str line;
    int got = take_head_line(http, input, &line);

    if (got != 1) {
        return got;
    }
    /* Section 2.2: empty lines before a request are skipped. */
    if (line.len == 0 && http->kind == WICK_HTTP1_REQUEST) {
        return AGAIN;
    }
    int err = http->kind == WICK_HTTP1_REQUEST ? parse_request_line(http, line)
                                               : parse_status_line(http, line);
    if (err < 0) {
        return err;
    }
    http->state = STATE_HEADERS;
    return AGAIN;
}

/* Field line, section 5; also refuses folding (5.2) and "Name :" (5.1). */
static int parse_field(struct wick_http1 *http, struct wick_str line)
{
    struct wick_str name;
    struct wick_str value;

    if (line.ptr[0] == ' ' || line.ptr[0] == '\t') {
        return malformed(http, "folded header");
    }
    if (!wick_str_cut(line, ':', &name, &value) || !wick_http1_is_token(name)) {
        return malformed(http, "malformed header");
    }
    if (http->field_count == WICK_HTTP_HEADERS_MAX) {
        return fail(http, -WICK_ETOOMANY, "too many headers");
    }
    http->fields[http->field_count++] = (struct wick_http1_field){
        span_of(http, name),
        span_of(http, wick_str_trim(value)),
    };
    return AGAIN;
}

/* What the headers say about the body and the connection. */
struct framing_facts {
    struct wick_str length;
    struct wick_str coding;
    int length_count;
    int coding_count;
    bool has_close;
    bool has_keep_alive;
};

static void read_connection(struct framing_facts *facts, struct wick_str value)
{
    struct wick_str_split split = wick_str_split_start(value);
    struct wick_str option;

    while (wick_str_split_next(&split, ',', &option)) {
        option = wick_str_trim(option);
        if (wick_str_eq_nocase(option, WICK_STR("close"))) {
            facts->has_close = true;
        } else if (wick_str_eq_nocase(option, WICK_STR("keep-alive"))) {
            facts->has_keep_alive = true;
        }
    }
}

static struct framing_facts read_facts(const struct wick_http1 *http)
{
    struct framing_facts facts = {0};
    struct wick_str name;
    struct wick_str value;

    for (size_t i = 0; wick_http1_at(http, i, &name, &value); i++) {
        if (wick_str_eq_nocase(name, WICK_STR("content-length"))) {
            facts.length = value;
            facts.length_count++;
        } else if (wick_str_eq_nocase(name, WICK_STR("transfer-encoding"))) {
            facts.coding = value;
            facts.coding_count++;
        } else if (wick_str_eq_nocase(name, WICK_STR("connection"))) {
            read_connection(&facts, value);
        }
    }
    return facts;
}

/* RFC 9112, section 6.3, for what this client and server can meet. */
static int decide_framing(struct wick_http1 *http,
                          const struct framing_facts *facts)
{
    bool is_response = http->kind == WICK_HTTP1_RESPONSE;

    if (facts->length_count + facts->coding_count > 1) {
        return malformed(http, "more than one length");
    }
    if (facts->length_count == 1 &&
        wick_str_parse_u64(facts->length, BODY_MAX, &http->content_length) <
            0) {
        return malformed(http, "malformed Content-Length");
    }
    if (facts->coding_count == 1 &&
        (http->minor_version == 0 ||
         !wick_str_eq_nocase(facts->coding, WICK_STR("chunked")))) {
        return malformed(http, "unknown Transfer-Encoding");
    }
    if (is_response && (http->status == 204 || http->status == 304)) {
        http->framing = WICK_HTTP1_NO_BODY;
    } else if (facts->coding_count == 1) {
        http->framing = WICK_HTTP1_CHUNKED;
    } else if (facts->length_count == 1) {
        http->framing = WICK_HTTP1_LENGTH;
    } else {
        http->framing = is_response ? WICK_HTTP1_CLOSE : WICK_HTTP1_NO_BODY;
    }
    return 0;
}

static int finish_head(struct wick_http1 *http)
{
    http->head_count = http->field_count;
    if (http->kind == WICK_HTTP1_RESPONSE && http->status < 200) {
        if (http->status == 101) {
            return malformed(http, "an upgrade nobody asked for");
        }
        forget_head(http);
        return AGAIN;
    }

    struct framing_facts facts = read_facts(http);
    int err = decide_framing(http, &facts);
    if (err < 0) {
        return err;
    }
    http->is_persistent = http->framing != WICK_HTTP1_CLOSE &&
                          !facts.has_close &&
                          (http->minor_version > 0 || facts.has_keep_alive);
    switch (http->framing) {
    case WICK_HTTP1_NO_BODY:
        http->state = STATE_BODY;
        http->body_left = 0;
        break;
    case WICK_HTTP1_LENGTH:
        http->state = STATE_BODY;
        http->body_left = http->content_length;
        break;
    case WICK_HTTP1_CHUNKED:
        http->state = STATE_CHUNK_SIZE;
        break;
    case WICK_HTTP1_CLOSE:
        http->state = STATE_BODY_CLOSE;
        break;
    }
    return WICK_HTTP1_HEAD;
}

static int step_headers(struct wick_http1 *http, struct wick_str *input)
{
    struct wick_str line;
    int got = take_head_line(http, input, &line);

    if (got != 1) {
        return got;
    }
    return line.len == 0 ? finish_head(http) : parse_field(http, line);
}

static int step_trailers(struct wick_http1 *http, struct wick_str *input)
{
    struct wick_str line;
    int got = take_head_line(http, input, &line);

    if (got != 1) {
        return got;
    }
    if (line.len > 0) {
        return parse_field(http, line);
    }
    http->state = STATE_DONE;
    return WICK_HTTP1_END;
}

/* At most @max bytes off the front of @input as a piece of the body. */
static int take_body(struct wick_str *input, uint64_t max,
                     struct wick_str *body)
{
    size_t len = input->len < max ? input->len : (size_t)max;

    if (len == 0) {
        return WICK_HTTP1_MORE;
    }
    *body = wick_str_slice(*input, 0, len);
    *input = wick_str_from_index(*input, len);
    return WICK_HTTP1_BODY;
}

static int step_body(struct wick_http1 *http, struct wick_str *input,
                     struct wick_str *body)
{
    bool is_chunk = http->state == STATE_CHUNK_DATA;

    if (http->body_left == 0) {
        http->state = is_chunk ? STATE_CHUNK_END : STATE_DONE;
        return is_chunk ? AGAIN : WICK_HTTP1_END;
    }
    int got = take_body(input, http->body_left, body);
    if (got == WICK_HTTP1_BODY) {
        http->body_left -= body->len;
    }
    return got;
}

/*
 * chunk-size and extensions, section 7.1; the latter are ignored (7.1.1).
 * The line is collected behind the head and removed again, so that it needs
 * no buffer of its own.
 */
static int step_chunk_size(struct wick_http1 *http, struct wick_str *input)
{
    struct wick_str line;
    struct wick_str extensions;
    int got = take_line(http, input, WICK_HTTP_CHUNK_LINE_MAX, &line);

    if (got != 1) {
        return got;
    }
    (void)wick_str_cut(line, ';', &line, &extensions);
    if (wick_str_parse_hex(wick_str_trim(line), BODY_MAX, &http->body_left) <
        0) {
        return malformed(http, "malformed chunk size");
    }
    wick_buf_truncate(&http->head, http->line_at);
    http->state = http->body_left > 0 ? STATE_CHUNK_DATA : STATE_TRAILERS;
    return AGAIN;
}

/* The CRLF behind the bytes of a chunk. */
static int step_chunk_end(struct wick_http1 *http, struct wick_str *input)
{
    struct wick_str line;
    int got = take_line(http, input, 2, &line);

    if (got == -WICK_ETOOBIG) {
        return malformed(http, "a chunk is longer than its size");
    }
    if (got != 1) {
        return got;
    }
    wick_buf_truncate(&http->head, http->line_at);
    http->state = STATE_CHUNK_SIZE;
    return AGAIN;
}

static int step(struct wick_http1 *http, struct wick_str *input,
                struct wick_str *body)
{
    switch ((enum state)http->state) {
    case STATE_START:
        return step_start(http, input);
    case STATE_HEADERS:
        return step_headers(http, input);
    case STATE_BODY:
    case STATE_CHUNK_DATA:
        return step_body(http, input, body);
    case STATE_BODY_CLOSE:
        return take_body(input, UINT64_MAX, body);
    case STATE_CHUNK_SIZE:
        return step_chunk_size(http, input);
    case STATE_CHUNK_END:
        return step_chunk_end(http, input);
    case STATE_TRAILERS:
        return step_trailers(http, input);
    case STATE_DONE:
        break;
    }
    WICK_UNREACHABLE();
}

int wick_http1_parse(struct wick_http1 *http, struct wick_str *input,
                     struct wick_str *body)
{
    int got = http->err;

    WICK_ASSERT(got < 0 || http->state != STATE_DONE);
    if (got < 0) {
        return got;
    }
    /* Each round consumes input or moves to a later state of the message. */
    do {
        got = step(http, input, body);
    } while (got == AGAIN);
    return got;
}

int wick_http1_eof(struct wick_http1 *http)
{
    if (http->err < 0) {
        return http->err;
    }
    if (http->state == STATE_BODY_CLOSE || http->state == STATE_DONE) {
        http->state = STATE_DONE;
        return WICK_HTTP1_END;
    }
    return fail(http, -WICK_ETRUNCATED, "the connection ended too early");
}

bool wick_http1_is_idle(const struct wick_http1 *http)
{
    return http->state == STATE_START && http->head_bytes == 0 &&
           http->head.len == 0 && http->err == 0;
}

const char *wick_http1_why(const struct wick_http1 *http)
{
    return http->why;
}

struct wick_str wick_http1_method(const struct wick_http1 *http)
{
    return get_span(http, http->method);
}

struct wick_str wick_http1_target(const struct wick_http1 *http)
{
    return get_span(http, http->target);
}

static bool find_field(const struct wick_http1 *http, size_t from, size_t end,
                       struct wick_str name, struct wick_str *value)
{
    for (size_t i = from; i < end; i++) {
        if (wick_str_eq_nocase(get_span(http, http->fields[i].name), name)) {
            *value = get_span(http, http->fields[i].value);
            return true;
        }
    }
    return false;
}

bool wick_http1_find(const struct wick_http1 *http, struct wick_str name,
                     struct wick_str *value)
{
    return find_field(http, 0, http->head_count, name, value);
}

bool wick_http1_find_trailer(const struct wick_http1 *http,
                             struct wick_str name, struct wick_str *value)
{
    return find_field(http, http->head_count, http->field_count, name, value);
}

bool wick_http1_at(const struct wick_http1 *http, size_t index,
                   struct wick_str *name, struct wick_str *value)
{
    if (index >= http->head_count) {
        return false;
    }
    *name = get_span(http, http->fields[index].name);
    *value = get_span(http, http->fields[index].value);
    return true;
}
