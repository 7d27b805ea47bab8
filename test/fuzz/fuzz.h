/* SPDX-License-Identifier: MIT */
/*
 * A fuzz target is one file with fuzz_one(), called with every input that
 * libFuzzer makes up. A broken WICK_ASSERT() or a sanitizer's report is a
 * finding; `make fuzz` keeps the input below build/fuzz.
 */
#ifndef WICK_FUZZ_H
#define WICK_FUZZ_H

#include "base.h"
#include "str.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Takes the first byte off @input; 0 when it is used up. */
static inline uint8_t fuzz_byte(struct wick_str *input)
{
    if (input->len == 0) {
        return 0;
    }
    uint8_t byte = (uint8_t)input->ptr[0];
    *input = wick_str_from_index(*input, 1);
    return byte;
}

/* The body of a target: FUZZ_ONE(input) { ... } sees one input. */
#define FUZZ_ONE(input)                                          \
    static void fuzz_one(struct wick_str input);                 \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) \
    {                                                            \
        fuzz_one((struct wick_str){(const char *)data, size});   \
        return 0;                                                \
    }                                                            \
    static void fuzz_one(struct wick_str input)

#endif
