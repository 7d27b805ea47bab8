// SPDX-License-Identifier: MIT
// Calls: doubly recursive Fibonacci, nothing but calls, compares and adds.
"use strict";

function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

const start = Date.now();
let sum = 0;
for (let round = 0; round < 8; round++) {
  sum += fib(32);
}
const ms = Date.now() - start;

if (sum !== 8 * 2178309) {
  throw new Error("calls: wrong sum " + sum);
}
console.log("calls " + ms);
