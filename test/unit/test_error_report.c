/* SPDX-License-Identifier: MIT */
#include "error_report.h"

#include "mem.h"
#include "test.h"

/*
 * Writes into an allocation of exactly @size bytes, so that AddressSanitizer
 * sees a byte too many, and copies the result to @text.
 */
typedef size_t (*write_fn)(char *out, size_t size,
                           const struct wick_error_report *report);

static char text[70000];

static void write_exactly(write_fn write, size_t size,
                          const struct wick_error_report *report)
{
    char *out = wick_alloc(size);
    size_t len = write(out, size, report);

    CHECK(len < size);
    CHECK_INT(strlen(out), len);
    memcpy(text, out, len + 1);
    wick_free(out);
}

/* Braces, brackets and quotes are balanced, nothing follows the last. */
static void check_is_json(const char *json)
{
    char stack[16];
    int depth = 0;
    bool is_in_string = false;

    for (size_t i = 0; json[i]; i++) {
        char byte = json[i];

        CHECK(i == 0 || depth > 0);
        if (is_in_string) {
            CHECK((unsigned char)byte >= 0x20);
            if (byte == '\\') {
                i++;
                CHECK(strchr("\"\\bfnrtu", json[i]) && json[i]);
            }
            is_in_string = byte != '"';
        } else if (byte == '"') {
            is_in_string = true;
        } else if (byte == '{' || byte == '[') {
            CHECK(depth < 16);
            stack[depth++] = byte;
        } else if (byte == '}' || byte == ']') {
            CHECK(depth > 0 && stack[--depth] == (byte == '}' ? '{' : '['));
        }
    }
    CHECK(depth == 0 && !is_in_string);
}

WICK_TEST(document_of_the_managed_runtime)
{
    const struct wick_str trace[] = {
        WICK_STR("TypeError: \"x\" is bad"),
        WICK_STR("    at handler (file:///var/task/index.mjs:1:7)"),
    };
    const struct wick_error_report report = {
        .type = WICK_STR("TypeError"),
        .message = WICK_STR("\"x\" is\nbad\\ \xc3\xa9"),
        .trace = trace,
        .trace_count = ARRAY_LEN(trace),
    };

    write_exactly(wick_error_report_write, 1000, &report);
    CHECK_STR(text, "{\"errorType\":\"TypeError\",\"errorMessage\":"
                    "\"\\\"x\\\" is\\nbad\\\\ \xc3\xa9\",\"trace\":["
                    "\"TypeError: \\\"x\\\" is bad\","
                    "\"    at handler (file:///var/task/index.mjs:1:7)\"]}");
}

WICK_TEST(document_without_anything)
{
    const struct wick_error_report report = {.trace_count = 0};

    write_exactly(wick_error_report_write, WICK_ERROR_REPORT_SIZE_MIN, &report);
    CHECK_STR(text, "{\"errorType\":\"\",\"errorMessage\":\"\",\"trace\":[]}");
}

WICK_TEST(del_is_percent_7f)
{
    const struct wick_str trace[] = {WICK_STR("\x7f"), WICK_STR("b\x7f\x7f")};
    const struct wick_error_report report = {
        .type = WICK_STR("A\x7f"),
        .message = WICK_STR("\x7fm"),
        .trace = trace,
        .trace_count = ARRAY_LEN(trace),
    };

    write_exactly(wick_error_report_write, 1000, &report);
    CHECK_STR(text, "{\"errorType\":\"A%7F\",\"errorMessage\":\"%7Fm\","
                    "\"trace\":[\"%7F\",\"b%7F%7F\"]}");
}

WICK_TEST(document_is_whole_at_any_size)
{
    static char message[3000];
    struct wick_str trace[40];
    struct wick_error_report report = {
        .type = {message, sizeof(message)},
        .message = {message, 0},
        .trace = trace,
        .trace_count = ARRAY_LEN(trace),
    };

    for (size_t i = 0; i < sizeof(message); i++) {
        /* All lengths of escapes and of UTF-8, and what is neither. */
        message[i] = "a\"\x01\x7f\xc3\xa9\xf0\x9f\x98\x80\xff"[i % 11];
    }
    for (size_t i = 0; i < ARRAY_LEN(trace); i++) {
        trace[i] = (struct wick_str){message, i * 3};
    }
    for (size_t size = WICK_ERROR_REPORT_SIZE_MIN; size < 4000; size += 7) {
        report.message.len = size % sizeof(message);
        write_exactly(wick_error_report_write, size, &report);
        check_is_json(text);
    }
}

WICK_TEST(trace_is_cut_from_its_end)
{
    static char line[200];
    struct wick_str trace[3] = {
        {line, sizeof(line)}, {line, sizeof(line)}, {line, sizeof(line)}};
    const struct wick_error_report report = {
        .type = WICK_STR("E"),
        .message = WICK_STR("m"),
        .trace = trace,
        .trace_count = ARRAY_LEN(trace),
    };

    memset(line, 'x', sizeof(line));
    write_exactly(wick_error_report_write, WICK_ERROR_REPORT_SIZE_MIN, &report);
    CHECK_INT(strlen(text),
              strlen("{\"errorType\":\"E\",\"errorMessage\":\"m\",\"trace\":["
                     "\"\"]}") +
                  sizeof(line));
}

