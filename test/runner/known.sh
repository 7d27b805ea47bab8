# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by test/run. A suite that has a line
#
#   from SUITE PATH...
#
# in the list says that what comes of it follows from the files at these paths
# (patterns of the shell, without blanks) and from the programs of the machine. A program of it that has passed, with no
# test left out, is not run again before one of those changes: what it said is
# kept beside the libraries and counts as before. WICK_TEST_FRESH=1 runs all.
# What was not asked for in a fortnight goes.

known_dir=${XDG_CACHE_HOME:-$HOME/.cache}/wick/tests
declare -A known_sums=()
known_machine=

# The hash of the files of SUITE and of the machine; nothing for a suite that
# does not say what it comes from.
known_sum() { # SUITE
  local -a paths
  [[ ! -v known_sums[$1] ]] || return 0
  known_sums[$1]=
  read -r -a paths < <(sed 's/#.*//' "$list" | awk -v name="$1" '
    $1 == "from" && $2 == name { $1 = $2 = ""; print }')
  [ ${#paths[@]} -gt 0 ] && [ -z "${WICK_TEST_FRESH:-}" ] || return 0
  if [ -z "$known_machine" ]; then
    mkdir -p "$known_dir" && find "$known_dir" -type f -mtime +14 -delete
    known_machine=$({ dpkg-query -W; uname -a; id; } 2>&1 | sha256sum)
  fi
  # shellcheck disable=SC2068 # they are patterns
  known_sums[$1]=$(find ${paths[@]} test/run test/runner -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

# Sets KNOWN to the file in which what COMMAND of SUITE says is kept, or is to
# be; to nothing where it is not.
known_file() { # SUITE COMMAND
  local sum
  KNOWN=
  known_sum "$1"
  [ -n "${known_sums[$1]}" ] || return 0
  sum=$(printf '%s\n' "$@" "$known_machine" "${known_sums[$1]}" | sha256sum)
  KNOWN=$known_dir/${sum:0:40}
}

# Keeps LOG of a program that ended with STATUS, if all is well in it.
known_keep() { # FILE STATUS LOG
  if [ -n "$1" ] && [ "$2" -eq 0 ] && grep -q '^ok ' "$3" &&
    ! grep -qE '^(FAIL|skip) ' "$3"; then
    cp "$3" "$1.$$" && mv "$1.$$" "$1"
  fi
}
