/* SPDX-License-Identifier: MIT */
/*
 * Covers: cjs_token.
 */
#include "cjs_lexer.h"

#include "err.h"
#include "limits.h"
#include "mem.h"
#include "test.h"

/* What @source exports: "a b | request", names and requests in order. */
static const char *found(const char *source)
{
    static char text[256];
    struct wick_buf names;
    struct wick_buf requests;
    size_t len = 0;

    wick_buf_init(&names, sizeof(text));
    wick_buf_init(&requests, sizeof(text));
    CHECK_INT(wick_cjs_exports(wick_str_from(source), &names, &requests), 0);
    for (size_t i = 0; i < names.len; i++) {
        text[len++] = names.data[i] ? names.data[i] : ' ';
    }
    if (requests.len > 0) {
        text[len++] = '|';
    }
    for (size_t i = 0; i < requests.len; i++) {
        text[len++] = requests.data[i] ? requests.data[i] : ' ';
    }
    text[len] = '\0';
    wick_buf_release(&names);
    wick_buf_release(&requests);
    return text;
}

WICK_TEST(assignments)
{
    CHECK_STR(found("exports.a = 1; exports['b-c'] = 2;"), "a b-c ");
    CHECK_STR(found("module.exports.a = exports.b = 1"), "a b ");
    CHECK_STR(found("exports . a\n= /* c */ 1"), "a ");
    CHECK_STR(found("if (x) { function f() { exports.deep = 1 } }"), "deep ");
    CHECK_STR(found("exports.__esModule = true; exports.default = void 0"),
              "__esModule default ");
    CHECK_STR(found("exports.a; f(exports.b); x.exports.c = 1"), "");
    CHECK_STR(found("// exports.a = 1\n/* exports.b = 1 */ 'exports.c = 1'"),
              "");
    CHECK_STR(found("exports['\\x61\\u0062\\n'] = 1"), "ab\n ");
    CHECK_STR(found("exports['\\ud83c\\udf10'] = 1"), "\xf0\x9f\x8c\x90 ");
    CHECK_STR(found("exports['\\ud800'] = 1; exports[''] = 1"), " ");
}

WICK_TEST(object_literals)
{
    CHECK_STR(found("module.exports = { a, b: c, 'd': e, f }"), "a b d f ");
    CHECK_STR(found("module.exports = { a, b: 'text', c }"), "a ");
    CHECK_STR(found("module.exports = { a, b: c.d, e }"), "a b ");
    CHECK_STR(found("module.exports = { a, ...b, c }"), "a c ");
    CHECK_STR(found("module.exports = { ...require('x'), a }"), "a |x ");
    CHECK_STR(found("0 && (module.exports = { a, b });"), "a b ");
    CHECK_STR(found("module.exports = { async f() {}, a }"), "async ");
    CHECK_STR(found("exports = { a }"), "");
}

WICK_TEST(requests)
{
    CHECK_STR(found("module.exports = require('./x')"), "|./x ");
    CHECK_STR(found("module.exports = require('a'); "
                    "module.exports = require(\"b\")"),
              "|b ");
    CHECK_STR(found("module.exports = require(name)"), "");
    CHECK_STR(found("__exportStar(require('x'), exports)"), "|x ");
    CHECK_STR(found("tslib_1.__exportStar(require('x'), exports)"), "|x ");
    CHECK_STR(found("__export(require('x'))"), "|x ");
    CHECK_STR(found("var _x = require('x'); Object.keys(_x).forEach(function "
                    "(k) { if (k === 'default' || k === '__esModule') return; "
                    "exports[k] = _x[k]; });"),
              "|x ");
    CHECK_STR(found("var _x = _interopRequireWildcard(require('x'));"
                    "Object.keys(_x).forEach(function (key) { if (key in "
                    "exports && exports[key] === _x[key]) return; "
                    "Object.defineProperty(exports, key, { enumerable: true, "
                    "get: function () { return _x[key]; } }); });"),
              "|x ");
    CHECK_STR(found("var _x = require('x'); Object.keys(_x).forEach(print)"),
              "");
}

