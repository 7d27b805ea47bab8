/* SPDX-License-Identifier: MIT */
/*
 * Whatever comes in: an end is reached, every name and request ends with a
 * NUL, and the tokens lie one behind the other.
 */
#include "cjs_lexer.h"
#include "cjs_token.h"
#include "fuzz.h"
#include "limits.h"

FUZZ_ONE(input)
{
    struct wick_buf names;
    struct wick_buf requests;
    struct wick_tokens tokens;
    const char *end = input.ptr;

    wick_buf_init(&names, WICK_SOURCE_MAX);
    wick_buf_init(&requests, WICK_SOURCE_MAX);
    int err = wick_cjs_exports(input, &names, &requests);
    WICK_ASSERT(err == 0);
    WICK_ASSERT(names.len == 0 || names.data[names.len - 1] == '\0');
    WICK_ASSERT(requests.len == 0 || requests.data[requests.len - 1] == '\0');
    wick_buf_release(&names);
    wick_buf_release(&requests);

    wick_tokens_init(&tokens, input);
    for (;;) {
        struct wick_token token = wick_tokens_next(&tokens);

        if (token.kind == WICK_TOKEN_END) {
            break;
        }
        WICK_ASSERT(token.text.len > 0 && token.text.ptr >= end);
        end = token.text.ptr + token.text.len;
        WICK_ASSERT(end <= input.ptr + input.len);
    }
}
