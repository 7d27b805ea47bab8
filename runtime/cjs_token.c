/* SPDX-License-Identifier: MIT */
#include "cjs_token.h"

/* What the closing of a bracket means for a slash behind it. */
enum bracket {
    BRACKET_VALUE = 1, /* a division may follow: (a), [a], {a: 1} */
    BRACKET_BLOCK,     /* a regular expression: if (a), {...} of a statement */
    BRACKET_TEMPLATE   /* the end of ${...}: the template goes on */
};

void wick_tokens_init(struct wick_tokens *tokens, struct wick_str source)
{
    *tokens = (struct wick_tokens){.source = source};
    if (wick_str_starts_with(source, WICK_STR("\xef\xbb\xbf"))) {
        tokens->at = 3;
    }
    if (wick_str_starts_with(wick_str_from_index(source, tokens->at),
                             WICK_STR("#!"))) {
        while (tokens->at < source.len && source.ptr[tokens->at] != '\n') {
            tokens->at++;
        }
    }
}

static char peek(const struct wick_tokens *tokens, size_t ahead)
{
    size_t at = tokens->at + ahead;

    return at < tokens->source.len ? tokens->source.ptr[at] : '\0';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Every byte beyond ASCII counts as part of a name. */
static bool is_name_part(char c)
{
    char lower = wick_str_to_lower(c);

    return (lower >= 'a' && lower <= 'z') || is_digit(c) || c == '_' ||
           c == '$' || c == '\\' || (unsigned char)c >= 0x80;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_line(struct wick_tokens *tokens)
{
    while (tokens->at < tokens->source.len && peek(tokens, 0) != '\n' &&
           peek(tokens, 0) != '\r') {
        tokens->at++;
    }
}

static void skip_block_comment(struct wick_tokens *tokens)
{
    size_t end = wick_str_find(
        wick_str_from_index(tokens->source, tokens->at + 2), WICK_STR("*/"));

    tokens->at =
        end == WICK_STR_NONE ? tokens->source.len : tokens->at + 2 + end + 2;
}

static void skip_blanks(struct wick_tokens *tokens)
{
    for (;;) {
        if (tokens->at < tokens->source.len && is_space(peek(tokens, 0))) {
            tokens->at++;
        } else if (peek(tokens, 0) == '/' && peek(tokens, 1) == '/') {
            skip_line(tokens);
        } else if (peek(tokens, 0) == '/' && peek(tokens, 1) == '*') {
            skip_block_comment(tokens);
        } else {
            return;
        }
    }
}

/* Passes a string that @quote opened; it ends at a line break at the latest. */
static void skip_string(struct wick_tokens *tokens, char quote)
{
    tokens->at++;
    while (tokens->at < tokens->source.len) {
        char c = peek(tokens, 0);

        if (c == '\n') {
            return;
        }
        tokens->at += c == '\\' ? 2 : 1;
        if (c == quote) {
            return;
        }
    }
    tokens->at = tokens->source.len;
}

/* Passes a regular expression; false, with nothing passed, for what cannot be
 * one: it has no end on its line. */
static bool skip_regexp(struct wick_tokens *tokens)
{
    size_t at = tokens->at + 1;
    bool is_class = false;

    for (; at < tokens->source.len; at++) {
        char c = tokens->source.ptr[at];

        if (c == '\n' || c == '\r') {
            return false;
        }
        if (c == '\\') {
            at++;
        } else if (c == '[') {
            is_class = true;
        } else if (c == ']') {
            is_class = false;
        } else if (c == '/' && !is_class) {
            tokens->at = at + 1;
            while (is_name_part(peek(tokens, 0))) {
                tokens->at++;
            }
            return true;
        }
    }
    return false;
}

static void push(struct wick_tokens *tokens, enum bracket bracket)
{
    if (tokens->depth < WICK_TOKEN_DEPTH_MAX) {
        tokens->open[tokens->depth] = (uint8_t)bracket;
    }
    tokens->depth++;
}

static enum bracket pop(struct wick_tokens *tokens)
{
    if (tokens->depth == 0) {
        return BRACKET_VALUE;
    }
    tokens->depth--;
    return tokens->depth < WICK_TOKEN_DEPTH_MAX
               ? (enum bracket)tokens->open[tokens->depth]
               : BRACKET_VALUE;
}

/* Passes the text of a template up to its end or to the next "${". */
static void skip_template(struct wick_tokens *tokens)
{
    while (tokens->at < tokens->source.len) {
        char c = peek(tokens, 0);

        if (c == '$' && peek(tokens, 1) == '{') {
            tokens->at += 2;
            push(tokens, BRACKET_TEMPLATE);
            tokens->is_value = false;
            tokens->before = WICK_STR("(");
            return;
        }
        tokens->at += c == '\\' ? 2 : 1;
        if (c == '`') {
            tokens->is_value = true;
            tokens->before = WICK_STR("`");
            return;
        }
    }
    tokens->at = tokens->source.len;
}

static bool is_one_of(struct wick_str text, const char *const *words,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (wick_str_eq(text, wick_str_from(words[i]))) {
            return true;
        }
    }
    return false;
}

/* A keyword behind which an expression begins. */
static bool is_operator_word(struct wick_str text)
{
    static const char *const words[] = {
        "return", "typeof", "case",  "do",     "else",  "in",    "instanceof",
        "new",    "void",   "throw", "delete", "yield", "await", "of",
    };

    return is_one_of(text, words, ARRAY_LEN(words));
}

/* A keyword whose parentheses a statement follows. */
static bool is_statement_word(struct wick_str text)
{
    static const char *const words[] = {"if", "while", "for", "with"};

    return is_one_of(text, words, ARRAY_LEN(words));
}

/* Whether "{" behind the last token opens an expression. */
static bool opens_object(const struct wick_tokens *tokens)
{
    static const char *const marks[] = {"=", "(", ",", "[", "?",
                                        ":", "&", "|", "+", "!"};

    return is_one_of(tokens->before, marks, ARRAY_LEN(marks)) ||
           wick_str_eq(tokens->before, WICK_STR("return"));
}

static void open_bracket(struct wick_tokens *tokens, char c)
{
    bool is_block = c == '(' ? is_statement_word(tokens->before)
                             : c == '{' && !opens_object(tokens);

    push(tokens, is_block ? BRACKET_BLOCK : BRACKET_VALUE);
    tokens->is_value = false;
}

static struct wick_token take(struct wick_tokens *tokens,
                              enum wick_token_kind kind, size_t start)
{
    return (struct wick_token){
        kind, wick_str_slice(tokens->source, start, tokens->at - start)};
}

static struct wick_token take_name(struct wick_tokens *tokens)
{
    size_t start = tokens->at;
    bool is_property = wick_str_eq(tokens->before, WICK_STR("."));

    while (is_name_part(peek(tokens, 0))) {
        tokens->at++;
    }
    struct wick_token token =
        take(tokens,
             is_digit(tokens->source.ptr[start]) ? WICK_TOKEN_VALUE
                                                 : WICK_TOKEN_NAME,
             start);
    tokens->is_value = is_property || !is_operator_word(token.text);
    tokens->before = is_property ? WICK_STR("x") : token.text;
    return token;
}

static struct wick_token take_mark(struct wick_tokens *tokens)
{
    size_t start = tokens->at;
    char c = peek(tokens, 0);

    tokens->at++;
    if (c == '(' || c == '[' || c == '{') {
        open_bracket(tokens, c);
    } else if (c == ')' || c == ']' || c == '}') {
        enum bracket bracket = pop(tokens);

        if (c == '}' && bracket == BRACKET_TEMPLATE) {
            skip_template(tokens);
            return take(tokens, WICK_TOKEN_VALUE, start);
        }
        tokens->is_value = bracket == BRACKET_VALUE;
    } else {
        /* "a++ / b" divides, "a + /b/" does not. */
        tokens->is_value = (c == '+' || c == '-') && tokens->before.len == 1 &&
                           tokens->before.ptr[0] == c;
    }
    struct wick_token token = take(tokens, WICK_TOKEN_MARK, start);
    tokens->before = token.text;
    return token;
}

struct wick_token wick_tokens_next(struct wick_tokens *tokens)
{
    skip_blanks(tokens);
    size_t start = tokens->at;
    char c = peek(tokens, 0);

    if (start >= tokens->source.len) {
        tokens->at = tokens->source.len;
        return (struct wick_token){WICK_TOKEN_END, WICK_STR("")};
    }
    if (is_name_part(c)) {
        return take_name(tokens);
    }
    if (c == '"' || c == '\'') {
        skip_string(tokens, c);
        tokens->is_value = true;
        tokens->before = WICK_STR("\"");
        tokens->at = wick_size_min(tokens->at, tokens->source.len);
        return take(tokens, WICK_TOKEN_STRING, start);
    }
    if (c == '`') {
        tokens->at++;
        skip_template(tokens);
        tokens->at = wick_size_min(tokens->at, tokens->source.len);
        return take(tokens, WICK_TOKEN_VALUE, start);
    }
    if (c == '/' && !tokens->is_value && skip_regexp(tokens)) {
        tokens->is_value = true;
        tokens->before = WICK_STR("/");
        return take(tokens, WICK_TOKEN_VALUE, start);
    }
    return take_mark(tokens);
}
