# SPDX-License-Identifier: MIT
# Recipes: reading them, their order, and the patches that belong to them.
# The format is described in deps/README.md.

RECIPE_FIELDS="VERSION SOURCE SOURCE_VERSION DSC_SHA256 SERIES LICENSE \
LICENSE_FILES NEEDS WEIGHT SERIAL PATCHES"

# The fields of recipe NAME are kept as RECIPE["NAME.FIELD"].
declare -A RECIPE=()

# recipe_names: every recipe there is, one a line.
recipe_names() {
    local file
    for file in "$RECIPES_DIR"/*.sh; do
        file=${file##*/}
        printf '%s\n' "${file%.sh}"
    done
}

# recipe_load NAME: read the fields of a recipe into RECIPE. The file is
# sourced in a subshell, so that a recipe cannot change the driver.
recipe_load() {
    local name=$1 file="$RECIPES_DIR/$1.sh" field value
    [[ -f $file ]] || die "there is no recipe '$name' (deps/build --list)"
    [[ -z ${RECIPE[$name.VERSION]:-} ]] || return 0
    while IFS= read -r -d '' field && IFS= read -r -d '' value; do
        RECIPE[$name.$field]=$value
    done < <(
        # shellcheck disable=SC2086
        unset $RECIPE_FIELDS
        # shellcheck disable=SC1090
        . "$file"
        for field in $RECIPE_FIELDS; do
            printf '%s\0%s\0' "$field" "${!field:-}"
        done
    )
    for field in VERSION SOURCE SOURCE_VERSION DSC_SHA256 SERIES LICENSE \
        WEIGHT; do
        [[ -n ${RECIPE[$name.$field]:-} ]] ||
            die "recipe '$name' does not set $field"
    done
}

# recipe_order NAME...: set ORDER to the named recipes and all that they need,
# each after what it needs.
recipe_order() {
    ORDER=()
    local -A visiting=() placed=()
    local name
    for name in "$@"; do
        recipe_place "$name"
    done
}

# recipe_place NAME: one step of recipe_order, on its variables.
recipe_place() {
    local name=$1 need
    [[ -z ${placed[$name]:-} ]] || return 0
    [[ -z ${visiting[$name]:-} ]] || die "recipe '$name' needs itself"
    visiting[$name]=1
    recipe_load "$name"
    for need in ${RECIPE[$name.NEEDS]}; do
        recipe_place "$need"
    done
    placed[$name]=1
    ORDER+=("$name")
}

# recipe_patches NAME: the paths of the recipe's own patches in the order in
# which they are applied. PATCHES is a list of globs relative to the root of
# the repository.
recipe_patches() {
    local glob files
    for glob in ${RECIPE[$1.PATCHES]}; do
        # The glob is to be expanded.
        # shellcheck disable=SC2206
        files=("$ROOT_DIR"/$glob)
        ((${#files[@]})) || die "recipe '$1': no patch matches $glob"
        printf '%s\n' "${files[@]}"
    done
}
