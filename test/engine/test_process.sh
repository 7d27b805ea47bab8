#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What only a whole process shows of process: how it ends, what it reads and
# where its warnings go.
set -u
cd "$(dirname "$0")/../.." || exit 1
export bootstrap=$PWD/build/bootstrap
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
failed=0

# script NAME STATUS OUTPUT [COMMAND]: the script on standard input, run by
# COMMAND (default: with both streams read), ends with STATUS and says OUTPUT.
script() {
  local name=$1 status=$2 expected=$3 out got
  cat >"$dir/$name.js"
  # What a shell says of a child that a signal ended is not of interest.
  out=$(cd "$dir" && file=$name.js \
    bash -c "${4:-\"\$bootstrap\" run \"\$file\" 2>&1 </dev/null}" 2>/dev/null)
  got=$?
  if [ "$got" -ne "$status" ] || [[ $out != $expected ]]; then
    echo "FAIL $name: status $got, not $status: ${out//$'\n'/ | }"
    failed=1
  else
    echo "ok $name"
  fi
}

# ---- The end ----

script order 0 $'before 0\ntimer\nbefore 0\nexit 0' <<'E'
let count = 0;
process.on('beforeExit', (code) => {
  console.log('before', code);
  if (++count === 1) {
    setTimeout(() => console.log('timer'), 1);
  }
});
process.on('exit', (code) => {
  console.log('exit', code);
  setTimeout(() => console.log('never'), 1);
});
E
script exit-code 4 $'before 4\nexit 4' <<'E'
process.exitCode = 4;
process.on('beforeExit', (code) => console.log('before', code));
process.on('exit', (code) => console.log('exit', code));
E
script exit-code-negative 255 '' <<'E'
process.exitCode = -1;
E
script exit-code-at-the-last 7 '' <<'E'
process.on('exit', () => { process.exitCode = 7; });
E
script exit-by-error 3 $'Uncaught Error: broken*\nexit 1 1' <<'E'
process.on('exit', (code) => {
  console.log('exit', code, process.exitCode);
  process.exitCode = 3;
});
throw new Error('broken');
E
script exit-by-error-before-exit 1 $'Uncaught Error: broken*\nexit 1' <<'E'
process.on('beforeExit', () => { throw new Error('broken'); });
process.on('exit', (code) => console.log('exit', code));
E
script cycle 0 $'(node:*) Warning: Accessing non-existent property \'b\' of module exports inside circular dependency*\ntrue' <<'E'
const fs = require('fs');
fs.writeFileSync('cycle-a.js', 'exports.a = 1; require("./cycle-b.js");');
fs.writeFileSync('cycle-b.js', 'require("./cycle-a.js").b;');
const whole = require('./cycle-a.js');
process.on('exit', () => {
  console.log(Object.getPrototypeOf(whole) === Object.prototype);
});
E
script source-maps 1 $'Uncaught Error: broken\n    at */lib/a.ts:5:3*' \
  'NODE_OPTIONS=--enable-source-maps "$bootstrap" run "$file" 2>&1' <<'E'
throw new Error('broken');
//# sourceMappingURL=data:application/json,{"version":3,"sources":["lib/a.ts"],"names":[],"mappings":"AAIE"}
E
script exit 5 'exit 5' <<'E'
process.on('exit', (code) => console.log('exit', code));
process.on('beforeExit', () => console.log('never'));
process.exit(5);
E
script exit-within-exit 6 $'exit 5\nexit-2 5' <<'E'
process.on('exit', (code) => console.log('exit', code));
process.on('exit', (code) => {
  console.log('exit-2', code);
  process.exit(6);
});
process.exit(5);
E
script really-exit 3 'really 2' <<'E'
const { reallyExit } = process;
process.reallyExit = (code) => {
  console.log('really', code);
  reallyExit.call(process, code + 1);
};
process.exit(2);
E
script abort 134 '' <<'E'
process.on('exit', () => console.log('never'));
process.abort();
E
script terminated 143 '' <<'E'
const listener = () => console.log('never');
process.on('SIGTERM', listener);
process.removeListener('SIGTERM', listener);
process.kill(process.pid);
setInterval(() => {}, 1000);
E

# ---- What nobody catches ----

script rejected-object 1 '*The promise rejected with the reason "{ a: 1 }"*' \
  <<'E'
Promise.reject({ a: 1 });
E
script monitor 1 $'monitor no uncaughtException\n*Error: no*' <<'E'
process.on('uncaughtExceptionMonitor', (error, origin) =>
  console.log('monitor', error.message, origin));
throw new Error('no');
E
script captured 0 $'captured no\ncaptured again\nafter' <<'E'
process.setUncaughtExceptionCaptureCallback((error) =>
  console.log('captured', error.message));
process.on('uncaughtException', () => console.log('never'));
setTimeout(() => console.log('after'), 1);
Promise.reject(new Error('again'));
throw new Error('no');
E
script captured-twice 0 $'true ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET\nfalse' \
  <<'E'
