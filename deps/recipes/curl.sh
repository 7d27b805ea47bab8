# SPDX-License-Identifier: MIT
# HTTP and HTTPS of fetch, node:http and node:https.
VERSION=7.88.1
SOURCE=curl
SOURCE_VERSION=7.88.1-10+deb12u15
DSC_SHA256=2744f12e3aef161c0361743fa1b318296b122e566e47f381e4a63320fbcc23f4
SERIES='7.88.1-*'
LICENSE=curl
LICENSE_FILES=COPYING
NEEDS='musl openssl cares zlib brotli zstd'
WEIGHT=9

build() {
    local flags
    # -Os: it waits for the network. curl_config.h, which lies beside this file,
    # says what is in and what is out. No certificates are named: the runtime
    # has the roots, and looks them up as they are needed.
    flags="${BASE_CFLAGS/-O2/-Os} -w -DHAVE_CONFIG_H -DBUILDING_LIBCURL"
    flags+=" -DCURL_STATICLIB -DCARES_STATICLIB -D_GNU_SOURCE"
    flags+=" -I$RECIPE_DIR -I$SRC/include -I$SRC/lib"
    flags+=" -I$DEP_openssl/include -I$DEP_cares/include -I$DEP_zlib/include"
    flags+=" -I$DEP_brotli/include -I$DEP_zstd/include"
    ninja_begin
    ninja_objects curl "$flags" "$SRC"/lib/*.c "$SRC"/lib/vauth/*.c \
        "$SRC"/lib/vtls/*.c
    ninja_archive lib/libcurl.a curl
    ninja_run
    install_to lib lib/libcurl.a
    install_to include/curl "$SRC"/include/curl/*.h
}
