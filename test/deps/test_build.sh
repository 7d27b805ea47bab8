#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deps/build: what is built is whole, whatever happens in between.
. "$(dirname "$0")/lib.sh"

# Wrong if: an output is incomplete, or a second call builds it again.
test_builds_once() {
    expect 'the build failed' deps toy >"$SANDBOX/output" 2>&1
    expect 'no text in the output' grep -q 'text of 1.0' "$(out_toy)/lib/text"
    expect 'no licence' test -s "$(out_toy)/share/licenses/toy/text"
    expect 'no version' is "$(<"$(out_toy)/version")" 1.0
    expect 'the build tree is left' is "$(ls "$CACHE/work")" ''
    rm -rf "$SANDBOX/archive"
    expect 'the second call failed' deps toy >"$SANDBOX/output" 2>&1
    expect 'it was built twice' is "$(builds)" 1
}

# A build that stops in the middle: says so on one pipe, waits on another.
recipe_write_waiting() {
    mkfifo "$SANDBOX/reached" "$SANDBOX/go"
    # Held open for reading and writing, no end of them waits for the other.
    exec 8<>"$SANDBOX/reached" 9<>"$SANDBOX/go"
    recipe_write "
        if [[ ! -f first ]]; then
            : >first
            echo reached >$SANDBOX/reached
            read -r _ <$SANDBOX/go
        fi
        echo second >>$SANDBOX/builds"
}

# await_reached: until the build has stopped in the middle.
await_reached() {
    expect 'the build did not get to its middle' read -r -t 120 _ <&8
}

# Wrong if: work done before a kill is done again, or the call after it fails.
test_resumes_after_kill_of_all() {
    recipe_write_waiting
    deps toy >"$SANDBOX/output" 2>&1 &
    await_reached
    local pid
    for pid in $(sandbox_processes); do
        kill -KILL "$pid" 2>/dev/null
    done
    wait "$!" 2>/dev/null
    expect 'there is an output after the kill' is "$(out_toy)" ''
    expect 'the next call failed' deps toy >"$SANDBOX/output" 2>&1
    expect 'it did not go on in the tree' is \
        "$(paste -sd' ' "$SANDBOX/builds")" 'built built second'
    expect 'no output' test -f "$(out_toy)/lib/text"
}

# Wrong if: a call works in the tree in which children of a killed one still are.
test_waits_for_orphans() {
    recipe_write_waiting
    deps toy >"$SANDBOX/output" 2>&1 &
    local driver=$!
    await_reached
    kill -KILL "$driver"
    wait "$driver" 2>/dev/null
    deps toy >"$SANDBOX/output" 2>&1 &
    echo go >&9
    expect 'the next call failed' wait "$!"
    expect 'it was built twice' is \
        "$(paste -sd' ' "$SANDBOX/builds")" 'built second'
}

# Wrong if: two checkouts cannot build the same thing at once.
test_two_calls_at_once() {
    recipe_write_waiting
    deps toy >"$SANDBOX/output" 2>&1 &
    local first=$! second
    await_reached
    deps toy >"$SANDBOX/output2" 2>&1 &
    second=$!
    echo go >&9
    expect 'the first failed' wait "$first"
    expect 'the second failed' wait "$second"
    expect 'it was built twice' is \
        "$(paste -sd' ' "$SANDBOX/builds")" 'built second'
}

# Wrong if: a file that was cut short is taken for a whole one.
test_half_an_output_is_none() {
    expect 'the build failed' deps toy >"$SANDBOX/output" 2>&1
    : >"$(out_toy)/lib/text"
    expect 'the second build failed' deps toy >"$SANDBOX/output" 2>&1
    expect 'the damaged file stayed' test -s "$(out_toy)/lib/text"
    rm "$(out_toy)/.wick-manifest"
    expect 'the third build failed' deps toy >"$SANDBOX/output" 2>&1
    expect 'not built for each damage' is "$(builds)" 3
}

# Wrong if: a change of recipe, patch or source is served from the cache.
test_key_follows_inputs() {
    expect 'the build failed' deps toy >"$SANDBOX/output" 2>&1
    recipe_write ': changed'
    expect 'the second build failed' deps toy >"$SANDBOX/output" 2>&1
    expect 'the change of the recipe was not seen' is "$(builds)" 2
}

# Wrong if: a failing build leaves an output, or hides its messages.
test_failure_shows_the_log() {
    recipe_write 'echo the reason of it; false'
    expect 'the failing build succeeded' not deps toy >"$SANDBOX/output" 2>&1
    expect 'the reason is not shown' says 'the reason of it'
    expect 'the log is not named' says "$CACHE/log/toy-"
    expect 'there is an output' is "$(out_toy)" ''
}

