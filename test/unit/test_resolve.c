/* SPDX-License-Identifier: MIT */
/*
 * Covers: resolve_exports, resolve_import, resolve_require.
 */
#include "resolve.h"

#include <stdlib.h>

#include "file_table.h"
#include "limits.h"
#include "test.h"

#define FILE_ENTRY(path) \
    {                    \
        path, ""         \
    }

static const struct file_table_entry entries[] = {
    {"/t/package.json",
     "{\"name\":\"self\",\"exports\":{\".\":\"./m.js\",\"./n\":\"./nope.js\"},"
     "\"imports\":{\"#file\":\"./a%20b.js\",\"#dep\":\"p\",\"#fs\":\"fs\","
     "\"#url\":\"node:fs\",\"#pat/*\":\"p/*\",\"#x\":\"./nope.js\","
     "\"#none\":null,\"#up\":\"../m.js\",\"#gone\":\"nowhere\"}}"},
    FILE_ENTRY("/t/m.js"),
    FILE_ENTRY("/t/a b.js"),
    FILE_ENTRY("/t/lib/index.js"),
    FILE_ENTRY("/t/lib/x.js"),
    FILE_ENTRY("/t/both.js"),
    FILE_ENTRY("/t/both/index.js"),
    FILE_ENTRY("/t/data.json"),
    FILE_ENTRY("/t/custom.ts"),
    {"/t/main/package.json", "{\"main\":\"lib\"}"},
    FILE_ENTRY("/t/main/lib/index.js"),
    {"/t/lost/package.json", "{\"main\":\"lost.js\"}"},
    {"/t/fall/package.json", "{\"main\":\"lost.js\"}"},
    FILE_ENTRY("/t/fall/index.js"),
    {"/t/broken/package.json", "{"},
    FILE_ENTRY("/t/broken/x.js"),
    {"/t/node_modules/p/package.json",
     "{\"exports\":{\".\":{\"import\":\"./m.mjs\",\"require\":\"./m.js\"},"
     "\"./x/*\":\"./x/*.js\",\"./x/long/*\":\"./long/*\",\"./x/null/*\":null,"
     "\"./bad\":\"../up.js\",\"./bad2\":\"./x/node_modules/y\","
     "\"./bad3\":17,\"./dots\":\"./x/%2e%2e/y.js\",\"./nf\":\"./nf.js\","
     "\"./list\":[\"no-dot\",\"./q.js\"],\"./list2\":[\"no-dot\"],"
     "\"./cond\":{\"user\":\"./user.js\",\"node\":{\"nothing\":\"./z.js\"},"
     "\"default\":\"./q.js\"},\"./num\":{\"0\":\"./q.js\"},"
     "\"./trail/*.js\":\"./x/*.js\",\"./query\":\"./q.js?a=1#b\","
     "\"./sep\":\"./x%2fy.js\"}}"},
    FILE_ENTRY("/t/node_modules/p/m.js"),
    FILE_ENTRY("/t/node_modules/p/m.mjs"),
    FILE_ENTRY("/t/node_modules/p/q.js"),
    FILE_ENTRY("/t/node_modules/p/user.js"),
    FILE_ENTRY("/t/node_modules/p/x/y.js"),
    FILE_ENTRY("/t/node_modules/p/long/y"),
    {"/t/node_modules/sugar/package.json", "{\"exports\":\"./s.js\"}"},
    FILE_ENTRY("/t/node_modules/sugar/s.js"),
    {"/t/node_modules/mixed/package.json",
     "{\"exports\":{\".\":\"./s.js\",\"import\":\"./s.js\"}}"},
    {"/t/node_modules/main-bad/package.json", "{\"exports\":\"s.js\"}"},
    FILE_ENTRY("/t/node_modules/plain/index.js"),
    FILE_ENTRY("/t/node_modules/plain/lib/y.js"),
    {"/t/node_modules/legacy/package.json", "{\"main\":\"./lib/main\"}"},
    FILE_ENTRY("/t/node_modules/legacy/lib/main.js"),
    FILE_ENTRY("/t/node_modules/@s/c/index.js"),
    FILE_ENTRY("/t/node_modules/single.js"),
    {"/t/node_modules/linked", "-> /store/linked"},
    FILE_ENTRY("/store/linked/index.js"),
    FILE_ENTRY("/node_modules/top/index.js"),
    FILE_ENTRY("/opt/nodejs/node_modules/layer/index.js"),
    FILE_ENTRY("/else/where/index.js"),
    {NULL, NULL},
};

