/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include "file_table.h"
#include "limits.h"
#include "test.h"

static const struct file_table_entry entries[] = {
    {"/task/index.js", "1"},
    {"/task/lib/a.js", "2"},
    {"/task/b.js", "-> lib/a.js"},
    {"/task/linked", "-> /store/pkg"},
    {"/task/loop", "-> loop"},
    {"/task/gone", "-> /nowhere/x"},
    {"/store/pkg/main.js", "3"},
    {"/store/pkg/up.js", "-> ../../task/b.js"},
    {NULL, NULL},
};

static struct file_table table;
static struct wick_probe probe;
static struct wick_buf real;

static void open_table(void)
{
    struct wick_probe_host host = file_table_host(&table);

    table = (struct file_table){entries, 0};
    wick_probe_init(&probe, &host);
    wick_buf_init(&real, WICK_PATH_MAX);
}

static void close_table(void)
{
    wick_probe_release(&probe);
    wick_buf_release(&real);
}

static enum wick_path_kind look(const char *path)
{
    return wick_probe_path(&probe, wick_str_from(path), &real);
}

WICK_TEST(files_and_directories)
{
    open_table();
    CHECK_INT(look("/task/index.js"), WICK_PATH_FILE);
    CHECK_STR(wick_buf_cstr(&real), "/task/index.js");
    CHECK_INT(look("/task/lib"), WICK_PATH_DIRECTORY);
    CHECK_INT(look("/"), WICK_PATH_DIRECTORY);
    CHECK_STR(wick_buf_cstr(&real), "/");
    CHECK_INT(look("/task/none"), WICK_PATH_NONE);
    CHECK_STR(wick_buf_cstr(&real), "");
    /* Below a file there is nothing. */
    CHECK_INT(look("/task/index.js/x"), WICK_PATH_NONE);
    close_table();
}

WICK_TEST(links_are_resolved)
{
    open_table();
    CHECK_INT(look("/task/b.js"), WICK_PATH_FILE);
    CHECK_STR(wick_buf_cstr(&real), "/task/lib/a.js");
    CHECK_INT(look("/task/linked/main.js"), WICK_PATH_FILE);
    CHECK_STR(wick_buf_cstr(&real), "/store/pkg/main.js");
    CHECK_INT(look("/task/linked/up.js"), WICK_PATH_FILE);
    CHECK_STR(wick_buf_cstr(&real), "/task/lib/a.js");
    CHECK_INT(look("/task/loop"), WICK_PATH_NONE);
    CHECK_INT(look("/task/gone"), WICK_PATH_NONE);
    close_table();
}

WICK_TEST(a_directory_is_looked_at_once)
{
    open_table();
    (void)look("/task/lib/a.js");
    unsigned before = table.looks;
    (void)look("/task/lib/a.js");
    (void)look("/task/lib/none.js");
    CHECK_INT(table.looks - before, 2);
    close_table();
}

WICK_TEST(absence_is_kept_until_forgotten)
{
    struct file_table_entry later[] = {{"/task/index.js", "1"}, {NULL, NULL}};

    open_table();
    table.entries = later;
    struct wick_str path = WICK_STR("/task/lib");
    CHECK(!wick_probe_is_directory(&probe, path, &real));
    table.entries = entries;
    CHECK(!wick_probe_is_directory(&probe, path, &real));
    wick_probe_forget_absent(&probe);
    CHECK(wick_probe_is_directory(&probe, path, &real));
    /* What is a file is not taken for absent. */
    CHECK(!wick_probe_is_directory(&probe, WICK_STR("/task/index.js"), &real));
    CHECK_INT(look("/task/index.js"), WICK_PATH_FILE);
    close_table();
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(files_and_directories),
    WICK_TEST_ENTRY(links_are_resolved),
    WICK_TEST_ENTRY(a_directory_is_looked_at_once),
    WICK_TEST_ENTRY(absence_is_kept_until_forgotten),
};
WICK_TEST_MAIN(tests)
