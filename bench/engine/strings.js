// SPDX-License-Identifier: MIT
// String building: a page by concatenation and templates, then search, split,
// slice and join over it, as a renderer does.
"use strict";

function escape(text) {
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    out += c === "<" ? "&lt;" : c === "&" ? "&amp;" : c === '"' ? "&quot;" : c;
  }
  return out;
}

function render(rows) {
  let page = "<table>\n";
  for (let i = 0; i < rows; i++) {
    const name = escape('row <' + i + '> & "more"');
    const price = (i * 1.5).toFixed(2);
    page += `<tr id="r${i}"><td>${name}</td><td>${price}</td></tr>\n`;
  }
  return page + "</table>\n";
}

function measure(page) {
  let cells = 0;
  let at = page.indexOf("<td>");
  while (at >= 0) {
    cells++;
    at = page.indexOf("<td>", at + 1);
  }
  const lines = page.split("\n").map((line) => line.trim().toUpperCase());
  let sum = 0;
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 8) {
      sum = (sum * 31 + line.charCodeAt(i)) % 1000003;
    }
  }
  return cells + lines.join("|").padEnd(200000, ".").length + sum;
}

const start = Date.now();
let check = 0;
for (let round = 0; round < 100; round++) {
  check += measure(render(1500));
}
const ms = Date.now() - start;

if (check !== 68762400) {
  throw new Error("strings: wrong check " + check);
}
console.log("strings " + ms);
