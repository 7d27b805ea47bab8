#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deps/build: where sources come from, and what is not accepted as one.
. "$(dirname "$0")/lib.sh"

# Wrong if: a file that is not the pinned one gets as far as being unpacked.
test_changed_archive_is_refused() {
    echo '# changed' >>"$SANDBOX/archive/toy_1.0-1.dsc"
    archive_index
    expect 'it was built' not deps toy >"$SANDBOX/output" 2>&1
    expect 'the message is not clear' says 'toy_1.0-1.dsc is not the pinned one'
    expect 'it was unpacked' is "$(echo "$CACHE"/work/*/src*)" ''
    expect 'the download was kept' is "$(echo "$CACHE"/src/*)" ''
}

# Wrong if: a download that was damaged in the cache is used.
test_damaged_download_is_refused() {
    expect 'the download failed' deps --fetch toy >"$SANDBOX/output" 2>&1
    expect 'there is no download' test -f "$CACHE/src/toy_1.0-1/toy_1.0.orig.tar.gz"
    printf x >>"$CACHE/src/toy_1.0-1/toy_1.0.orig.tar.gz"
    expect 'it was built' not deps toy >"$SANDBOX/output" 2>&1
    expect 'the file is not named' says 'toy_1.0.orig.tar.gz: FAILED'
    expect 'it was unpacked' is "$(echo "$CACHE"/work/*/src*)" ''
    expect 'the next call failed' deps toy >"$SANDBOX/output" 2>&1
    expect 'no output' test -f "$(out_toy)/lib/text"
}

# Wrong if: a version that has left the archive stops the build, or another one
# takes its place in silence; or is not the newest of the series.
test_gone_version_falls_back() {
    archive_add 1.0-2
    archive_add 1.0.10-1
    archive_add 1.0.9-1
    archive_add 2.0-1
    rm "$SANDBOX/archive/toy_1.0-1.dsc"
    archive_index
    expect 'the build failed' deps toy >"$SANDBOX/output" 2>&1
    expect 'nothing was said' says 'toy 1.0-1 is not in the archive'
    expect 'not the newest of the series' \
        grep -q 'text of 1.0.10' "$(out_toy)/lib/text"
    rm -rf "$SANDBOX/archive"
    expect 'the second call failed' deps toy >"$SANDBOX/output" 2>&1
    expect 'the second call is silent' \
        says 'WARNING: toy: built from toy 1.0.10-1 in the place of 1.0-1'
    expect 'the pin to set is not named' says 'SOURCE_VERSION=1.0.10-1 DSC_SHA256='
    expect 'it was built twice' is "$(builds)" 1
    expect 'the list names the version of the pin' \
        grep -qE '^toy +1\.0\.10 +MIT$' <(deps --list)
}

# Wrong if: a version that the lists have and the archive has not is an error
# while another one would do.
test_listed_but_missing_version_falls_back() {
    archive_add 1.0-2
    archive_index
    rm "$SANDBOX"/archive/toy_1.0-1.*
    expect 'the build failed' deps toy >"$SANDBOX/output" 2>&1
    expect 'nothing was said' says 'toy 1.0-1 is not in the archive; trying 1.0-2'
    expect 'the next version is not used' says 'built from toy 1.0-2'
}

# Wrong if: another archive with a Debian suite's name supplies the fallback.
test_other_origin_is_not_used() {
    archive_add 1.0-2
    rm "$SANDBOX/archive/toy_1.0-1.dsc"
    ORIGIN=Other archive_index
    expect 'it was built' not deps toy >"$SANDBOX/output" 2>&1
    expect 'the message is not clear' says 'DSC_SHA256 and SERIES in deps/recipes/toy.sh'
}

# Wrong if: the message does not say what to change in which recipe.
test_no_version_of_the_series_is_explained() {
    archive_add 2.0-1
    rm "$SANDBOX/archive/toy_1.0-1.dsc"
    archive_index
    expect 'it was built' not deps toy >"$SANDBOX/output" 2>&1
    expect 'what there is is not named' says 'its lists have: 2.0-1'
    expect 'what to change is not named' \
        says 'SOURCE_VERSION, DSC_SHA256 and SERIES in deps/recipes/toy.sh'
}

# Wrong if: a machine without Debian's archive gets apt's errors.
test_no_entries_is_explained() {
    : >"$SANDBOX/etc/sources.list"
    expect 'it was built' not deps toy >"$SANDBOX/output" 2>&1
    expect 'the message is not clear' says "apt has no entry for Debian's bookworm"
}

# entries: what apt_entries makes of the sandbox's configuration.
entries() {
    (
        export APT_CONFIG=$SANDBOX/etc/apt.conf
        . "$ROOT/deps/lib/fetch.sh"
        apt_entries
    )
}

# Wrong if: entries in the one-line form lose options, or others get in.
test_one_line_entries() {
    cat >"$SANDBOX/etc/sources.list" <<'LIST'
# deb http://comment.example bookworm main
deb [arch=amd64 signed-by=/k.gpg] http://a.example/debian bookworm main contrib # x
deb http://s.example/security bookworm-security main
deb http://docker.example bookworm stable
deb http://other.example trixie main
deb http://b.example bookworm-backports main
deb cdrom:[x]/ bookworm main
LIST
    entries >"$SANDBOX/output"
    cat >"$SANDBOX/wanted" <<'WANTED'
Types: deb-src
URIs: http://a.example/debian
Suites: bookworm
Components: main
signed-by: /k.gpg

Types: deb-src
URIs: http://s.example/security
Suites: bookworm-security
Components: main

WANTED
    expect 'other entries than these' diff "$SANDBOX/wanted" "$SANDBOX/output"
}

# Wrong if: stanzas lose fields of several lines, or others get in.
test_deb822_entries() {
    : >"$SANDBOX/etc/sources.list"
    cat >"$SANDBOX/etc/sources.list.d/a.sources" <<'STANZAS'
Types: deb
# a comment
URIs: http://a.example/debian
Suites: bookworm bookworm-updates bookworm-backports
Components: main contrib
Architectures: amd64
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc

Types: deb
URIs: http://b.example
Suites: nodistro
Components: main

Enabled: no
Types: deb
URIs: http://c.example
Suites: bookworm
Components: main
STANZAS
    entries >"$SANDBOX/output"
    cat >"$SANDBOX/wanted" <<'WANTED'
Types: deb-src
Suites: bookworm bookworm-updates
Components: main
URIs: http://a.example/debian
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc

Types: deb-src
Suites: bookworm
Components: main
Enabled: no
URIs: http://c.example

WANTED
    expect 'other entries than these' diff "$SANDBOX/wanted" "$SANDBOX/output"
}

run_tests "$@"
