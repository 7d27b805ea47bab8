# SPDX-License-Identifier: MIT
# JSON of the runtime's own small documents. Events and responses never pass
# through it: the engine reads and writes those.
VERSION=1.7.15
SOURCE=cjson
SOURCE_VERSION=1.7.15-1+deb12u4
DSC_SHA256=764c2de141d680f4fb4cada30c526dacaa30ead061b9b9c34f2b81e2df0f8439
SERIES='1.7.15-*'
LICENSE=MIT
LICENSE_FILES=LICENSE
NEEDS=musl
WEIGHT=1

build() {
    # ENABLE_LOCALES is for programs that call setlocale; this one does not.
    # CJSON_NESTING_LIMIT: its parser is recursive, and a thread's stack is
    # small; none of our documents is a tenth as deep.
    ninja_begin
    ninja_objects cjson "-std=c99 $BASE_CFLAGS -w -DCJSON_HIDE_SYMBOLS \
-DCJSON_NESTING_LIMIT=200" cJSON.c
    ninja_archive lib/libcjson.a cjson
    ninja_run
    install_to lib lib/libcjson.a
    install_to include "$SRC/cJSON.h"
}
