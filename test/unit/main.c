/* SPDX-License-Identifier: MIT */
/* Runs the table of tests of the file after which it is called (test.h). */
#include "test.h"

#if defined(WICK_UBSAN) && !__has_feature(undefined_behavior_sanitizer)
#error "the flags that the Makefile has for this did not reach the compiler"
#endif

static struct test_suite *suites;

void test_suite_add(struct test_suite *suite)
{
    suite->next = suites;
    suites = suite;
}

/* The last part of @path, without what it ends with, is @name. */
static bool is_named(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t len = strcspn(base, ".");

    return strlen(name) == len && strncmp(base, name, len) == 0;
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    const char *name = slash ? slash + 1 : argv[0];

    for (struct test_suite *suite = suites; suite; suite = suite->next) {
        if (is_named(suite->file, name)) {
            return suite->run(argc, argv);
        }
    }
    (void)fprintf(stderr, "%s: no file of tests has this name\n", name);
    return 2;
}
