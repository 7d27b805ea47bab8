/* SPDX-License-Identifier: MIT */
/*
 * A function's process for the tests of wick: speaks the Runtime API and does
 * what its handler says.
 *
 *   echo          answers every event with itself
 *   headers       answers with the headers of the event, as a JSON object
 *   environment   answers with its environment and folder, as a JSON object
 *   stream.SIZE   answers with a stream of SIZE bytes
 *   buffer.SIZE   answers with SIZE bytes and prints the answer to that,
 *                 then posts an error and prints the answer to that
 *   memory.MB     takes so much memory, then answers
 *   script        follows the lines of the variable SCRIPT, see below
 *
 * A line of a script is one of
 *
 *   next                       waits for an event; sets {id} and {attempt}
 *   METHOD PATH [HEADERS] [BODY]
 *                              any request; HEADERS are "[Name: value]"s
 *   half METHOD PATH BODY      announces twice the body and sends it once
 *   dead METHOD PATH BODY      the same, and closes the connection
 *   open / close               a second connection / back to the first
 *   send METHOD PATH           a request whose answer is not awaited
 *   await                      the answer to the oldest of those
 *   log TEXT                   prints TEXT as a line
 *   text TEXT                  prints TEXT
 *   term                       from now on SIGTERM ends a "hang"
 *   hang                       waits for SIGTERM
 *   pause                      waits for SIGKILL
 *   exit STATUS / signal NUMBER
 *   goto LINE                  continues with that line, the first is 1
 *
 * After each request the script prints "STATUS BODY" on standard error.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "buf.h"
#include "encode.h"
#include "http1.h"
#include "http1_write.h"
#include "str.h"

#define API      "/2018-06-01/runtime/"
#define BODY_MAX (256 * WICK_MIB)

extern char **environ;

/* One connection to the Runtime API and the answer read from it. */
struct peer {
    int fd;
    struct wick_http1 http;
    struct wick_buf input;
    struct wick_buf body;
};

static struct peer peers[2];
static struct peer *peer = &peers[0];
static char id[256];
static char attempt[256];
static volatile sig_atomic_t is_terminated;

WICK_NORETURN WICK_PRINTF(1, 2) static void give_up(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vfprintf(stderr, format, args);
    va_end(args);
    (void)fputc('\n', stderr);
    exit(99);
}

static void must(int err)
{
    if (err < 0) {
        give_up("fake: error %d", err);
    }
}

static void dial(struct peer *to)
{
    const char *api = getenv("AWS_LAMBDA_RUNTIME_API");
    struct wick_str host;
    struct wick_str port;
    uint32_t number = 0;
    struct sockaddr_in address = {.sin_family = AF_INET};

    if (!wick_str_cut(wick_str_from(api), ':', &host, &port) ||
        wick_str_parse_u32(port, 65535, &number) < 0) {
        give_up("fake: AWS_LAMBDA_RUNTIME_API is %s", api ? api : "unset");
    }
    address.sin_port = htons((uint16_t)number);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(to->fd, (struct sockaddr *)&address, sizeof(address)) < 0) {
        give_up("fake: connect: %s", strerror(errno));
    }
    wick_http1_init(&to->http, WICK_HTTP1_RESPONSE);
    wick_buf_init(&to->input, WICK_MIB);
    wick_buf_init(&to->body, BODY_MAX);
}

static void hang_up(struct peer *from)
{
    (void)close(from->fd);
    wick_http1_release(&from->http);
    wick_buf_release(&from->input);
    wick_buf_release(&from->body);
}

static void send_all(struct wick_str bytes)
{
    while (bytes.len > 0) {
        ssize_t count = send(peer->fd, bytes.ptr, bytes.len, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) {
            give_up("fake: send: %s", strerror(errno));
        }
        if (count > 0) {
            bytes = wick_str_from_index(bytes, (size_t)count);
        }
    }
}

/* Reads one answer. */
static void receive(void)
{
    wick_http1_reset(&peer->http);
    wick_buf_reset(&peer->body);
    for (;;) {
        struct wick_str input = wick_buf_get(&peer->input);
        struct wick_str body;
        size_t before = input.len;
        int event = wick_http1_parse(&peer->http, &input, &body);
        if (event < 0) {
            give_up("fake: %s", wick_http1_why(&peer->http));
        }
        if (event == WICK_HTTP1_BODY) {
            must(wick_buf_append_str(&peer->body, body));
        }
        wick_buf_consume(&peer->input, before - input.len);
        if (event == WICK_HTTP1_END) {
            return;
        }
        if (event == WICK_HTTP1_MORE) {
            char *room;
            must(wick_buf_reserve(&peer->input, 65536, &room));
            ssize_t count = recv(peer->fd, room, 65536, 0);
            if (count <= 0) {
                give_up("fake: recv: %s",
                        count == 0 ? "closed" : strerror(errno));
            }
            wick_buf_commit(&peer->input, (size_t)count);
        }
    }
}

