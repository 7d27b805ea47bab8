// SPDX-License-Identifier: MIT
// If this fails a function that goes too far takes the process with it.
'use strict';

function thrown(run) {
  try {
    run();
    return 'nothing';
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}

function check(name, actual, pattern) {
  console.log(pattern.test(actual) ? `ok ${name}`
    : `FAIL ${name}: got ${actual}, expected ${pattern}`);
}

function endless() {
  return endless() + 1;
}
check('recursion', thrown(endless),
  /^RangeError: Maximum call stack size exceeded/);
check('recursion-again', thrown(endless), /^RangeError: Maximum call/);

const nested = {};
nested.toString = () => `${nested}`;
check('recursion-through-native', thrown(() => String(nested)),
  /^RangeError: Maximum call/);

const deep = (open, close) => open.repeat(10000) + close.repeat(10000);
const ends = /^(nothing|RangeError|SyntaxError)/;
check('json-deep-array', thrown(() => JSON.parse(deep('[', ']'))), ends);
check('json-deep-event', thrown(() => $wick.parseJSON(deep('[', ']'))), ends);
check('json-deep-object',
  thrown(() => JSON.parse('{"a":'.repeat(10000) + '1' + '}'.repeat(10000))),
  ends);
check('json-deep-unclosed', thrown(() => JSON.parse('['.repeat(10000))),
  /^(RangeError|SyntaxError)/);
check('json-deep-stringify', thrown(() => {
  let value = [];
  for (let i = 0; i < 10000; i++) {
    value = [value];
  }
  JSON.stringify(value);
}), ends);
// The engine's notes of where each value stood go by recursion, unwatched.
const reviver = (key, value) => value;
for (const [kind, open, close] of [['arrays', '[', ']'],
                                   ['objects', '{"a":', '}'],
                                   ['both', '[{"a":', '}]']]) {
  const text = (n) => open.repeat(n) + '1' + close.repeat(n);
  check(`json-deep-revived-${kind}`,
    thrown(() => JSON.parse(text(200000), reviver)), /^RangeError: Maximum/);
  check(`json-revived-${kind}`, thrown(() => JSON.parse(text(5000), reviver)),
    /^nothing/);
}
check('json-revived-at-the-end-of-the-stack', thrown(function call() {
  call();
  JSON.parse('['.repeat(20000) + ']'.repeat(20000), reviver);
}), /^RangeError: Maximum/);
function descend() {
  try {
    descend();
  } catch {
    JSON.parse('['.repeat(20000) + ']'.repeat(20000), reviver);
  }
}
check('json-revived-far-down', thrown(descend), /^(nothing|RangeError)/);
check('json-brackets-in-text', JSON.parse(
  JSON.stringify(`\\"${'['.repeat(300000)}`), reviver).length + '', /^300002$/);
let conversions = 0;
check('json-text-converted-once', JSON.parse({ toString() {
  conversions++;
  return '[1]';
} }, reviver) + String(conversions), /^11$/);
check('json-parse-looks-native', [JSON.parse.name, JSON.parse.length,
  Object.keys(JSON).length, String(JSON.parse)].join(),
/^parse,2,0,function parse\(\) \{\s+\[native code\]\s+\}$/);

check('regexp-backtracking-stack',
  thrown(() => /^(a|b|ab)*c$/.test('ab'.repeat(100000))),
  /^(nothing|RangeError|InternalError|SyntaxError|Error)/);
check('parser-deep', thrown(() => new Function('('.repeat(100000))),
  /^(RangeError|SyntaxError)/);

check('string-too-long', thrown(() => 'x'.repeat(2 ** 31)), /^RangeError/);
check('string-doubling', thrown(() => {
  let text = 'x';
  for (;;) {
    text += text;
  }
}), /^RangeError/);
check('array-too-long', thrown(() => new Array(2 ** 32)), /^RangeError/);
check('buffer-too-long', thrown(() => new ArrayBuffer(2 ** 40)),
  /^RangeError/);
