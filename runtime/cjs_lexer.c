/* SPDX-License-Identifier: MIT */
#include "cjs_lexer.h"

#include <string.h>

#include "cjs_token.h"
#include "limits.h"
#include "utf8.h"

/* Modules that were put into a variable, for Object.keys(variable). */
#define STARS_MAX 256
/* Tokens of the function that copies a module's exports: "if (k in exports &&
 * exports[k] === _x[k]) return;" twice over, and the assignment. */
#define COPY_TOKENS_MAX 96

/* Lifetime: one call. */
struct lexer {
    struct wick_tokens tokens;
    struct wick_buf *names;
    struct wick_buf *requests;
    size_t request_start;   /* what a later module.exports = takes back */
    struct wick_buf unsafe; /* names with getters that may run code */
    int err;
    struct {
        struct wick_str name;
        struct wick_str request;
    } stars[STARS_MAX];
    size_t star_count;
    /* The last three tokens, for "var _x = require()". */
    struct wick_token last[3];
};

static bool is_text(struct wick_token token, const char *text)
{
    return token.kind != WICK_TOKEN_STRING &&
           wick_str_eq(token.text, wick_str_from(text));
}

static struct wick_token next(struct lexer *lexer)
{
    return wick_tokens_next(&lexer->tokens);
}

/* Whether the next token is @text; it is passed in any case. */
static bool pass(struct lexer *lexer, const char *text)
{
    return is_text(next(lexer), text);
}

/* The code unit of "\\xXX" or "\\uXXXX" at the start of @text, or -1. */
static int32_t read_unit(struct wick_str text, size_t digits)
{
    uint64_t value;

    return text.len >= 2 + digits &&
                   wick_str_parse_hex(wick_str_slice(text, 2, digits), 0xffff,
                                      &value) == 0
               ? (int32_t)value
               : -1;
}

/*
 * Reads the escape at the start of @text, which has a backslash and something
 * of ASCII, into @units. Returns how many units there are, 0 for what no
 * exported name has. @len gets the escape's length.
 */
static size_t read_escape(struct wick_str text, uint16_t units[2], size_t *len)
{
    static const char from[] = "nrtbvf";
    static const char to[] = "\n\r\t\b\v\f";
    const char *simple = strchr(from, text.ptr[1]);
    int32_t high;
    int32_t low;

    *len = 2;
    units[0] = (uint16_t)(simple ? to[simple - from] : text.ptr[1]);
    if (text.ptr[1] != 'x' && text.ptr[1] != 'u') {
        return text.ptr[1] >= '0' && text.ptr[1] <= '9' ? 0 : 1;
    }
    size_t digits = text.ptr[1] == 'x' ? 2 : 4;
    *len = 2 + digits;
    high = read_unit(text, digits);
    units[0] = (uint16_t)high;
    if (high < 0xd800 || high > 0xdfff) {
        return high > 0 ? 1 : 0;
    }
    /* A surrogate must come with its other half. */
    struct wick_str rest = wick_str_from_index(text, *len);
    low = wick_str_starts_with(rest, WICK_STR("\\u")) ? read_unit(rest, 4) : -1;
    units[1] = (uint16_t)low;
    *len += 6;
    return high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff ? 2 : 0;
}

/* Appends what the string literal @text says and a NUL; nothing of one that
 * cannot be a name. */
static int append_string(struct wick_buf *out, struct wick_str text)
{
    struct wick_str rest = wick_str_slice(text, 1, text.len - 2);
    size_t start = out->len;
    int err = 0;

    while (err == 0 && rest.len > 0) {
        size_t len = 1;

        if (rest.ptr[0] != '\\' || rest.len < 2 ||
            (unsigned char)rest.ptr[1] >= 0x80) {
            err = wick_buf_append_byte(out, rest.ptr[0]);
        } else {
            uint16_t units[2];
            char bytes[6];
            size_t count = read_escape(rest, units, &len);

            if (count == 0) {
                wick_buf_truncate(out, start);
                return 0;
            }
            err = wick_buf_append(out, bytes,
                                  wick_utf8_from_utf16(units, count, bytes));
        }
        rest = wick_str_from_index(rest, len);
    }
    return err == 0 ? wick_buf_append_byte(out, '\0') : err;
}

