// SPDX-License-Identifier: MIT
// Sorting a million doubles with a comparison function, then the same as a
// typed array without one.
"use strict";

const COUNT = 1000000;
const values = new Array(COUNT);
let seed = 12345;
for (let i = 0; i < COUNT; i++) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  values[i] = seed / 65536;
}
const typed = Float64Array.from(values);

const start = Date.now();
values.sort((a, b) => a - b);
typed.sort();
const ms = Date.now() - start;

for (let i = 0; i < COUNT; i++) {
  if (values[i] !== typed[i] || (i > 0 && values[i - 1] > values[i])) {
    throw new Error("sort: out of order at " + i);
  }
}
console.log("sort " + ms);
