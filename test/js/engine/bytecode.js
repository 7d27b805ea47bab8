// SPDX-License-Identifier: MIT
// If this fails builtins are parsed at the start, or bytecode of another build
// of the engine is run.
'use strict';

const readsAtStart = $wick.textReads();
const evaluatedAtStart = $wick.evaluated();

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

check('start-without-parsing', readsAtStart === 0, readsAtStart);
check('start-from-builtins', evaluatedAtStart > 0, evaluatedAtStart);

// Those that want the Lambda natives are not for a script; the functions of
// cold ones are compiled when they are called.
const manifest = require('node:fs').readFileSync(
  `${__dirname}/../../../runtime/js/manifest`, 'utf8');
const isLambda = (name) => name.startsWith('lambda/');
const isCold = (name) => new RegExp(`^${name} +cold$`, 'm').test(manifest);
const before = $wick.textReads();
let count = 0;
for (const name of $wick.builtins()) {
  if (!isLambda(name) && !isCold(name)) {
    $wick.builtin(name);
    count++;
  }
}
check('load-all', count > 10, count);
check('load-all-without-parsing', $wick.textReads() === before,
      $wick.textReads() - before);

// The text is there for who asks for it.
const { inspect } = $wick.builtin('internal/inspect');
check('text-of-a-builtin', String(inspect).startsWith('function inspect('),
      String(inspect).slice(0, 40));

const text = '(function () { return 6 * 7; })()';
let reads = $wick.textReads();
let value = $wick.runCompiled(text, text);
check('own-build', value === 42 && $wick.textReads() === reads, value);
reads = $wick.textReads();
value = $wick.runCompiled(`${text} + 1`, `${text} + 1`, 0, true);
check('other-build-refused', value === 43 && $wick.textReads() > reads, value);
