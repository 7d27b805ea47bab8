# SPDX-License-Identifier: MIT
# The compiler, the flags and the environment in which recipes are built.

HOST_CLANG=clang-19
HOST_CLANGXX=clang++-19
LLVM_BIN=/usr/lib/llvm-19/bin

# The code of every object, ours and theirs. ARCH_CFLAGS is of arch-$ARCH.sh.
# Static and at a fixed address, one module: no GOT, no PLT, thread-local
# variables at a constant offset. One section a function, so that the linker
# drops what is not called and (address-significance table) folds what is equal.
# No exception crosses any of this code, so no unwind tables: they were a tenth
# of the executable. Nothing can be interposed.
CODE_CFLAGS="$ARCH_CFLAGS -fno-pic -fno-pie -ftls-model=local-exec \
-ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables \
-fno-unwind-tables -fvisibility=hidden -fno-semantic-interposition \
-fno-common -faddrsig -fno-plt -fno-stack-protector -fomit-frame-pointer"
CODE_LDFLAGS="-static -no-pie -Wl,--gc-sections -Wl,--icf=safe \
-Wl,-z,noexecstack"

# environment_clean: nothing of the caller's surroundings may reach a build.
# The library and header paths of the machine would find glibc's files.
environment_clean() {
    unset LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH COMPILER_PATH
    unset CFLAGS CXXFLAGS CPPFLAGS LDFLAGS MAKEFLAGS MAKELEVEL MFLAGS
    unset PKG_CONFIG_PATH CONFIG_SITE CCC_OVERRIDE_OPTIONS DEBUG VERBOSE V
    export LC_ALL=C TZ=UTC PKG_CONFIG=/bin/false
    # A fixed time for __DATE__ and archive members: the same input gives the
    # same output on every day.
    export SOURCE_DATE_EPOCH=1700000000
    umask 022
}

# toolchain_env NAME: export what build() of recipe NAME finds in its
# environment. Before musl is built CC is the plain cross compiler; with libcxx
# among the needs CXX knows the C++ library.
toolchain_env() {
    local name=$1 need
    export ARCH DEBIAN_ARCH DEBIAN_MULTIARCH OPENSSL_TARGET CMAKE_PROCESSOR
    export JOBS HOST_CLANG HOST_CLANGXX LLVM_BIN
    export TARGET=$ARCH-linux-musl
    export AR=$LLVM_BIN/llvm-ar RANLIB=$LLVM_BIN/llvm-ranlib
    export NM=$LLVM_BIN/llvm-nm STRIP=$LLVM_BIN/llvm-strip
    export OBJCOPY=$LLVM_BIN/llvm-objcopy LD=$LLVM_BIN/ld.lld
    CC="$HOST_CLANG --target=$TARGET"
    CXX="$HOST_CLANGXX --target=$TARGET"
    SYSROOT=
    for need in ${RECIPE[$name.NEEDS]}; do
        export "DEP_$need=$(out_dir "$need")"
    done
    if [[ -n ${DEP_musl:-} ]]; then
        SYSROOT=$DEP_musl
        CC=$DEP_musl/bin/cc
    fi
    [[ -z ${DEP_libcxx:-} ]] || CXX=$DEP_libcxx/bin/c++
    export CC CXX SYSROOT

    # No path of the machine in the output: debug information, __FILE__.
    export BASE_CFLAGS="-O2 $CODE_CFLAGS -ffile-prefix-map=$WORK=$name \
-ffile-prefix-map=$CACHE_DIR/out=deps"
    export BASE_LDFLAGS=$CODE_LDFLAGS
}
