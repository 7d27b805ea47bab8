// SPDX-License-Identifier: MIT
// If this fails require() of an ES module gives something else than Node 22,
// runs the function's microtasks, or goes wrong where import() is in between.
'use strict';

const { createRequire } = require('node:module');
const root = __filename.slice(0, -'host/require-esm.js'.length) + 'modules';
const load = createRequire(`${root}/main.cjs`);
const url = `file://${root}`;

function check(name, got, expected) {
  console.log(String(got) === String(expected) ? `ok ${name}` :
    `FAIL ${name}: got ${String(got)}, expected ${String(expected)}`);
}

function code(request) {
  try {
    return `no error, ${String(load(request))}`;
  } catch (error) {
    return error.code ?? error.message;
  }
}

const seen = [];
Promise.resolve().then(() => seen.push('microtask'));
process.nextTick(() => seen.push('tick'));

const a = load('./esm/a.mjs');
check('names', [a.a, a.default].join(), '1,default of a');
a.increment();
check('live binding', a.count, 1);
check('again', load('./esm/a.mjs') === a, true);
check('cycle of modules', load('./esm/cycle-a.mjs').both(), 'ab');
check('package type', load('./esm/typed').typed, true);
check('detected', load('./esm/untyped/detected').detected, true);
check('import of commonjs', load('./esm/imports-cjs.mjs').name, 'a');
check('import of a builtin', load('./esm/imports-builtin.mjs').formatted, 1);

const marked = load('./esm/default-only.mjs');
check('__esModule', [marked.__esModule, typeof marked.default].join(),
  'true,function');
check('module.exports', load('./esm/named-exports.mjs').real, true);

check('top-level await', code('./esm/await.mjs'), 'ERR_REQUIRE_ASYNC_MODULE');
check('throws', code('./esm/throws.mjs'), 'thrown by an import');
check('throws again', code('./esm/throws.mjs'), 'thrown by an import');
check('runs once', globalThis.importCount, 1);
check('no such export', code('./esm/no-export.mjs').includes('nothing'), true);
check('nothing of the function has run', seen.join(), '');

async function main() {
  const imported = await import(`${url}/esm/a.mjs`);
  check('import of the same', [imported.count, imported === a].join(),
    '1,false');
  check('one state', (imported.increment(), a.count), 2);
  check('required inside an import',
    (await import(`${url}/esm/requires.mjs`)).got, 'ab');
  check('in turn', seen.join(), 'tick,microtask');
}
main();