WICK_TEST(defined_properties)
{
    CHECK_STR(found("Object.defineProperty(exports, 'a', { value: 1 })"), "a ");
    CHECK_STR(found("Object.defineProperty(module.exports, \"a\", { "
                    "enumerable: true, value: 1 })"),
              "a ");
    CHECK_STR(found("Object.defineProperty(exports, 'a', { enumerable: true, "
                    "get: function () { return x.y; } });"),
              "a ");
    CHECK_STR(found("Object.defineProperty(exports, 'a', { get() { return "
                    "x['y'] } })"),
              "a ");
    CHECK_STR(found("Object.defineProperty(exports, 'a', { get() { return "
                    "x.y; }, })"),
              "a ");
    CHECK_STR(found("Object.defineProperty(exports, 'a', { get() { return "
                    "x.y; }, set(y) { x.y = y; } })"),
              "");
    CHECK_STR(found("Object.defineProperty(exports, 'a', { get: () => x })"),
              "");
    CHECK_STR(found("Object.defineProperty(exports, 'a', { enumerable: false, "
                    "get: function () { return f(); } })"),
              "");
    /* What such a getter is for is exported by no other form. */
    CHECK_STR(found("exports.a = exports.b = void 0; "
                    "Object.defineProperty(exports, 'a', { enumerable: !0, "
                    "get: function () { return x; } })"),
              "b ");
    CHECK_STR(found("Object.defineProperty(other, 'a', { value: 1 })"), "");
}

WICK_TEST(regular_expressions_and_templates)
{
    CHECK_STR(found("x = /'/; exports.a = 1; y = \"'\""), "a ");
    CHECK_STR(found("x = a / b; exports.a = 1; c / d"), "a ");
    CHECK_STR(found("if (x) /'/.test(y); exports.a = 1"), "a ");
    CHECK_STR(found("f() / 2; exports.a = '/'; g / 1"), "a ");
    CHECK_STR(found("x = a++ / 2; exports.a = 1; '/'"), "a ");
    CHECK_STR(found("return /[/']/; exports.a = 1"), "a ");
    CHECK_STR(found("x = {} / 1; exports.a = 1; '/'"), "a ");
    CHECK_STR(found("function f() {}\n/'/.test(x); exports.a = 1"), "a ");
    CHECK_STR(found("`exports.a = 1`; exports.b = 1"), "b ");
    CHECK_STR(found("`${x + `'${{ y: '}' }}`} '`; exports.b = 1"), "b ");
    CHECK_STR(found("x.return / 2; exports.a = '/'"), "a ");
}

WICK_TEST(what_is_no_program)
{
    CHECK_STR(found(""), "");
    CHECK_STR(found("#!/usr/bin/env node\nexports.a = 1"), "a ");
    CHECK_STR(found("\xef\xbb\xbf"
                    "exports.a = 1"),
              "a ");
    CHECK_STR(found("}}} ]) exports.a = 1 {{{"), "a ");
    CHECK_STR(found("'exports.a = 1"), "");
    CHECK_STR(found("`exports.a = 1"), "");
    CHECK_STR(found("/* exports.a = 1"), "");
    CHECK_STR(found("exports.a"), "");
    CHECK_STR(found("exports['a"), "");
    CHECK_STR(found("module.exports = {"), "");
    CHECK_STR(found("\\"), "");
}

WICK_TEST(deeper_than_the_stack)
{
    char *source = wick_try_alloc(5000);

    CHECK(source);
    memset(source, '(', 4000);
    memcpy(source + 4000, "exports.a = 1", 14);
    CHECK_STR(found(source), "a ");
    wick_free(source);
}

WICK_TEST(ceiling_holds)
{
    struct wick_buf names;
    struct wick_buf requests;

    wick_buf_init(&names, 4);
    wick_buf_init(&requests, 4);
    CHECK_INT(wick_cjs_exports(WICK_STR("exports.a = exports.bc = 1"), &names,
                               &requests),
              -WICK_ETOOBIG);
    wick_buf_release(&names);
    wick_buf_release(&requests);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(assignments),
    WICK_TEST_ENTRY(object_literals),
    WICK_TEST_ENTRY(requests),
    WICK_TEST_ENTRY(defined_properties),
    WICK_TEST_ENTRY(regular_expressions_and_templates),
    WICK_TEST_ENTRY(what_is_no_program),
    WICK_TEST_ENTRY(deeper_than_the_stack),
    WICK_TEST_ENTRY(ceiling_holds),
};
WICK_TEST_MAIN(tests)
