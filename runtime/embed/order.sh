#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints the symbols that a start and typical functions touch, by first use, for
# the linker: order.sh EXECUTABLE EXECUTABLE_WITH_SYMBOLS. Functions are found in
# seconds; constants and variables take minutes, for every access to memory of
# one start is traced (order.c).
#
# wick_warm_*_begin and wick_warm_*_end (runtime/warm.c) are put around what a
# start and a first invocation touch.
set -eu
cd "$(dirname "$0")/../.."
executable=$1 with_symbols=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

/usr/lib/llvm-19/bin/llvm-nm -n -S --defined-only "$with_symbols" \
  >"$dir/symbols"

order=(build/tools/order "$dir/symbols")
invoke=(build/tools/invoke -w 0)
quietly() {
  "$@" >"$dir/output" 2>&1 || { cat "$dir/output" >&2 && exit 1; }
}

quietly "${invoke[@]}" -n 1 hello "${order[@]}" "$dir/first" "$executable"
quietly "${invoke[@]}" -n 300 hello "${order[@]}" "$dir/later" "$executable"
quietly "${order[@]}" "$dir/typical" "$executable" run runtime/embed/order.mjs

mkfifo "$dir/trace"
"${order[@]}" <"$dir/trace" >"$dir/data" &
quietly "${invoke[@]}" -n 1 hello valgrind --tool=lackey --trace-mem=yes \
  --log-file="$dir/trace" "$executable"
wait $!

{
  echo wick_warm_text_begin
  cat "$dir/first"
  echo wick_warm_text_end
  echo wick_warm_rodata_begin
  cat "$dir/data"
  echo wick_warm_rodata_end
  cat "$dir/later" "$dir/typical"
} | awk '!seen[$0]++'