static struct file_table table;
static struct wick_resolver resolver;
static struct wick_resolved resolved;

static bool is_builtin(void *context, struct wick_str name)
{
    (void)context;
    return wick_str_eq(name, WICK_STR("fs"));
}

static void open_table(void)
{
    struct wick_probe_host host = file_table_host(&table);

    table = (struct file_table){entries, 0};
    wick_resolver_init(&resolver, &host, is_builtin, NULL);
    wick_resolve_names_add(&resolver.search,
                           WICK_STR("/opt/nodejs/node_modules"));
    wick_resolved_init(&resolved);
}

static void close_table(void)
{
    wick_resolved_release(&resolved);
    wick_resolver_release(&resolver);
}

static void run(const struct wick_resolve_request *request)
{
    wick_resolved_release(&resolved);
    wick_resolved_init(&resolved);
    wick_resolve(&resolver, request, &resolved);
}

/* The path, or the code of the error. */
static const char *come_to(enum wick_resolve_mode mode, const char *specifier)
{
    struct wick_resolve_request request = {
        .mode = mode,
        .specifier = wick_str_from(specifier),
        .parent = WICK_STR("/t/a.js"),
    };

    run(&request);
    return resolved.code ? resolved.code : wick_buf_cstr(&resolved.path);
}

static const char *required(const char *specifier)
{
    return come_to(WICK_RESOLVE_REQUIRE, specifier);
}

static const char *imported(const char *specifier)
{
    return come_to(WICK_RESOLVE_IMPORT, specifier);
}

static const char *message(void)
{
    return wick_buf_cstr(&resolved.message);
}

WICK_TEST(require_of_paths)
{
    open_table();
    CHECK_STR(required("./m"), "/t/m.js");
    CHECK_STR(required("./m.js"), "/t/m.js");
    CHECK_STR(required("/t/m"), "/t/m.js");
    CHECK_STR(required("./data"), "/t/data.json");
    CHECK_STR(required("./lib"), "/t/lib/index.js");
    CHECK_STR(required("./lib/../m"), "/t/m.js");
    CHECK_STR(required("./both"), "/t/both.js");
    CHECK_STR(required("./both/"), "/t/both/index.js");
    CHECK_STR(required("./main"), "/t/main/lib/index.js");
    CHECK_STR(required("./fall"), "/t/fall/index.js");
    CHECK_STR(required("."), "MODULE_NOT_FOUND");
    CHECK_STR(required("./custom"), "MODULE_NOT_FOUND");
    wick_resolve_names_add(&resolver.extensions, WICK_STR(".ts"));
    CHECK_STR(required("./custom"), "/t/custom.ts");
    close_table();
}

WICK_TEST(require_that_finds_nothing)
{
    open_table();
    CHECK_STR(required("./nope"), "MODULE_NOT_FOUND");
    CHECK_STR(message(), "Cannot find module './nope'");
    CHECK(resolved.has_stack);
    CHECK_STR(required(""), "MODULE_NOT_FOUND");
    CHECK_STR(required("nope"), "MODULE_NOT_FOUND");
    CHECK_STR(required("@x"), "MODULE_NOT_FOUND");
    CHECK_STR(required("./lost"), "MODULE_NOT_FOUND");
    CHECK_STR(message(), "Cannot find module '/t/lost/lost.js'. Please verify "
                         "that the package.json has a valid \"main\" entry");
    CHECK_STR(wick_buf_cstr(&resolved.about), "/t/lost/package.json");
    CHECK(!resolved.has_stack);
    CHECK_STR(required("./broken"), "ERR_INVALID_PACKAGE_CONFIG");
    CHECK_STR(required("p/nf"), "MODULE_NOT_FOUND");
    CHECK_STR(message(), "Cannot find module '/t/node_modules/p/nf.js'");
    CHECK_STR(wick_buf_cstr(&resolved.about), "/t/node_modules/p/package.json");
    close_table();
}

