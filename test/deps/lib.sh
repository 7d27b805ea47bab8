# SPDX-License-Identifier: MIT
# For the tests of deps/build: a sandbox with a cache, a recipe and an archive of
# its own, so that they need no network and take seconds.

set -u
shopt -s nullglob
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
SANDBOX=$(mktemp -d "${TMPDIR:-/tmp}/wick-deps.XXXXXX")
trap 'sandbox_end' EXIT
# Ended from outside, it cleans up as well.
trap 'exit 143' HUP INT TERM

# Processes of the sandbox are found by the directory in their environment.
sandbox_end() {
    local pid
    for pid in $(sandbox_processes); do
        kill -KILL "$pid" 2>/dev/null
    done
    chmod -R u+w "$SANDBOX" 2>/dev/null
    rm -rf "$SANDBOX"
}

# sandbox_processes: every process that a build of this sandbox has started.
sandbox_processes() {
    grep -lzxsF -- "XDG_CACHE_HOME=$SANDBOX/cache" /proc/[0-9]*/environ |
        cut -d/ -f3
}

# archive_first: the archive with toy 1.0-1. Made once and kept, under a name
# that sandbox_new passes by: the tools that make it take half a second.
archive_first() {
    mkdir -p "$SANDBOX"/{tree,archive}
    archive_add 1.0-1
    archive_index
    mv -T "$SANDBOX/archive" "$SANDBOX/.archive"
}

# sandbox_new: an empty cache, an archive with toy 1.0-1, and its recipe.
sandbox_new() {
    rm -rf "${SANDBOX:?}"/*
    mkdir -p "$SANDBOX"/{cache,etc/sources.list.d,recipes,tree}
    cp -a "$SANDBOX/.archive" "$SANDBOX/archive"
    CACHE=$SANDBOX/cache/wick
    cat >"$SANDBOX/etc/apt.conf" <<CONF
Dir::Etc::main "/dev/null";
Dir::Etc::parts "/dev/null";
Dir::Etc::sourcelist "$SANDBOX/etc/sources.list";
Dir::Etc::sourceparts "$SANDBOX/etc/sources.list.d";
CONF
    echo "deb [trusted=yes] copy:$SANDBOX/archive bookworm main" \
        >"$SANDBOX/etc/sources.list"
    recipe_write
}

# archive_add VERSION: a source package "toy" in the archive.
archive_add() {
    local tree=$SANDBOX/tree/toy
    rm -rf "$tree"
    mkdir -p "$tree/debian/source"
    echo "text of ${1%-*}" >"$tree/text"
    tar -C "$SANDBOX/tree" -czf "$SANDBOX/archive/toy_${1%-*}.orig.tar.gz" toy
    echo '3.0 (quilt)' >"$tree/debian/source/format"
    printf 'Source: toy\nMaintainer: T <t@example.org>\n\nPackage: toy\n' \
        >"$tree/debian/control"
    printf 'Architecture: all\nDescription: toy\n' >>"$tree/debian/control"
    printf 'toy (%s) unstable; urgency=low\n\n  * Toy.\n\n -- %s  %s\n' "$1" \
        'T <t@example.org>' 'Thu, 01 Jan 1970 00:00:00 +0000' \
        >"$tree/debian/changelog"
    (cd "$SANDBOX/archive" && dpkg-source -b "$tree") >/dev/null 2>&1 ||
        die_test "cannot make the toy package"
}

# archive_index: the lists of the archive as it stands.
archive_index() {
    local dist=$SANDBOX/archive/dists/bookworm
    mkdir -p "$dist/main/source"
    (cd "$SANDBOX/archive" && dpkg-scansources . 2>/dev/null) \
        >"$dist/main/source/Sources"
    {
        printf 'Origin: %s\nSuite: bookworm\nCodename: bookworm\n' \
            "${ORIGIN:-Debian}"
        printf 'Date: Thu, 01 Jan 2026 00:00:00 UTC\nComponents: main\n'
        printf 'Architectures: amd64 arm64\nSHA256:\n'
        (cd "$dist" && printf ' %s %s main/source/Sources\n' \
            "$(sha256sum <main/source/Sources | cut -d' ' -f1)" \
            "$(stat -c %s main/source/Sources)")
    } >"$dist/Release"
}

# recipe_write [BODY]: the recipe; BODY are the lines of its build().
recipe_write() {
    local dsc
    dsc=$(sha256sum <"$SANDBOX/archive/toy_1.0-1.dsc" | cut -d' ' -f1)
    cat >"$SANDBOX/recipes/toy.sh" <<RECIPE
VERSION=1.0
SOURCE=toy
SOURCE_VERSION=1.0-1
DSC_SHA256=$dsc
SERIES='1.*'
LICENSE=MIT
LICENSE_FILES=text
NEEDS=
WEIGHT=1
build() {
    echo built >>$SANDBOX/builds
    ${1:-:}
    mkdir -p "\$PREFIX/lib"
    cp "\$SRC/text" "\$PREFIX/lib/"
}
RECIPE
}

# deps ARGUMENT...: run deps/build in the sandbox.
deps() {
    env -u WICK_KEEP_WORK XDG_CACHE_HOME="$SANDBOX/cache" \
        WICK_RECIPES_DIR="$SANDBOX/recipes" APT_CONFIG="$SANDBOX/etc/apt.conf" \
        "$ROOT/deps/build" "$@" </dev/null
}

# builds: how many times build() has been entered.
builds() {
    grep -c . "$SANDBOX/builds" 2>/dev/null || true
}

# out_toy: the directory of the finished output, if there is one.
out_toy() {
    local out=("$CACHE"/out/toy-*)
    echo "${out[*]}"
}

# ---- What a test says -------------------------------------------------------

TEST_FAILED=0

die_test() {
    printf 'FAIL %s: %s\n' "${TEST_NAME:-setup}" "$*"
    exit 1
}

# expect WHAT COMMAND...: the test fails with WHAT unless the command succeeds.
expect() {
    local what=$1
    shift
    "$@" || {
        printf 'FAIL %s: %s\n' "$TEST_NAME" "$what"
        [[ ! -s $SANDBOX/output ]] || sed 's/^/    | /' "$SANDBOX/output"
        exit 1
    }
}

# says TEXT: the last output that was kept has TEXT in it, lines joined.
says() {
    tr '\n' ' ' <"$SANDBOX/output" | grep -qF -- "$1"
}

is() {
    [[ $1 == "$2" ]]
}

not() {
    ! "$@"
}

# run_tests NAME...: run the functions test_NAME, each in a subshell and a new
# sandbox; by default all that are defined. "-" in a name is "_" in a function's.
run_tests() {
    local name names=("$@") status
    ((${#names[@]})) || mapfile -t names < <(
        declare -F | sed -n 's/^declare -f test_//p' | tr _ -
    )
    archive_first
    for name in "${names[@]}"; do
        TEST_NAME=$name
        (
            trap - EXIT HUP INT TERM
            sandbox_new
            "test_${name//-/_}"
        )
        status=$?
        case $status in
        0) echo "ok $name" ;;
        77) ;;
        *) TEST_FAILED=1 ;;
        esac
    done
    exit "$TEST_FAILED"
}

# skip WHY: end the test without a verdict.
skip() {
    echo "skip $TEST_NAME: $*"
    exit 77
}
