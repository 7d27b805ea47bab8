// SPDX-License-Identifier: MIT
//
// A module of 1 MB as a bundler makes it from a function and the libraries it
// imports: a thousand small modules in one file, of which some run at the
// start.
'use strict';

const MODULES = 1000;
const SIZE = 1024 * 1024;

function moduleText(n, size) {
  const head = `const m${n} = (() => { const cache = new Map();
class Service${n} { constructor(options) { this.options = options; }
  get(key) { const known = cache.get(key); if (known) return known;
    const value = { id: ${n}, key, at: this.options.at }; cache.set(key, value);
    return value; } }
const pattern = /^module-(\\d+)-${n}$/;
const table = ${JSON.stringify(Object.fromEntries(Array.from({ length: 4 },
    (unused, k) => [`field${n}_${k}`, n * k])))};
`;
  const tail = `return { Service${n}, pattern, table }; })();\n`;
  let filler = '';
  for (let k = 0; head.length + filler.length + tail.length < size - 90; k++) {
    filler += `function helper${n}_${k}(a, b) { ` +
      `return a.length > ${k} ? a.slice(${k}) + b : b; }\n`;
  }
  return head + filler + tail;
}

// The text of the module.
function bundle() {
  let text = '';
  for (let n = 0; n < MODULES; n++) {
    text += moduleText(n, Math.floor(SIZE / MODULES));
  }
  return `${text}export const handler = async (event) =>
  new m7.Service7({ at: 1 }).get(event.key);\n`;
}

module.exports = { bundle };
