// SPDX-License-Identifier: MIT
// Map counting: words into a Map by string key, numbers into a Map and a Set.
"use strict";

const words = [];
for (let i = 0; i < 5000; i++) {
  words.push("word-" + ((i * 7919) % 5000));
}

const start = Date.now();
const counts = new Map();
for (let round = 0; round < 400; round++) {
  for (const word of words) {
    counts.set(word, (counts.get(word) || 0) + 1);
  }
}
const squares = new Map();
const odd = new Set();
for (let i = 0; i < 600000; i++) {
  squares.set(i, i * i);
  if (i & 1) {
    odd.add(i * 2);
  }
}
let total = 0;
for (const [key, value] of squares) {
  if (odd.has(key)) {
    total += value % 7;
  }
}
const ms = Date.now() - start;

if (counts.size !== 5000 || counts.get("word-4999") !== 400 ||
    odd.size !== 300000 || total !== 299999) {
  throw new Error("map: wrong counts " + [counts.size, odd.size, total]);
}
console.log("map " + ms);