/* @headers are whole lines. */
static void request(const char *method, struct wick_str target,
                    struct wick_str headers, struct wick_str body,
                    size_t announced)
{
    struct wick_buf out;

    wick_buf_init(&out, BODY_MAX);
    must(wick_http1_write_request(&out, method, target));
    must(wick_buf_append_cstr(&out, "Host: runtime\r\n"));
    must(wick_buf_append_str(&out, headers));
    if (wick_str_find(headers, WICK_STR("Transfer-Encoding")) ==
        WICK_STR_NONE) {
        must(wick_http1_write_length(&out, announced));
    }
    must(wick_http1_write_end(&out));
    must(wick_buf_append_str(&out, body));
    send_all(wick_buf_get(&out));
    wick_buf_release(&out);
}

static void copy_header(const char *name, char *out, size_t size)
{
    struct wick_str value;

    if (wick_http1_find(&peer->http, wick_str_from(name), &value)) {
        (void)snprintf(out, size, "%.*s", WICK_STR_ARG(value));
    }
}

/* Remembers the ids of the answer, if it is an event. */
static void take_ids(void)
{
    copy_header("Lambda-Runtime-Aws-Request-Id", id, sizeof(id));
    copy_header("Lambda-Runtime-Invocation-Id", attempt, sizeof(attempt));
}

static void next(void)
{
    request("GET", WICK_STR(API "invocation/next"), WICK_STR(""), WICK_STR(""),
            0);
    receive();
    take_ids();
}

static void respond(struct wick_str body)
{
    char target[512];
    char echo[300];

    (void)snprintf(target, sizeof(target), API "invocation/%s/response", id);
    (void)snprintf(echo, sizeof(echo), "Lambda-Runtime-Invocation-Id: %s\r\n",
                   attempt);
    request("POST", wick_str_from(target), wick_str_from(echo), body, body.len);
    receive();
}

static void respond_headers(void)
{
    struct wick_buf out;
    struct wick_str name;
    struct wick_str value;

    wick_buf_init(&out, WICK_MIB);
    must(wick_buf_append_byte(&out, '{'));
    for (size_t i = 0; wick_http1_at(&peer->http, i, &name, &value); i++) {
        must(wick_buf_append_cstr(&out, i > 0 ? "," : ""));
        must(wick_encode_json(&out, name));
        must(wick_buf_append_byte(&out, ':'));
        must(wick_encode_json(&out, value));
    }
    must(wick_buf_append_byte(&out, '}'));
    respond(wick_buf_get(&out));
    wick_buf_release(&out);
}

static void respond_environment(void)
{
    char folder[4096];
    struct wick_buf out;

    wick_buf_init(&out, WICK_MIB);
    must(wick_buf_append_cstr(&out, "{\"cwd\":"));
    must(wick_encode_json(&out, wick_str_from(getcwd(folder, sizeof(folder)))));
    for (char **pair = environ; *pair; pair++) {
        struct wick_str name = wick_str_from(*pair);
        struct wick_str value = WICK_STR("");
        (void)!wick_str_cut(name, '=', &name, &value);
        must(wick_buf_append_byte(&out, ','));
        must(wick_encode_json(&out, name));
        must(wick_buf_append_byte(&out, ':'));
        must(wick_encode_json(&out, value));
    }
    must(wick_buf_append_byte(&out, '}'));
    respond(wick_buf_get(&out));
    wick_buf_release(&out);
}

static void send_chunk(struct wick_str bytes)
{
    struct wick_buf out;

    wick_buf_init(&out, BODY_MAX);
    must(wick_http1_write_chunk_size(&out, bytes.len));
    must(wick_buf_append_str(&out, bytes));
    must(wick_buf_append_cstr(&out, "\r\n"));
    send_all(wick_buf_get(&out));
    wick_buf_release(&out);
}

