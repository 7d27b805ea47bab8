/* SPDX-License-Identifier: MIT */
/*
 * Plays one scenario (test/contract/README.md): a mock of the Runtime API on
 * one side, a program as the function on the other.
 *
 *   mock_api FILE.scn PROGRAM [ARGUMENT...]
 *
 * Exit status 0: everything was as the scenario says. 1: it was not, with the
 * reason and the function's output on standard output. 2: the scenario cannot
 * be read.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "mem.h"
#include "mock.h"

static struct scn scn;
static struct mock mock;

static uint32_t parse_number(struct wick_str text)
{
    uint32_t value;

    if (wick_str_parse_u32(text, UINT32_MAX, &value) < 0) {
        mock_fail(&mock, "not a number: %.*s", WICK_STR_ARG(text));
    }
    return value;
}

static void check_target(struct wick_str expected)
{
    struct wick_http1 *http = &mock_get(&mock)->http;
    struct wick_str method;
    struct wick_str target;

    if (!wick_str_cut(expected, ' ', &method, &target)) {
        mock_fail(&mock, "no METHOD TARGET");
    }
    if (!wick_str_eq(method, wick_http1_method(http)) ||
        !scn_match(target, wick_http1_target(http))) {
        mock_fail(&mock, "it was %.*s %.*s",
                  WICK_STR_ARG(wick_http1_method(http)),
                  WICK_STR_ARG(wick_http1_target(http)));
    }
}

static void check_text(const char *what, struct wick_str pattern,
                       struct wick_str text)
{
    if (!scn_match(pattern, text)) {
        mock_fail(&mock, "the %s was (%zu bytes) %.*s", what, text.len,
                  WICK_STR_ARG(wick_str_slice(text, 0, 2000)));
    }
}

typedef bool (*find_fn)(const struct wick_http1 *http, struct wick_str name,
                        struct wick_str *value);

/* "NAME: PATTERN" */
static void check_field(struct wick_str argument, find_fn find)
{
    struct wick_str name;
    struct wick_str pattern;
    struct wick_str value;

    if (!wick_str_cut(argument, ':', &name, &pattern)) {
        mock_fail(&mock, "no NAME: VALUE");
    }
    if (!find(&mock_get(&mock)->http, name, &value)) {
        mock_fail(&mock, "there was none");
    }
    check_text("value", mock_expand(&mock, wick_str_trim(pattern)), value);
}

static void check_no_field(struct wick_str name, find_fn find)
{
    struct wick_str value;

    if (find(&mock_get(&mock)->http, name, &value)) {
        mock_fail(&mock, "there was one: %.*s", WICK_STR_ARG(value));
    }
}

static void send_answer(struct wick_str head, struct wick_str body)
{
    struct wick_buf answer;

    wick_buf_init(&answer, MOCK_BYTES_MAX);
    int err = wick_buf_printf(&answer,
                              "HTTP/1.1 %.*s\r\nContent-Length: %zu\r\n"
                              "Content-Type: application/json\r\n\r\n",
                              WICK_STR_ARG(head), body.len);
    if (err == 0) {
        err = wick_buf_append_str(&answer, body);
    }
    WICK_ASSERT(err == 0);
    mock_send(&mock, wick_buf_get(&answer), 0);
    wick_buf_release(&answer);
}

/* "STATUS [BODY]" */
static void do_answer(struct wick_str argument)
{
    struct wick_str status = argument;
    struct wick_str body = WICK_STR("");
    char head[16];

    (void)wick_str_cut(argument, ' ', &status, &body);
    (void)snprintf(head, sizeof(head), "%.*s X", WICK_STR_ARG(status));
    send_answer(wick_str_from(head), mock_expand(&mock, body));
}

/* The function asks for an event and gets this one. */
static void do_event(const struct scn_step *step)
{
    struct wick_buf head;

    mock_read_request(&mock);
    check_target(WICK_STR("GET /2018-06-01/runtime/invocation/next"));
    (void)snprintf(mock.event_id, sizeof(mock.event_id), "id-%d",
                   ++mock.event_count);
    wick_buf_init(&head, MOCK_BYTES_MAX);
    int err = wick_buf_printf(
        &head,
        "200 OK\r\nLambda-Runtime-Aws-Request-Id: %s\r\n"
        "Lambda-Runtime-Deadline-Ms: 4102444800000\r\n"
        "Lambda-Runtime-Invoked-Function-Arn: "
        "arn:aws:lambda:eu-central-1:123456789012:function:test-function",
        mock.event_id);
    struct wick_str extra = mock_expand_block(&mock, step->block, "\r\n");
    if (err == 0 && extra.len > 0) {
        extra.len -= 2;
        (void)wick_buf_append(&head, "\r\n", 2);
        err = wick_buf_append_str(&head, extra);
    }
    WICK_ASSERT(err == 0);
    send_answer(wick_buf_get(&head), mock_expand(&mock, step->argument));
    wick_buf_release(&head);
}

