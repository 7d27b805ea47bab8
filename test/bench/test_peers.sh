#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The peers are pinned, and their installation can be trusted: with an npm
# that only pretends, so that nothing leaves the machine.
# shellcheck disable=SC2154 # lib.sh sets top
. "$(dirname "$0")/lib.sh"

# A copy of bench/ with an npm that notes its calls and ends with STATUS after
# it has made one package.
prepare() { # STATUS
  mkdir -p copy/bench bin
  cp -r "$top/bench/setup" "$top/bench/.npmrc" "$top"/bench/package*.json \
    copy/bench/
  cat >bin/npm <<EOF
#!/bin/sh
echo "\$1" >>'$PWD/calls'
mkdir -p '$PWD/copy/build/bench/node_modules/made'
echo 'no way out' >&2
exit $1
EOF
  chmod +x bin/npm
}

setup() { # ARGUMENTS
  status=0
  PATH=$PWD/bin:$PATH copy/bench/setup "$@" >out 2>err || status=$?
}

# Exact versions, a hash for each package, and no address of a registry.
test_lock() {
  cat >check.js <<'EOF'
const fs = require("fs");
const read = (name) =>
  JSON.parse(fs.readFileSync(process.argv[2] + "/" + name, "utf8"));
const wanted = read("package.json").devDependencies;
const packages = read("package-lock.json").packages;
for (const name of ["bun", "aws-lambda-ric", "esbuild"]) {
  const locked = packages["node_modules/" + name] || {};
  if (!wanted[name] || wanted[name] !== locked.version) {
    console.log(`${name}: ${wanted[name]} wanted, ${locked.version} locked`);
  }
}
for (const [path, entry] of Object.entries(packages)) {
  if (path !== "" && !/^sha512-/.test(entry.integrity)) {
    console.log(path + ": no sha512 hash");
  }
  if ("resolved" in entry) {
    console.log(path + ": an address");
  }
}
EOF
  is 'what is wrong' "$(node check.js "$top/bench" 2>&1)" ''
}

# Once is enough, until the lock file changes.
test_install_once() {
  prepare 0
  setup
  is status "$status" 0 && is calls "$(tr '\n' ' ' <calls)" 'ci ' || return 1
  setup
  is 'second status' "$status" 0 &&
    is 'calls after the second' "$(tr '\n' ' ' <calls)" 'ci ' || return 1
  echo >>copy/bench/package-lock.json
  setup
  is 'calls after a change' "$(tr '\n' ' ' <calls)" 'ci ci '
}

# Without a network: a message with the way out, and a retry the next time,
# whatever lies half-made there.
test_install_fails() {
  prepare 1
  setup
  is status "$status" 1 && has_line err 'no way out' &&
    has_line err 'npm cannot install the peers' &&
    has_line err 'without a network' || return 1
  setup
  is calls "$(tr '\n' ' ' <calls)" 'ci ci '
}

# The makefiles of aws-lambda-ric need the variables that make itself sets, and
# not those of a make that has called this one.
test_compile_under_make() {
  local tool
  prepare 0
  # Only that they are there is looked at.
  for tool in cmake g++ python3 xz; do
    ln -s "$(type -P true)" "bin/$tool"
  done
  mkdir -p copy/build/bench/node_modules/aws-lambda-ric/scripts
  cat >copy/build/bench/node_modules/aws-lambda-ric/scripts/preinstall.sh <<EOF
cd '$PWD'
echo 'all: ; @echo "\$(CC) \$(origin AR)" >made' | make -f -
EOF
  cat >outer <<'EOF'
MAKEFLAGS += --no-builtin-variables
all:
	@copy/bench/setup --ric
EOF
  PATH=$PWD/bin:$PATH make -f outer >out 2>err
  is 'what make sets' "$(cat made)" 'cc default' &&
    is calls "$(tr '\n' ' ' <calls)" 'ci run '
}

test_no_npm() {
  prepare 0
  rm bin/npm
  local tool
  for tool in bash dirname mkdir cmp flock; do
    ln -s "$(command -v "$tool")" "bin/$tool"
  done
  status=0
  PATH=$PWD/bin copy/bench/setup >out 2>err || status=$?
  is status "$status" 1 && has_line err 'npm is not installed'
}

test_unknown_argument() {
  prepare 0
  setup --frobnicate
  is status "$status" 1 && has_line err 'unknown argument --frobnicate'
}

# The scripts are given to every engine as they are, under the name of their
# file: each prints it with its time, checks its result, imports nothing.
test_scripts() {
  local file name count=0
  for file in "$top"/bench/engine/*.js; do
    name=$(basename "$file" .js)
    count=$((count + 1))
    has_line "$file" "^ *console\\.log\(\"$name \" \+ ms\);" &&
      has_line "$file" "throw new Error\(\"$name: " || return 1
    ! grep -nE '\b(require|import|process|performance)\b' "$file" || return 1
  done
  is 'more than five scripts' "$((count > 5))" 1
}

command -v node >/dev/null || {
  echo 'skip all: node is not installed'
  exit 0
}
run_tests "$@"
