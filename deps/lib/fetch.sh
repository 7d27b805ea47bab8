# SPDX-License-Identifier: MIT
# Source packages from the archive that the machine's own apt is set up for.
#
# A private apt directory in the cache holds source entries that are derived
# from the machine's binary entries; /etc/apt is read and never written. The
# machine's apt.conf (proxies, certificates, netrc) applies unchanged.

# The suites of the Debian release whose packages are pinned.
DEBIAN_RELEASE=bookworm
DEBIAN_SUITES="bookworm bookworm-updates bookworm-security"

APT_UPDATED=

# source_pin NAME: set PIN to "VERSION DSC_SHA256" of the source package in use:
# the pin of the recipe, or what was taken in its place (see source_fall_back).
source_pin() {
    fallback_record "$1"
    PIN="${RECIPE[$1.SOURCE_VERSION]} ${RECIPE[$1.DSC_SHA256]}"
    [[ ! -s $RECORD ]] || PIN=$(<"$RECORD")
}

# source_version NAME: print the version of the source package in use.
source_version() {
    source_pin "$1"
    echo "${PIN% *}"
}

# library_version NAME: print upstream's version of what is built: VERSION of
# the recipe, or that of the source package that was taken in the place of the
# pin, without Debian's epoch, revision and mark of repacking.
library_version() {
    local version
    source_pin "$1"
    version=${PIN% *}
    if [[ $version == "${RECIPE[$1.SOURCE_VERSION]}" ]]; then
        echo "${RECIPE[$1.VERSION]}"
        return 0
    fi
    version=${version#*:}
    version=${version%-*}
    echo "${version%%[+.]d[sf]*}"
}

# fallback_record NAME: set RECORD to the file that remembers what took the place
# of a pin. Its name holds the pin, so that a new pin starts afresh.
fallback_record() {
    RECORD=$CACHE_DIR/src/$1.instead-of-${RECIPE[$1.DSC_SHA256]:0:16}
}

# source_dir NAME: set DOWNLOADS to the directory of the downloads.
source_dir() {
    source_pin "$1"
    source_dir_of "$1" "${PIN% *}"
}

# source_dir_of NAME VERSION: the same for any version.
source_dir_of() {
    DOWNLOADS=$CACHE_DIR/src/${RECIPE[$1.SOURCE]}_${2//:/%3a}
}

# apt_entries: the source entries on standard output, in deb822 form, made of
# the binary entries of the machine's apt configuration.
apt_entries() {
    local list parts file
    eval "$(apt-config shell list Dir::Etc::sourcelist/f \
        parts Dir::Etc::sourceparts/d)"
    for file in "$list" "${parts%/}"/*.list; do
        [[ ! -f $file ]] || apt_entries_list <"$file"
    done
    for file in "${parts%/}"/*.sources; do
        [[ ! -f $file ]] || apt_entries_deb822 <"$file"
    done
}

# apt_entries_list: one-line entries, "deb [options] uri suite component...".
apt_entries_list() {
    awk -v suites="$DEBIAN_SUITES" '
        BEGIN { n = split(suites, s); for (i = 1; i <= n; i++) known[s[i]] = 1 }
        { sub(/#.*/, "") }
        $1 != "deb" && $1 != "deb-src" { next }
        {
            options = ""
            rest = $0
            sub(/^[ \t]*deb(-src)?[ \t]+/, "", rest)
            if (match(rest, /^\[[^]]*\]/)) {
                options = substr(rest, 2, RLENGTH - 2)
                rest = substr(rest, RLENGTH + 1)
            }
            n = split(rest, field)
            main = 0
            for (i = 3; i <= n; i++) if (field[i] == "main") main = 1
            if (!main || !(field[2] in known) || field[1] ~ /^cdrom:/) next
            print "Types: deb-src\nURIs: " field[1]
            print "Suites: " field[2] "\nComponents: main"
            n = split(options, option)
            for (i = 1; i <= n; i++) {
                name = value = option[i]
                sub(/[+-]?=.*/, "", name)
                sub(/^[^=]*=/, "", value)
                if (name == "arch" || name == "lang" || name == "target")
                    continue
                gsub(/,/, " ", value)
                print name ": " value
            }
            print ""
        }'
}

# apt_entries_deb822: stanzas. Every field is kept but those that choose
# binaries; a field may go on over several lines (an embedded key does).
apt_entries_deb822() {
    awk -v suites="$DEBIAN_SUITES" '
        BEGIN { n = split(suites, s); for (i = 1; i <= n; i++) known[s[i]] = 1 }
        function flush(   i, n, word, kept, main) {
            n = split(value["suites"], word)
            for (i = 1; i <= n; i++)
                if (word[i] in known) kept = kept " " word[i]
            n = split(value["components"], word)
            for (i = 1; i <= n; i++) if (word[i] == "main") main = 1
            if (kept != "" && main && value["uris"] !~ /cdrom:/) {
                print "Types: deb-src\nSuites:" kept "\nComponents: main"
                printf "%s\n", others
            }
            split("", value)
            others = name = ""
        }
        /^#/ { next }
        /^[ \t]*$/ { flush(); next }
        /^[ \t]/ { if (keep) others = others $0 "\n"; value[name] = value[name] $0; next }
        {
            name = tolower($0)
            sub(/:.*/, "", name)
            value[name] = $0
            sub(/^[^:]*:[ \t]*/, "", value[name])
            keep = name !~ /^(types|suites|components|architectures|languages|targets)$/
            if (keep) others = others $0 "\n"
        }
        END { flush() }'
}