/* The function reports; the body must match; it gets a 202. */
static void do_report(const char *verb, struct wick_str pattern)
{
    char target[128];

    mock_read_request(&mock);
    (void)snprintf(target, sizeof(target), "POST /2018-06-01/runtime/%s%s%s",
                   verb[0] == '/' ? "invocation/" : "",
                   verb[0] == '/' ? mock.event_id : "", verb);
    check_target(wick_str_from(target));
    check_text("body", mock_expand(&mock, pattern),
               wick_buf_get(&mock_get(&mock)->body));
    send_answer(WICK_STR("202 Accepted"), WICK_STR("{\"status\":\"OK\"}\n"));
}

static void do_size(struct wick_str argument)
{
    struct mock_connection *connection = mock_get(&mock);

    if (connection->body.len != parse_number(argument)) {
        mock_fail(&mock, "the body had %zu bytes", connection->body.len);
    }
}

static void do_bytes(struct wick_str block)
{
    struct mock_connection *connection = mock_get(&mock);
    struct wick_str expected = mock_expand_block(&mock, block, "\r\n");

    if (!wick_str_eq(expected, wick_buf_get(&connection->raw))) {
        mock_fail(&mock, "the request was\n%s---\nnot\n%s---",
                  wick_buf_cstr(&connection->raw),
                  wick_buf_cstr(&mock.scratch));
    }
}

/* Decodes "NAME: BASE64" for a pattern. */
static void do_trailer_base64(struct wick_str argument)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "abcdefghijklmnopqrstuvwxyz0123456789+/";
    struct wick_str name;
    struct wick_str pattern;
    struct wick_str value;
    struct wick_buf text;
    uint32_t bits = 0;
    int bit_count = 0;

    if (!wick_str_cut(argument, ':', &name, &pattern) ||
        !wick_http1_find_trailer(&mock_get(&mock)->http, name, &value)) {
        mock_fail(&mock, "there was none");
    }
    wick_buf_init(&text, MOCK_BYTES_MAX);
    for (size_t i = 0; i < value.len && value.ptr[i] != '='; i++) {
        size_t digit =
            wick_str_find_byte(wick_str_from(alphabet), value.ptr[i]);

        if (digit == WICK_STR_NONE) {
            mock_fail(&mock, "not base64: %.*s", WICK_STR_ARG(value));
        }
        bits = bits << 6 | (uint32_t)digit;
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            int err = wick_buf_append_byte(&text, (char)(bits >> bit_count));
            WICK_ASSERT(err == 0);
        }
    }
    check_text("value", mock_expand(&mock, wick_str_trim(pattern)),
               wick_buf_get(&text));
    wick_buf_release(&text);
}

/* The next bytes of a body that is still arriving. */
static void do_expect_body(struct wick_str argument)
{
    struct mock_connection *connection = mock_get(&mock);
    struct wick_str expected = mock_expand(&mock, argument);
    size_t end = connection->body_seen + expected.len;

    mock_read_body(&mock, end);
    check_text("body", expected,
               wick_str_slice(wick_buf_get(&connection->body),
                              connection->body_seen, expected.len));
    connection->body_seen = end;
}

static void do_signal(struct wick_str name)
{
    static const struct {
        const char *name;
        int number;
    } signals[] = {{"STOP", SIGSTOP},
                   {"CONT", SIGCONT},
                   {"TERM", SIGTERM},
                   {"KILL", SIGKILL}};

    for (size_t i = 0; i < ARRAY_LEN(signals); i++) {
        if (wick_str_eq(name, wick_str_from(signals[i].name))) {
            mock_child_signal(&mock, signals[i].number);
            return;
        }
    }
    mock_fail(&mock, "no such signal");
}

