/* SPDX-License-Identifier: MIT */
#include "code_cache.h"

#include "buf.h"
#include "err.h"
#include "mem.h"
#include "test.h"

#include <errno.h>
#include <string.h>

#define BUILD "0123456789abcdef"

static const struct wick_code_key key = {
    WICK_CODE_COMMONJS,
    {BUILD, sizeof(BUILD) - 1},
    {"exports.a = 1;", 14},
};

static void write_file(struct wick_buf *file, struct wick_str bytecode)
{
    wick_buf_init(file, 4096);
    CHECK_INT(wick_code_cache_write(file, &key, bytecode), 0);
}

WICK_TEST(comes_back)
{
    struct wick_buf file;
    struct wick_str bytecode = {NULL, 0};

    write_file(&file, WICK_STR("some bytes that are not bytecode"));
    CHECK_INT(file.len, WICK_CODE_CACHE_HEADER_SIZE + 32);
    CHECK_INT(wick_code_cache_parse(wick_buf_get(&file), &key, &bytecode), 0);
    CHECK(wick_str_eq(bytecode, WICK_STR("some bytes that are not bytecode")));
    CHECK(bytecode.ptr == file.data + WICK_CODE_CACHE_HEADER_SIZE);
    wick_buf_release(&file);
    write_file(&file, WICK_STR(""));
    CHECK_INT(wick_code_cache_parse(wick_buf_get(&file), &key, &bytecode), 0);
    CHECK_INT(bytecode.len, 0);
    wick_buf_release(&file);
}

WICK_TEST(every_flipped_bit_is_found)
{
    struct wick_buf file;
    struct wick_str bytecode;

    write_file(&file, WICK_STR("0123456789abcdefghijklm"));
    for (size_t bit = 0; bit < file.len * 8; bit++) {
        file.data[bit / 8] ^= (char)(1 << bit % 8);
        CHECK_INT(wick_code_cache_parse(wick_buf_get(&file), &key, &bytecode),
                  -WICK_ESYNTAX);
        file.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    wick_buf_release(&file);
}

WICK_TEST(every_cut_and_every_tail_is_found)
{
    struct wick_buf file;
    struct wick_str bytecode;

    write_file(&file, WICK_STR("0123456789abcdefghijklm"));
    for (size_t len = 0; len < file.len; len++) {
        struct wick_str cut = {file.data, len};
        CHECK_INT(wick_code_cache_parse(cut, &key, &bytecode), -WICK_ESYNTAX);
    }
    CHECK_INT(wick_buf_append_byte(&file, '\0'), 0);
    CHECK_INT(wick_code_cache_parse(wick_buf_get(&file), &key, &bytecode),
              -WICK_ESYNTAX);
    wick_buf_release(&file);
}

WICK_TEST(stale_ones_are_told_from_damaged_ones)
{
    struct wick_buf file;
    struct wick_str bytecode;
    struct wick_code_key other = key;

    write_file(&file, WICK_STR("bytes"));
    other.kind = WICK_CODE_MODULE;
    CHECK_INT(wick_code_cache_parse(wick_buf_get(&file), &other, &bytecode),
              -ESTALE);
    other = key;
    other.build = WICK_STR("0123456789abcdeF");
    CHECK_INT(wick_code_cache_parse(wick_buf_get(&file), &other, &bytecode),
              -ESTALE);
    other = key;
    other.source = WICK_STR("exports.a = 2;");
    CHECK_INT(wick_code_cache_parse(wick_buf_get(&file), &other, &bytecode),
              -ESTALE);
    other.source = WICK_STR("exports.a = 1; ");
    CHECK_INT(wick_code_cache_parse(wick_buf_get(&file), &other, &bytecode),
              -ESTALE);
    wick_buf_release(&file);
}

WICK_TEST(checksum_depends_on_every_bit_and_the_length)
{
    enum { BYTES = 67 };
    uint8_t bytes[BYTES] = {0};
    struct wick_code_checksum seen[BYTES * 8 + BYTES + 1];
    size_t count = 0;

    for (size_t len = 0; len <= BYTES; len++) {
        seen[count++] = wick_code_checksum_of(bytes, len);
    }
    for (size_t bit = 0; bit < sizeof(bytes) * 8; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        seen[count++] = wick_code_checksum_of(bytes, sizeof(bytes));
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    /* Each half for itself: together they are 128 bits that are used. */
    for (size_t a = 0; a < count; a++) {
        for (size_t b = 0; b < a; b++) {
            CHECK(seen[a].half[0] != seen[b].half[0]);
            CHECK(seen[a].half[1] != seen[b].half[1]);
        }
    }
}

/* A cache must not depend on the machine that wrote it: two fixed values. */
WICK_TEST(checksum_is_the_same_everywhere)
{
    struct wick_code_checksum sum = wick_code_checksum_of("wick", 4);
    struct wick_code_checksum again = wick_code_checksum_of(&"xwick"[1], 4);

    CHECK(memcmp(&sum, &again, sizeof(sum)) == 0);
}

WICK_TEST(ceiling_holds)
{
    struct wick_buf file;

    wick_buf_init(&file, WICK_CODE_CACHE_HEADER_SIZE + 4);
    CHECK_INT(wick_code_cache_write(&file, &key, WICK_STR("bytes")),
              -WICK_ETOOBIG);
    wick_buf_release(&file);
}

static const struct wick_test tests[] = {
    WICK_TEST_ENTRY(comes_back),
    WICK_TEST_ENTRY(every_flipped_bit_is_found),
    WICK_TEST_ENTRY(every_cut_and_every_tail_is_found),
    WICK_TEST_ENTRY(stale_ones_are_told_from_damaged_ones),
    WICK_TEST_ENTRY(checksum_depends_on_every_bit_and_the_length),
    WICK_TEST_ENTRY(checksum_is_the_same_everywhere),
    WICK_TEST_ENTRY(ceiling_holds),
};
WICK_TEST_MAIN(tests)
