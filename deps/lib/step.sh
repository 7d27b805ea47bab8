# SPDX-License-Identifier: MIT
# One step: build one recipe from its unpacked source and publish the output.

# step_run NAME: run in a subshell of its own, with its output in the log. The
# lock is inherited by everything that the build starts: should the driver be
# killed and its children live on, the next call waits for them and never works
# in their tree.
step_run() {
    local name=$1 lock recipe_need
    OUT=$(out_dir "$name")
    WORK=$CACHE_DIR/work/$name-${KEY[$name]}
    exec {lock}>"$CACHE_DIR/lock/$name-${KEY[$name]}"
    flock --nonblock "$lock" || {
        echo "Waiting for another build of the same"
        flock "$lock"
    }
    ! out_is_whole "$OUT" || return 0
    step_build "$name"
    out_publish "$PREFIX" "$OUT"
    [[ -n ${WICK_KEEP_WORK:-} ]] || rm -rf "$WORK"
}

# step_build NAME: unpack, build, and complete the prefix in $WORK/prefix.
step_build() {
    local name=$1
    mkdir -p "$WORK/build"
    toolchain_env "$name"
    unpack() { unpack_debian; }
    # shellcheck disable=SC1090
    . "$RECIPES_DIR/$name.sh"
    export NAME=$name RECIPE_DIR=$RECIPES_DIR/$name
    export SRC=$WORK/src BUILD=$WORK/build PREFIX=$WORK/prefix
    source_prepare "$name"
    # Installed files of a build that was killed may be stale or cut short.
    rm -rf "$PREFIX"
    mkdir -p "$PREFIX"
    cd "$BUILD"
    build
    step_licenses
    library_version "$NAME" >"$PREFIX/version"
}

# step_licenses: the texts that have to go with the binary.
step_licenses() {
    local dir=$PREFIX/share/licenses/$NAME file
    mkdir -p "$dir"
    for file in $LICENSE_FILES; do
        cp -- "$SRC/$file" "$dir/${file//\//-}"
    done
}
