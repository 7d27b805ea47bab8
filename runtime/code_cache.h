/* SPDX-License-Identifier: MIT */
/*
 * Files of bytecode beside the sources they were compiled from: the format,
 * and what makes one valid. NAME.wickc belongs to NAME. A file is of use to
 * the build that wrote it, for the very bytes of the source it was made from;
 * both are in its header, with a checksum of the bytecode, for the engine
 * takes what it is given at its word.
 *
 *   offset  bytes
 *        0      8  "wickcode"
 *        8      4  version of this format, little endian as all numbers
 *       12      4  enum wick_code_kind
 *       16     16  the build (wick_build_hash)
 *       32      8  bytes of the source
 *       40     16  checksum of the source
 *       56      8  bytes of bytecode
 *       64     16  checksum of the bytecode
 *       80     16  checksum of the 80 bytes before
 *       96         the bytecode, to the end of the file
 *
 * The checksums find what is stale or damaged; they are no defence against
 * somebody who may write beside the source, who may write the source as well.
 */
#ifndef WICK_CODE_CACHE_H
#define WICK_CODE_CACHE_H

#include "base.h"
#include "str.h"

struct wick_buf;

#define WICK_CODE_CACHE_SUFFIX      ".wickc"
#define WICK_CODE_CACHE_HEADER_SIZE 96

/* How the source was compiled: the same text means other code in each. */
enum wick_code_kind {
    WICK_CODE_COMMONJS = 1, /* inside the function wrapper */
    WICK_CODE_MODULE = 2,   /* as an ES module */
};

/* What a file of bytecode is for. Borrowed. */
struct wick_code_key {
    enum wick_code_kind kind;
    struct wick_str build;  /* 16 bytes */
    struct wick_str source; /* as it is in its file */
};

/* 128 bits that tell bytes apart. Lifetime: the caller's storage. */
struct wick_code_checksum {
    uint64_t half[2];
};

/* Of the @len bytes at @bytes. Fast, the same on every machine, not secret. */
struct wick_code_checksum wick_code_checksum_of(const void *bytes, size_t len);

/*
 * Appends a whole file: header and @bytecode. Returns 0, or fails as the
 * appends of buf.h do.
 */
WICK_NODISCARD int wick_code_cache_write(struct wick_buf *out,
                                         const struct wick_code_key *key,
                                         struct wick_str bytecode);

/*
 * Points @bytecode into @file, which is what the file holds, when it is whole
 * and belongs to @key. Returns 0; -WICK_ESYNTAX when it is damaged or no such
 * file at all; -ESTALE when it is of another build, kind or source.
 */
WICK_NODISCARD int wick_code_cache_parse(struct wick_str file,
                                         const struct wick_code_key *key,
                                         struct wick_str *bytecode);

#endif
