// SPDX-License-Identifier: MIT
// If this fails WebAssembly is not in the executable, or its memory is wrong.
'use strict';

// (module (memory (export "m") 1)
//   (func (export "add") (param i32 i32) (result i32)
//     local.get 0 local.get 1 i32.add))
const bytes = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0,
  5, 3, 1, 0, 1, 7, 11, 2, 1, 109, 2, 0, 3, 97, 100, 100, 0, 0, 10, 9, 1, 7,
  0, 32, 0, 32, 1, 106, 11,
]);

function check(name, actual, expected) {
  console.log(actual === expected ? `ok ${name}`
    : `FAIL ${name}: got ${actual}, expected ${expected}`);
}

const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes));
check('wasm-call', instance.exports.add(2, 40), 42);
check('wasm-memory', instance.exports.m.buffer.byteLength, 65536);
check('wasm-memory-grows', (instance.exports.m.grow(1),
  instance.exports.m.buffer.byteLength), 131072);

let hot = 0;
for (let i = 0; i < 200000; i++) {
  hot = instance.exports.add(hot, 1);
}
check('wasm-hot', hot, 200000);

let refused = '';
try {
  new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 9, 9, 9, 9]));
} catch (error) {
  refused = error.name;
}
check('wasm-bad-module', refused, 'CompileError');

// Compiles on another thread, and comes back through the engine's own loop.
WebAssembly.instantiate(bytes).then(
  ({ instance: later }) => check('wasm-async', later.exports.add(1, 1), 2),
  (error) => check('wasm-async', String(error), 2));
