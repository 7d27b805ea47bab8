# SPDX-License-Identifier: MIT
# The kernel's io_uring for the event loop.
VERSION=2.3
SOURCE=liburing
SOURCE_VERSION=2.3-3
DSC_SHA256=1eefd4e81c0c3c767ccc95adcb6a37d184418ea127dd9e8b68624ae911f2f66d
SERIES='2.3-*'
LICENSE='LGPL-2.1-or-later OR MIT'
LICENSE_FILES='LICENSE README'
NEEDS=musl
WEIGHT=2

build() {
    mkdir -p generated/liburing
    # What its configure script generates. musl has struct open_how nowhere, the
    # kernel's headers have it; musl's struct timespec is the kernel's.
    cat >generated/liburing/compat.h <<'COMPAT'
#ifndef LIBURING_COMPAT_H
#define LIBURING_COMPAT_H
#include <linux/openat2.h>
#include <linux/time_types.h>
#include <stdint.h>
#endif
COMPAT
    ninja_begin
    ninja_objects uring "$BASE_CFLAGS -w -D_GNU_SOURCE -DLIBURING_INTERNAL \
-I$SRC/src/include -I$BUILD/generated" \
        src/setup.c src/queue.c src/register.c src/syscall.c
    ninja_archive lib/liburing.a uring
    ninja_run
    install_to lib lib/liburing.a
    install_to include "$SRC/src/include/liburing.h"
    install_to include/liburing "$SRC"/src/include/liburing/*.h \
        generated/liburing/compat.h
}