static const struct wick_error_frame frames[] = {
    {WICK_STR("/var/task/a.js"), WICK_STR("f"), 1},
    {WICK_STR("/var/task/b\xc3\xa9.js"), WICK_STR("anonymous"), 4294967295u},
    {WICK_STR("/var/task/a.js"), WICK_STR("g\"\n"), 0},
};

WICK_TEST(xray_cause)
{
    const struct wick_error_report report = {
        .type = WICK_STR("Error"),
        .message = WICK_STR("\xe2\x9a\xa1\r\n\x7f"),
        .frames = frames,
        .frame_count = ARRAY_LEN(frames),
        .directory = WICK_STR("/var/task"),
    };

    write_exactly(wick_error_report_write_xray, 1000, &report);
    CHECK_STR(
        text,
        "{\"working_directory\":\"/var/task\",\"exceptions\":[{\"type\":"
        "\"Error\",\"message\":\"\\u26a1\\r\\n%7F\",\"stack\":["
        "{\"path\":\"/var/task/a.js\",\"line\":1,\"label\":\"f\"},"
        "{\"path\":\"/var/task/b\\u00e9.js\",\"line\":4294967295,"
        "\"label\":\"anonymous\"},"
        "{\"path\":\"/var/task/a.js\",\"line\":0,\"label\":\"g\\\"\\n\"}]}],"
        "\"paths\":[\"/var/task/a.js\",\"/var/task/b\\u00e9.js\"]}");
}

WICK_TEST(xray_cause_without_a_stack)
{
    const struct wick_error_report report = {.type = WICK_STR("E")};

    write_exactly(wick_error_report_write_xray, WICK_ERROR_REPORT_SIZE_MIN,
                  &report);
    CHECK_STR(text, "{\"working_directory\":\"\",\"exceptions\":[{\"type\":"
                    "\"E\",\"message\":\"\",\"stack\":[]}],\"paths\":[]}");
}

WICK_TEST(xray_cause_is_whole_at_any_size)
{
    static char long_text[600];
    static struct wick_error_frame many[300];
    const struct wick_error_report report = {
        .type = {long_text, sizeof(long_text)},
        .message = {long_text, sizeof(long_text)},
        .directory = {long_text, sizeof(long_text)},
        .frames = many,
        .frame_count = ARRAY_LEN(many),
    };

    memset(long_text, '\x02', sizeof(long_text));
    for (size_t i = 0; i < ARRAY_LEN(many); i++) {
        many[i] = (struct wick_error_frame){.path = {long_text, i % 50 + 1},
                                            .label = {long_text, i % 7}};
    }
    for (size_t size = WICK_ERROR_REPORT_SIZE_MIN; size < sizeof(text);
         size += size / 5) {
        write_exactly(wick_error_report_write_xray, size, &report);
        check_is_json(text);
    }
    /* 256 of the 300 at most. */
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, "\"line\"")); at++) {
        count++;
    }
    CHECK(count > 64 && count <= 256);
}

static void check_type(struct wick_str type, size_t size, const char *expected)
{
    char *out = wick_alloc(size);
    size_t len = wick_error_report_write_type(out, size, type);

    CHECK_STR(out, expected);
    CHECK_INT(len, strlen(expected));
    wick_free(out);
}

WICK_TEST(type_as_a_header_value)
{
    check_type(WICK_STR("Runtime.ImportModuleError"), 100,
               "Runtime.ImportModuleError");
    check_type(WICK_STR("a\x7f"), 100, "a%7F");
    check_type(WICK_STR("a\r\nb\0c\td"), 100, "abcd");
    check_type(WICK_STR("  a b  "), 100, "a b");
    check_type(WICK_STR("\r \n x"), 100, "x");
    check_type(WICK_STR("\xc3\xa9"), 100, "%C3%A9");
    check_type(WICK_STR(" \r\n"), 100, "");
    check_type(WICK_STR(""), 1, "");
    check_type(WICK_STR("abc"), 3, "ab");
    /* No half of an escape. */
    check_type(WICK_STR("ab\x7f"), 5, "ab");
    check_type(WICK_STR("ab\x7f"), 6, "ab%7F");
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(document_of_the_managed_runtime),
    WICK_TEST_ENTRY(document_without_anything),
    WICK_TEST_ENTRY(del_is_percent_7f),
    WICK_TEST_ENTRY(document_is_whole_at_any_size),
    WICK_TEST_ENTRY(trace_is_cut_from_its_end),
    WICK_TEST_ENTRY(xray_cause),
    WICK_TEST_ENTRY(xray_cause_without_a_stack),
    WICK_TEST_ENTRY(xray_cause_is_whole_at_any_size),
    WICK_TEST_ENTRY(type_as_a_header_value),
};
WICK_TEST_MAIN(tests)