static void do_exit(struct wick_str argument)
{
    int status = mock_child_end(&mock);
    /* As a shell has it. */
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);

    if ((uint32_t)code != parse_number(argument)) {
        mock_fail(&mock, "it ended with %s %d",
                  WIFEXITED(status) ? "status" : "signal",
                  WIFEXITED(status) ? code : WTERMSIG(status));
    }
}

static void do_kill(void)
{
    if (mock.child.pid > 0) {
        mock_child_signal(&mock, SIGKILL);
    }
    int status = mock_child_end(&mock);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL) {
        mock_fail(&mock, "it had ended before, with status %x",
                  (unsigned)status);
    }
}

static void do_connections(struct wick_str argument)
{
    if ((uint32_t)mock.connection_count != parse_number(argument)) {
        mock_fail(&mock, "there were %d", mock.connection_count);
    }
}

static void do_switch(struct wick_str argument)
{
    uint32_t number = parse_number(argument);

    if (number < 1 || number > (uint32_t)mock.connection_count) {
        mock_fail(&mock, "no such connection");
    }
    mock.current = (int)number - 1;
}

static void do_no_log(struct wick_str pattern)
{
    if (mock_child_has_said(&mock, mock_expand(&mock, pattern))) {
        mock_fail(&mock, "there was such a line");
    }
}

/* The length of a time stamp "2026-11-30T12:34:56.789Z" at @text, or 0. */
static size_t find_time(struct wick_str text)
{
    static const char form[] = "0000-00-00T00:00:00.000Z";
    size_t len = strlen(form);

    for (size_t i = 0; i < len; i++) {
        bool is_digit =
            i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9';

        if (i == text.len ||
            (form[i] == '0' ? !is_digit : text.ptr[i] != form[i])) {
            return 0;
        }
    }
    return len;
}

/* @text with "<time>" for each time stamp; the caller releases @out. */
static void replace_times(struct wick_buf *out, struct wick_str text)
{
    wick_buf_init(out, MOCK_BYTES_MAX);
    while (text.len > 0) {
        size_t len = find_time(text);
        int err = len > 0 ? wick_buf_append_str(out, WICK_STR("<time>"))
                          : wick_buf_append_byte(out, text.ptr[0]);

        WICK_ASSERT(err == 0);
        text = wick_str_from_index(text, len > 0 ? len : 1);
    }
}

static void do_output(struct wick_str block)
{
    struct wick_str expected = mock_expand_block(&mock, block, "\n");
    struct wick_buf output;

    (void)mock_child_end(&mock);
    replace_times(&output, wick_buf_get(&mock.child.output[0]));
    check_text("standard output", expected, wick_buf_get(&output));
    wick_buf_release(&output);
}

/* Steps about the connection in hand. */
static bool run_connection_step(const struct scn_step *step,
                                struct wick_str verb)
{
    if (wick_str_eq(verb, WICK_STR("accept"))) {
        (void)mock_accept(&mock);
    } else if (wick_str_eq(verb, WICK_STR("connection"))) {
        do_switch(step->argument);
    } else if (wick_str_eq(verb, WICK_STR("send"))) {
        mock_send(&mock, mock_expand_block(&mock, step->block, "\r\n"),
                  step->argument.len > 0 ? parse_number(step->argument) : 0);
    } else if (wick_str_eq(verb, WICK_STR("answer"))) {
        do_answer(step->argument);
    } else if (wick_str_eq(verb, WICK_STR("close"))) {
        mock_close(&mock, MOCK_CLOSE);
    } else if (wick_str_eq(verb, WICK_STR("reset"))) {
        mock_close(&mock, MOCK_RESET);
    } else if (wick_str_eq(verb, WICK_STR("shutdown"))) {
        mock_close(&mock, MOCK_SHUTDOWN);
    } else if (wick_str_eq(verb, WICK_STR("expect close"))) {
        mock_read_close(&mock);
    } else if (wick_str_eq(verb, WICK_STR("expect connections"))) {
        do_connections(step->argument);
    } else {
        return false;
    }
    return true;
}