static void respond_stream(uint64_t size)
{
    static char block[65536];
    char target[512];

    memset(block, 's', sizeof(block));
    (void)snprintf(target, sizeof(target), API "invocation/%s/response", id);
    request("POST", wick_str_from(target),
            WICK_STR("Lambda-Runtime-Function-Response-Mode: streaming\r\n"
                     "Transfer-Encoding: chunked\r\n"
                     "Content-Type: application/octet-stream\r\n"),
            WICK_STR(""), 0);
    while (size > 0) {
        size_t part = size < sizeof(block) ? (size_t)size : sizeof(block);
        send_chunk((struct wick_str){block, part});
        size -= part;
    }
    send_all(WICK_STR("0\r\n\r\n"));
    receive();
}

static void respond_memory(uint64_t megabytes)
{
    size_t size = (size_t)megabytes * WICK_MIB;
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

    if (memory == MAP_FAILED) {
        give_up("fake: mmap: %s", strerror(errno));
    }
    /* Where wick is to notice, it has the time to. */
    if (getenv("LINGER")) {
        (void)pause();
    }
    (void)munmap(memory, size);
    respond(WICK_STR("\"done\""));
}

static void print_answer(void)
{
    struct wick_str body = wick_buf_get(&peer->body);
    bool has_newline = wick_str_ends_with(body, WICK_STR("\n"));

    (void)fprintf(stderr, "%d %.*s%s", peer->http.status, WICK_STR_ARG(body),
                  has_newline ? "" : "\n");
}

static void respond_buffer(uint64_t size)
{
    struct wick_buf out;
    char target[512];
    char *room;

    wick_buf_init(&out, BODY_MAX);
    must(wick_buf_reserve(&out, (size_t)size, &room));
    memset(room, 'b', (size_t)size);
    wick_buf_commit(&out, (size_t)size);
    respond(wick_buf_get(&out));
    print_answer();
    wick_buf_release(&out);
    (void)snprintf(target, sizeof(target), API "invocation/%s/error", id);
    request("POST", wick_str_from(target), WICK_STR(""), WICK_STR("{}"), 2);
    receive();
    print_answer();
}

/* ---- Scripts. */

static void on_term(int signal)
{
    (void)signal;
    is_terminated = 1;
}

/* @text with {id} and {attempt}, and "\n", "\r", "\0" of two characters. */
static void expand(struct wick_buf *out, struct wick_str text)
{
    while (text.len > 0) {
        size_t used = 2;
        if (wick_str_starts_with(text, WICK_STR("{id}"))) {
            must(wick_buf_append_cstr(out, id));
            used = 4;
        } else if (wick_str_starts_with(text, WICK_STR("{attempt}"))) {
            must(wick_buf_append_cstr(out, attempt));
            used = 9;
        } else if (wick_str_starts_with(text, WICK_STR("\\n"))) {
            must(wick_buf_append_byte(out, '\n'));
        } else if (wick_str_starts_with(text, WICK_STR("\\r"))) {
            must(wick_buf_append_byte(out, '\r'));
        } else if (wick_str_starts_with(text, WICK_STR("\\0"))) {
            must(wick_buf_append_byte(out, '\0'));
        } else {
            must(wick_buf_append_byte(out, text.ptr[0]));
            used = 1;
        }
        text = wick_str_from_index(text, used);
    }
}

/* The next word of @rest. */
static struct wick_str word(struct wick_str *rest)
{
    struct wick_str first = *rest;

    if (!wick_str_cut(*rest, ' ', &first, rest)) {
        *rest = WICK_STR("");
    }
    return first;
}

/* Sends the request of the line @rest; @times is what it announces. */
static void script_request(struct wick_str rest, size_t times)
{
    struct wick_buf headers;
    char method[16];
    struct wick_str name = word(&rest);
    struct wick_str target = word(&rest);
    struct wick_str header;

    wick_buf_init(&headers, WICK_MIB);
    (void)snprintf(method, sizeof(method), "%.*s", WICK_STR_ARG(name));
    while (wick_str_starts_with(rest, WICK_STR("[")) &&
           wick_str_cut(wick_str_from_index(rest, 1), ']', &header, &rest)) {
        must(wick_buf_append_str(&headers, header));
        must(wick_buf_append_cstr(&headers, "\r\n"));
        rest = wick_str_trim(rest);
    }
    request(method, target, wick_buf_get(&headers), rest, rest.len * times);
    wick_buf_release(&headers);
}

static unsigned number(struct wick_str text)
{
    uint32_t value = 0;

    must(wick_str_parse_u32(text, UINT32_MAX, &value));
    return value;
}