# Wrong if: a full disk is reported as some compiler's error.
test_full_disk_is_named() {
    recipe_write 'echo much >/dev/full'
    expect 'the failing build succeeded' not deps toy >"$SANDBOX/output" 2>&1
    expect 'the message is not clear' says "the disk that holds $CACHE is full"
    expect 'there is an output' is "$(out_toy)" ''
}

# Wrong if: a really full file system breaks what is in the cache already.
test_full_file_system() {
    unshare -rm true 2>/dev/null || skip 'no user namespaces'
    cat >"$SANDBOX/inside" <<INSIDE
mount -t tmpfs -o size=8m tmpfs "$SANDBOX/cache" || exit 77
. "$ROOT/test/deps/full.sh"
INSIDE
    FULL_SANDBOX=$SANDBOX ROOT=$ROOT unshare -rm bash "$SANDBOX/inside" \
        >"$SANDBOX/full" 2>&1
    local status=$?
    ((status != 77)) || skip 'no tmpfs in a user namespace'
    cp "$SANDBOX/full" "$SANDBOX/output"
    expect 'in the full file system' is "$status" 0
}

# Wrong if: an unusable cache ends in a stack of shell errors.
test_unwritable_cache_is_named() {
    : >"$SANDBOX/file"
    expect 'it succeeded' not env XDG_CACHE_HOME="$SANDBOX/file" \
        "$ROOT/deps/build" zlib >"$SANDBOX/output" 2>&1
    expect 'the message is not clear' says 'set XDG_CACHE_HOME to a directory'
    expect 'more than the message' is "$(wc -l <"$SANDBOX/output")" 1
}

# Wrong if: the fragment for make does not lead to the outputs, or is rewritten
# without need, which would rebuild everything that depends on it.
# Wrong if: a path that breaks the build of a library is found out there.
test_odd_paths_are_named() {
    local path link="$SANDBOX/a checkout"
    for path in "$SANDBOX/a b" "$SANDBOX/a\$b" "$SANDBOX/a:b" 'relative'; do
        XDG_CACHE_HOME=$path expect "$path is taken" not \
            "$ROOT/deps/build" --list >"$SANDBOX/output" 2>&1
        expect "$path is not named" says "deps/build: '$path/wick' "
        expect "$path was made" test ! -e "$path"
    done
    expect 'no home, no message' \
        grep -q '^deps/build: neither' <(env -u HOME -u XDG_CACHE_HOME \
            "$ROOT/deps/build" --list 2>&1)
    mkdir "$link"
    cp -r "$ROOT/deps" "$link/"
    ROOT=$link deps toy >"$SANDBOX/output" 2>&1
    expect 'the checkout is not named' says "'$link' has a ' ' in it"
    expect 'it was built' is "$(builds)" ''
}

test_make_fragment() {
    deps --mk "$SANDBOX/deps.mk"
    expect 'what is not built is not named' \
        grep -qx 'DEPS_MISSING := toy' "$SANDBOX/deps.mk"
    expect 'the build failed' deps toy >"$SANDBOX/output" 2>&1
    deps --mk "$SANDBOX/deps.mk"
    expect 'wrong path' grep -qxF "DEP_toy := $(out_toy)" "$SANDBOX/deps.mk"
    expect 'no hash' grep -qE '^DEPS_HASH := [0-9a-f]{64}$' "$SANDBOX/deps.mk"
    expect 'still named as missing' grep -qx 'DEPS_MISSING :=' "$SANDBOX/deps.mk"
    touch -d '2001-01-01' "$SANDBOX/deps.mk"
    deps --mk "$SANDBOX/deps.mk"
    expect 'rewritten without a change' is \
        "$(date -r "$SANDBOX/deps.mk" +%Y)" 2001
}

# Wrong if: a recipe of the project cannot be read, or lacks a field.
test_recipes_are_complete() {
    env XDG_CACHE_HOME="$SANDBOX/cache" "$ROOT/deps/build" --list \
        >"$SANDBOX/output" 2>&1
    expect 'the list failed' is "$?" 0
    expect 'not one line a recipe' is "$(wc -l <"$SANDBOX/output")" \
        "$(find "$ROOT/deps/recipes" -maxdepth 1 -name '*.sh' | wc -l)"
    expect 'a recipe has no key' env XDG_CACHE_HOME="$SANDBOX/cache" \
        "$ROOT/deps/build" --mk "$SANDBOX/deps.mk"
}

run_tests "$@"
