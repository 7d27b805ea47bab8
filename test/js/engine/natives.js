// SPDX-License-Identifier: MIT
// If this fails a native of bytes, URLs or random numbers trusts what it is
// given: builtins check their arguments, and a mistake in one must end in an
// error or in a clamp, not in memory that is not the function's.
'use strict';

const { native } = $wick;
const detached = new ArrayBuffer(8);
const view = new Uint8Array(detached);
detached.transfer();

const values = [
  undefined, null, true, -1, 0, 0.5, 3, 2 ** 32, 2 ** 53, 1e300, NaN, -Infinity,
  Infinity, 5n, '', 'text', '\ud800', '\u20ac'.repeat(70), Symbol('s'), {}, [],
  () => 1, new ArrayBuffer(0), new ArrayBuffer(5), detached, view,
  new Uint8Array(0), new Uint8Array(3), new Float64Array(2),
  new DataView(new ArrayBuffer(9), 2), new Date(0),
  { toString: () => 'x' }, { valueOf: () => 1 },
  new Uint8Array(new ArrayBuffer(16, { maxByteLength: 32 })),
];

let seed = 12345;
function pick(list) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return list[seed % list.length];
}

for (const name of ['bytes', 'url', 'random']) {
  const binding = native.binding(name);
  for (const call of Object.getOwnPropertyNames(binding)) {
    let returned = 0;
    let threw = 0;
    let odd = '';
    for (let n = 0; n < 3000; n++) {
      const args = Array.from({ length: n % 8 }, () => pick(values));
      try {
        binding[call](...args);
        returned++;
      } catch (error) {
        threw++;
        if (!(error instanceof TypeError) && !(error instanceof RangeError)) {
          odd = String(error);
        }
      }
    }
    console.log(odd === '' && returned + threw === 3000 ?
      `ok ${name}-${call}` : `FAIL ${name}-${call}: threw ${odd}`);
  }
}
let unknown;
try {
  native.binding('none');
} catch (error) {
  unknown = error.message;
}
console.log(unknown === 'No such binding' ? 'ok no-binding' :
  `FAIL no-binding: ${unknown}`);
