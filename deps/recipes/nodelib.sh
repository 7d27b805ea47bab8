# SPDX-License-Identifier: MIT
# Node's own JavaScript library: streams, and what is built on them. Of the
# package of Node.js these files alone are used; runtime/js/manifest names those
# that go into the executable (nodelib/...), runtime/js/internal/nodelib.js
# serves what they ask of the rest of Node. The same package has the tests that
# test/node/fetch unpacks.
VERSION=18.20.4
SOURCE=nodejs
SOURCE_VERSION=18.20.4+dfsg-1~deb12u3
DSC_SHA256=917ea928fb7ecc17403b0bf846176fb26779cab953530259aa3b95a5aa2349be
SERIES='18.20.4+dfsg-*'
LICENSE=MIT
LICENSE_FILES=LICENSE
NEEDS=musl
WEIGHT=20
PATCHES='deps/patches/nodelib/*.patch'

unpack() {
    unpack_subtrees LICENSE lib
    nodelib_licence
}

# js/NAME.js: each file of lib/ as a builtin (runtime/js/README.md);
# lib/libnodelib.a: their texts, a section each, of which the linker keeps those
# that the table of builtins names.
build() {
    rm -rf js text.S
    cp -R "$SRC/lib" js
    find js -type f ! -name '*.js' -delete
    # The texts are embedded as Latin-1.
    LC_ALL=C grep -rlZ '[^[:print:][:space:]]' js | xargs -0 rm -f
    find js -type f -printf '%P\n' | LC_ALL=C sort | nodelib_wrap
    $CC -c text.S -o text.o
    mkdir -p lib
    rm -f lib/libnodelib.a
    "$AR" rcsD lib/libnodelib.a text.o
    install_to lib lib/libnodelib.a
    cp -R js "$PREFIX/js"
}

# nodelib_wrap: of a list of files below js, make each a builtin in its place,
# and text.S of all. Lines of comments are empty: a third of the text.
nodelib_wrap() {
    awk '
        function wrap(file, line, text, inside) {
            text = "(function (native, require, exports, primordials) {\n" \
                "require(\"internal/nodelib\").define(exports, function (" \
                "exports, require, module, process, internalBinding, " \
                "primordials) {\n"
            while ((getline line <file) > 0) {
                if (inside || line ~ /^[ \t]*\/\//) {
                    inside = inside && line !~ /\*\/$/
                    line = ""
                } else if (line ~ /^[ \t]*\/\*/ &&
                           (line !~ /\*\// || line ~ /\*\/$/)) {
                    inside = line !~ /\*\//
                    line = ""
                }
                text = text line "\n"
            }
            close(file)
            printf "%s});\n})\n", text >file
            close(file)
        }
        {
            wrap("js/" $0)
            symbol = "wick_text_nodelib_" $0
            sub(/\.js$/, "", symbol)
            gsub(/[\/-]/, "_", symbol)
            print ".section .rodata." symbol ",\"a\",@progbits\n.balign 16"
            print ".globl " symbol "\n.hidden " symbol
            print symbol ": .incbin \"js/" $0 "\"\n.byte 0"
        }
        END { print ".section .note.GNU-stack,\"\",%progbits" }' >text.S
}

# nodelib_licence: of the file of licences, Node's own; what follows it is of
# libraries that are not here.
nodelib_licence() {
    sed -i '/^The externally maintained libraries used by Node.js are:/,$d' \
        "$SRC/LICENSE"
}
