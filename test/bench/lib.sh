# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by the tests of the benchmark harness. A test is a function
# test_NAME; it passes when it returns 0, and says why on standard output when
# it does not. Each runs in an empty directory of its own.
set -u
# shellcheck disable=SC2034 # for those who source this
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export LC_ALL=C

# JavaScript expressions of "o", the document in o.json, each with the text
# that its value must have. All in one call: a start of node is what a test of
# many lines would spend its time on.
json_is() { # EXPRESSION EXPECTED...
  # shellcheck disable=SC2016 # the quotes hold JavaScript
  node -e 'const fs = require("fs");
    const o = JSON.parse(fs.readFileSync("o.json", "utf8"));
    const pairs = process.argv.slice(1);
    for (let i = 0; i < pairs.length; i += 2) {
      const value = String(eval(pairs[i]));
      if (value !== pairs[i + 1]) {
        console.log(`${pairs[i]} is "${value}", not "${pairs[i + 1]}"`);
        process.exitCode = 1;
      }
    }' "$@"
}

is() { # WHAT ACTUAL EXPECTED
  [ "$2" = "$3" ] && return
  printf '%s is "%s", not "%s"\n' "$@"
  return 1
}

has_line() { # FILE EXTENDED-REGEX
  grep -qE "$2" "$1" && return
  printf 'no line like "%s" in %s: %s\n' "$2" "$1" "$(tr '\n' '|' <"$1")"
  return 1
}

# A program that prints "NAME VALUE" with the next of VALUES at each run, and
# its own name into the file log: its "inner" time is known beforehand.
scripted() { # FILE VALUE...
  local file=$1
  shift
  printf '%s\n' "$@" >"$file.values"
  cat >"$file" <<'EOF'
#!/bin/sh
echo "${0##*/} $1" >>log
read -r value <"$0.values"
sed -i 1d "$0.values"
echo "$1 $value"
EOF
  chmod +x "$file"
}

# Runs the tests named, or all. 77 from a test is a skip.
run_tests() { # NAME...
  local name why status failed=0 folder
  # shellcheck disable=SC2046 # names without blanks
  [ $# -gt 0 ] || set -- $(declare -F | sed -n 's/^declare -f test_//p')
  for name; do
    folder=$(mktemp -d) || exit 1
    if declare -F "test_$name" >/dev/null; then
      why=$(cd "$folder" && "test_$name")
      status=$?
    else
      why='there is no such test'
      status=1
    fi
    rm -rf "$folder"
    why=$(printf '%s' "${why:-a command of it failed}" | head -n 1)
    case $status in
      0) printf 'ok %s\n' "$name" ;;
      77) printf 'skip %s: %s\n' "$name" "$why" ;;
      *)
        printf 'FAIL %s: %s\n' "$name" "$why"
        failed=1
        ;;
    esac
  done
  exit "$failed"
}
