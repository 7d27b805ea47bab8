#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the tests of runtime/js under the machine's node, each file in a process
# of its own. A file prints "ok NAME", "skip NAME: why" or "FAIL NAME: why" for
# each behaviour; where it has lines "// expect: TEXT", what else it prints must
# be those texts.
#
#   test/js/run-node.sh [FILE...]      default: all below internal/ and lambda/
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/run-common.sh"
[ $# -gt 0 ] || set -- "$here"/internal/*.js "$here"/lambda/*.js
run_all "${NODE:-node}" --expose-internals --no-warnings -- "$@"