# apt_private COMMAND...: run an apt program on the private directory.
apt_private() {
    local program=$1
    shift
    "$program" -c "$CACHE_DIR/apt/apt.conf" "$@"
}

# apt_setup: make the private directory and fetch the package lists, once a run.
apt_setup() {
    [[ -z $APT_UPDATED ]] || return 0
    command -v apt-get >/dev/null || die "there is no apt-get: the libraries" \
        "are built from Debian's source packages, on Debian 12"
    local dir=$CACHE_DIR/apt log=$CACHE_DIR/log/apt.log
    mkdir -p "$dir/sources.list.d" "$dir/lists/partial" \
        "$dir/cache/archives/partial"
    apt_entries >"$dir/sources.list.d/wick.sources"
    [[ -s $dir/sources.list.d/wick.sources ]] || die "apt has no entry for" \
        "Debian's $DEBIAN_RELEASE archive, from which the sources come: add" \
        "one ('deb URI $DEBIAN_RELEASE main' and the same for" \
        "$DEBIAN_RELEASE-security) to /etc/apt/sources.list.d and run" \
        "this again"
    apt_conf "$dir" >"$dir/apt.conf"
    progress_show now "reading the archive's lists of source packages"
    apt_private apt-get update >"$log" 2>&1 || {
        tail -n 5 "$log" >&2
        die "apt-get update failed (all of it: $log)"
    }
    APT_UPDATED=1
}

# apt_conf DIR: the configuration of the private directory.
apt_conf() {
    cat <<CONF
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$1/sources.list.d";
Dir::State::lists "$1/lists";
Dir::Cache "$1/cache";
// What is installed does not matter to sources, and takes long to read.
Dir::State::status "/dev/null";
Acquire::Languages "none";
Acquire::PDiffs "false";
// Hooks of the machine's own updates are not ours to run.
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
CONF
    # apt drops root for a user who cannot enter a private cache.
    ((EUID != 0)) || echo 'APT::Sandbox::User "root";'
}

# source_versions SOURCE: the versions that Debian's own archive offers, one a
# line. Entries of other archives with a Debian suite's name do not count.
source_versions() {
    local file
    # The format names fields of apt, not variables of the shell.
    # shellcheck disable=SC2016
    apt_private apt-get indextargets --format '$(ORIGIN)|$(FILENAME)' \
        'Created-By: Sources' | sed -n 's/^Debian|//p' |
        while IFS= read -r file; do
            apt_private /usr/lib/apt/apt-helper cat-file "$file"
        done | awk -v want="$1" '
            /^$/ { name = "" }
            /^Package: / { name = $2 }
            /^Version: / && name == want { print $2 }' | sort -u
}

# source_fetch NAME: have the recipe's source package in the cache, verified.
source_fetch() {
    local name=$1 source=${RECIPE[$1.SOURCE]} version lock
    source_dir "$name"
    [[ ! -d $DOWNLOADS ]] || return 0
    exec {lock}>"$CACHE_DIR/lock/apt"
    flock "$lock"
    apt_setup
    version=${PIN% *}
    source_versions "$source" >"$CACHE_DIR/apt/versions"
    if ! grep -qxF "$version" "$CACHE_DIR/apt/versions" ||
        ! source_download "$name" "$version"; then
        source_fall_back "$name" "$version"
    fi
    exec {lock}>&-
}

