#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# make after a make that was killed: what was half written is made again.
. "$(dirname "$0")/lib.sh"

OBJECT=build/unit-plain/runtime/hex.o

# tree: a tree of links to this one, with a build/ of its own.
tree() {
    local file
    mkdir -p "$SANDBOX/work" "$SANDBOX/bin"
    for file in "$ROOT"/*; do
        [[ ${file##*/} == build ]] || ln -s "$file" "$SANDBOX/work/"
    done
}

make_in_tree() {
    make -s -C "$SANDBOX/work" "$@" >"$SANDBOX/output" 2>&1 </dev/null
}

# A compiler that writes a part of both of its files; then it, the shell that
# called it and make are killed.
half_a_compiler() {
    cat >"$SANDBOX/bin/ccache" <<'CCACHE'
#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in
    -o) printf '\177ELF' >"$2" ;;
    -MF) printf 'build/unit-plain/runtime/hex.o: runtime/hex.c runti' >"$2" ;;
    esac
    shift
done
kill -KILL "$(ps -o ppid= -p "$PPID" | tr -d ' ')" "$PPID" $$
CCACHE
    chmod +x "$SANDBOX/bin/ccache"
}

test_object_of_a_killed_make() {
    tree
    half_a_compiler
    PATH=$SANDBOX/bin:$PATH make_in_tree "$OBJECT"
    expect 'half an object is taken for one' test ! -e "$SANDBOX/work/$OBJECT"
    rm "$SANDBOX/bin/ccache"
    expect 'make does not go on' make_in_tree "$OBJECT"
    expect 'the object is not whole' \
        grep -q wick_hex <(llvm-nm-19 "$SANDBOX/work/$OBJECT")
}

test_failed_compiler_leaves_nothing() {
    tree
    printf '#!/bin/sh\nexit 3\n' >"$SANDBOX/bin/ccache"
    chmod +x "$SANDBOX/bin/ccache"
    PATH=$SANDBOX/bin:$PATH expect 'make passes' not make_in_tree "$OBJECT"
    expect 'something is left' is '' \
        "$(find "$SANDBOX/work/build/unit-plain" -type f)"
}

run_tests "$@"
