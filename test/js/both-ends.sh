#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs scripts under bootstrap on both back ends of the loop, each in a process
# of its own that may open as many descriptors as one on the platform.
# Usage: test/js/both-ends.sh FILE...
set -u -o pipefail
status=0
ulimit -n 1024

has_uring() {
  WICK_IO=uring build/bootstrap run /dev/null >/dev/null 2>&1
}

for file in "$@"; do
  for io in uring epoll; do
    if [ "$io" = uring ] && ! has_uring; then
      echo "skip uring-$(basename "$file" .js): no io_uring here"
      continue
    fi
    WICK_IO=$io build/bootstrap run --expose-internals "$file" |
      sed -E "s/^(ok|FAIL|skip) /\1 $io-/" || status=1
  done
done
exit "$status"
