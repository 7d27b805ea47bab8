# SPDX-License-Identifier: MIT
# gzip and deflate: node:zlib, content codings of fetch.
VERSION=1.2.13
SOURCE=zlib
SOURCE_VERSION=1:1.2.13.dfsg-1
DSC_SHA256=3fa1e6b2fc525062aa88207dda52fed8e045373c809d362fe8a2bfbf7cf515a8
SERIES='1:1.2.13*'
LICENSE=Zlib
LICENSE_FILES=README
NEEDS=musl
WEIGHT=2

build() {
    # HAVE_UNISTD_H, HAVE_HIDDEN: what its configure script finds on musl. The
    # gz* functions, which open files, are not needed: node:zlib streams.
    ninja_begin
    ninja_objects z "$BASE_CFLAGS -DHAVE_UNISTD_H -DHAVE_HIDDEN -w" \
        adler32.c compress.c crc32.c deflate.c infback.c inffast.c inflate.c \
        inftrees.c trees.c uncompr.c zutil.c
    ninja_archive lib/libz.a z
    ninja_run
    install_to lib lib/libz.a
    install_to include "$SRC/zlib.h" "$SRC/zconf.h"
}
