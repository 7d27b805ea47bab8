# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by tests that are a list of conditions: a line each, and the status
# to exit with in $status.
status=0

check() { # NAME CONDITION WHY: CONDITION is "yes", or the test fails for WHY
  if [ "$2" = yes ]; then
    echo "ok $1"
  else
    echo "FAIL $1: $3"
    # shellcheck disable=SC2034 # for those who source this
    status=1
  fi
}

# is COMMAND...: "yes" if it succeeds, and nothing else that it says.
is() { if "$@" >/dev/null 2>&1; then echo yes; else echo no; fi; }
