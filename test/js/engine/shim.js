// SPDX-License-Identifier: MIT
// If this fails bytecode, external strings or pinned buffers of the shim do not
// work, on which modules, builtins and I/O in flight are built.
'use strict';

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

const text = 'function twice(x) { return x * 2; } ' +
  'class A { get b() { return [..."xyz"].map((c) => c + c); } } ' +
  'twice(20) + new A().b.join("");';
let value = $wick.runCompiled(text, text);
check('bytecode', value === '40xxyyzz', value);
value = $wick.runCompiled('1 + 1', '40 + 2');
check('bytecode-stale', value === 2, value);
value = $wick.runCompiled('1 + 3', '1 + 2');
check('bytecode-stale-same-length', value === 4, value);
value = $wick.runCompiled('1 + 5', '1 + 4', 77);
check('bytecode-is-what-runs', value === 5, value);
let syntax;
try {
  $wick.runCompiled('let = ;', 'let = ;');
} catch (error) {
  syntax = error.name;
}
check('bytecode-syntax-error', syntax === 'SyntaxError', syntax);

check('external', $wick.external('some text') === 'some text', '');
check('external-empty', $wick.external('') === '', '');
for (let n = 0; n < 1000; n++) {
  $wick.external(`text ${n}`);
}
$wick.gc();
check('external-released', $wick.released() > 900, $wick.released());

const small = new Uint8Array([7, 8, 9]);
check('pin-small', $wick.whilePinned(small, () => $wick.gc()), small);
const large = new Uint8Array(1e6).fill(5);
let moved;
check('pin-transfer', $wick.whilePinned(large, () => {
  moved = large.buffer.transfer();
}), large.length);
check('pin-transfer-result', moved.byteLength === 1e6 &&
  new Uint8Array(moved)[999999] === 5, moved.byteLength);
const after = new Uint8Array([1]);
$wick.whilePinned(after, () => {});
check('unpinned', after.buffer.transfer().byteLength === 1 &&
  after.length === 0, after.length);
let refused;
try {
  $wick.whilePinned({}, () => {});
} catch (error) {
  refused = error.name;
}
check('pin-no-bytes', refused === 'TypeError', refused);