process.setUncaughtExceptionCaptureCallback(() => {});
try {
  process.setUncaughtExceptionCaptureCallback(() => {});
} catch (error) {
  console.log(process.hasUncaughtExceptionCaptureCallback(), error.code);
}
process.setUncaughtExceptionCaptureCallback(null);
console.log(process.hasUncaughtExceptionCaptureCallback());
E

# ---- Warnings ----

cat >"$dir/warn.js" <<'E'
process.on('warning', (warning) => console.log('event', warning.name));
process.emitWarning('plain');
process.emitWarning('coded', { type: 'Typed', code: 'C1', detail: 'More.' });
process.emitWarning('old', 'DeprecationWarning', 'DEP1');
E
cp "$dir/warn.js" "$dir/quiet.js"
script warnings 0 '(node:*) Warning: plain
(Use `NODE_OPTIONS=--trace-warnings` to show where the warning was created)
event Warning
(node:*) \[C1\] Typed: coded
More.
event Typed
(node:*) \[DEP1\] DeprecationWarning: old
event DeprecationWarning' <"$dir/warn.js"
script warnings-off 0 $'event Warning\nevent Typed\nevent DeprecationWarning' \
  'NODE_NO_WARNINGS=1 "$bootstrap" run "$file" 2>&1' <"$dir/warn.js"
script warnings-option 0 $'event Warning\nevent Typed\nevent DeprecationWarning' \
  'NODE_OPTIONS="--x --no-warnings" "$bootstrap" run "$file" 2>&1' \
  <"$dir/warn.js"
script deprecation-off 0 $'event Warning\nevent Typed' \
  'NODE_OPTIONS=--no-deprecation "$bootstrap" run "$file" 2>/dev/null' \
  <"$dir/warn.js"
script deprecation-thrown 1 '*DeprecationWarning: old*' \
  'NODE_OPTIONS=--throw-deprecation "$bootstrap" run "$file" 2>&1' \
  <"$dir/warn.js"
script warnings-silenced 0 '' <<'E'
process.removeAllListeners('warning');
process.emitWarning('nobody hears it');
E
script warnings-traced 0 '(node:*) Warning: here*at *warnings-traced.js:1:*' \
  'NODE_OPTIONS=--trace-warnings "$bootstrap" run "$file" 2>&1' <<'E'
process.emitWarning('here');
E

# ---- Standard streams ----

script input 0 $'one two\nend' 'printf "one two" | "$bootstrap" run "$file"' <<'E'
process.stdin.setEncoding('utf8');
let text = '';
process.stdin.on('data', (chunk) => { text += chunk; });
process.stdin.on('end', () => console.log(`${text}\nend`));
E
script input-iterated 0 '200000' \
  'head -c 200000 /dev/zero | "$bootstrap" run "$file"' <<'E'
(async () => {
  let bytes = 0;
  for await (const chunk of process.stdin) {
    bytes += chunk.length;
  }
  console.log(bytes);
})();
E
script input-file 0 '11 utf8 true' \
  'printf "hello world" >in; "$bootstrap" run "$file" <in' <<'E'
process.stdin.setEncoding('utf8');
process.stdin.on('readable', () => {
  const text = process.stdin.read();
  if (text !== null) {
    console.log(text.length, process.stdin.readableEncoding,
                process.stdin.readable);
  }
});
E
# A pipe that is never written to and never closed.
script input-unread 0 'fd 0' \
  'mkfifo never; exec 3<>never; "$bootstrap" run "$file" <&3' <<'E'
console.log('fd', process.stdin.fd);
E
script input-paused 0 'paused true' \
  'exec 3<>never; "$bootstrap" run "$file" <&3' <<'E'
process.stdin.on('data', () => {});
setImmediate(() => {
  process.stdin.pause();
  console.log('paused', process.stdin.isPaused());
});
E
script output-ended 0 'last
finish
ended
late ERR_STREAM_WRITE_AFTER_END
error ERR_STREAM_WRITE_AFTER_END' <<'E'
const { stdout } = process;
stdout.on('error', (error) => console.error('error', error.code));
stdout.on('finish', () => console.error('finish'));
stdout.end('last\n', () => console.error('ended'));
stdout.write('late', (error) => console.error('late', error.code));
E
script disk-full 0 $'callback ENOSPC\nerror ENOSPC write' \
  '"$bootstrap" run "$file" 2>&1 >/dev/full' <<'E'
process.stdout.on('error', (error) =>
  console.error('error', error.code, error.syscall));
process.stdout.write('x', (error) => console.error('callback', error.code));
E
script disk-full-unheard 0 'goes on' '"$bootstrap" run "$file" 2>&1 >/dev/full' \
  <<'E'
process.stdout.write('x');
console.log('x');
setTimeout(() => console.error('goes on'), 1);
E
script reader-gone 0 'callback EPIPE' \
  '"$bootstrap" run "$file" 2>err | true; cat err' <<'E'
const write = () => process.stdout.write('x'.repeat(4096), (error) => {
  if (error) {
    console.error('callback', error.code);
  } else {
    setImmediate(write);
  }
});
write();
E

[ "$failed" -eq 0 ]
