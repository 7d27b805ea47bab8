# SPDX-License-Identifier: MIT
# Zstandard: node:zlib, content codings of fetch.
VERSION=1.5.4
SOURCE=libzstd
SOURCE_VERSION=1.5.4+dfsg2-5
DSC_SHA256=8f602f92b575aa8b5e979196fb6ee82d78f233521dc9636526d3ecba1f63c1b1
SERIES='1.5.4+*'
LICENSE=BSD-3-Clause
LICENSE_FILES=LICENSE
NEEDS=musl
WEIGHT=20

build() {
    local flags
    # No worker threads (one process, one thread), no formats of versions before
    # 0.8, no tracing hooks (weak symbols). The dictionary builder is not
    # compiled. BMI2 variants are chosen at run time on x86-64, where their
    # decoder is in assembly.
    flags="$BASE_CFLAGS -w -DZSTD_LEGACY_SUPPORT=0 -DZSTD_TRACE=0"
    flags+=" -DXXH_NAMESPACE=ZSTD_ -I$SRC/lib"
    ninja_begin
    ninja_objects zstd "$flags" "$SRC"/lib/common/*.c \
        "$SRC"/lib/compress/*.c "$SRC"/lib/decompress/*.c
    if [[ $ARCH == x86_64 ]]; then
        ninja_objects asm "$flags" lib/decompress/huf_decompress_amd64.S
        NINJA_GROUP[zstd]+=${NINJA_GROUP[asm]}
    fi
    ninja_archive lib/libzstd.a zstd
    ninja_run
    install_to lib lib/libzstd.a
    install_to include "$SRC/lib/zstd.h" "$SRC/lib/zstd_errors.h"
}
