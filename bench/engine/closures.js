// SPDX-License-Identifier: MIT
// Closures and array pipelines: functions made at run time, captured state,
// map/filter/reduce, spread and destructuring.
"use strict";

function counter(step) {
  let value = 0;
  return {
    add: (n) => (value += n * step),
    read: () => value,
  };
}

const compose = (...functions) => (x) => functions.reduce((v, f) => f(v), x);

function pipeline(values) {
  const shift = compose((x) => x + 1, (x) => x * 2, (x) => x - 3);
  return values
    .map((x, i) => ({ x, i, y: shift(x) }))
    .filter(({ y }) => y % 3 !== 0)
    .map(({ i, ...rest }) => ({ ...rest, k: i }))
    .reduce((sum, { x, y, k }) => sum + x + y - k, 0);
}

const values = Array.from({ length: 1000 }, (_, i) => i);

const start = Date.now();
let sum = 0;
for (let round = 0; round < 500; round++) {
  sum += pipeline(values);
}
const counters = [];
for (let i = 0; i < 200000; i++) {
  const made = counter(i % 5);
  made.add(2);
  made.add(3);
  counters.push(made);
}
for (const made of counters) {
  sum += made.read();
}
const ms = Date.now() - start;

if (sum !== 334666500) {
  throw new Error("closures: wrong sum " + sum);
}
console.log("closures " + ms);
