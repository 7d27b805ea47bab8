# SPDX-License-Identifier: MIT
# From verified downloads to a patched source tree.

# unpack_debian: the default of unpack(): the whole package with Debian's own
# patches, which carry its security fixes. Run with DOWNLOADS, DSC and SRC set;
# makes SRC.
unpack_debian() {
    # --no-check: the driver has verified the .dsc and every file it names.
    dpkg-source --no-check --no-copy -x "$DSC" "$SRC"
}

# unpack_subtrees PATH...: only the named subtrees of the upstream tarball,
# without its top directory and without Debian's patches, for packages of which
# little is needed.
unpack_subtrees() {
    local top
    mkdir -p "$SRC"
    # The reader stops at the first name, which is not an error of the writer.
    top=$(set +o pipefail && tar -tf "$ORIG" | head -n 1)
    top=${top%%/*}
    tar -xf "$ORIG" -C "$SRC" --strip-components=1 --no-same-owner \
        "${@/#/$top/}"
}

# source_prepare NAME: leave a complete, patched tree in $SRC. It is made under
# another name and renamed, so that a killed unpacking starts again.
source_prepare() {
    local name=$1 final=$SRC patch
    [[ ! -d $final ]] || return 0
    SRC=$final.new
    rm -rf "$SRC"
    source_verify "$name"
    unpack
    while IFS= read -r patch; do
        echo "Applying ${patch##*/}"
        patch -d "$SRC" -p1 --batch --forward --fuzz=0 <"$patch" ||
            die "${patch##*/} does not apply to" \
                "$SOURCE $(source_version "$name")"
    done < <(recipe_patches "$name")
    mv -T "$SRC" "$final"
    SRC=$final
}