WICK_TEST(require_of_packages)
{
    open_table();
    CHECK_STR(required("p"), "/t/node_modules/p/m.js");
    CHECK_STR(required("p/x/y"), "/t/node_modules/p/x/y.js");
    CHECK_STR(required("plain"), "/t/node_modules/plain/index.js");
    CHECK_STR(required("plain/lib/y"), "/t/node_modules/plain/lib/y.js");
    CHECK_STR(required("legacy"), "/t/node_modules/legacy/lib/main.js");
    CHECK_STR(required("@s/c"), "/t/node_modules/@s/c/index.js");
    CHECK_STR(required("single"), "/t/node_modules/single.js");
    CHECK_STR(required("linked"), "/store/linked/index.js");
    CHECK_STR(required("top"), "/node_modules/top/index.js");
    CHECK_STR(required("layer"), "/opt/nodejs/node_modules/layer/index.js");
    CHECK_STR(required("self"), "/t/m.js");
    CHECK_STR(required("self/zz"), "ERR_PACKAGE_PATH_NOT_EXPORTED");
    CHECK_STR(message(), "Package subpath './zz' is not defined by \"exports\" "
                         "in /t/package.json imported from /t/a.js");
    close_table();
}

WICK_TEST(require_from_given_directories)
{
    static const struct wick_str paths[] = {WICK_STR("/else")};
    struct wick_resolve_request request = {
        .specifier = WICK_STR("where"),
        .parent = WICK_STR("/t/a.js"),
        .paths = paths,
        .path_count = 1,
    };

    open_table();
    run(&request);
    CHECK_STR(wick_buf_cstr(&resolved.path), "/else/where/index.js");
    request.specifier = WICK_STR("./where");
    run(&request);
    CHECK_STR(wick_buf_cstr(&resolved.path), "/else/where/index.js");
    request.specifier = WICK_STR("plain");
    run(&request);
    CHECK_STR(resolved.code, "MODULE_NOT_FOUND");
    close_table();
}

WICK_TEST(import_of_paths)
{
    open_table();
    CHECK_STR(imported("./m.js"), "/t/m.js");
    CHECK_STR(imported("./a%20b.js"), "/t/a b.js");
    CHECK_STR(imported("./a b.js"), "/t/a b.js");
    CHECK_STR(imported("./m.js?x=1#y"), "/t/m.js");
    CHECK_STR(wick_buf_cstr(&resolved.query), "?x=1#y");
    CHECK_STR(imported("./m"), "ERR_MODULE_NOT_FOUND");
    CHECK_STR(message(), "Cannot find module '/t/m' imported from /t/a.js");
    CHECK_STR(wick_buf_cstr(&resolved.about), "/t/m");
    CHECK_STR(imported("./lib"), "ERR_UNSUPPORTED_DIR_IMPORT");
    CHECK_STR(message(), "Directory import '/t/lib' is not supported resolving "
                         "ES modules imported from /t/a.js");
    CHECK_STR(imported("./lib/"), "ERR_UNSUPPORTED_DIR_IMPORT");
    CHECK_STR(wick_buf_cstr(&resolved.about), "/t/lib/");
    CHECK_STR(imported("./%2fa"), "ERR_INVALID_MODULE_SPECIFIER");
    CHECK_STR(message(), "Invalid module \"/t/%2fa\" must not include encoded "
                         "\"/\" or \"\\\" characters imported from /t/a.js");
    CHECK(resolved.is_type_error);
    CHECK_STR(imported("./m.js%00"), "ERR_INVALID_ARG_VALUE");
    close_table();
}