/* One line; the number of the next one. */
static unsigned follow(struct wick_str line, unsigned at)
{
    struct wick_str rest = line;
    struct wick_str verb = word(&rest);
    struct wick_str upper = WICK_STR("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

    if (wick_str_eq(verb, WICK_STR("next"))) {
        next();
    } else if (wick_str_eq(verb, WICK_STR("half"))) {
        script_request(rest, 2);
        (void)shutdown(peer->fd, SHUT_WR);
        receive();
        print_answer();
        hang_up(peer);
        dial(peer);
    } else if (wick_str_eq(verb, WICK_STR("dead"))) {
        script_request(rest, 2);
        hang_up(peer);
        dial(peer);
    } else if (wick_str_eq(verb, WICK_STR("send"))) {
        script_request(rest, 1);
    } else if (wick_str_eq(verb, WICK_STR("await"))) {
        receive();
        print_answer();
        take_ids();
    } else if (wick_str_eq(verb, WICK_STR("open"))) {
        peer = &peers[1];
        dial(peer);
    } else if (wick_str_eq(verb, WICK_STR("close"))) {
        hang_up(peer);
        peer = &peers[0];
    } else if (wick_str_eq(verb, WICK_STR("log"))) {
        (void)fprintf(stderr, "%.*s\n", WICK_STR_ARG(rest));
    } else if (wick_str_eq(verb, WICK_STR("text"))) {
        (void)fprintf(stderr, "%.*s", WICK_STR_ARG(rest));
    } else if (wick_str_eq(verb, WICK_STR("term"))) {
        (void)signal(SIGTERM, on_term);
    } else if (wick_str_eq(verb, WICK_STR("hang"))) {
        while (!is_terminated) {
            (void)pause();
        }
    } else if (wick_str_eq(verb, WICK_STR("pause"))) {
        for (;;) {
            (void)pause();
        }
    } else if (wick_str_eq(verb, WICK_STR("exit"))) {
        exit((int)number(rest));
    } else if (wick_str_eq(verb, WICK_STR("signal"))) {
        (void)kill(getpid(), (int)number(rest));
    } else if (wick_str_eq(verb, WICK_STR("goto"))) {
        return number(rest);
    } else if (verb.len > 0 &&
               wick_str_find_byte(upper, verb.ptr[0]) != WICK_STR_NONE) {
        script_request(line, 1);
        receive();
        print_answer();
        take_ids();
    } else if (verb.len > 0) {
        give_up("fake: no such line: %.*s", WICK_STR_ARG(line));
    }
    return at + 1;
}

static void run_script(const char *text)
{
    unsigned at = 1;

    if (!text) {
        give_up("fake: SCRIPT is unset");
    }
    for (;;) {
        struct wick_str_split lines = wick_str_split_start(wick_str_from(text));
        struct wick_str line;
        struct wick_buf expanded;
        unsigned i = 0;
        bool is_found = false;
        while (!is_found && wick_str_split_next(&lines, '\n', &line)) {
            i++;
            is_found = i == at;
        }
        if (!is_found) {
            return;
        }
        wick_buf_init(&expanded, BODY_MAX);
        expand(&expanded, wick_str_trim(line));
        at = follow(wick_buf_get(&expanded), at);
        wick_buf_release(&expanded);
    }
}

/* Answers the event that has arrived as the handler says. */
static void handle(struct wick_str what, struct wick_str argument)
{
    if (wick_str_eq(what, WICK_STR("echo"))) {
        respond(wick_buf_get(&peer->body));
    } else if (wick_str_eq(what, WICK_STR("headers"))) {
        respond_headers();
    } else if (wick_str_eq(what, WICK_STR("environment"))) {
        respond_environment();
    } else if (wick_str_eq(what, WICK_STR("stream"))) {
        respond_stream(number(argument));
    } else if (wick_str_eq(what, WICK_STR("buffer"))) {
        respond_buffer(number(argument));
    } else if (wick_str_eq(what, WICK_STR("memory"))) {
        respond_memory(number(argument));
    } else {
        give_up("fake: no such handler: %.*s", WICK_STR_ARG(what));
    }
}

int main(void)
{
    const char *handler = getenv("_HANDLER");
    struct wick_str what = wick_str_from(handler ? handler : "echo");
    struct wick_str argument = WICK_STR("");

    dial(&peers[0]);
    if (wick_str_eq(what, WICK_STR("script"))) {
        run_script(getenv("SCRIPT"));
        return 0;
    }
    (void)!wick_str_cut(what, '.', &what, &argument);
    for (;;) {
        next();
        handle(what, argument);
    }
}
