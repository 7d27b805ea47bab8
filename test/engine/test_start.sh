#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a start costs, against the numbers in start.budget. No times: what is
# counted does not depend on what else the machine does.
set -u
cd "$(dirname "$0")/../.." || exit 1
coldstart=build/tools/coldstart
function=bench/coldstart/hello
bootstrap=${BOOTSTRAP:-build/bootstrap}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
status=0

# The lines "NAME NUMBER" of all that is measured.
measure() {
  env -i PATH="$PATH" $coldstart -m 128 $function "$bootstrap" || return 1
  if command -v valgrind >/dev/null; then
    : >"$dir/empty.js"
    env -i PATH="$PATH" valgrind --tool=callgrind \
      --callgrind-out-file="$dir/profile" --log-file="$dir/callgrind" \
      "$bootstrap" run "$dir/empty.js" || return 1
    awk '/Collected :/ { print "instructions", $4 }' "$dir/callgrind"
  fi
  # shellcheck disable=SC2016 # the quotes hold JavaScript
  echo 'process.exitCode = $wick.evaluated();' >"$dir/count.js"
  "$bootstrap" run --expose-internals "$dir/count.js"
  echo "builtins $?"
}

measure >"$dir/measured" 2>"$dir/errors" || {
  echo "FAIL start: $(tr '\n' ' ' <"$dir/errors")"
  exit 1
}
while read -r name most _; do
  case $name in '' | '#'*) continue ;; esac
  now=$(awk -v name="$name" '$1 == name { print $2 }' "$dir/measured")
  if [ -z "$now" ]; then
    case $name in
      instructions) echo 'skip instructions: no valgrind' ;;
      faults) echo 'skip faults: the kernel does not count them for us' ;;
      *)
        echo "FAIL $name: it was not measured"
        status=1
        ;;
    esac
  elif [ "$now" -le "$most" ]; then
    echo "ok $name"
  else
    echo "FAIL $name: $now, and start.budget allows $most"
    status=1
  fi
done <test/engine/start.budget
exit $status
