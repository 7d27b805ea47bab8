#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The command line of build/bootstrap outside Lambda.
set -u
cd "$(dirname "$0")/../.." || exit 1
bootstrap=$PWD/build/bootstrap
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
failed=0

# run NAME STATUS PATTERN COMMAND...: exit status and output (both streams).
run() {
  local name=$1 status=$2 pattern=$3 out got
  shift 3
  out=$(cd "$dir" && "$@" 2>&1 </dev/null)
  got=$?
  if [ "$got" -ne "$status" ]; then
    echo "FAIL $name: exit status $got, not $status: ${out//$'\n'/ | }"
  elif ! grep -qE -- "$pattern" <<<"$out"; then
    echo "FAIL $name: the output has no $pattern: ${out//$'\n'/ | }"
  else
    echo "ok $name"
    return
  fi
  failed=1
}

echo 'console.log("args", process.argv.slice(2).join());' >"$dir/args.js"
cp "$dir/args.js" "$dir/-args.js"
echo 'throw new TypeError("bad\nthing");' >"$dir/throw.js"
echo 'Promise.reject(new Error("nobody listens"));' >"$dir/reject.js"
echo 'Promise.reject(1).catch(() => console.log("caught late"));' \
  >"$dir/handled.js"
printf 'let x = 1;\nlet y = ;\n' >"$dir/syntax.js"
printf 'console.log("\xff\xfe\xc3\xa9");\n' >"$dir/bytes.js"
: >"$dir/empty.js"
echo 'throw Object.create(null);' >"$dir/null-object.js"
echo 'throw { get stack() { throw 1; }, toString() { throw 2; } };' \
  >"$dir/hostile.js"
echo 'console.error("to stderr"); console.log("to stdout");' >"$dir/streams.js"
echo 'console.log(typeof $wick);' >"$dir/internals.js"
echo 'for (let a; ; a = { a });' >"$dir/eat.js"
echo 'for (const a = []; ; a.push({ a: 1 }));' >"$dir/grow.js"

run help 0 'usage: bootstrap' "$bootstrap" --help
run version 0 '^  javascriptcore +2\.' "$bootstrap" --version
run version-hash 0 '^wick [0-9.]+ \([0-9a-f]{16}\)$' "$bootstrap" --version
run no-command 1 'AWS_LAMBDA_RUNTIME_API' env -u AWS_LAMBDA_RUNTIME_API "$bootstrap"
run run-without-file 64 'run takes a file' "$bootstrap" run
run run-unknown-option 64 'run has no option --bad' "$bootstrap" run --bad args.js
run run-dashes 0 '^args --bad$' "$bootstrap" run -- args.js --bad
run run-dashed-file 0 '^args $' "$bootstrap" run -- -args.js
run missing-file 1 "Cannot find module '/.*/nothing.js'" \
  "$bootstrap" run nothing.js
run directory 1 "Cannot find module '/" "$bootstrap" run .
run arguments 0 '^args a,b c$' "$bootstrap" run args.js a 'b c'
run throws 1 '^Uncaught TypeError: bad$' "$bootstrap" run throw.js
run throws-place 1 'at .*throw\.js:1:' "$bootstrap" run throw.js
run rejects 1 'Error: nobody listens' "$bootstrap" run reject.js
run handled 0 'caught late' "$bootstrap" run handled.js
run syntax 1 'syntax\.js:2' "$bootstrap" run syntax.js
run bytes 0 $'\xc3\xa9' "$bootstrap" run bytes.js
run empty 0 '^$' "$bootstrap" run empty.js
run null-object 1 'Uncaught' "$bootstrap" run null-object.js
run hostile 1 'Uncaught' "$bootstrap" run hostile.js
run internals-hidden 0 '^undefined$' "$bootstrap" run internals.js
run internals-shown 0 '^object$' "$bootstrap" run --expose-internals \
  internals.js
run out-of-memory 1 'JavaScript heap out of memory' \
  env AWS_LAMBDA_FUNCTION_MEMORY_SIZE=64 "$bootstrap" run eat.js
# Refused at once, or ended when all else has been collected.
run array-too-large 1 'RangeError: (Out|JavaScript heap out) of memory' \
  env AWS_LAMBDA_FUNCTION_MEMORY_SIZE=64 "$bootstrap" run grow.js
# Each of them is two mappings, of which the kernel allows so many.
echo 'for (const a = []; ; ) a.push(new ArrayBuffer(1, { maxByteLength: 9e4 }));' \
  >"$dir/mappings.js"
run out-of-mappings 1 'Out of memory: .*vm\.max_map_count' \
  "$bootstrap" run mappings.js
