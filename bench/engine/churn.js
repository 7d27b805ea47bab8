// SPDX-License-Identifier: MIT
// Object churn: short-lived objects and arrays, a few of which live on for a
// while. Measures the allocator, the collector and the blocks below it.
"use strict";

const KEPT = 4096;
const kept = new Array(KEPT).fill(null);

function churn(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const point = { x: i, y: i + 1, label: "p", next: null };
    const pair = [point, { id: i, values: [i, i + 1, i + 2] }];
    point.next = kept[i % KEPT] === null ? null : pair[1];
    if (i % 16 === 0) {
      kept[(i >> 4) % KEPT] = pair;
    }
    sum += pair[0].y - pair[1].values[0];
  }
  return sum;
}

const start = Date.now();
const sum = churn(3000000);
const ms = Date.now() - start;

if (sum !== 3000000 || kept.some((pair) => pair[0].x !== pair[1].id)) {
  throw new Error("churn: wrong sum " + sum);
}
console.log("churn " + ms);
