// SPDX-License-Identifier: MIT
// If this fails the process is aborted in a collection: an Error is alive whose
// stack nobody has read, and the code that made it is not. Its text is made
// then, while no cell may be allocated.
'use strict';

function check(name, actual, expected) {
  console.log(actual === expected ? `ok ${name}`
    : `FAIL ${name}: got ${actual}, expected ${expected}`);
}

const COUNT = 50;

const errors = [];
for (let n = 0; n < COUNT; n++) {
  // Code of its own, which nothing holds afterwards; and a class whose shape
  // has no table of properties until somebody looks.
  const make = new Function('n', `
    class Named${n} extends Error {}
    Named${n}.prototype.name = 'Name' + n;
    return [new Named${n}('first'), new Error('second')];`);
  errors.push(...make(n));
}

// Code that is not run ages by collections, and dies.
for (let n = 0; n < 5; n++) {
  $wick.gc();
}

const lines = errors.map((error) => error.stack.split('\n')[0]);
check('the-class-is-named', lines[2 * 7], 'Name7: first');
check('errors-are-named', lines.filter((line) => line === 'Error: second')
  .length, COUNT);
