// SPDX-License-Identifier: MIT
// Typed arrays: a CRC over bytes, a matrix product in doubles, words through
// a DataView, as codecs and image handlers do.
"use strict";

const table = new Uint32Array(256);
for (let i = 0; i < 256; i++) {
  let c = i;
  for (let bit = 0; bit < 8; bit++) {
    c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  }
  table[i] = c;
}

function crc32(bytes) {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) {
    crc = (crc >>> 8) ^ table[(crc ^ bytes[i]) & 255];
  }
  return ~crc >>> 0;
}

function multiply(a, b, size) {
  const product = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < size; k++) {
      const factor = a[row * size + k];
      for (let column = 0; column < size; column++) {
        product[row * size + column] += factor * b[k * size + column];
      }
    }
  }
  return product;
}

function sumWords(view) {
  let sum = 0;
  for (let at = 0; at + 4 <= view.byteLength; at += 4) {
    sum = (sum + view.getUint32(at, false)) >>> 0;
  }
  return sum;
}

const bytes = new Uint8Array(1 << 20);
for (let i = 0; i < bytes.length; i++) {
  bytes[i] = (i * 31 + (i >> 8)) & 255;
}
const digits = Uint8Array.from("123456789", (c) => c.charCodeAt(0));
const SIZE = 160;
const a = Float64Array.from({ length: SIZE * SIZE }, (_, i) => (i % 13) + 1);
const identity = new Float64Array(SIZE * SIZE);
for (let i = 0; i < SIZE; i++) {
  identity[i * SIZE + i] = 1;
}

const start = Date.now();
const view = new DataView(bytes.buffer);
const expected = [crc32(bytes), sumWords(view)];
let same = 0;
let product = a;
for (let round = 0; round < 20; round++) {
  if (crc32(bytes) === expected[0] && sumWords(view) === expected[1]) {
    same++;
  }
  product = multiply(product, identity, SIZE);
}
const ms = Date.now() - start;

if (same !== 20 || crc32(digits) !== 0xcbf43926 ||
    !product.every((value, i) => value === a[i])) {
  throw new Error("typed-arrays: wrong result");
}
console.log("typed-arrays " + ms);
