// SPDX-License-Identifier: MIT
// If this fails a handler that allocates without end is killed by a signal,
// and the invocation after it has no process to run in.
'use strict';

const MB = 1024 * 1024;

function check(name, actual, pattern) {
  console.log(pattern.test(String(actual)) ? `ok ${name}`
    : `FAIL ${name}: got ${actual}, expected ${pattern}`);
}

const message = /^RangeError: JavaScript heap out of memory/;
// Whichever is first: the limit, or that a larger table cannot be had.
const either = /^RangeError: (JavaScript heap o|O)ut of memory/;

$wick.gc();
$wick.heapLimit(40 * MB);

check('objects', $wick.attempt(() => {
  const all = [];
  for (let i = 0; ; i++) {
    all.push({ i, text: `object ${i}` });
  }
}), either);
check('after-objects', $wick.attempt(() => [1, 2, 3].map((x) => x * 2)),
  /^undefined$/);

check('objects-caught', $wick.attempt(() => {
  const all = [];
  for (;;) {
    try {
      for (;;) {
        all.push({});
      }
    } catch {
      // Code that catches everything must not be able to hold on.
    }
  }
}), message);

check('strings', $wick.attempt(() => {
  const all = [];
  for (let i = 0; ; i++) {
    all.push('x'.repeat(10000) + i);
    all[all.length - 1].charCodeAt(0);
  }
}), message);

check('closures', $wick.attempt(() => {
  let chain = null;
  for (;;) {
    const inner = chain;
    chain = () => inner;
  }
}), message);

check('map', $wick.attempt(() => {
  const map = new Map();
  for (let i = 0; ; i++) {
    map.set(i, [i]);
  }
}), either);

check('buffers', $wick.attempt(() => {
  const all = [];
  for (;;) {
    all.push(new Uint8Array(64 * 1024));
  }
}), /^RangeError: /);

check('garbage-is-no-reason', $wick.attempt(() => {
  let last = null;
  for (let i = 0; i < 3000000; i++) {
    last = { i, last: i % 100 === 0 ? null : last };
  }
  if (last === null) {
    throw new Error('lost');
  }
}), /^undefined$/);

$wick.gc();
check('memory-comes-back', $wick.memory().heapUsed < 20 * MB, /^true$/);
