# SPDX-License-Identifier: MIT
# The C++ library: libc++ with libc++abi in one archive, and bin/c++, the C++
# compiler of the sysroot. For the engine and ICU; of our own code one file.
VERSION=19.1.7
SOURCE=llvm-toolchain-19
SOURCE_VERSION=1:19.1.7-3~deb12u1
DSC_SHA256=e1824f8969b5c3e12974b707b4658a319eb6bb45d552ddc109cb18add24bea5c
SERIES='1:19.1.*'
LICENSE='Apache-2.0 WITH LLVM-exception'
LICENSE_FILES='libcxx/LICENSE.TXT'
NEEDS='musl mimalloc'
WEIGHT=30
SERIAL=1

# 1.7 GB unpacked, of which 12 MB are wanted. Debian's patches touch none of it.
unpack() {
    unpack_subtrees libcxx/include libcxx/src libcxx/vendor libcxx/LICENSE.TXT \
        libcxxabi/include libcxxabi/src
}

build() {
    libcxx_headers
    libcxx_archive
    libcxx_command
}

# The headers, with the two that libc++'s own build generates.
libcxx_headers() {
    local dir=$PREFIX/include/c++/v1
    mkdir -p "${dir%/*}"
    cp -r "$SRC/libcxx/include" "$dir"
    rm -f "$dir/CMakeLists.txt" "$dir"/*.in
    cp "$SRC/libcxxabi/include/"*.h "$dir/"
    cp "$SRC/libcxx/vendor/llvm/default_assertion_handler.in" \
        "$dir/__assertion_handler"
    cat >"$dir/__config_site" <<'SITE'
#ifndef _LIBCPP___CONFIG_SITE
#define _LIBCPP___CONFIG_SITE
#define _LIBCPP_ABI_VERSION 1
#define _LIBCPP_ABI_NAMESPACE __1
#define _LIBCPP_HAS_MUSL_LIBC
#define _LIBCPP_HAS_THREAD_API_PTHREAD
// One static executable: nothing is exported from it.
#define _LIBCPP_DISABLE_VISIBILITY_ANNOTATIONS
#define _LIBCPP_HAS_NO_VENDOR_AVAILABILITY_ANNOTATIONS
// ICU has the time zones.
#define _LIBCPP_HAS_NO_TIME_ZONE_DATABASE
#define _LIBCPP_HAS_NO_STD_MODULES
#define _LIBCPP_PSTL_BACKEND_SERIAL
#define _LIBCPP_HARDENING_MODE_DEFAULT _LIBCPP_HARDENING_MODE_NONE
#endif
SITE
}

libcxx_archive() {
    local headers=$PREFIX/include/c++/v1 common
    # No exception is ever thrown or passes through (the engine, ICU and our own
    # code are built without), so neither personality routine nor libunwind is
    # needed. What would throw calls abort through __libcpp_verbose_abort.
    common="-std=c++23 -nostdinc++ -fno-exceptions -w $BASE_CFLAGS"
    common+=" -fvisibility-inlines-hidden -DNDEBUG -D_LIBCPP_BUILDING_LIBRARY"
    common+=" -DLIBCXX_BUILDING_LIBCXXABI -isystem $headers"
    common+=" -I$SRC/libcxx/src -I$SRC/libcxxabi/include"
    # The default terminate handler would bring the demangler into every binary.
    local abi="-D_LIBCXXABI_BUILDING_LIBRARY -DLIBCXXABI_NON_DEMANGLING_TERMINATE"
    abi+=" -D_LIBCXXABI_DISABLE_VISIBILITY_ANNOTATIONS"

    # libc++'s own operator new is left out: libc++abi's weak one is there.
    # Left out too: streams, locales, regular expressions, file systems and
    # printing of floats, two thirds of the compilation. Nothing here uses them.
    local library=(algorithm any atomic barrier bind call_once chrono
        condition_variable condition_variable_destructor error_category
        exception expected functional future hash legacy_pointer_safety memory
        memory_resource mutex mutex_destructor new_handler new_helpers optional
        random shared_mutex stdexcept string system_error thread typeinfo
        valarray variant vector verbose_abort)
    local support=(abort_message cxa_aux_runtime cxa_default_handlers
        cxa_demangle cxa_exception_storage cxa_guard cxa_handlers
        cxa_noexception cxa_thread_atexit cxa_vector cxa_virtual
        fallback_malloc private_typeinfo stdlib_exception stdlib_new_delete
        stdlib_stdexcept stdlib_typeinfo)
    library=("${library[@]/#/libcxx/src/}")
    support=("${support[@]/#/libcxxabi/src/}")
    CXX="$HOST_CLANGXX --config=$SYSROOT/etc/cc.cfg"
    ninja_begin
    ninja_objects cxx "$common" "${library[@]/%/.cpp}"
    ninja_objects abi "$common $abi" "${support[@]/%/.cpp}"
    ninja_archive lib/libc++.a cxx abi
    ninja_run
    install_to lib lib/libc++.a
}

# bin/c++: the sysroot's compiler with these headers and libraries. It links the
# allocator too, without which nothing links (see the musl recipe). Both are
# named relative to this directory, beside which they lie.
libcxx_command() {
    mkdir -p "$PREFIX/bin" "$PREFIX/etc"
    cat >"$PREFIX/etc/c++.cfg" <<CFG
@../../${SYSROOT##*/}/etc/cc.cfg
-stdlib=libc++
-stdlib++-isystem <CFGDIR>/../include/c++/v1
-L<CFGDIR>/../lib
-L<CFGDIR>/../../${DEP_mimalloc##*/}/lib
-lmimalloc
CFG
    cat >"$PREFIX/bin/c++" <<CXX
#!/bin/sh
unset LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH
exec $HOST_CLANGXX --config="\${0%/*}/../etc/c++.cfg" "\$@"
CXX
    chmod +x "$PREFIX/bin/c++"
}
