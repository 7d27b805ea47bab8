/* SPDX-License-Identifier: MIT */
/*
 * Files of bytecode: what is not exactly what was written for this key is
 * refused, and what is accepted lies inside of the file.
 */
#include "buf.h"
#include "code_cache.h"
#include "fuzz.h"
#include "limits.h"

FUZZ_ONE(input)
{
    struct wick_buf file;
    struct wick_str bytecode;
    uint8_t at = fuzz_byte(&input);
    uint8_t change = fuzz_byte(&input);
    struct wick_str source = wick_str_slice(input, 0, input.len / 2);
    struct wick_code_key key = {
        .kind = at & 1 ? WICK_CODE_MODULE : WICK_CODE_COMMONJS,
        .build = WICK_STR("0123456789abcdef"),
        .source = source,
    };

    /* Anything at all. */
    if (wick_code_cache_parse(input, &key, &bytecode) == 0) {
        WICK_ASSERT(bytecode.ptr == input.ptr + WICK_CODE_CACHE_HEADER_SIZE);
        WICK_ASSERT(bytecode.len == input.len - WICK_CODE_CACHE_HEADER_SIZE);
    }
    /* A good one, and the same with a byte changed. */
    wick_buf_init(&file, WICK_BUF_MAX);
    int err = wick_code_cache_write(&file, &key, input);
    WICK_ASSERT(err == 0);
    err = wick_code_cache_parse(wick_buf_get(&file), &key, &bytecode);
    WICK_ASSERT(err == 0 && wick_str_eq(bytecode, input));
    file.data[at % file.len] ^= (char)change;
    err = wick_code_cache_parse(wick_buf_get(&file), &key, &bytecode);
    WICK_ASSERT((err == 0) == (change == 0));
    wick_buf_release(&file);
}