WICK_TEST(import_of_packages)
{
    open_table();
    CHECK_STR(imported("p"), "/t/node_modules/p/m.mjs");
    CHECK_STR(imported("plain"), "/t/node_modules/plain/index.js");
    CHECK_STR(imported("plain/lib/y.js"), "/t/node_modules/plain/lib/y.js");
    CHECK_STR(imported("plain/lib/y"), "ERR_MODULE_NOT_FOUND");
    CHECK_STR(imported("legacy"), "/t/node_modules/legacy/lib/main.js");
    CHECK_STR(imported("linked"), "/store/linked/index.js");
    CHECK_STR(imported("layer"), "/opt/nodejs/node_modules/layer/index.js");
    CHECK_STR(imported("self"), "/t/m.js");
    CHECK_STR(imported("nope"), "ERR_MODULE_NOT_FOUND");
    CHECK_STR(message(), "Cannot find package 'nope' imported from /t/a.js");
    CHECK_STR(imported("@x"), "ERR_INVALID_MODULE_SPECIFIER");
    CHECK_STR(message(), "Invalid module \"@x\" is not a valid package name "
                         "imported from /t/a.js");
    CHECK_STR(imported(".%2f"), "ERR_INVALID_MODULE_SPECIFIER");
    CHECK_STR(imported("fs"), "fs");
    CHECK(resolved.is_builtin);
    close_table();
}

WICK_TEST(exports)
{
    open_table();
    CHECK_STR(required("sugar"), "/t/node_modules/sugar/s.js");
    CHECK_STR(required("p/x/long/y"), "/t/node_modules/p/long/y");
    CHECK_STR(required("p/list"), "/t/node_modules/p/q.js");
    CHECK_STR(required("p/trail/y.js"), "/t/node_modules/p/x/y.js");
    CHECK_STR(required("p/cond"), "/t/node_modules/p/q.js");
    wick_resolve_names_add(&resolver.conditions, WICK_STR("user"));
    CHECK_STR(required("p/cond"), "/t/node_modules/p/user.js");
    CHECK_STR(imported("p/query"), "/t/node_modules/p/q.js");
    CHECK_STR(wick_buf_cstr(&resolved.query), "?a=1#b");
    close_table();
}

WICK_TEST(exports_that_say_no)
{
    open_table();
    CHECK_STR(required("p/nope"), "ERR_PACKAGE_PATH_NOT_EXPORTED");
    CHECK_STR(message(), "Package subpath './nope' is not defined by "
                         "\"exports\" in /t/node_modules/p/package.json");
    CHECK_STR(required("p/x/null/y"), "ERR_PACKAGE_PATH_NOT_EXPORTED");
    CHECK_STR(required("p/"), "ERR_PACKAGE_PATH_NOT_EXPORTED");
    CHECK_STR(required("sugar/s.js"), "ERR_PACKAGE_PATH_NOT_EXPORTED");
    CHECK_STR(imported("p/nope"), "ERR_PACKAGE_PATH_NOT_EXPORTED");
    CHECK_STR(message(), "Package subpath './nope' is not defined by "
                         "\"exports\" in /t/node_modules/p/package.json "
                         "imported from /t/a.js");
    close_table();
}

WICK_TEST(exports_that_are_wrong)
{
    open_table();
    CHECK_STR(required("p/bad"), "ERR_INVALID_PACKAGE_TARGET");
    CHECK_STR(message(), "Invalid \"exports\" target \"../up.js\" defined for "
                         "'./bad' in the package config "
                         "/t/node_modules/p/package.json; targets must start "
                         "with \"./\"");
    CHECK_STR(required("p/bad2"), "ERR_INVALID_PACKAGE_TARGET");
    CHECK_STR(required("p/bad3"), "ERR_INVALID_PACKAGE_TARGET");
    CHECK_STR(required("p/dots"), "ERR_INVALID_PACKAGE_TARGET");
    CHECK_STR(required("p/list2"), "ERR_INVALID_PACKAGE_TARGET");
    CHECK_STR(required("p/num"), "ERR_INVALID_PACKAGE_CONFIG");
    CHECK_STR(required("p/sep"), "ERR_INVALID_MODULE_SPECIFIER");
    CHECK_STR(required("mixed"), "ERR_INVALID_PACKAGE_CONFIG");
    CHECK_STR(required("main-bad"), "ERR_INVALID_PACKAGE_TARGET");
    CHECK_STR(message(), "Invalid \"exports\" main target \"s.js\" defined in "
                         "the package config /t/node_modules/main-bad/"
                         "package.json; targets must start with \"./\"");
    CHECK_STR(required("p/x/../y"), "ERR_INVALID_MODULE_SPECIFIER");
    CHECK_STR(message(), "Invalid module \"./x/../y\" request is not a valid "
                         "match in pattern \"./x/*\" for the \"exports\" "
                         "resolution of /t/node_modules/p/package.json");
    close_table();
}

