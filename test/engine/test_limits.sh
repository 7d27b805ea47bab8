#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Limits of the process (ulimit): below what a start takes it ends with status 1
# and a sentence that names the limit, never by a signal; with what
# runtime/limits.h says that it takes it starts; and a script that meets one is
# told so.
set -u
cd "$(dirname "$0")/../.." || exit 1
bootstrap=$PWD/build/bootstrap
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
failed=0

# limited NAME STATUS PATTERN LIMITS SCRIPT: LIMITS are arguments of ulimit.
limited() {
  local name=$1 status=$2 pattern=$3 out got
  # LIMITS are words.
  # shellcheck disable=SC2086
  out=$(cd "$dir" && (ulimit $4 && exec "$bootstrap" run "$5") 2>&1 </dev/null)
  got=$?
  if [ "$got" -ne "$status" ] || ! grep -qE -- "$pattern" <<<"$out"; then
    echo "FAIL $name: status $got, not $status: ${out//$'\n'/ | }"
    failed=1
  else
    echo "ok $name"
  fi
}

# needed NAME: the number of WICK_START_NAME.
needed() {
  local text
  text=$(sed -nE "s/^#define WICK_START_$1 +([^/]*)$/\1/p" runtime/limits.h)
  echo $((${text//(size_t)/}))
}

echo 'console.log("started");' >"$dir/start.js"
echo 'const a = []; for (let i = 0; ; i++) a.push({ i, text: `x${i}` });' \
  >"$dir/objects.js"
echo 'const a = [];
try { for (;;) a.push(new Uint8Array(4e6).fill(1)); } catch (e) {
  console.log(a.length > 3, e.name); }' >"$dir/buffers.js"
echo 'const a = []; for (;;) a.push(new WebAssembly.Memory({ initial: 1 }));' \
  >"$dir/wasm.js"

limited address-space 1 'no memory to start in: .* 51200 KB .*ulimit -v' \
  '-v 51200' start.js
limited address-space-mapped 1 'no memory to start in: .*ulimit -v' \
  '-v 36000' start.js
limited data 1 'no memory to start in: .* 10240 KB .*ulimit -d' \
  '-d 10240' start.js
limited data-of-a-page 1 'no memory to start in: .*ulimit -d' '-d 1600' \
  start.js
limited stack 1 'no stack to start on: .* 128 KB .*ulimit -s' '-s 128' start.js
for count in 0 3 4; do
  limited "descriptors-$count" 1 \
    "no descriptor to start with: .* $count of them .*ulimit -n" \
    "-n $count" start.js
done
limited descriptor-of-script 1 'EMFILE: too many open files' '-n 5' start.js
limited locked-memory 0 '^started$' '-l 0' start.js

limited enough-addresses 0 '^started$' "-v $(needed ADDRESS_KB)" start.js
limited enough-data 0 '^started$' "-d $(needed DATA_KB)" start.js
limited enough-stack 0 '^started$' "-s $(needed STACK_KB)" start.js
limited enough-descriptors 0 '^started$' "-n $(needed FDS)" start.js

limited running-out-of-addresses 70 'out of memory: .* 100000 KB .*ulimit -v' \
  '-v 100000' objects.js
limited running-out-of-data 70 'out of memory: .* 66000 KB .*ulimit -d' \
  '-d 66000' objects.js
limited refused-buffer 0 '^true RangeError$' '-v 120000' buffers.js
limited refused-object 70 'out of memory: .*ulimit -d' '-d 66000' wasm.js

# A policy against generated code.
without=$PWD/build/test/without_uring
out=$("$without" code "$bootstrap" run "$dir/start.js" 2>&1)
case $? in
  77) echo 'skip code: the kernel knows no such policy' ;;
  1)
    if [[ $out == *'writable and executable'*useJIT=0* ]] &&
      [ "$(WICK_ENGINE_OPTIONS=useJIT=0 "$without" code "$bootstrap" run \
        "$dir/start.js" 2>&1)" = started ]; then
      echo 'ok code'
    else
      echo "FAIL code: $out"
      failed=1
    fi
    ;;
  *)
    echo "FAIL code: $out"
    failed=1
    ;;
esac

# Root is not limited in its processes, and another user may not come here.
as_user=
if [ "$(id -u)" -eq 0 ]; then
  chmod 755 "$dir"
  cp "$bootstrap" "$dir/bootstrap"
  bootstrap=$dir/bootstrap
  as_user='setpriv --reuid 54321 --regid 54321 --clear-groups'
fi
echo 'let sum = 0; for (let i = 0; i < 1e7; i++) sum += i % 7;' >"$dir/hot.js"
# The words of a command.
# shellcheck disable=SC2086
out=$(cd "$dir" &&
  (ulimit -u 1 && WICK_SMOL=0 exec $as_user "$bootstrap" run hot.js 2>&1))
got=$?
if [ "$got" -eq 70 ] && [[ $out == *'needs a thread'*'ulimit -u'* ]]; then
  echo 'ok threads'
else
  echo "FAIL threads: status $got, not 70: ${out//$'\n'/ | }"
  failed=1
fi

exit $failed
