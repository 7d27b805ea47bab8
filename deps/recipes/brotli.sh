# SPDX-License-Identifier: MIT
# Brotli: node:zlib (both directions), content codings of fetch (decoding).
VERSION=1.0.9
SOURCE=brotli
SOURCE_VERSION=1.0.9-2
DSC_SHA256=8c4c86748ec9770e08b60233d658593650444b04a452dc5b607ed5b5537b683e
SERIES='1.0.9-*'
LICENSE=MIT
LICENSE_FILES=LICENSE
NEEDS=musl
WEIGHT=8

build() {
    local flags="$BASE_CFLAGS -w -I$SRC/c/include"
    # Three archives, so that a program without the encoder links none of it;
    # the dictionary of 120 KB is in common.
    ninja_begin
    ninja_objects common "$flags" "$SRC"/c/common/*.c
    ninja_objects dec "$flags" "$SRC"/c/dec/*.c
    ninja_objects enc "$flags" "$SRC"/c/enc/*.c
    ninja_archive lib/libbrotlicommon.a common
    ninja_archive lib/libbrotlidec.a dec
    ninja_archive lib/libbrotlienc.a enc
    ninja_run
    install_to lib lib/*.a
    install_to include/brotli "$SRC"/c/include/brotli/*.h
}
