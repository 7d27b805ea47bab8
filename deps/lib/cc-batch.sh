# SPDX-License-Identifier: MIT
# cc-batch.sh LIST COMPILER FLAG...: compile the sources that the file LIST names
# in one compiler process, each to an object beside it. The driver runs one
# process a source; the front end behind it (-cc1) takes any number.
set -euo pipefail

mapfile -t sources <"$1"
shift

# What the driver would run for the first source, quoted for the shell.
plan=$("$@" -c "${sources[0]}" -o batch.o '-###' 2>&1)
eval "command=(${plan##*$'\n'})"

# Without what belongs to that one source: its name, its output and itself.
run=()
for ((i = 0; i < ${#command[@]} - 1; i++)); do
    case ${command[i]} in
    -main-file-name | -o) ((i += 1)) ;;
    *) run+=("${command[i]}") ;;
    esac
done
[[ ${run[1]} == -cc1 && ${command[-1]} == "${sources[0]}" ]] || {
    echo "cc-batch.sh: not a command of the front end: ${command[*]}" >&2
    exit 1
}
exec "${run[@]}" "${sources[@]}"
