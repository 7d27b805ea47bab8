/* SPDX-License-Identifier: MIT */
#include "api_answer.h"

#include <errno.h>

#include "err.h"
#include "test.h"

#define CALL_COUNT (WICK_API_REGISTER + 1)

/* The whole table: the actions for each call, in the order of the enum. */
static const struct {
    int status;
    const char *actions; /* g: go on, p: poll again, x: exit */
} table[] = {
    /*     next, response, stream, error, init error, restore next, restore
     *     error, register */
    {200, "ggggxgxg"}, {201, "xgggxgxg"}, {202, "xgggxgxg"}, {204, "pgggxgxg"},
    {301, "xgggxxxg"}, {304, "xgggxxxg"}, {400, "xgggxxxg"}, {403, "xgggxxxg"},
    {404, "xgggxxxg"}, {410, "xgggxxxg"}, {413, "xgggxxxg"}, {429, "xgggxxxg"},
    {499, "xgggxxxg"}, {500, "xxxxxxxg"}, {503, "xxxxxxxg"}, {599, "xxxxxxxg"},
    {999, "xxxxxxxg"},
};

WICK_TEST(every_status_has_its_action)
{
    struct wick_api_answer answer;

    for (size_t i = 0; i < ARRAY_LEN(table); i++) {
        CHECK_INT(strlen(table[i].actions), CALL_COUNT);
        for (int call = 0; call < CALL_COUNT; call++) {
            wick_api_answer_fill(&answer, (enum wick_api_call)call,
                                 table[i].status, WICK_STR(""));
            CHECK_INT("gpx"[answer.action], table[i].actions[call]);
            CHECK_INT(answer.status, table[i].status);
            CHECK_INT(answer.err, 0);
        }
    }
}

WICK_TEST(success_says_nothing)
{
    struct wick_api_answer answer;

    for (int call = 0; call < CALL_COUNT; call++) {
        wick_api_answer_fill(&answer, (enum wick_api_call)call, 200,
                             WICK_STR("{\"status\":\"OK\"}"));
        CHECK_STR(answer.text, "");
    }
    wick_api_answer_fill(&answer, WICK_API_NEXT, 204, WICK_STR(""));
    CHECK_STR(answer.text, "");
    wick_api_answer_fill(&answer, WICK_API_NEXT, 202, WICK_STR(""));
    CHECK_STR(answer.text,
              "Failed to get next invocation. Http response code: 202.");
}

/* The text that the managed runtime logs, which log filters look for. */
WICK_TEST(refusal_in_the_words_of_the_managed_runtime)
{
    struct wick_api_answer answer;

    wick_api_answer_fill(&answer, WICK_API_RESPONSE, 413, WICK_STR(""));
    CHECK_STR(answer.text, "Failed to post handler success response. Http "
                           "response code: 413.");
}

WICK_TEST(what_the_service_says_is_one_line_and_bounded)
{
    static char words[WICK_HTTP_STATUS_BODY_MAX + 100];
    struct wick_api_answer answer;

    memset(words, '\n', sizeof(words));
    wick_api_answer_fill(&answer, WICK_API_ERROR, 400,
                         (struct wick_str){words, sizeof(words)});
    CHECK_INT(strlen(answer.text),
              strlen("Failed to post handler error response. Http response "
                     "code: 400. ") +
                  WICK_HTTP_STATUS_BODY_MAX);
    CHECK(strpbrk(answer.text, "\n\r\x1b\x7f") == NULL);
    wick_api_answer_fill(&answer, WICK_API_ERROR, 400,
                         WICK_STR("a\r\n\x1b[31m\x7f"));
    CHECK(strstr(answer.text, "400. a   [31m ") != NULL);
}

WICK_TEST(no_answer_at_all)
{
    struct wick_api_answer answer;

    for (int call = 0; call < CALL_COUNT; call++) {
        bool may_go_on = call == WICK_API_STREAM || call == WICK_API_REGISTER;

        wick_api_answer_fail(&answer, (enum wick_api_call)call, -EPIPE, "");
        CHECK_INT(answer.action, may_go_on ? WICK_API_GO_ON : WICK_API_EXIT);
        CHECK_INT(answer.status, 0);
        CHECK_INT(answer.err, -EPIPE);
    }
    wick_api_answer_fail(&answer, WICK_API_NEXT, -ECONNREFUSED,
                         "cannot connect");
    CHECK_STR(answer.text, "Failed to get next invocation: cannot connect: "
                           "connection refused.");
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(every_status_has_its_action),
    WICK_TEST_ENTRY(success_says_nothing),
    WICK_TEST_ENTRY(refusal_in_the_words_of_the_managed_runtime),
    WICK_TEST_ENTRY(what_the_service_says_is_one_line_and_bounded),
    WICK_TEST_ENTRY(no_answer_at_all),
};
WICK_TEST_MAIN(tests)
