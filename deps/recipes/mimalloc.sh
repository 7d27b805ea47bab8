# SPDX-License-Identifier: MIT
# The one allocator: of C, of C++, of the engine, and of musl itself.
VERSION=2.0.9
SOURCE=mimalloc
SOURCE_VERSION=2.0.9+ds-2
DSC_SHA256=fb324e4faaa693d90f5bf0a8e652ea96f41d4c7f6ea432ea819756e8f70ce42d
SERIES='2.0.9*'
LICENSE=MIT
LICENSE_FILES=LICENSE
NEEDS=musl
WEIGHT=3
PATCHES='deps/patches/mimalloc/*.patch'

# lib/mimalloc.o, to be linked first, and the same in lib/libmimalloc.a.
build() {
    local flags entry symbols
    # MI_MALLOC_OVERRIDE: define malloc and all its relatives.
    # NDEBUG, MI_STAT=0, MI_SECURE=0: neither checks nor statistics.
    # MI_NO_GETENV: a function's environment configures the function, and
    # looking up 28 names in it takes time at each start.
    # __USE_ISOC11: glibc's way to say that aligned_alloc exists. On musl it is
    # never set, aligned_alloc would come from elsewhere, and the engine takes
    # its heap blocks with it.
    # -fno-builtin-malloc: or calloc's memset becomes a call of calloc.
    flags="-std=gnu11 $BASE_CFLAGS -DMI_MALLOC_OVERRIDE=1 -DNDEBUG -DMI_STAT=0"
    flags+=" -DMI_SECURE=0 -DMI_STATIC_LIB -DMI_NO_GETENV -D__USE_ISOC11=1"
    flags+=" -fno-builtin-malloc -w -I$SRC/include"
    mkdir -p lib
    # shellcheck disable=SC2086
    $CC $flags -c "$SRC/src/static.c" -o lib/mimalloc.o
    symbols=$("$NM" --format=just-symbols --defined-only lib/mimalloc.o)
    for entry in malloc calloc realloc free aligned_alloc posix_memalign \
        memalign valloc pvalloc malloc_usable_size reallocarray reallocf cfree; do
        grep -qx "$entry" <<<"$symbols" ||
            die "mimalloc.o does not define $entry"
    done
    rm -f lib/libmimalloc.a
    "$AR" rcsD lib/libmimalloc.a lib/mimalloc.o
    install_to lib lib/mimalloc.o lib/libmimalloc.a
    install_to include "$SRC"/include/mimalloc.h
}
