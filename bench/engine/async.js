// SPDX-License-Identifier: MIT
// async/await: chains of async functions, an async generator and Promise.all,
// with no I/O: nothing but microtasks.
"use strict";

async function leaf(i) {
  return i & 3;
}

async function middle(i) {
  const a = await leaf(i);
  const b = await leaf(i + 1);
  return a + b;
}

async function* count(to) {
  for (let i = 0; i < to; i++) {
    yield i;
  }
}

async function run() {
  let sum = 0;
  for (let i = 0; i < 400000; i++) {
    sum += await middle(i);
  }
  for (let round = 0; round < 2000; round++) {
    const parts = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(leaf));
    sum += parts.length;
  }
  for await (const i of count(100000)) {
    sum += i & 1;
  }
  return sum;
}

const start = Date.now();
run().then((sum) => {
  const ms = Date.now() - start;

  if (sum !== 400000 * 3 + 2000 * 8 + 50000) {
    throw new Error("async: wrong sum " + sum);
  }
  console.log("async " + ms);
});
