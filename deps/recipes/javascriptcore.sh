# SPDX-License-Identifier: MIT
# The engine: JavaScriptCore with all its tiers and WebAssembly, and WTF below
# it. Patches: runtime/jsc/patches, each with its reason.
VERSION=2.50.6
SOURCE=webkit2gtk
SOURCE_VERSION=2.50.6-1~deb12u2
DSC_SHA256=e58c242577fda565d7a4e040f91499c3ac190e0d49f792558cfe971860d53bea
SERIES='2.50.*'
LICENSE='LGPL-2.1-or-later AND BSD-2-Clause'
LICENSE_FILES='Source/JavaScriptCore/COPYING.LIB Source/WTF/LICENSE-LLVM.txt
    Source/WTF/LICENSE-dragonbox.txt Source/WTF/LICENSE-libc++.txt
    Source/WTF/LICENSE-simde.txt'
NEEDS='musl mimalloc libcxx icu'
WEIGHT=800
SERIAL=1
PATCHES='runtime/jsc/patches/*.patch'

# A tenth of the package; Debian's patches to it concern other architectures
# and the browser.
unpack() {
    unpack_subtrees CMakeLists.txt Source/CMakeLists.txt Source/JavaScriptCore \
        Source/WTF Source/bmalloc Source/cmake Tools/CMakeLists.txt
}

build() {
    [[ -f build.ninja ]] || configure
    # Its generators are Ruby, and what follows waits for them.
    ! ruby --yjit -e '' 2>/dev/null || export RUBYOPT=--yjit
    ninja -j "$JOBS"
    install_engine
}

configure() {
    local flags options
    # -O2: WebKit's own -O3 is a tenth larger and was not faster. A lower bound
    # for inlining what is not marked for it: a sixth off the compilation. -w: the
    # analyses behind the warnings take a tenth of it; they are not ours to heed.
    # WICK_ENGINE_BUILD_HASH: the version of bytecode, from all that the engine
    # is built from. STRUCTURE_HEAP...: addresses only (patch 0012); a million
    # shapes of objects, more than a function's memory holds, since the engine
    # aborts when they are used up. DEFAULT_THREAD_STACK...: musl's default would
    # be 1 MB.
    flags="-O2 -DNDEBUG -w -mllvm -inline-threshold=75"
    flags+=" -DWICK_ENGINE_BUILD_HASH=0x${KEY[javascriptcore]:0:8}u"
    flags+=" -DSTRUCTURE_HEAP_ADDRESS_SIZE_IN_MB=128"
    flags+=" -DDEFAULT_THREAD_STACK_SIZE_IN_KB=512"
    options=(
        -DPORT=JSCOnly
        -DENABLE_STATIC_JSC=ON
        -DUSE_SYSTEM_MALLOC=ON         # mimalloc, which is the system's here
        -DENABLE_JIT=ON -DENABLE_DFG_JIT=ON -DENABLE_FTL_JIT=ON
        -DENABLE_WEBASSEMBLY=ON
        -DENABLE_SAMPLING_PROFILER=OFF # a thread, and half a MB of text
        -DENABLE_REMOTE_INSPECTOR=OFF
        -DENABLE_RELEASE_LOG=OFF       # a log of the engine's own, to nobody
        -DENABLE_JAVASCRIPT_SHELL=OFF -DENABLE_API_TESTS=OFF
        -DENABLE_TOOLS=OFF
        -DUSE_THIN_ARCHIVES=OFF        # the objects go with the build tree
    )
    # The data of ICU is linked later; the check wants a file for it.
    # musl has no allocator of its own: nothing links without mimalloc, and every
    # check of a function would find that it is not there.
    # A cache of objects that the machine happens to have is no part of this.
    WK_USE_CCACHE=NO cmake -G Ninja "$SRC" "${options[@]}" \
        -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$ARCH" \
        -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" \
        -DCMAKE_EXE_LINKER_FLAGS="$DEP_mimalloc/lib/mimalloc.o" \
        -DCMAKE_AR="$AR" -DCMAKE_RANLIB="$RANLIB" -DCMAKE_NM="$NM" \
        -DCMAKE_C_FLAGS="$BASE_CFLAGS" -DCMAKE_CXX_FLAGS="$BASE_CFLAGS" \
        -DCMAKE_C_FLAGS_RELEASE="$flags" -DCMAKE_CXX_FLAGS_RELEASE="$flags" \
        -DICU_ROOT="$DEP_icu" -DICU_INCLUDE_DIR="$DEP_icu/include" \
        -DICU_UC_LIBRARY_RELEASE="$DEP_icu/lib/libicuuc.a" \
        -DICU_I18N_LIBRARY_RELEASE="$DEP_icu/lib/libicui18n.a" \
        -DICU_DATA_LIBRARY_RELEASE="$DEP_icu/lib/libicuuc.a"
    unchain
}

# What is generated for one target waits for all that the target depends on, so
# that no file of the engine was compiled before the whole of WTF and the
# interpreter's assembly, three runs of Ruby one after the other, were done. It
# reads nothing of those; whoever does names them as inputs.
unchain() {
    sed -i -e '/^build .* || /{
        :again
        s#\( ||.*\) lib/libWTF\.a\( \|$\)#\1\2#
        s#\( ||.*\) bin/LLInt[A-Za-z]*\( \|$\)#\1\2#
        s#\( ||.*\) Source/JavaScriptCore/LowLevelInterpreterLib\( \|$\)#\1\2#
        t again
    }' -e '/^build cmake_object_order_depends_target_JavaScriptCore:/{
        s# cmake_object_order_depends_target_LowLevelInterpreterLib\( \|$\)#\1#
    }' build.ninja
}

# The headers are links into the source tree, which does not stay. Those that
# the embedder needs and WebKit does not export are added from there.
install_engine() {
    local to=$PREFIX/include
    mkdir -p "$PREFIX/lib" "$to/JavaScriptCore"
    cp lib/libJavaScriptCore.a lib/libWTF.a "$PREFIX/lib/"
    cp -rL WTF/Headers/wtf "$to/"
    cp -rL JavaScriptCore/PrivateHeaders/JavaScriptCore \
        JavaScriptCore/Headers/JavaScriptCore "$to/"
    find "$SRC"/Source/JavaScriptCore/{bytecode,heap,runtime} \
        -name '*.h' -exec cp -n -t "$to/JavaScriptCore" {} +
    cp cmakeconfig.h "$to/"
}
