#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints the symbols of an executable that starts and first invocations touch,
# by first use: order.sh EXECUTABLE, which has symbols and no DWARF. Takes a
# minute: every access to memory is traced (order.c).
set -eu
cd "$(dirname "$0")/../.."
executable=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

/usr/lib/llvm-19/bin/llvm-nm -n --defined-only "$executable" >"$dir/symbols"

trace() { # FUNCTION
  mkfifo "$dir/trace"
  build/tools/order "$dir/symbols" <"$dir/trace" &
  build/tools/coldstart -s "bench/coldstart/$1" valgrind --tool=lackey \
    --trace-mem=yes --log-file="$dir/trace" "$executable" >/dev/null
  wait $!
  rm "$dir/trace"
}

# What a start needs first; then what other functions need besides.
{ trace hello && trace cpu; } | awk '!seen[$0]++'
