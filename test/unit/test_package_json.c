/* SPDX-License-Identifier: MIT */
#include "package_json.h"

#include <cJSON.h>

#include "err.h"
#include "file_table.h"
#include "test.h"

static const struct file_table_entry entries[] = {
    {"/full/package.json",
     "{\"name\":\"n\",\"main\":\"m.js\",\"type\":\"module\",\"scripts\":{},"
     "\"exports\":{\".\":\"./a.js\"},\"imports\":{\"#x\":\"./x.js\"}}"},
    {"/wrong/package.json",
     "{\"name\":1,\"main\":[],\"type\":\"esm\",\"exports\":null,"
     "\"imports\":\"x\"}"},
    {"/list/package.json", "[1]"},
    {"/bad/package.json", "{"},
    {"/empty/package.json", ""},
    {"/twice/package.json", "{\"type\":\"module\",\"type\":\"commonjs\","
                            "\"exports\":{\"a\":1,\"a\":2}}"},
    {"/full/src/deep/file.js", ""},
    {"/full/node_modules/dep/file.js", ""},
    {NULL, NULL},
};

static struct file_table table;
static struct wick_probe probe;
static struct wick_packages packages;

static void open_table(void)
{
    struct wick_probe_host host = file_table_host(&table);

    table = (struct file_table){entries, 0};
    wick_probe_init(&probe, &host);
    wick_packages_init(&packages, &probe);
}

static void close_table(void)
{
    wick_packages_release(&packages);
    wick_probe_release(&probe);
}

static const struct wick_package *read_package(const char *directory)
{
    const struct wick_package *package = NULL;

    CHECK_INT(wick_packages_read(&packages, wick_str_from(directory), &package),
              0);
    return package;
}

WICK_TEST(fields)
{
    open_table();
    const struct wick_package *package = read_package("/full");
    CHECK(package->exists);
    CHECK(wick_str_eq(package->name, WICK_STR("n")));
    CHECK(wick_str_eq(package->main, WICK_STR("m.js")));
    CHECK_INT(package->type, WICK_PACKAGE_MODULE);
    CHECK(package->exports && package->imports);
    /* What resolution does not need is not kept. */
    CHECK(!wick_package_get(package->document, WICK_STR("scripts")));
    CHECK(read_package("/full") == package);
    close_table();
}

WICK_TEST(wrong_types_count_as_absent)
{
    open_table();
    const struct wick_package *package = read_package("/wrong");
    CHECK(package->exists);
    CHECK(!package->name.ptr && !package->main.ptr);
    CHECK_INT(package->type, WICK_PACKAGE_NONE);
    CHECK(!package->exports && !package->imports);
    CHECK(read_package("/list")->exists);
    CHECK(!read_package("/nowhere")->exists);
    close_table();
}

WICK_TEST(what_is_no_json_is_an_error)
{
    const struct wick_package *package;

    open_table();
    CHECK_INT(wick_packages_read(&packages, WICK_STR("/bad"), &package),
              -WICK_ESYNTAX);
    CHECK_INT(wick_packages_read(&packages, WICK_STR("/empty"), &package),
              -WICK_ESYNTAX);
    close_table();
}

WICK_TEST(the_last_of_equal_keys_counts)
{
    open_table();
    const struct wick_package *package = read_package("/twice");
    CHECK_INT(package->type, WICK_PACKAGE_COMMONJS);
    const cJSON *value = wick_package_get(package->exports, WICK_STR("a"));
    CHECK_INT(value->valueint, 2);
    CHECK(wick_package_is_current(package->exports, value));
    CHECK(!wick_package_is_current(package->exports, package->exports->child));
    close_table();
}

WICK_TEST(scopes)
{
    const struct wick_package *package;
    struct wick_str directory;

    open_table();
    CHECK_INT(wick_packages_scope(&packages, WICK_STR("/full/src/deep/file.js"),
                                  &package, &directory),
              0);
    CHECK(package->exists && wick_str_eq(directory, WICK_STR("/full")));
    CHECK_INT(wick_packages_scope(&packages,
                                  WICK_STR("/full/node_modules/dep/file.js"),
                                  &package, &directory),
              0);
    CHECK(!package->exists);
    close_table();
}

WICK_TEST(absence_is_kept_until_forgotten)
{
    const struct file_table_entry none[] = {{NULL, NULL}};

    open_table();
    table.entries = none;
    CHECK(!read_package("/full")->exists);
    table.entries = entries;
    CHECK(!read_package("/full")->exists);
    wick_packages_forget_absent(&packages);
    CHECK(read_package("/full")->exists);
    close_table();
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(fields),
    WICK_TEST_ENTRY(wrong_types_count_as_absent),
    WICK_TEST_ENTRY(what_is_no_json_is_an_error),
    WICK_TEST_ENTRY(the_last_of_equal_keys_counts),
    WICK_TEST_ENTRY(scopes),
    WICK_TEST_ENTRY(absence_is_kept_until_forgotten),
};
WICK_TEST_MAIN(tests)
