# SPDX-License-Identifier: MIT
# What run-node.sh and run-jsc.sh share. Sourced with $here set to this folder.

# judge FILE STATUS OUTPUT: print the report lines of one finished test file
# and add them to the counts.
judge() {
    file=$1 status=$2 output=$3
    expected=$(sed -n 's,^ *// expect: \{0\,1\},,p' "$file")
    # Indented lines after a FAIL line belong to it.
    printed=$(awk '/^(ok|skip) / { fail = 0; next } /^FAIL / { fail = 1; next }
        /^ / && fail { next } { fail = 0; print }' "$output")
    name=$(basename "$file" .js)
    if [ -n "$expected" ]; then
        if [ "$expected" = "$printed" ]; then
            echo "ok $name expected output" >>"$output"
        else
            printf '%s\n' "$expected" >"$output.expected"
            printf '%s\n' "$printed" >"$output.printed"
            echo "FAIL $name: other output than expected" >>"$output"
            diff "$output.expected" "$output.printed" | sed 's/^/    /' >>"$output"
        fi
    fi
    if [ "$status" -ne 0 ]; then
        echo "FAIL $name: exit status $status" >>"$output"
        sed 's/^/    /' "$output.err" >>"$output"
    elif ! grep -qE '^(ok|skip|FAIL) ' "$output"; then
        echo "FAIL $name: reported nothing" >>"$output"
    fi
    passed=$((passed + $(grep -c '^ok ' "$output")))
    failed=$((failed + $(grep -c '^FAIL ' "$output")))
    skipped=$((skipped + $(grep -c '^skip ' "$output")))
    grep -qE '^FAIL ' "$output" && {
        awk '/^FAIL / { fail = 1; print; next } /^ / && fail { print; next }
            { fail = 0 }' "$output"
        echo "    repeat: $0 $file"
    }
}

# run_all COMMAND... -- FILE...: run each file by COMMAND FILE.
run_all() {
    passed=0 failed=0 skipped=0
    scratch=$(mktemp -d) || exit 1
    trap 'rm -rf "$scratch"' EXIT
    command=
    while [ "$1" != -- ]; do
        command="$command $1"
        shift
    done
    shift
    [ $# -gt 0 ] || set -- "$here"/internal/*.js
    for test in "$@"; do
        # A bound for a test that hangs, not a measure of anything.
        timeout 120 $command "$test" >"$scratch/out" 2>"$scratch/out.err"
        judge "$test" $? "$scratch/out"
    done
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}