WICK_TEST(imports)
{
    open_table();
    CHECK_STR(required("#file"), "/t/a b.js");
    CHECK_STR(required("#dep"), "/t/node_modules/p/m.js");
    CHECK_STR(imported("#dep"), "/t/node_modules/p/m.mjs");
    CHECK_STR(imported("#pat/x/y"), "/t/node_modules/p/x/y.js");
    CHECK_STR(required("#fs"), "fs");
    CHECK(resolved.is_builtin);
    CHECK_STR(required("#x"), "MODULE_NOT_FOUND");
    CHECK_STR(required("#gone"), "MODULE_NOT_FOUND");
    CHECK_STR(message(), "Cannot find module '#gone'");
    CHECK_STR(imported("#url"), "ERR_INVALID_PACKAGE_TARGET");
    CHECK_STR(imported("#up"), "ERR_INVALID_PACKAGE_TARGET");
    CHECK_STR(imported("#none"), "ERR_PACKAGE_IMPORT_NOT_DEFINED");
    CHECK_STR(message(), "Package import specifier \"#none\" is not defined in "
                         "package /t/package.json imported from /t/a.js");
    CHECK_STR(imported("#"), "ERR_INVALID_MODULE_SPECIFIER");
    CHECK_STR(imported("#/x"), "ERR_INVALID_MODULE_SPECIFIER");
    close_table();
}

WICK_TEST(what_appears_later_is_found)
{
    static const struct file_table_entry none[] = {{NULL, NULL}};

    open_table();
    table.entries = none;
    CHECK_STR(required("plain"), "MODULE_NOT_FOUND");
    table.entries = entries;
    CHECK_STR(required("plain"), "/t/node_modules/plain/index.js");
    close_table();
}

WICK_TEST(a_second_file_costs_one_look)
{
    open_table();
    (void)required("./lib/index.js");
    unsigned before = table.looks;
    (void)required("./lib/x.js");
    CHECK_INT(table.looks - before, 1);
    /* In a known package, with nothing but its exports to read. */
    (void)required("p");
    before = table.looks;
    (void)required("p/x/y");
    (void)required("p/x/y");
    CHECK_INT(table.looks - before, 3);
    close_table();
}

WICK_TEST(names_beyond_all_limits)
{
    char *name = malloc(2 * WICK_PATH_MAX);

    CHECK(name);
    memset(name, 'x', 2 * WICK_PATH_MAX - 1);
    name[2 * WICK_PATH_MAX - 1] = '\0';
    open_table();
    CHECK_STR(required(name), "MODULE_NOT_FOUND");
    CHECK_STR(imported(name), "ERR_MODULE_NOT_FOUND");
    memcpy(name, "./", 2);
    CHECK_STR(required(name), "MODULE_NOT_FOUND");
    CHECK_STR(imported(name), "ERR_MODULE_NOT_FOUND");
    memcpy(name, "p/x/", 4);
    CHECK(resolved.code);
    (void)required(name);
    CHECK(resolved.code);
    close_table();
    free(name);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(require_of_paths),
    WICK_TEST_ENTRY(require_that_finds_nothing),
    WICK_TEST_ENTRY(require_of_packages),
    WICK_TEST_ENTRY(require_from_given_directories),
    WICK_TEST_ENTRY(import_of_paths),
    WICK_TEST_ENTRY(import_of_packages),
    WICK_TEST_ENTRY(exports),
    WICK_TEST_ENTRY(exports_that_say_no),
    WICK_TEST_ENTRY(exports_that_are_wrong),
    WICK_TEST_ENTRY(imports),
    WICK_TEST_ENTRY(what_appears_later_is_found),
    WICK_TEST_ENTRY(a_second_file_costs_one_look),
    WICK_TEST_ENTRY(names_beyond_all_limits),
};
WICK_TEST_MAIN(tests)
