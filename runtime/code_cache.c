/* SPDX-License-Identifier: MIT */
#include "code_cache.h"

#include "buf.h"
#include "err.h"

#include <errno.h>
#include <string.h>

#define FORMAT_VERSION 1

/* As it lies in the file. */
struct header {
    char magic[8];
    uint32_t version;
    uint32_t kind;
    char build[16];
    uint64_t source_len;
    struct wick_code_checksum source;
    uint64_t bytecode_len;
    struct wick_code_checksum bytecode;
    struct wick_code_checksum own; /* of everything before */
};
WICK_STATIC_ASSERT(sizeof(struct header) == WICK_CODE_CACHE_HEADER_SIZE,
                   "no padding, and the bytecode aligned to 16 bytes");
WICK_STATIC_ASSERT(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
                   "numbers are written as they lie in memory");

static const char magic[8] = {'w', 'i', 'c', 'k', 'c', 'o', 'd', 'e'};

/* Odd, without a pattern: the fractional digits of the roots of 2, 3, 5, 7. */
static const uint64_t root[4] = {
    0x6a09e667f3bcc909,
    0xbb67ae8584caa73b,
    0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1,
};

/* Both halves of a product depend on every bit of both factors. */
static uint64_t fold(uint64_t a, uint64_t b)
{
    __uint128_t product = (__uint128_t)a * b;

    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t load(const uint8_t *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof(word));
    return word;
}

/*
 * Two chains over the same 16 bytes a step, each word a factor of one product
 * in each; the previous state is added after the product, so that a factor of
 * zero does not wipe out what came before.
 */
static void step(struct wick_code_checksum *sum, const uint8_t *bytes)
{
    uint64_t first = load(bytes);
    uint64_t second = load(bytes + 8);

    sum->half[0] = fold(first ^ root[0], second ^ sum->half[0]) +
                   (sum->half[0] << 23 | sum->half[0] >> 41);
    sum->half[1] = fold(second ^ root[1], first ^ sum->half[1]) +
                   (sum->half[1] << 29 | sum->half[1] >> 35);
}

struct wick_code_checksum wick_code_checksum_of(const void *bytes, size_t len)
{
    const uint8_t *at = bytes;
    struct wick_code_checksum sum = {{root[2] ^ len, root[3] + len}};
    uint8_t tail[16] = {0};
    size_t rest = len;

    for (; rest >= sizeof(tail); rest -= sizeof(tail)) {
        step(&sum, at);
        at += sizeof(tail);
    }
    if (rest > 0) {
        memcpy(tail, at, rest);
        step(&sum, tail);
    }
    /* Mixes the last words into every bit of both halves. */
    memset(tail, 0, sizeof(tail));
    step(&sum, tail);
    step(&sum, tail);
    return sum;
}

static bool is_same(const struct wick_code_checksum *sum, struct wick_str bytes)
{
    struct wick_code_checksum own = wick_code_checksum_of(bytes.ptr, bytes.len);

    return memcmp(&own, sum, sizeof(own)) == 0;
}

int wick_code_cache_write(struct wick_buf *out, const struct wick_code_key *key,
                          struct wick_str bytecode)
{
    struct header header = {
        .version = FORMAT_VERSION,
        .kind = key->kind,
        .source_len = key->source.len,
        .source = wick_code_checksum_of(key->source.ptr, key->source.len),
        .bytecode_len = bytecode.len,
        .bytecode = wick_code_checksum_of(bytecode.ptr, bytecode.len),
    };

    WICK_ASSERT(key->build.len == sizeof(header.build));
    memcpy(header.magic, magic, sizeof(magic));
    memcpy(header.build, key->build.ptr, sizeof(header.build));
    header.own = wick_code_checksum_of(&header, offsetof(struct header, own));
    int err = wick_buf_append(out, &header, sizeof(header));
    return err < 0 ? err : wick_buf_append_str(out, bytecode);
}

/* Looks at the header alone; the bytecode may still be damaged. */
static int check_header(const struct header *header,
                        const struct wick_code_key *key, size_t file_len)
{
    struct wick_str covered = {(const char *)header,
                               offsetof(struct header, own)};

    if (memcmp(header->magic, magic, sizeof(magic)) != 0 ||
        !is_same(&header->own, covered)) {
        return -WICK_ESYNTAX;
    }
    if (header->version != FORMAT_VERSION || header->kind != key->kind ||
        memcmp(header->build, key->build.ptr, sizeof(header->build)) != 0) {
        return -ESTALE;
    }
    return header->bytecode_len == file_len - sizeof(*header) ? 0
                                                              : -WICK_ESYNTAX;
}

int wick_code_cache_parse(struct wick_str file, const struct wick_code_key *key,
                          struct wick_str *bytecode)
{
    struct header header;

    WICK_ASSERT(key->build.len == sizeof(header.build));
    if (file.len < sizeof(header)) {
        return -WICK_ESYNTAX;
    }
    memcpy(&header, file.ptr, sizeof(header));
    int err = check_header(&header, key, file.len);
    if (err < 0) {
        return err;
    }
    if (header.source_len != key->source.len ||
        !is_same(&header.source, key->source)) {
        return -ESTALE;
    }
    struct wick_str bytes = wick_str_from_index(file, sizeof(header));
    if (!is_same(&header.bytecode, bytes)) {
        return -WICK_ESYNTAX;
    }
    *bytecode = bytes;
    return 0;
}
