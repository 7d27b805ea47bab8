/* SPDX-License-Identifier: MIT */
// Wrong if format or formatWithOptions differ in one character from those of
// node. Needs node as the oracle.
'use strict';

const util = require('node:util');
const host = require('../host.js');
// Without the array that is too long to be converted to a number.
const all = require('../corpus.js');
const corpus = all.filter(([, value]) => value !== all.huge);
const { format, formatWithOptions } = host.load('internal/format');

// The text, or what was thrown.
function outcome(f, args) {
  try {
    return f(...args);
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
}

const same = (args) => host.equal(
  outcome(format, args), outcome(util.format, args),
  util.inspect(args).slice(0, 200));

for (const specifier of ['%s', '%d', '%i', '%f', '%j', '%o', '%O', '%c', '%x']) {
  host.test(`format-oracle ${specifier} of every value`, () => {
    const options = specifier === '%o' ? { showHidden: true } : undefined;
    for (const [, value] of corpus) {
      if (!all.isOracle(value, options)) {
        continue;
      }
      same([specifier, value]);
      same([`<${specifier}>${specifier}`, value]);
      same([`${specifier} tail`, value, value, 'end']);
    }
  });
}

host.test('format-oracle values without a template', () => {
  for (const [, value] of corpus) {
    same([value]);
    same([value, value]);
    same(['text', value]);
  }
});

const templates = [
  '', '%', '%%', '%%%', '%%%%', '%s', '%s%s', '%%s', '%s%%', '%%%s', '%s%', '%%s%s',
  '%%%s%%', 'a%', '100%', '% s', '%S', '%ss', '%\n', '%-s', '%1s', '%s %d %i %f %j %o %O %c %%',
  '%z%s', '%s%z', '\ud83d%s', '%\u00e9', 'percent % sign %s', '%c%c%s', '%%c%c',
];

host.test('format-oracle templates', () => {
  for (const template of templates) {
    same([template]);
    for (const rest of [[1], ['a'], ['%s', 'b'], [{ a: 1 }, [2]], [1, '2', 3n, null],
                        [undefined], [Symbol('x'), true]]) {
      same([template, ...rest]);
    }
  }
});

class Named {
  toString() {
    return 'named';
  }
}
class Derived extends Named {}
class Day extends Date {}
class OwnDay extends Date {
  toString() {
    return 'own day';
  }
}
class Primitive {
  [Symbol.toPrimitive]() {
    return 'primitive';
  }
}
class Failure extends Error {
  toString() {
    return 'failure text';
  }
}
const strings = [
  new Named(), new Derived(), new Day(0), new OwnDay(0), new Primitive(), new Failure('x'),
  Object.create(new Primitive()), Object.create(new Named()), { toString: 5 }, { toString: null },
  { toString: () => 'own' }, { [Symbol.toPrimitive]: () => 'own primitive' }, { [Symbol.toPrimitive]: 5 },
  { toString: null, [Symbol.toPrimitive]: () => 'p' }, Object.create({ toString: () => 'made' }),
  Object.create({ toString: () => 'made', constructor: Map }), new Proxy(new Named(), {}), new Proxy({}, {}),
  new Proxy(() => 1, {}), Object.create(null), Object.assign(Object.create(null), { toString: () => 'bare' }),
  { toString() { throw new Error('thrown'); } }, new (class Foo { static x = 1; })(), [[[[]]]], new (class Set {})(),
  { toJSON() { throw new TypeError('thrown'); } }, { toJSON: () => 'json' }, { a: 1n }, Object('boxed'),
];

host.test('format-oracle conversions to string', () => {
  for (const value of strings) {
    same(['%s', value]);
    same(['%j', value]);
    same(['%d %i', value, value]);
  }
});

host.test('format-oracle numbers as text', () => {
  for (const text of ['0x10', '1e3', ' 12 ', '12px', '', 'abc', '-0', '1_000', 'Infinity', '0b11']) {
    same(['%d %i %f %s', text, text, text, text]);
  }
});

host.test('format-oracle formatWithOptions', () => {
  for (const options of [{}, { colors: true }, { numericSeparator: true }, { compact: false },
                         { depth: 0 }, { compact: true, colors: true }, { showHidden: true },
                         null, undefined, 'text', 5, () => 1]) {
    for (const args of [[], ['a'], [{ a: { b: { c: {} } } }], ['%s %o %O', { a: 1 }, { b: 2 }, { c: 3 }, { d: 4 }],
                        ['%d %i %s', 123456, 1234567, 12345678n, 1234567], ['%%', 'x', [1, 2, 3]]]) {
      const given = [options, ...args];
      host.equal(outcome(formatWithOptions, given), outcome(util.formatWithOptions, given),
                 util.inspect(given));
    }
  }
});