static void add(struct lexer *lexer, struct wick_buf *out,
                struct wick_token token)
{
    if (lexer->err < 0) {
        return;
    }
    if (token.kind == WICK_TOKEN_STRING) {
        lexer->err = token.text.len >= 2 ? append_string(out, token.text) : 0;
    } else if (wick_str_find_byte(token.text, '\\') == WICK_STR_NONE) {
        lexer->err = wick_buf_append_str(out, token.text);
        if (lexer->err == 0) {
            lexer->err = wick_buf_append_byte(out, '\0');
        }
    }
}

static void add_name(struct lexer *lexer, struct wick_token token)
{
    add(lexer, lexer->names, token);
}

/* ('x') behind require: the string, or an end token. */
static struct wick_token read_request(struct lexer *lexer)
{
    struct wick_token none = {WICK_TOKEN_END, WICK_STR("")};

    if (!pass(lexer, "(")) {
        return none;
    }
    struct wick_token request = next(lexer);
    return request.kind == WICK_TOKEN_STRING && pass(lexer, ")") ? request
                                                                 : none;
}

/* Reads "exports" or "module.exports", of which @first is the first token. */
static bool read_exports(struct lexer *lexer, struct wick_token first)
{
    return is_text(first, "exports") ||
           (is_text(first, "module") && pass(lexer, ".") &&
            pass(lexer, "exports"));
}

/* One property of an object literal: true when another may follow. */
static bool read_property(struct lexer *lexer)
{
    struct wick_token key = next(lexer);

    if (is_text(key, ".")) {
        struct wick_token second = next(lexer);
        struct wick_token third = next(lexer);
        struct wick_token spread = next(lexer);

        if (!is_text(second, ".") || !is_text(third, ".")) {
            return false;
        }
        if (is_text(spread, "require")) {
            struct wick_token request = read_request(lexer);
            if (request.kind == WICK_TOKEN_STRING) {
                add(lexer, lexer->requests, request);
            }
        } else if (spread.kind != WICK_TOKEN_NAME) {
            return false;
        }
        return pass(lexer, ",");
    }
    if (key.kind != WICK_TOKEN_NAME && key.kind != WICK_TOKEN_STRING) {
        return false;
    }
    struct wick_token mark = next(lexer);
    if (is_text(mark, ":")) {
        /* The value must begin with a name, as Node has it. */
        if (next(lexer).kind != WICK_TOKEN_NAME) {
            return false;
        }
        mark = next(lexer);
    } else if (key.kind == WICK_TOKEN_STRING) {
        return false;
    }
    add_name(lexer, key);
    return is_text(mark, ",");
}

static void read_assigned(struct lexer *lexer)
{
    struct wick_token value = next(lexer);

    /* What was exported anew before is overwritten. */
    wick_buf_truncate(lexer->requests, lexer->request_start);
    if (is_text(value, "require")) {
        struct wick_token request = read_request(lexer);
        if (request.kind == WICK_TOKEN_STRING) {
            add(lexer, lexer->requests, request);
        }
    } else if (is_text(value, "{")) {
        while (read_property(lexer)) {
        }
    }
}

/* Behind "exports" or (@is_module) "module.exports". */
static void read_member(struct lexer *lexer, bool is_module)
{
    struct wick_token mark = next(lexer);

    if (is_text(mark, ".")) {
        struct wick_token name = next(lexer);
        if (name.kind == WICK_TOKEN_NAME && pass(lexer, "=")) {
            add_name(lexer, name);
        }
    } else if (is_text(mark, "[")) {
        struct wick_token name = next(lexer);
        if (name.kind == WICK_TOKEN_STRING && pass(lexer, "]") &&
            pass(lexer, "=")) {
            add_name(lexer, name);
        }
    } else if (is_text(mark, "=") && is_module) {
        read_assigned(lexer);
    }
}

/* { return NAME[.NAME | ['x']][;] } behind the head of a getter. */
static bool read_getter_body(struct lexer *lexer)
{
    if (!pass(lexer, "{") || !pass(lexer, "return") ||
        next(lexer).kind != WICK_TOKEN_NAME) {
        return false;
    }
    struct wick_token token = next(lexer);
    if (is_text(token, ".")) {
        if (next(lexer).kind != WICK_TOKEN_NAME) {
            return false;
        }
        token = next(lexer);
    } else if (is_text(token, "[")) {
        if (next(lexer).kind != WICK_TOKEN_STRING || !pass(lexer, "]")) {
            return false;
        }
        token = next(lexer);
    }
    if (is_text(token, ";")) {
        token = next(lexer);
    }
    return is_text(token, "}");
}