# source_fall_back NAME GONE: version GONE is not in the archive, or in its lists
# alone; take the newest of the same stable series that can be had, and
# remember it in the place of the pin.
source_fall_back() {
    local name=$1 gone=$2 source=${RECIPE[$1.SOURCE]} version dsc
    while IFS= read -r version; do
        [[ $version != "$gone" ]] || continue
        shout "$name: $source $gone is not in the archive; trying $version"
        source_download "$name" "$version" || continue
        source_dir_of "$name" "$version"
        dsc=$(echo "$DOWNLOADS"/*.dsc)
        fallback_record "$name"
        echo "$version $(sha256sum <"$dsc" | cut -d' ' -f1)" >"$RECORD.new"
        mv "$RECORD.new" "$RECORD"
        return 0
    done < <(series_versions "${RECIPE[$name.SERIES]}")
    die "the archive has neither $source $gone nor another version like" \
        "${RECIPE[$name.SERIES]} (its lists have:" \
        "$(paste -sd' ' "$CACHE_DIR/apt/versions")). Choose one, and set" \
        "VERSION, SOURCE_VERSION, DSC_SHA256 and SERIES in" \
        "deps/recipes/$name.sh"
}

# series_versions SERIES: what of apt/versions is like SERIES, newest first.
series_versions() {
    local left=() version best rest
    while IFS= read -r version; do
        # The series is a pattern.
        # shellcheck disable=SC2053
        [[ $version != $1 ]] || left+=("$version")
    done <"$CACHE_DIR/apt/versions"
    while ((${#left[@]})); do
        best=${left[0]} rest=()
        for version in "${left[@]:1}"; do
            if dpkg --compare-versions "$version" gt "$best"; then
                rest+=("$best")
                best=$version
            else
                rest+=("$version")
            fi
        done
        echo "$best"
        left=("${rest[@]}")
    done
}

# fallback_warn NAME: say that a recipe is not built from what it pins.
fallback_warn() {
    source_pin "$1"
    [[ -s $RECORD ]] || return 0
    shout "$1: built from ${RECIPE[$1.SOURCE]} ${PIN% *} in the place of" \
        "${RECIPE[$1.SOURCE_VERSION]}, which the archive did not have. To make" \
        "that the pin: SOURCE_VERSION=${PIN% *} DSC_SHA256=${PIN#* } in" \
        "deps/recipes/$1.sh. To try again: rm $RECORD"
}

# source_download NAME VERSION: get one version and verify it. What apt has
# fetched in part is kept for the next time. A version other than the pinned
# one is trusted for the archive's signature, which apt has checked. Returns 1
# where the archive lists the version and does not have it.
source_download() {
    local name=$1 version=$2 source=${RECIPE[$1.SOURCE]} dir part log
    source_dir_of "$name" "$version"
    dir=$DOWNLOADS
    [[ ! -d $dir ]] || return 0
    part=$dir.part
    log=$CACHE_DIR/log/download-$source.log
    progress_show now "downloading $source $version"
    mkdir -p "$part"
    (cd "$part" && apt_private apt-get source --download-only --only-source \
        "$source=$version") >"$log" 2>&1 || {
        ! disk_is_full "$log" || die "the disk that holds $CACHE_DIR is full"
        if grep -q '404 *Not Found\|File not found\|No such file' "$log"; then
            rm -rf "$part"
            return 1
        fi
        tail -n 5 "$log" >&2
        die "cannot download $source $version (all of it: $log)"
    }
    source_own_copies "$part"
    if [[ $version == "${RECIPE[$name.SOURCE_VERSION]}" ]]; then
        source_verify_dir "$part" "${RECIPE[$name.DSC_SHA256]}" "$name"
    else
        source_verify_dir "$part" "" "$name"
    fi
    mv -T "$part" "$dir"
}

# source_own_copies DIR: where the archive is a directory of this machine, apt
# leaves links to its files.
source_own_copies() {
    local link
    for link in "$1"/*; do
        [[ ! -L $link ]] || cp --remove-destination \
            "$(readlink -f "$link")" "$link"
    done
}

# source_verify NAME: verify the downloads of a recipe before they are unpacked;
# set DOWNLOADS, DSC and ORIG (the main upstream tarball).
source_verify() {
    local file
    source_dir "$1"
    source_verify_dir "$DOWNLOADS" "${PIN#* }" "$1"
    DSC=$(echo "$DOWNLOADS"/*.dsc)
    for file in "$DOWNLOADS"/*.orig.tar.*; do
        [[ $file == *.asc ]] || ORIG=$file
    done
}

# source_verify_dir DIR SHA256 NAME: the .dsc against SHA256 (if not empty),
# each file against the .dsc. Bad downloads are removed, so that the next run
# fetches them anew.
source_verify_dir() {
    local dir=$1 sha=$2 name=$3 dsc bad=
    dsc=$(echo "$dir"/*.dsc)
    [[ -f $dsc ]] || bad="no single .dsc in it"
    if [[ -z $bad && -n $sha ]] &&
        ! sha256sum --check --status <<<"$sha  $dsc"; then
        bad="${dsc##*/} is not the pinned one ($sha)"
    fi
    if [[ -z $bad ]]; then
        bad=$(cd "$dir" && dsc_checksums "$dsc" |
            sha256sum --check --quiet 2>&1) || bad="${bad//$'\n'/; }"
    fi
    [[ -n $bad ]] || return 0
    rm -rf "$dir"
    die "the download of ${RECIPE[$name.SOURCE]} for $name is refused and" \
        "removed: $bad"
}

# dsc_checksums DSC: its Checksums-Sha256 field, in the form of sha256sum.
dsc_checksums() {
    awk '
        /^[^ ]/ { on = /^Checksums-Sha256:/; next }
        on && NF == 3 && $3 !~ /\// { print $1 "  " $3 }' "$1"
}
