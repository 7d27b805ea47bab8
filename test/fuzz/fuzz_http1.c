/* SPDX-License-Identifier: MIT */
/*
 * The HTTP/1.1 parser must make the same of a message however it is cut: the
 * transcript of the whole input, of the input cut in two at a place that the
 * fuzzer chooses, and of small pieces. Reads and writes outside are left to
 * AddressSanitizer; every piece lies in an allocation of its size.
 *
 * Input: a byte whose lowest bit chooses requests, the length of the pieces,
 * two bytes for the place of the cut, the message.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../unit/http1_transcript.h"
#include "fuzz.h"

static void compare(enum wick_http1_kind kind, struct wick_str input,
                    const char *whole, struct http1_cut cut)
{
    char *text = http1_transcript(kind, input, cut);

    if (strcmp(text, whole) != 0) {
        (void)fprintf(stderr, "at %zu, every %zu:\n%s---\nwhole:\n%s", cut.at,
                      cut.every, text, whole);
        abort();
    }
    wick_free(text);
}

FUZZ_ONE(input)
{
    enum wick_http1_kind kind =
        fuzz_byte(&input) & 1 ? WICK_HTTP1_REQUEST : WICK_HTTP1_RESPONSE;
    size_t every = fuzz_byte(&input) % 16 + 1;
    size_t at = (size_t)fuzz_byte(&input) << 8;

    at = (at | fuzz_byte(&input)) % (input.len + 1);
    char *whole = http1_transcript(kind, input, (struct http1_cut){0});
    compare(kind, input, whole, (struct http1_cut){.at = at});
    compare(kind, input, whole, (struct http1_cut){.every = every});
    wick_free(whole);
}