/* Steps about the request in hand. */
static bool run_request_step(const struct scn_step *step, struct wick_str verb)
{
    struct wick_str argument = step->argument;

    if (wick_str_eq(verb, WICK_STR("expect request"))) {
        mock_read_request(&mock);
        check_target(argument);
    } else if (wick_str_eq(verb, WICK_STR("expect head"))) {
        mock_read_head(&mock);
        check_target(argument);
    } else if (wick_str_eq(verb, WICK_STR("expect body"))) {
        do_expect_body(argument);
    } else if (wick_str_eq(verb, WICK_STR("expect end"))) {
        mock_read_request(&mock);
    } else if (wick_str_eq(verb, WICK_STR("header"))) {
        check_field(argument, wick_http1_find);
    } else if (wick_str_eq(verb, WICK_STR("no header"))) {
        check_no_field(argument, wick_http1_find);
    } else if (wick_str_eq(verb, WICK_STR("trailer"))) {
        check_field(argument, wick_http1_find_trailer);
    } else if (wick_str_eq(verb, WICK_STR("no trailer"))) {
        check_no_field(argument, wick_http1_find_trailer);
    } else if (wick_str_eq(verb, WICK_STR("trailer base64"))) {
        do_trailer_base64(argument);
    } else if (wick_str_eq(verb, WICK_STR("body"))) {
        check_text("body", mock_expand(&mock, argument),
                   wick_buf_get(&mock_get(&mock)->body));
    } else if (wick_str_eq(verb, WICK_STR("body block"))) {
        check_text("body", mock_expand_block(&mock, step->block, ""),
                   wick_buf_get(&mock_get(&mock)->body));
    } else if (wick_str_eq(verb, WICK_STR("body size"))) {
        do_size(argument);
    } else if (wick_str_eq(verb, WICK_STR("bytes"))) {
        do_bytes(step->block);
    } else {
        return false;
    }
    return true;
}

/* Steps about the function as a process, and whole exchanges. */
static bool run_function_step(const struct scn_step *step, struct wick_str verb)
{
    struct wick_str argument = step->argument;

    if (wick_str_eq(verb, WICK_STR("event"))) {
        do_event(step);
    } else if (wick_str_eq(verb, WICK_STR("expect response"))) {
        do_report("/response", argument);
    } else if (wick_str_eq(verb, WICK_STR("expect error"))) {
        do_report("/error", argument);
    } else if (wick_str_eq(verb, WICK_STR("expect init error"))) {
        do_report("init/error", argument);
    } else if (wick_str_eq(verb, WICK_STR("expect log"))) {
        mock_child_expect(&mock, mock_expand(&mock, argument));
    } else if (wick_str_eq(verb, WICK_STR("expect no log"))) {
        do_no_log(argument);
    } else if (wick_str_eq(verb, WICK_STR("expect output"))) {
        do_output(step->block);
    } else if (wick_str_eq(verb, WICK_STR("file"))) {
        mock_write_file(&mock, argument,
                        mock_expand_block(&mock, step->block, "\n"));
    } else if (wick_str_eq(verb, WICK_STR("input"))) {
        mock_child_write(&mock, mock_expand(&mock, argument));
    } else if (wick_str_eq(verb, WICK_STR("signal"))) {
        do_signal(argument);
    } else if (wick_str_eq(verb, WICK_STR("exit"))) {
        do_exit(argument);
    } else if (wick_str_eq(verb, WICK_STR("kill"))) {
        do_kill();
    } else {
        return false;
    }
    return true;
}

static void run_steps(void)
{
    bool is_started = false;

    for (size_t i = 0; i < scn.count; i++) {
        const struct scn_step *step = &scn.steps[i];

        mock.line = step->line;
        if (!is_started && mock_prepare_step(&mock, step)) {
            continue;
        }
        if (!is_started) {
            mock_child_start(&mock);
            is_started = true;
        }
        if (!run_connection_step(step, step->verb) &&
            !run_request_step(step, step->verb) &&
            !run_function_step(step, step->verb)) {
            mock_fail(&mock, "no such step: %.*s", WICK_STR_ARG(step->verb));
        }
    }
    if (!is_started || mock.child.pid > 0) {
        mock_fail(&mock, "the scenario must end with exit: or kill:");
    }
}

int main(int argc, char *argv[])
{
    if (argc < 3) {
        (void)fprintf(stderr, "usage: mock_api FILE.scn PROGRAM...\n");
        return 2;
    }
    (void)signal(SIGPIPE, SIG_IGN);
    scn_load(&scn, argv[1]);
    mock_init(&mock, argv[1]);
    mock_prepare(&mock, argv + 2);
    run_steps();
    mock_prepare_release(&mock);
    mock_release(&mock);
    scn_release(&scn);
    return 0;
}
