/* SPDX-License-Identifier: MIT */
#include "sizing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "env.h"
#include "err.h"
#include "limits.h"
#include "test.h"

static struct wick_env_error error;

static const char *const names[] = {"AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
                                    "WICK_SMOL", "WICK_JIT_MB", "WICK_HEAP_MB"};

static unsigned asked;

static size_t host_memory(void)
{
    asked++;
    return 512 * WICK_MIB;
}

/* Sets the four variables; NULL is not set. */
static int size_with(const char *memory, const char *smol, const char *jit,
                     const char *heap, struct wick_sizing *sizing)
{
    const char *const values[] = {memory, smol, jit, heap};

    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        CHECK((values[i] ? setenv(names[i], values[i], 1)
                         : unsetenv(names[i])) == 0);
    }
    error.text[0] = '\0';
    asked = 0;
    return wick_sizing_init(sizing, host_memory, &error);
}

WICK_TEST(small_by_default)
{
    struct wick_sizing sizing;

    CHECK_INT(size_with(NULL, NULL, NULL, NULL, &sizing), 0);
    CHECK(sizing.is_smol);
    CHECK_INT(asked, 1);
    CHECK_INT(sizing.memory_bytes, 512 * WICK_MIB);
    CHECK_INT(sizing.jit_bytes, 64 * WICK_MIB);
    CHECK_INT(sizing.heap_bytes, 0);
    CHECK_INT(sizing.resident_bytes, 512 * WICK_MIB - WICK_TEXT_RESIDENT);
}

WICK_TEST(the_functions_memory_decides)
{
    struct wick_sizing sizing;

    CHECK_INT(size_with("128", NULL, NULL, NULL, &sizing), 0);
    CHECK(sizing.is_smol);
    CHECK_INT(sizing.memory_bytes, 128 * WICK_MIB);
    CHECK_INT(asked, 0);
    CHECK_INT(size_with("1768", NULL, NULL, NULL, &sizing), 0);
    CHECK(sizing.is_smol);
    CHECK_INT(size_with("1769", NULL, NULL, NULL, &sizing), 0);
    CHECK(!sizing.is_smol);
    CHECK_INT(sizing.jit_bytes, 128 * WICK_MIB);
}

WICK_TEST(never_more_than_the_largest_function)
{
    struct wick_sizing sizing;

    CHECK_INT(size_with("1048576", NULL, NULL, NULL, &sizing), 0);
    CHECK_INT(sizing.memory_bytes, 10240 * WICK_MIB);
}

WICK_TEST(a_tiny_process_keeps_half)
{
    struct wick_sizing sizing;

    CHECK_INT(size_with("16", NULL, NULL, NULL, &sizing), 0);
    CHECK_INT(sizing.resident_bytes, 8 * WICK_MIB);
}

WICK_TEST(overrides)
{
    struct wick_sizing sizing;

    CHECK_INT(size_with("3008", "1", "20", "77", &sizing), 0);
    CHECK(sizing.is_smol);
    CHECK_INT(sizing.jit_bytes, 32 * WICK_MIB);
    CHECK_INT(sizing.heap_bytes, 77 * WICK_MIB);
    CHECK_INT(size_with("128", "0", NULL, NULL, &sizing), 0);
    CHECK(!sizing.is_smol);
}

WICK_TEST(nonsense_is_named)
{
    static const struct {
        const char *values[4];
        const char *name;
    } cases[] = {
        {{"lots", NULL, NULL, NULL}, "AWS_LAMBDA_FUNCTION_MEMORY_SIZE"},
        {{"-1", NULL, NULL, NULL}, "AWS_LAMBDA_FUNCTION_MEMORY_SIZE"},
        {{"128", "maybe", NULL, NULL}, "WICK_SMOL"},
        {{"128", NULL, "0", NULL}, "WICK_JIT_MB"},
        {{"128", NULL, "99999999999999999999", NULL}, "WICK_JIT_MB"},
        {{"128", NULL, NULL, "3"}, "WICK_HEAP_MB"},
        {{"128", NULL, NULL, "129"}, "WICK_HEAP_MB"},
        {{"128", NULL, NULL, "64 MB"}, "WICK_HEAP_MB"},
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const char *const *v = cases[i].values;
        struct wick_sizing sizing;

        CHECK(size_with(v[0], v[1], v[2], v[3], &sizing) < 0);
        CHECK(strstr(error.text, cases[i].name) != NULL);
    }
}

static char tree[] = "/tmp/wick-test-sizing-XXXXXX";

/* A path below the tree, of static storage until the next call. */
static const char *below(const char *name)
{
    static char path[256];

    (void)snprintf(path, sizeof(path), "%s%s", tree, name);
    return path;
}

static void put(const char *name, const char *text)
{
    FILE *file = fopen(below(name), "w");

    CHECK(file != NULL);
    CHECK(fputs(text, file) >= 0);
    CHECK(fclose(file) == 0);
}

static size_t limit_with(const char *groups)
{
    char path[256];

    put("/groups", groups);
    (void)snprintf(path, sizeof(path), "%s", below("/groups"));
    return wick_sizing_group_limit(tree, path);
}

WICK_TEST(the_least_limit_of_the_groups_counts)
{
    static const char *const folders[] = {"/a", "/a/b", "/memory", "/memory/c"};
    static const char *const files[] = {
        "/groups", "/a/memory.max", "/a/b/memory.max",
        "/memory/memory.limit_in_bytes", "/memory/c/memory.limit_in_bytes"};

    memcpy(tree + strlen(tree) - 6, "XXXXXX", 6);
    CHECK(mkdtemp(tree) != NULL);
    for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
        CHECK(mkdir(below(folders[i]), 0700) == 0);
    }
    put("/a/memory.max", "300\n");
    put("/a/b/memory.max", "max\n");
    put("/memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("/memory/c/memory.limit_in_bytes", "128\n");

    CHECK_INT(limit_with("0::/a/b\n"), 300);
    CHECK_INT(limit_with("9:name=systemd:/a\n4:memory:/c\n0::/\n"), 128);
    CHECK_INT(limit_with("4:memory:/not/seen/here\n"), 9223372036854771712);
    CHECK_INT(limit_with("nonsense\n:\n\n"), 9223372036854771712);
    put("/a/b/memory.max", "200\n");
    CHECK_INT(limit_with("0::/a/b\n"), 200);

    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        CHECK(unlink(below(files[i])) == 0);
    }
    for (size_t i = ARRAY_LEN(folders); i-- > 0;) {
        CHECK(rmdir(below(folders[i])) == 0);
    }
    CHECK(rmdir(tree) == 0);
    CHECK_INT(wick_sizing_group_limit("/nowhere", "/nowhere"), 0);
}

WICK_TEST(the_host_has_some_memory)
{
    CHECK(wick_sizing_host_memory() >= 16 * WICK_MIB);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(small_by_default),
    WICK_TEST_ENTRY(the_functions_memory_decides),
    WICK_TEST_ENTRY(never_more_than_the_largest_function),
    WICK_TEST_ENTRY(a_tiny_process_keeps_half),
    WICK_TEST_ENTRY(overrides),
    WICK_TEST_ENTRY(nonsense_is_named),
    WICK_TEST_ENTRY(the_least_limit_of_the_groups_counts),
    WICK_TEST_ENTRY(the_host_has_some_memory),
};

WICK_TEST_MAIN(tests)
