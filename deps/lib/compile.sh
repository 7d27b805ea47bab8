# SPDX-License-Identifier: MIT
# For build() of a recipe: compile a list of sources and archive them, by a
# generated ninja file. It takes the place of the configure scripts of small
# libraries, which take longer than their compilation, and resumes where a
# killed build stopped.
#
#   ninja_begin
#   ninja_objects GROUP FLAGS FILE...    once for each set of flags
#   ninja_archive lib/libx.a GROUP...
#   ninja_run
#
# There is no dependency tracking: a source tree never changes under its key.

NINJA_FILE=build.ninja

# Starting clang takes 0.1 s (relocating LLVM's shared library), as long as
# compiling five small C files; so a process is given many. More would leave a
# core idle at the end.
BATCH_C=24
BATCH_CXX=6

# ninja_begin: start a new ninja file in the current directory.
ninja_begin() {
    declare -gA NINJA_GROUP=() NINJA_FLAGS=()
    cat >"$NINJA_FILE.new" <<RULES
builddir = .
rule batch
  command = bash $LIB_DIR/cc-batch.sh \$batch \$compiler \$flags
  description = CC \$batch
rule one
  command = \$compiler \$flags -c \$in -o \$out
  description = CC \$out
rule ar
  command = rm -f \$out && $AR qcsD \$out @\$out.rsp
  rspfile = \$out.rsp
  rspfile_content = \$in
  description = AR \$out
RULES
    NINJA_BATCHES=0
    mkdir -p batch
}

# ninja_objects GROUP FLAGS FILE...: compile each file (.c, .S, .s: as C; .cc,
# .cpp, .cxx: as C++) with FLAGS. Files are absolute or below $SRC. The object of
# x.c is x.o beside it, so no source may be in two groups: use ninja_object for
# its second version.
ninja_objects() {
    local group=$1 flags=$2 file c=() cxx=()
    shift 2
    NINJA_FLAGS[$group]=$flags
    for file in "$@"; do
        [[ $file == /* ]] || file=$SRC/$file
        [[ -f $file ]] || die "no source $file"
        case $file in
        *.cc | *.cpp | *.cxx) cxx+=("$file") ;;
        *.c) c+=("$file") ;;
        *) ninja_object "$group" "$flags" "$file" "${file%.*}.o" ;;
        esac
    done
    ninja_batches "$group" "$CC" "$BATCH_C" "${c[@]}"
    ninja_batches "$group" "$CXX" "$BATCH_CXX" "${cxx[@]}"
}

# ninja_batches GROUP COMPILER SIZE FILE...: one edge for SIZE files each.
ninja_batches() {
    local group=$1 compiler=$2 size=$3 file files objects
    shift 3
    while (($#)); do
        NINJA_BATCHES=$((NINJA_BATCHES + 1))
        files=("${@:1:size}")
        objects=("${files[@]%.*}")
        objects=("${objects[@]/%/.o}")
        printf '%s\n' "${files[@]}" >"batch/$NINJA_BATCHES"
        NINJA_GROUP[$group]+=" ${objects[*]}"
        cat >>"$NINJA_FILE.new" <<EDGE
build ${objects[*]}: batch
  batch = batch/$NINJA_BATCHES
  compiler = $compiler
  flags = ${NINJA_FLAGS[$group]}
EDGE
        shift ${#files[@]}
    done
}

# ninja_object GROUP FLAGS FILE OBJECT: one file by a process of its own.
ninja_object() {
    local group=$1 flags=$2 file=$3 object=$4 compiler=$CC
    [[ $file == /* ]] || file=$SRC/$file
    [[ $file != *.c[cpx]* ]] || compiler=$CXX
    NINJA_GROUP[$group]+=" $object"
    cat >>"$NINJA_FILE.new" <<EDGE
build $object: one $file
  compiler = $compiler
  flags = $flags
EDGE
}

# ninja_archive FILE GROUP...: an archive of the objects of the groups.
ninja_archive() {
    local file=$1 group objects=
    shift
    for group in "$@"; do
        [[ -n ${NINJA_GROUP[$group]:-} ]] || die "$file: no group '$group'"
        objects+=${NINJA_GROUP[$group]}
    done
    printf 'build %s: ar%s\n' "$file" "$objects" >>"$NINJA_FILE.new"
}

# ninja_run: build everything declared since ninja_begin.
ninja_run() {
    mv "$NINJA_FILE.new" "$NINJA_FILE"
    ninja -f "$NINJA_FILE" -j "$JOBS"
}

# install_to DIR FILE...: copy files into DIR below the prefix.
install_to() {
    local dir=$PREFIX/$1
    shift
    mkdir -p "$dir"
    cp -- "$@" "$dir/"
}
