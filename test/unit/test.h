/* SPDX-License-Identifier: MIT */
/*
 * The harness: a table of tests a source file, one line a test. The files are
 * linked into one program; the name by which it is called, that of a file
 * without ".c", chooses the table (main.c). Arguments name the tests to run,
 * none means all. A test that is left out of the table does not compile (unused
 * function).
 */
#ifndef WICK_TEST_H
#define WICK_TEST_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "base.h"

struct wick_test {
    const char *name;
    void (*run)(void);
};

#define WICK_TEST(name)       static void name(void)
#define WICK_TEST_ENTRY(test) ((struct wick_test){#test, test})
#define WICK_TEST_MAIN(tests)                                       \
    static int suite_main(int argc, char **argv)                    \
    {                                                               \
        return test_main(argc, argv, tests, ARRAY_LEN(tests));      \
    }                                                               \
    __attribute__((constructor)) static void suite_add(void)        \
    {                                                               \
        static struct test_suite suite = {__FILE__, suite_main, 0}; \
        test_suite_add(&suite);                                     \
    }

/* What a file has registered, before main. */
struct test_suite {
    const char *file;
    int (*run)(int argc, char **argv);
    struct test_suite *next;
};

/* Makes @suite, which must live on, known to main.c. */
void test_suite_add(struct test_suite *suite);

enum test_end { TEST_PASSED, TEST_FAILED, TEST_SKIPPED };

static jmp_buf test_exit;
static char test_why[512];

/* Ends the running test; everything that follows in it is skipped. */
#define TEST_LEAVE(end, ...)                                     \
    do {                                                         \
        (void)snprintf(test_why, sizeof(test_why), __VA_ARGS__); \
        longjmp(test_exit, end);                                 \
    } while (0)
#define SKIP(why) TEST_LEAVE(TEST_SKIPPED, "%s", why)
#define CHECK(condition)                                              \
    do {                                                              \
        if (!(condition)) {                                           \
            TEST_LEAVE(TEST_FAILED, "%s: %s", WICK_HERE, #condition); \
        }                                                             \
    } while (0)
#define CHECK_INT(actual, expected)                                        \
    do {                                                                   \
        int64_t actual_ = (int64_t)(actual);                               \
        int64_t expected_ = (int64_t)(expected);                           \
        if (actual_ != expected_) {                                        \
            TEST_LEAVE(TEST_FAILED, "%s: %s is %" PRId64 ", not %" PRId64, \
                       WICK_HERE, #actual, actual_, expected_);            \
        }                                                                  \
    } while (0)
#define CHECK_STR(actual, expected)                                            \
    do {                                                                       \
        const char *actual_ = (actual);                                        \
        const char *expected_ = (expected);                                    \
        if (strcmp(actual_, expected_) != 0) {                                 \
            TEST_LEAVE(TEST_FAILED, "%s: %s is \"%s\", not \"%s\"", WICK_HERE, \
                       #actual, actual_, expected_);                           \
        }                                                                      \
    } while (0)

static inline bool test_is_wanted(int argc, char **argv, const char *name)
{
    bool is_wanted = argc < 2;

    for (int i = 1; i < argc; i++) {
        is_wanted |= strcmp(argv[i], name) == 0;
    }
    return is_wanted;
}

static inline int test_main(int argc, char **argv,
                            const struct wick_test *tests, size_t count)
{
    static const char *const words[] = {"ok", "FAIL", "skip"};
    volatile int ends[3] = {0};

    for (volatile size_t i = 0; i < count; i++) {
        if (!test_is_wanted(argc, argv, tests[i].name)) {
            continue;
        }
        int end = setjmp(test_exit);
        if (end == TEST_PASSED) {
            test_why[0] = '\0';
            tests[i].run();
        }
        ends[end]++;
        printf("%s %s%s%s\n", words[end], tests[i].name,
               end == TEST_PASSED ? "" : ": ", test_why);
        (void)fflush(stdout);
    }
    return ends[TEST_FAILED] > 0 || ends[TEST_PASSED] + ends[TEST_SKIPPED] == 0;
}

#endif
