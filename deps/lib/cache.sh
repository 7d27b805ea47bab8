# SPDX-License-Identifier: MIT
# The cache: keys, locks, atomic publication and the check of what is in it.
#
#   src/SOURCE_VERSION/   downloads, verified each time before they are unpacked
#   work/NAME-KEY/        build trees; survive a kill, go when the build is done
#   out/NAME-KEY/         finished outputs; appear by rename(2) and never change
#   lock/                 one lock file a key, so that two checkouts can build
#   log/                  the output of each build
#   apt/                  the private apt directory

# Part of each output: "SIZE PATH" of every file in it, sorted.
MANIFEST=.wick-manifest

# The driver files that have a say in what a build puts out. A change in one
# of them makes every output stale; a change in the others makes none.
OUTPUT_FILES="unpack.sh toolchain.sh compile.sh cc-batch.sh step.sh"

declare -A KEY=() OUT_DIR=()

# path_check PATH ADVICE: PATH can be part of a rule of make or ninja and of a
# shell's command, in which libraries write it without quotes.
path_check() {
    local odd='[][:space:][{}()<>"'"'"'`$\\#:%;&|*?!=]'
    [[ $1 == /* ]] || die "'$1' is no absolute path: $2"
    [[ ! $1 =~ $odd ]] || die "'$1' has a '${BASH_REMATCH[0]}' in it, with" \
        "which the builds of libraries fail: $2"
}

# cache_init: choose, make and check the cache directory.
cache_init() {
    local dir probe
    [[ -n ${XDG_CACHE_HOME:-}${HOME:-} ]] ||
        die "neither XDG_CACHE_HOME nor HOME is set: where is the cache to be?"
    CACHE_DIR=${XDG_CACHE_HOME:-$HOME/.cache}/wick
    path_check "$CACHE_DIR" "set XDG_CACHE_HOME to another directory"
    for dir in src work out lock log; do
        mkdir -p "$CACHE_DIR/$dir" 2>/dev/null ||
            die "cannot make $CACHE_DIR/$dir; set XDG_CACHE_HOME to a" \
                "directory that you can write to"
    done
    probe=$CACHE_DIR/lock/.probe.$$
    { : >"$probe"; } 2>/dev/null ||
        die "cannot write to $CACHE_DIR; set XDG_CACHE_HOME to a directory" \
            "that you can write to"
    rm -f "$probe"
}

# cache_keys NAME...: set KEY of each recipe, in an order in which needs come
# first. The key is the hash of all inputs of a build: recipe, patches, driver,
# architecture, compiler, the source package and the keys of what is needed. All
# files are hashed by one process: this runs in every call of make.
cache_keys() {
    local name common need file compiler inputs=() hash
    local -A sums=() own=()
    for file in $OUTPUT_FILES "arch-$ARCH.sh"; do
        inputs+=("$LIB_DIR/$file")
    done
    for name in "$@"; do
        inputs+=("$RECIPES_DIR/$name.sh" "$RECIPES_DIR/$name"/*)
        [[ -n ${RECIPE[$name.PATCHES]} ]] || continue
        own[$name]=$(recipe_patches "$name") || exit 1
        mapfile -t -O "${#inputs[@]}" inputs <<<"${own[$name]}"
    done
    while read -r hash file; do
        sums[$file]=$hash
    done < <(sha256sum "${inputs[@]}")
    compiler=$("$HOST_CLANG" --version) ||
        die "cannot run $HOST_CLANG (deps/packages build)"
    common="arch $ARCH"$'\n'"${compiler%%$'\n'*}"
    for file in $OUTPUT_FILES "arch-$ARCH.sh"; do
        common+=$'\n'"${sums[$LIB_DIR/$file]}  $file"
    done
    for name in "$@"; do
        source_pin "$name"
        inputs=("$common" "source ${RECIPE[$name.SOURCE]} $PIN"
            "${sums[$RECIPES_DIR/$name.sh]}  -")
        for need in ${RECIPE[$name.NEEDS]}; do
            inputs+=("need $need ${KEY[$need]}")
        done
        while IFS= read -r file; do
            [[ -z $file ]] ||
                inputs+=("patch ${file##*/}" "${sums[$file]}  -")
        done <<<"${own[$name]:-}"
        for file in "$RECIPES_DIR/$name"/*; do
            inputs+=("${sums[$file]}  -")
        done
        read -r hash _ < <(printf '%s\n' "${inputs[@]}" | sha256sum)
        KEY[$name]=${hash:0:20}
        OUT_DIR[$name]=$CACHE_DIR/out/$name-${KEY[$name]}
    done
}

# out_dir NAME: where the finished output of a recipe is, or will be.
out_dir() {
    echo "${OUT_DIR[$1]}"
}

# manifest_make DIR: the manifest of a directory on standard output.
manifest_make() {
    (cd "$1" && find . \( -type f -o -type l \) ! -path "./$MANIFEST" \
        -printf '%s %P\n' | LC_ALL=C sort)
}

# out_is_whole DIR: is this a finished output, with every file of its manifest
# there and of the right size? Cheap: sizes, not contents.
out_is_whole() {
    [[ -f $1/$MANIFEST ]] || return 1
    [[ $(manifest_make "$1") == "$(<"$1/$MANIFEST")" ]]
}

# out_publish STAGE OUT: make STAGE the finished output OUT. The manifest is
# written last and the rename is atomic, so OUT is whole or is not there.
out_publish() {
    local stage=$1 out=$2 manifest
    manifest=$(manifest_make "$stage")
    [[ -n $manifest ]] || die "the build of ${out##*/} put nothing out"
    printf '%s\n' "$manifest" >"$stage/$MANIFEST"
    out_discard "$out"
    mv -T "$stage" "$out"
}

# out_discard OUT: take a damaged output out of the way. It is renamed first,
# so that a kill during the removal leaves nothing under its name.
out_discard() {
    [[ -e $1 ]] || return 0
    mv -T "$1" "$1.damaged.$$"
    rm -rf "$1.damaged.$$"
}

# disk_is_full LOG: did a build fail for want of disk space?
disk_is_full() {
    local free_kb
    free_kb=$(df -Pk "$CACHE_DIR" | awk 'NR == 2 { print $4 }')
    ((free_kb < 16 * 1024)) || tail -n 200 "$1" 2>/dev/null |
        grep -q 'No space left on device'
}
