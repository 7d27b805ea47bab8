# SPDX-License-Identifier: MIT
# DNS without a thread, driven by the event loop. musl's own resolver blocks,
# and version 1.2.3 of it does not fall back to TCP.
VERSION=1.18.1
SOURCE=c-ares
SOURCE_VERSION=1.18.1-3
DSC_SHA256=91d95bb080e4cd1d0d507f4693496e323a593f6611161361fd76735292bda6b6
SERIES='1.18.1-*'
LICENSE=MIT
LICENSE_FILES=LICENSE.md
NEEDS=musl
WEIGHT=4

build() {
    # -Os: a lookup waits for the network. ares_config.h lies beside this file.
    ninja_begin
    ninja_objects cares "${BASE_CFLAGS/-O2/-Os} -w -DHAVE_CONFIG_H \
-DCARES_STATICLIB -D_GNU_SOURCE -I$RECIPE_DIR -I$SRC/include -I$SRC/src/lib" \
        "$SRC"/src/lib/*.c
    ninja_archive lib/libcares.a cares
    ninja_run
    install_to lib lib/libcares.a
    # ares_build.h of the source serves systems without a configure script and
    # is right for any with socklen_t.
    install_to include "$SRC"/include/ares.h "$SRC"/include/ares_build.h \
        "$SRC"/include/ares_dns.h "$SRC"/include/ares_rules.h \
        "$SRC"/include/ares_version.h "$SRC"/include/ares_nameser.h
}