/* [,] }) behind a getter: with a setter it is none of those that tools write.
 */
static bool read_end(struct lexer *lexer)
{
    struct wick_token token = next(lexer);

    if (is_text(token, ",")) {
        token = next(lexer);
    }
    return is_text(token, "}") && pass(lexer, ")");
}

/* get() {...}, get: function () {...} or get: function NAME() {...}. */
static bool read_getter(struct lexer *lexer)
{
    struct wick_token token = next(lexer);

    if (is_text(token, ":")) {
        if (!pass(lexer, "function")) {
            return false;
        }
        token = next(lexer);
        if (token.kind == WICK_TOKEN_NAME) {
            token = next(lexer);
        }
    }
    return is_text(token, "(") && pass(lexer, ")") && read_getter_body(lexer) &&
           read_end(lexer);
}

/* , {[enumerable: true,] value: ... | getter} behind the property's name. */
static bool read_descriptor(struct lexer *lexer)
{
    if (!pass(lexer, ",") || !pass(lexer, "{")) {
        return false;
    }
    struct wick_token key = next(lexer);
    if (is_text(key, "enumerable")) {
        if (!pass(lexer, ":") || !pass(lexer, "true") || !pass(lexer, ",")) {
            return false;
        }
        key = next(lexer);
    }
    return (is_text(key, "value") && pass(lexer, ":")) ||
           (is_text(key, "get") && read_getter(lexer));
}

/* (exports, 'name', ...): a getter that may do anything must not be run by an
 * import, so its name is exported by no other form either. */
static void read_define(struct lexer *lexer)
{
    if (!pass(lexer, "(") || !read_exports(lexer, next(lexer)) ||
        !pass(lexer, ",")) {
        return;
    }
    struct wick_token name = next(lexer);
    if (name.kind == WICK_TOKEN_STRING) {
        add(lexer, read_descriptor(lexer) ? lexer->names : &lexer->unsafe,
            name);
    }
}

static struct wick_str find_star(const struct lexer *lexer,
                                 struct wick_str name)
{
    for (size_t i = lexer->star_count; i > 0; i--) {
        if (wick_str_eq(lexer->stars[i - 1].name, name)) {
            return lexer->stars[i - 1].request;
        }
    }
    return WICK_STR("");
}

/*
 * (_x).forEach(function (k) { ... exports[k] ... }), or with
 * defineProperty(exports, k, ...): the exports of the module in _x.
 */
static void read_keys(struct lexer *lexer)
{
    if (!pass(lexer, "(")) {
        return;
    }
    struct wick_str request = find_star(lexer, next(lexer).text);
    if (request.len == 0 || !pass(lexer, ")") || !pass(lexer, ".") ||
        !pass(lexer, "forEach") || !pass(lexer, "(") ||
        !pass(lexer, "function") || !pass(lexer, "(")) {
        return;
    }
    struct wick_token key = next(lexer);
    for (unsigned i = 0; i < COPY_TOKENS_MAX; i++) {
        struct wick_token token = next(lexer);

        if (token.kind == WICK_TOKEN_END) {
            return;
        }
        if (is_text(token, "exports")) {
            struct wick_token mark = next(lexer);
            bool is_copy = is_text(mark, "[") || is_text(mark, ",");

            if (is_copy && wick_str_eq(next(lexer).text, key.text)) {
                add(lexer, lexer->requests,
                    (struct wick_token){WICK_TOKEN_STRING, request});
                return;
            }
        }
    }
}

/* "Object" is passed: .defineProperty or .keys of exports. */
static void read_object(struct lexer *lexer)
{
    if (!pass(lexer, ".")) {
        return;
    }
    struct wick_token method = next(lexer);
    if (is_text(method, "defineProperty")) {
        read_define(lexer);
    } else if (is_text(method, "keys")) {
        read_keys(lexer);
    }
}

