# SPDX-License-Identifier: MIT
# The C library, and with it the sysroot: headers of the kernel, the compiler's
# run-time library, start files, and bin/cc, a compiler that sees nothing else.
#
# It is compiled without its allocator. mimalloc takes that place for the
# library's own internal allocations too, so that a program that is linked
# without mimalloc does not link, rather than run on two heaps.
VERSION=1.2.3
SOURCE=musl
SOURCE_VERSION=1.2.3-1
DSC_SHA256=243a7462e9c751da662c4c61d4c96b6318c796ba302b72f6cdf74ea5427a9b4f
SERIES='1.2.3-*'
LICENSE=MIT
LICENSE_FILES=COPYRIGHT
NEEDS=
WEIGHT=25

build() {
    musl_headers
    kernel_headers
    compiler_library
    musl_library
    compiler_commands
}

# What musl's makefile generates and installs of headers.
musl_headers() {
    local bits=$PREFIX/include/bits
    mkdir -p generated
    cp -r "$SRC/include" "$PREFIX/"
    rm "$PREFIX/include/alltypes.h.in"
    cp -r "$SRC/arch/generic/bits" "$PREFIX/include/"
    cp "$SRC/arch/$ARCH"/bits/*.h "$bits/"
    sed -f "$SRC/tools/mkalltypes.sed" "$SRC/arch/$ARCH/bits/alltypes.h.in" \
        "$SRC/include/alltypes.h.in" >"$bits/alltypes.h"
    sed -n 'p; s/__NR_/SYS_/p' "$SRC/arch/$ARCH/bits/syscall.h.in" \
        >"$bits/syscall.h"
    echo "#define VERSION \"$VERSION\"" >generated/version.h
}

# The library: every source, with the version for ARCH in the place of the
# general one, except the allocators.
musl_library() {
    local flags file base sources=() replaced=()
    local -A general=()
    # -O2 where musl's own default is -Os: its string and number functions are
    # on hot paths. It relies on the rest (strict floating point, no assumption
    # about a library below it), as its configure script says.
    flags="-std=c99 -nostdinc -ffreestanding -frounding-math -fno-strict-aliasing"
    flags+=" -D_XOPEN_SOURCE=700 -w $BASE_CFLAGS"
    # Symbols are kept apart by musl's own annotations, not by a default.
    flags=${flags/-fvisibility=hidden/}
    # The internal names of the allocator are those of the public one.
    flags+=" -D__libc_malloc=malloc -D__libc_calloc=calloc"
    flags+=" -D__libc_realloc=realloc -D__libc_free=free"
    flags+=" -I$SRC/arch/$ARCH -I$SRC/arch/generic -I$BUILD/generated"
    flags+=" -I$SRC/src/include -I$SRC/src/internal -I$PREFIX/include"

    mapfile -t replaced < <(cd "$SRC" && ls -d src/*/"$ARCH"/*.[csS])
    for file in "${replaced[@]}"; do
        base=${file%.*}
        general[${base/"/$ARCH/"/\/}]=1
    done
    mapfile -t sources < <(cd "$SRC" && ls -d src/*/*.c)
    for file in "${sources[@]}"; do
        [[ $file == src/malloc/* || -n ${general[${file%.c}]:-} ]] ||
            replaced+=("$file")
    done
    ninja_begin
    ninja_objects libc "$flags" "${replaced[@]}"
    ninja_objects crt "$flags -DCRT" crt/crt1.c \
        "crt/$ARCH/crti.s" "crt/$ARCH/crtn.s"
    ninja_archive lib/libc.a libc
    ninja_run
    install_to lib lib/libc.a
    install_to lib "$SRC/crt/crt1.o" "$SRC/crt/$ARCH"/crt[in].o
    # All of POSIX is in libc.a; these are here for those who name them.
    for file in m pthread rt dl util resolv xnet crypt; do
        "$AR" rcsD "$PREFIX/lib/lib$file.a"
    done
}

# The kernel's interface headers for ARCH. Of the multiarch directory only asm/
# is the kernel's; the rest of it is glibc's.
kernel_headers() {
    local asm dir
    for asm in "/usr/include/$DEBIAN_MULTIARCH/asm" \
        "/usr/$DEBIAN_MULTIARCH/include/asm"; do
        [[ ! -d $asm ]] || break
    done
    [[ -d $asm ]] || die "no kernel headers for $ARCH: install" \
        "linux-libc-dev:$DEBIAN_ARCH or linux-libc-dev-$DEBIAN_ARCH-cross"
    cp -rL "$asm" "$PREFIX/include/"
    for dir in linux asm-generic mtd; do
        cp -rL "/usr/include/$dir" "$PREFIX/include/"
    done
}

# A resource directory of our own: the compiler's headers, its run-time library
# and start files. Debian's clang_rt.crtbegin registers unwind frames, which
# do not exist here, and runs constructors, which musl does; so ours has only
# what C++ code refers to: __dso_handle, the argument of __cxa_atexit.
compiler_library() {
    local dir=$PREFIX/lib/clang resource library
    resource=$("$HOST_CLANG" -print-resource-dir)
    library=$resource/lib/linux/libclang_rt.builtins-$ARCH.a
    [[ -f $library ]] || die "no $library: install" \
        "libclang-rt-19-dev:$DEBIAN_ARCH"
    mkdir -p "$dir/lib/linux"
    cp -rL "$resource/include" "$dir/"
    # Without its address-significance tables, which are there for LLVM's own
    # linking and are stale: the linker says so of each, in every link.
    "$OBJCOPY" --remove-section=.llvm_addrsig "$library" \
        "$dir/lib/linux/${library##*/}"
    echo '__attribute__((visibility("hidden"))) void *__dso_handle;' >crtbegin.c
    # shellcheck disable=SC2086
    $CC $BASE_CFLAGS -c crtbegin.c \
        -o "$dir/lib/linux/clang_rt.crtbegin-$ARCH.o"
    # shellcheck disable=SC2086
    $CC $BASE_CFLAGS -c -x c /dev/null \
        -o "$dir/lib/linux/clang_rt.crtend-$ARCH.o"
}

# bin/cc: clang with a configuration file that is found beside it, so that the
# directory can be moved.
compiler_commands() {
    mkdir -p "$PREFIX/bin" "$PREFIX/etc"
    cat >"$PREFIX/etc/cc.cfg" <<CFG
--target=$TARGET
--sysroot=<CFGDIR>/..
-resource-dir <CFGDIR>/../lib/clang
--rtlib=compiler-rt
--unwindlib=none
-fuse-ld=lld
-static
-no-pie
CFG
    cat >"$PREFIX/bin/cc" <<CC
#!/bin/sh
unset LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH
exec $HOST_CLANG --config="\${0%/*}/../etc/cc.cfg" "\$@"
CC
    chmod +x "$PREFIX/bin/cc"
}
