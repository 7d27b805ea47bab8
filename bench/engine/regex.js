// SPDX-License-Identifier: MIT
// Regular expressions: matchAll with named groups over an access log, a
// replacement with a function, a sticky tokeniser.
"use strict";

const lines = [];
for (let i = 0; i < 2000; i++) {
  lines.push(
    "10.0." + (i % 256) + "." + ((i * 7) % 256) + " - - [30/Nov/2026:12:" +
      (10 + (i % 50)) + ':07 +0000] "GET /items/' + i +
      '?page=' + (i % 9) + ' HTTP/1.1" ' + (i % 10 ? 200 : 404) + " " + i * 3
  );
}
const log = lines.join("\n");
const entry = new RegExp(
  "^(?<host>[\\d.]+) \\S+ \\S+ \\[(?<time>[^\\]]+)\\] " +
    '"(?<verb>[A-Z]+) (?<path>[^" ]+) [^"]*" (?<status>\\d{3}) (?<size>\\d+)$',
  "gm"
);

function countEntries() {
  let bytes = 0;
  for (const match of log.matchAll(entry)) {
    if (match.groups.status === "404") {
      bytes += Number(match.groups.size);
    }
  }
  return bytes;
}

function countTokens(text) {
  const token = /\s*(?:(\d+)|([A-Za-z]+)|([^\sA-Za-z\d]))/y;
  let count = 0;
  while (token.exec(text)) {
    count++;
  }
  return count;
}

function mask(text) {
  let last = 0;
  const address = /\b(\d+)\.(\d+)\.(\d+)\.(\d+)\b/g;
  const masked = text.replace(address, (_, ...part) => {
    last += Number(part[3]);
    return part[0] + ".x.x." + part[3];
  });
  return last + masked.length;
}

const start = Date.now();
let bytes = 0;
let tokens = 0;
let masked = 0;
for (let round = 0; round < 40; round++) {
  bytes += countEntries();
  tokens += countTokens(log);
  masked += mask(log);
}
const ms = Date.now() - start;

if (bytes !== 40 * 597000 || tokens !== 40 * 84000 || masked !== 40 * 425644) {
  throw new Error("regex: wrong counts " + [bytes, tokens, masked]);
}
console.log("regex " + ms);