/* Remembers "var _x = require('x')"; @lexer->last are the three before. */
static void read_require(struct lexer *lexer)
{
    const struct wick_token *last = lexer->last;
    struct wick_token request = read_request(lexer);

    if (request.kind == WICK_TOKEN_STRING && is_text(last[2], "=") &&
        last[1].kind == WICK_TOKEN_NAME &&
        (is_text(last[0], "var") || is_text(last[0], "let") ||
         is_text(last[0], "const")) &&
        lexer->star_count < STARS_MAX) {
        lexer->stars[lexer->star_count].name = last[1].text;
        lexer->stars[lexer->star_count++].request = request.text;
    }
}

/* __exportStar(require('x') and __export(require('x'). */
static void read_export_star(struct lexer *lexer)
{
    if (!pass(lexer, "(") || !pass(lexer, "require")) {
        return;
    }
    struct wick_token request = read_request(lexer);
    if (request.kind == WICK_TOKEN_STRING) {
        add(lexer, lexer->requests, request);
    }
}

/* _interopRequireWildcard(require('x')): as require('x') is. */
static void read_wildcard(struct lexer *lexer)
{
    if (pass(lexer, "(") && pass(lexer, "require")) {
        read_require(lexer);
    }
}

/*
 * Looks at what begins with @token. The reading goes on behind @token: what
 * was looked at is read again, which may find more in it.
 */
static void look_at(struct lexer *lexer, struct wick_token token)
{
    if (is_text(lexer->last[2], ".") && !is_text(token, "__exportStar") &&
        !is_text(token, "_interopRequireWildcard")) {
        return;
    }
    if (is_text(token, "exports")) {
        read_member(lexer, false);
    } else if (is_text(token, "module")) {
        if (pass(lexer, ".") && pass(lexer, "exports")) {
            read_member(lexer, true);
        }
    } else if (is_text(token, "Object")) {
        read_object(lexer);
    } else if (is_text(token, "require")) {
        read_require(lexer);
    } else if (is_text(token, "__exportStar") || is_text(token, "__export")) {
        read_export_star(lexer);
    } else if (is_text(token, "_interopRequireWildcard")) {
        read_wildcard(lexer);
    }
}

static bool begins_form(struct wick_token token)
{
    static const char *const words[] = {
        "exports",
        "module",
        "Object",
        "require",
        "__exportStar",
        "__export",
        "_interopRequireWildcard",
    };

    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (is_text(token, words[i])) {
            return true;
        }
    }
    return false;
}

static bool has_name(const struct wick_buf *list, const char *name)
{
    for (size_t i = 0; i < list->len; i += strlen(list->data + i) + 1) {
        if (strcmp(list->data + i, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Takes the names of @unsafe out of what @names has from @start on. */
static void drop_unsafe(struct wick_buf *names, size_t start,
                        const struct wick_buf *unsafe)
{
    size_t to = start;

    for (size_t i = start; i < names->len && unsafe->len > 0;) {
        size_t size = strlen(names->data + i) + 1;

        if (!has_name(unsafe, names->data + i)) {
            memmove(names->data + to, names->data + i, size);
            to += size;
        }
        i += size;
    }
    if (unsafe->len > 0) {
        wick_buf_truncate(names, to);
    }
}

int wick_cjs_exports(struct wick_str source, struct wick_buf *names,
                     struct wick_buf *requests)
{
    size_t start = names->len;
    struct lexer lexer = {
        .names = names,
        .requests = requests,
        .request_start = requests->len,
    };

    wick_tokens_init(&lexer.tokens, source);
    wick_buf_init(&lexer.unsafe, names->max);
    for (;;) {
        struct wick_token token = next(&lexer);

        if (token.kind == WICK_TOKEN_END || lexer.err < 0) {
            break;
        }
        if (token.kind == WICK_TOKEN_NAME && begins_form(token)) {
            struct wick_tokens place = lexer.tokens;

            look_at(&lexer, token);
            lexer.tokens = place;
        }
        lexer.last[0] = lexer.last[1];
        lexer.last[1] = lexer.last[2];
        lexer.last[2] = token;
    }
    if (lexer.err == 0) {
        drop_unsafe(names, start, &lexer.unsafe);
    }
    wick_buf_release(&lexer.unsafe);
    return lexer.err;
}
