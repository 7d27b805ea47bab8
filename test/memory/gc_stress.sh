#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The tests that run in the executable, under an engine that collects
# everything at every safe point where a cell is allocated, and overwrites what
# is dead: a value that no root holds is found at its first use. `make
# gc-stress`; minutes, so not a part of the tests.
#
#   test/memory/gc_stress.sh [FILE...]
set -u
cd "$(dirname "$0")/../.." || exit 1
export WICK_ENGINE_OPTIONS="forceGCSlowPaths=1 scribbleFreeCells=1 \
slowPathAllocsBetweenGCs=${GC_STRESS_EVERY:-1}"
limit_s=${GC_STRESS_TIMEOUT_S:-120}

# Those that fill the heap until it is full would take hours.
[ $# -gt 0 ] || mapfile -t files < <(
  ls test/js/{engine,host,io}/*.js | grep -vE '/(heap-limit|limits|many)\.js$')
[ $# -eq 0 ] || files=("$@")

passed=0 failed=0
for file in "${files[@]}"; do
  log=$(timeout "$limit_s" build/bootstrap run --expose-internals "$file" 2>&1)
  status=$?
  if [ "$status" -eq 0 ] && ! grep -q '^FAIL' <<<"$log"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAIL %s: status %s: %s\n' "$file" "$status" \
      "$(grep -m1 '^FAIL' <<<"$log" || tail -n 1 <<<"$log")"
  fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
