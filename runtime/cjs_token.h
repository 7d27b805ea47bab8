/* SPDX-License-Identifier: MIT */
/*
 * The tokens of a script, as far as finding the exports of a CommonJS module
 * needs them: names, strings, punctuators. Templates, regular expressions and
 * comments are passed over, numbers are one kind of token. Never fails: what
 * is no JavaScript gives some tokens too.
 */
#ifndef WICK_CJS_TOKEN_H
#define WICK_CJS_TOKEN_H

#include "base.h"
#include "str.h"

enum wick_token_kind {
    WICK_TOKEN_END,
    WICK_TOKEN_NAME,   /* identifier or keyword */
    WICK_TOKEN_STRING, /* its text has the quotes */
    WICK_TOKEN_VALUE,  /* number, template, regular expression */
    WICK_TOKEN_MARK    /* one character of punctuation */
};

struct wick_token {
    enum wick_token_kind kind;
    struct wick_str text; /* borrowed from the source */
};

/* Open brackets that are remembered; what is nested deeper is guessed at. */
#define WICK_TOKEN_DEPTH_MAX 1024

/* Where the reading stands. A copy is a place to come back to. */
struct wick_tokens {
    struct wick_str source;
    size_t at;
    /* What a slash means after the last token: a division. */
    bool is_value;
    uint32_t depth; /* of brackets of all kinds */
    /* For each open bracket, what it was opened by and what follows it. */
    uint8_t open[WICK_TOKEN_DEPTH_MAX];
    struct wick_str before; /* the last name or mark */
};

void wick_tokens_init(struct wick_tokens *tokens, struct wick_str source);

/* The next token; WICK_TOKEN_END for ever at the end. */
struct wick_token wick_tokens_next(struct wick_tokens *tokens);

#endif
