#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The load of bench/invoke, on a function that does what it is told: figures
# for right responses, and none at all for anything else.
# shellcheck disable=SC2154 # lib.sh sets
. "$(dirname "$0")/lib.sh"
invoke=${INVOKE:-$top/build/tools-san/invoke}
function=$top/build/unit-plain/fake_function

# Runs invoke; its status is in $status, what it said in the files out and err.
run_invoke() {
  status=0
  "$invoke" -d "$top/bench/invoke" -n 20 -w 5 "$@" >out 2>err || status=$?
}

test_figures() {
  run_invoke echo "$function"
  is status "$status" 0 || return 1
  for name in each p50 p99 spent; do
    has_line out "^$name [0-9]+\\.[0-9]{3}\$" || return 1
  done
  awk '{ at[$1] = $2 }
    END { exit !(0 < at["p50"] && at["p50"] <= at["p99"]) }' out ||
    { echo 'the percentiles are out of order' && return 1; }
}

test_program_of_path() {
  PATH=$(dirname "$function"):$PATH run_invoke echo "$(basename "$function")"
  is status "$status" 0
}

# The runtime for Node that needs no native code.
test_node_http() {
  for case in hello stream; do
    run_invoke "$case" node "$top/bench/invoke/node.mjs"
    is "status of $case" "$status" 0 || return 1
  done
}

test_wrong_response() {
  run_invoke hello _HANDLER=echo "$function"
  is status "$status" 1 && is out "$(cat out)" '' &&
    has_line err 'wrong response to invocation 1, 16 bytes: {"name":"world"}'
}

scripted_function() { # LINES
  run_invoke echo _HANDLER=script "SCRIPT=$1" "$function"
}

test_error() {
  scripted_function 'next
POST /2018-06-01/runtime/invocation/{id}/error {"e":1}'
  is status "$status" 1 &&
    has_line err 'invocation/request-1/error with {"e":1}'
}

test_no_response() {
  scripted_function 'next
next'
  is status "$status" 1 && has_line err 'asks for the next event without'
}

test_end() {
  scripted_function 'next
exit 3'
  is status "$status" 1 && has_line err 'the runtime ended: exit status 3'
}

test_usage() {
  run_invoke no-such-case "$function"
  is status "$status" 64 && has_line err 'hello, echo, file, tcp, stream' || return 1
  run_invoke echo
  is status "$status" 64
}

command -v node >/dev/null || {
  echo 'skip all: node is not installed'
  exit 0
}
[ -x "$invoke" ] && [ -x "$function" ] || {
  echo "skip all: $invoke or $function is not built (make check builds them)"
  exit 0
}
run_tests "$@"
