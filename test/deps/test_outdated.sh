#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deps/outdated: which libraries have a newer version in the archive.
. "$(dirname "$0")/lib.sh"

outdated() {
    XDG_CACHE_HOME="$SANDBOX/cache" WICK_RECIPES_DIR="$SANDBOX/recipes" \
        APT_CONFIG="$SANDBOX/etc/apt.conf" "$ROOT/deps/outdated" "$@" \
        </dev/null >"$SANDBOX/output" 2>&1
}

# Wrong if: an archive without a newer version is one that has one.
test_newest_is_silent() {
    expect 'it is called outdated' outdated --all
    expect 'it says nothing' says 'all 1 are the newest'
}

# Wrong if: a newer version goes unseen, of another series too, or an older one
# is taken for newer.
test_newer_is_named() {
    archive_add 0.9-1
    archive_add 2.0-1
    archive_add 1.0-10
    archive_index
    expect 'it was not seen' not outdated --all
    expect 'it is not named' \
        says 'toy: toy 1.0-1 is used, the archive has 2.0-1'
}

# Wrong if: only what the executable holds is asked for, and more is said.
test_of_an_executable() {
    archive_add 2.0-1
    archive_index
    echo "8 8 8 8 $CACHE/out/toy-0123456789abcdef0123/lib/toy.a(a.o):(.text)" \
        >"$SANDBOX/map"
    expect 'it was not seen' not outdated "$SANDBOX/map"
    expect 'it is not named' says 'toy 1.0-1 is used'
    : >"$SANDBOX/map"
    expect 'an empty map is one of no library' not outdated "$SANDBOX/map"
}

run_tests "$@"