run bad-memory 64 'AWS_LAMBDA_FUNCTION_MEMORY_SIZE' \
  env AWS_LAMBDA_FUNCTION_MEMORY_SIZE=lots "$bootstrap" run empty.js
run bad-jit 64 'WICK_JIT_MB' env WICK_JIT_MB=-4 "$bootstrap" run empty.js
run bad-option 64 'WICK_ENGINE_OPTIONS' \
  env WICK_ENGINE_OPTIONS=noSuchOption=1 "$bootstrap" run empty.js
run no-jit 0 '^args $' env WICK_ENGINE_OPTIONS=useJIT=0 "$bootstrap" run args.js
run full-engine 0 '^args $' env WICK_SMOL=0 "$bootstrap" run args.js

# A program that is no file: it can be read once, and is a module or none.
cat >"$dir/cjs" <<'E'
console.log(process.argv[1], process.argv[2], require.main === module,
            require('./part.js'));
E
echo "module.exports = 'part';" >"$dir/part.js"
echo "import part from './part.js'; await 1; console.log('module', part);" |
  tee "$dir/esm" >"$dir/awaits.js"
mkfifo "$dir/fifo.js" "$dir/fifo.mjs"
piped() { # NAME STATUS PATTERN SHELL-COMMAND
  run "$1" "$2" "$3" env bootstrap="$bootstrap" bash -c "$4"
}
piped stdin 0 '^- a true part$' '"$bootstrap" run - a <cjs'
piped stdin-piped 0 '^- a true part$' 'cat cjs | "$bootstrap" run - a'
piped stdin-module 0 '^module part$' 'cat esm | "$bootstrap" run -'
piped stdin-empty 0 '^$' '"$bootstrap" run - </dev/null'
piped stdin-closed 0 '^$' '"$bootstrap" run - <&-'
piped stdin-syntax 1 '\[stdin\]:2$' 'cat syntax.js | "$bootstrap" run -'
piped stdin-directory 1 'EISDIR' '"$bootstrap" run - </'
piped stdin-named 0 '^/dev/stdin$' \
  'echo "console.log(__filename)" | "$bootstrap" run /dev/stdin'
piped stdin-file 0 '^args x$' '"$bootstrap" run /dev/stdin x <args.js'
piped substitution 0 '^args x$' '"$bootstrap" run <(cat args.js) x'
piped deleted 0 '^args x$' \
  'cp args.js gone; exec 3<gone; rm gone; "$bootstrap" run /dev/fd/3 x'
piped fifo 0 '^fifo.js a true part$' \
  'cat cjs >fifo.js & "$bootstrap" run fifo.js a'
piped fifo-module 0 '^module part$' \
  'cat esm >fifo.mjs & "$bootstrap" run fifo.mjs'
run awaits 0 '^module part$' "$bootstrap" run awaits.js

one_stream() { # NAME REDIRECTION EXPECTED
  local out
  out=$(cd "$dir" && eval "'$bootstrap' run streams.js $2")
  if [ "$out" = "$3" ]; then
    echo "ok $1"
  else
    echo "FAIL $1: got $out"
    failed=1
  fi
}
one_stream stdout '2>/dev/null' 'to stdout'
one_stream stderr '2>&1 >/dev/null' 'to stderr'

# Builtins run from bytecode; their frames are those that their source gives.
cat >"$dir/stack.js" <<'EOF2'
for (const call of [() => process.on('a', 1), () => setTimeout('text'),
                    () => console.table(Object.create(null, {
                      a: { enumerable: true, get() { throw new Error('a'); } },
                    }))]) {
  try {
    call();
  } catch (error) {
    console.log(error.stack);
  }
}
EOF2
by_bytecode=$("$bootstrap" run "$dir/stack.js" 2>&1)
by_source=$(WICK_ENGINE_OPTIONS=useCodeCache=0 "$bootstrap" run \
  "$dir/stack.js" 2>&1)
if [ "$by_bytecode" = "$by_source" ] &&
  grep -q 'builtin:internal/process_events.js:[0-9]' <<<"$by_bytecode"; then
  echo 'ok builtin-stacks'
else
  echo "FAIL builtin-stacks: ${by_bytecode//$'\n'/ | } is not" \
    "${by_source//$'\n'/ | }"
  failed=1
fi

# A log that cannot be written to is no reason to fail.
run full-disk 0 '^$' sh -c "'$bootstrap' run args.js >/dev/full"
run version-full-disk 1 '^$' sh -c "'$bootstrap' --version >/dev/full"
exit $failed
