#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs scripts under bootstrap while system calls fail that the script names in
# its first lines, as strace(1) has them:
#
#   // inject: socket:error=EMFILE:when=2
#
# on both back ends of the loop, or on the one of a line "// io: epoll".
# Usage: test/js/under-faults.sh FILE...
set -u -o pipefail
status=0

can_trace() {
  strace -qq -o /dev/null true >/dev/null 2>&1
}

has_uring() {
  WICK_IO=uring build/bootstrap run /dev/null >/dev/null 2>&1
}

for file in "$@"; do
  name=$(basename "$file" .js)
  can_trace || {
    echo "skip $name: no strace, or it may not trace"
    continue
  }
  mapfile -t faults < <(sed -n 's,^// inject: ,--inject=,p' "$file")
  calls=$(sed -n 's,^// inject: \([a-z0-9_]*\):.*,\1,p' "$file" | paste -sd,)
  ends=$(sed -n 's,^// io: ,,p' "$file")
  for io in ${ends:-uring epoll}; do
    if [ "$io" = uring ] && ! has_uring; then
      echo "skip uring-$name: no io_uring here"
      continue
    fi
    WICK_IO=$io strace -qq -o /dev/null --trace="$calls" "${faults[@]}" \
      build/bootstrap run --expose-internals "$file" |
      sed -E "s/^(ok|FAIL|skip) /\1 $io-/" || status=1
  done
done
exit "$status"
