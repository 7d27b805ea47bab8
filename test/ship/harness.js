// SPDX-License-Identifier: MIT
//
// The tests of what is published. `test(name, run, needs)` registers one;
// `tools(name)` gives a package that test/ship/setup has installed. Arguments of
// a test program are names of tests.
'use strict';

const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
const shipped = path.join(root, 'build/ship');
const bootstrap = path.join(root, 'build/bootstrap');
const wick = process.env.WICK || path.join(root, 'build/wick');
// What a test names that checks with a package.
const installed = path.join(shipped, 'installed');

const tests = [];

function test(name, run, needs = []) {
  tests.push({ name, run, needs: [needs].flat() });
}

const tools = createRequire(path.join(shipped, 'package.json'));

const read = (name) => fs.readFileSync(path.join(root, name), 'utf8');

// The code blocks of a document: what follows the three ticks, and the text.
// An indented block is one of language ''.
function blocks(text) {
  const found = [];
  let open;
  let indented;
  for (const line of text.split('\n')) {
    if (open === undefined && /^ {4}\S/.test(line)) {
      if (indented === undefined) {
        indented = { language: '', lines: [] };
        found.push(indented);
      }
      indented.lines.push(line.slice(4));
    } else if (indented !== undefined && /^( {4}|$)/.test(line)) {
      indented.lines.push(line.slice(4));
    } else if (/^```/.test(line)) {
      indented = undefined;
      if (open === undefined) {
        open = { language: line.slice(3), lines: [] };
        found.push(open);
      } else {
        open = undefined;
      }
    } else {
      indented = undefined;
      open?.lines.push(line);
    }
  }
  return found.map(({ language, lines }) =>
    ({ language, text: `${lines.join('\n').trimEnd()}\n` }));
}

async function main() {
  const wanted = process.argv.slice(2);
  const counts = { ok: 0, FAIL: 0, skip: 0 };
  const say = (what, line) => {
    counts[what]++;
    console.log(`${what} ${line}`);
  };
  for (const { name, run, needs } of tests) {
    if (wanted.length > 0 && !wanted.includes(name)) {
      continue;
    }
    const absent = needs.find((file) => !fs.existsSync(file));
    if (absent !== undefined) {
      say('skip', `${name}: there is no ${path.relative(root, absent)}`);
      continue;
    }
    try {
      await run();
      say('ok', name);
    } catch (error) {
      const why = String(error && error.stack).split('\n').slice(0, 12);
      say('FAIL', `${name}: ${why.join(' | ')}`);
    }
  }
  console.log(`${counts.ok} passed, ${counts.FAIL} failed, ` +
    `${counts.skip} skipped`);
  process.exitCode = counts.FAIL > 0 || counts.ok + counts.skip === 0 ? 1 : 0;
}
setImmediate(main);

module.exports = {
  blocks, bootstrap, installed, read, root, shipped, test, tools, wick,
};
