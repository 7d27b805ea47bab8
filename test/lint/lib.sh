# SPDX-License-Identifier: MIT
# Sourced by every check. A check looks at the tree in the current directory,
# prints one line a violation ("file:line: what") and nothing else.
set -u
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Without its tool a check would find nothing, and pass.
for tool in clang-19 clang-format clang-tidy llvm-nm-19 git; do
  command -v "$tool" >/dev/null || {
    echo "$tool is not installed"
    exit 1
  }
done

# The files of the tree that match the patterns, generated ones left out.
files() {
  git ls-files -co --exclude-standard -- "$@" | while IFS= read -r file; do
    [ -f "$file" ] && printf '%s\n' "$file"
  done
}

# The names in a variable of sources.mk.
sources() { # VARIABLE
  awk -v want="$1" '
    { sub(/#.*/, ""); continued = sub(/\\$/, "") }
    $2 == ":=" { on = $1 == want; $1 = $2 = "" }
    on { n = split($0, name); for (i = 1; i <= n; i++) print name[i] }
    !continued { on = 0 }
  ' sources.mk
}

# Flags for compiling one file of the runtime; make adds those of libraries.
lint_cflags=(-std=gnu11 -Wall -Wextra -Werror -iquote runtime -iquote test/unit
  -isystem /usr/include/cjson -DWICK_FAULTS ${WICK_LINT_CFLAGS:-})

# ---- What is known ----------------------------------------------------------
# A file that a slow check has passed is not looked at again before it, or
# anything else that has a say, changes. What is known outlives the checkout, as
# the libraries do: an empty file for each, named for a hash of all that went
# in. What is a fortnight old goes.

known=${XDG_CACHE_HOME:-$HOME/.cache}/wick/lint

# What else has a say comes on standard input.
known_from() {
  mkdir -p "$known"
  find "$known" -type f -mtime +14 -delete
  context=$(cat "$0" "$here/lib.sh" - | sha256sum | cut -c 1-20)
}

# Of the files on standard input those that are not known, as "KEY FILE".
unknown() {
  local sum file
  xargs -r sha256sum | while read -r sum file; do
    sum=$context-${sum:0:40}
    [ -e "$known/$sum" ] || printf '%s %s\n' "$sum" "$file"
  done
}

# From now on KEYs are known.
remember() { # KEY...
  touch "${@/#/$known/}"
}

# The headers of the machine, as far as ours include them.
host_headers() {
  dpkg-query -W libc6-dev linux-libc-dev liburing-dev libcjson-dev 2>&1
}
