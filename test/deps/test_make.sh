#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Makefile and the libraries: one call builds what is missing, and finds it
# where it came to lie.
. "$(dirname "$0")/lib.sh"

# A copy of what make reads, with a deps/build that names a library at one place
# before it is built and at another after, as where the archive has another
# version than the one that is pinned.
project_new() {
    COPY=$SANDBOX/copy
    mkdir -p "$COPY"/{deps,cli,runtime}
    (cd "$ROOT" && tar -cf - Makefile ./*.mk cli/*.mk bench layer/*.mk \
        runtime/embed runtime/js) | tar -C "$COPY" -xf -
    cat >"$COPY/deps/build" <<BUILD
#!/bin/sh
if [ "\$1" != --mk ]; then
    [ ! -e "$SANDBOX/broken" ] || { echo "the archive is away" >&2; exit 1; }
    echo built >>"$SANDBOX/builds"
    exit
fi
where=pinned missing=' nodelib'
[ ! -e "$SANDBOX/builds" ] || where=other missing=
sed -e "s|^DEP_nodelib := .*|DEP_nodelib := $SANDBOX/\$where|" \
    -e "s|^DEPS_MISSING :=.*|DEPS_MISSING :=\$missing|" \
    "$SANDBOX/whole.mk" >"\$2.new"
cmp -s "\$2.new" "\$2" || cp "\$2.new" "\$2"
BUILD
    chmod +x "$COPY/deps/build"
    mkdir "$COPY/build"
    cp "$ROOT/build/deps.mk" "$SANDBOX/whole.mk"
    ln -s "$(sed -n 's/^DEP_nodelib := //p' "$SANDBOX/whole.mk")" \
        "$SANDBOX/other"
}

# in_project GOAL...: make there, as a person calls it.
in_project() {
    env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -C "$COPY" "$@" \
        >"$SANDBOX/output" 2>&1
}

# Wrong if: the call that builds a library looks for it where it would have been.
test_found_where_it_is() {
    project_new
    expect 'the first call failed' in_project build/gen/builtins.c
    expect 'the table is not of that folder' grep -q "^$SANDBOX/other/js/" \
        "$COPY/build/gen/builtins.list"
    expect 'the second call failed' in_project build/gen/builtins.c
    expect 'it was built twice' is "$(builds)" 1
}

# Wrong if: what needs no library waits for one.
test_not_built_for_nothing() {
    project_new
    expect 'help failed' in_project help
    expect 'clean failed' in_project clean
    mkdir -p "$COPY/build"
    expect 'make -n failed' in_project -n build/gen/builtins.c
    expect 'a library was built' is "$(builds)" ''
}

# Wrong if: make goes on without a library, or hides why it cannot be built.
test_failure_is_shown() {
    project_new
    touch "$SANDBOX/broken"
    expect 'make went on' not in_project build/gen/builtins.c
    expect 'the reason is not shown' says 'the archive is away'
    expect 'it is shown twice' is \
        "$(grep -c 'the archive is away' "$SANDBOX/output")" 1
}

run_tests "$@"
