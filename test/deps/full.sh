# SPDX-License-Identifier: MIT
# Run by test_full_file_system in a mount namespace, with the cache on a file
# system of 8 MB: a build that fills it fails and says so; with room made, the
# same call succeeds, and what was in the cache before is still whole.
. "$ROOT/test/deps/lib.sh"
trap - EXIT
rm -rf "$SANDBOX"
SANDBOX=$FULL_SANDBOX
CACHE=$SANDBOX/cache/wick
TEST_NAME=full-file-system

expect 'the first build failed' deps toy >"$SANDBOX/output" 2>&1
whole=$(out_toy)
recipe_write "dd if=/dev/zero of=\$BUILD/fill bs=1M count=16"
expect 'the build succeeded' not deps toy >"$SANDBOX/output" 2>&1
expect 'the message is not clear' says "the disk that holds $CACHE is full"
rm "$CACHE"/work/*/build/fill
recipe_write
expect 'the build after it failed' deps toy >"$SANDBOX/output" 2>&1
expect 'the first output was lost' is "$(out_toy)" "$whole"
