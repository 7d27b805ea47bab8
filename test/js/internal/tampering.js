/* SPDX-License-Identifier: MIT */
// Wrong if a function that replaces the methods of the language's own classes
// can break what the console prints.
'use strict';

const host = require('../host.js');

const records = [];
const load = host.realm({ writeLog: (level, text) => {
  records[records.length] = text;
} });
const console = load('internal/console').createGlobal();
const { install } = load('lambda/log');
const { format } = load('internal/format');
const { inspect } = load('internal/inspect');

class Failure extends Error {}
const error = Object.defineProperty(new Failure('broken'), 'stack', {
  value: 'Error: broken\n    at f (/srv/f.js:1:2)', configurable: true });

// Everything that is printed, once before and once after the tampering.
function everything() {
  const list = Array.from({ length: 20 }, (_, n) => n);
  const values = [
    { a: [1, { b: new Map([[1, new Set([2])]]) }] }, list, "it's", 'a\nb', error, () => 1, class A {}, Symbol('s'),
    new Uint8Array(3), new ArrayBuffer(2), Object('s'), new Date(0), /x/g, Object.create(null), new Failure('f').message,
  ];
  return () => {
    const out = [];
    const keep = (text) => {
      out[out.length] = text;
    };
    for (let n = 0; n < values.length; n++) {
      keep(inspect(values[n]));
      keep(inspect(values[n], { colors: true, showHidden: n < 2, compact: false, sorted: true }));
      // %s of an object calls its toString, whatever that is by then.
      keep(format('%s %o %O %d %j', n, values[n], [n], n, [n]));
    }
    records.length = 0;
    console.group('group');
    console.log('two\nlines', values[0]);
    console.table([{ a: 1, b: 2 }]);
    console.count();
    console.countReset();
    console.groupEnd();
    console.assert(false, 'x');
    for (let n = 0; n < records.length; n++) {
      keep(records[n]);
    }
    return out;
  };
}

const run = everything();
const before = run();

const methods = [
  [Array.prototype, ['push', 'join', 'slice', 'splice', 'indexOf', 'includes', 'sort', 'map', 'forEach', 'unshift', 'pop']],
  [String.prototype, ['slice', 'indexOf', 'includes', 'split', 'replace', 'padStart', 'padEnd', 'repeat', 'charCodeAt',
                      'startsWith', 'endsWith', 'toLowerCase', 'normalize', 'codePointAt', 'replaceAll', 'trim']],
  [RegExp.prototype, ['exec', 'test', 'toString']],
  [Map.prototype, ['get', 'set', 'has', 'delete', 'forEach', 'entries']],
  [Set.prototype, ['has', 'add', 'forEach', 'values']],
  [Date.prototype, ['toISOString', 'getTime', 'toString']],
  [Error.prototype, ['toString']],
  [Function.prototype, ['call', 'apply', 'bind', 'toString']],
  [Object.prototype, ['hasOwnProperty', 'propertyIsEnumerable', 'toString', 'valueOf']],
  [Object, ['keys', 'getOwnPropertyNames', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'getOwnPropertySymbols', 'assign',
            'defineProperty']],
  [Reflect, ['apply', 'ownKeys', 'construct']],
  [JSON, ['stringify']],
  [Math, ['max', 'min', 'floor', 'round', 'sqrt']],
  [Number, ['isFinite', 'isInteger', 'isNaN']],
  [Number.prototype, ['toFixed', 'valueOf']],
  [Symbol.prototype, ['toString', 'valueOf']],
];

// Replace each method, run @body, and put them back.
function tamper(body) {
  const saved = [];
  const broken = () => {
    throw new TypeError('a tampered method was called');
  };
  const define = Reflect.defineProperty;
  for (const [owner, names] of methods) {
    for (const name of names) {
      saved[saved.length] = [owner, name, Object.getOwnPropertyDescriptor(owner, name)];
    }
  }
  const iterators = [Array.prototype, String.prototype, Map.prototype, Set.prototype];
  for (const owner of iterators) {
    saved[saved.length] = [owner, Symbol.iterator, Object.getOwnPropertyDescriptor(owner, Symbol.iterator)];
  }
  const { length } = saved;
  let result;
  for (let n = 0; n < length; n++) {
    define(saved[n][0], saved[n][1], { __proto__: null, value: broken, configurable: true, writable: true });
  }
  try {
    result = body();
  } catch (thrown) {
    result = [`threw ${thrown.stack}`];
  } finally {
    for (let n = length - 1; n >= 0; n--) {
      define(saved[n][0], saved[n][1], saved[n][2]);
    }
  }
  return result;
}

host.test('tampering with methods', () => {
  const after = tamper(run);
  before.forEach((text, n) => host.equal(after[n], text, `text ${n}`));
});

host.test('tampering with Object.prototype', () => {
  const added = { get: () => 5, set: () => {}, value: 5, enumerable: true, writable: false, length: 3, open: '?' };
  Object.keys(added).forEach((name) => Object.defineProperty(Object.prototype, name, {
    __proto__: null, value: added[name], configurable: true, enumerable: true, writable: true }));
  let after;
  try {
    after = run();
  } finally {
    Object.keys(added).forEach((name) => delete Object.prototype[name]);
  }
  before.forEach((text, n) => host.equal(after[n], text, `text ${n}`));
});

host.test('tampering and the records of lambda', () => {
  for (const format of ['text', 'json']) {
    const lambda = load('internal/console').createGlobal();
    const { setRequest } = install(lambda, { AWS_LAMBDA_LOG_FORMAT: format });
    setRequest('id');
    const log = () => {
      records.length = 0;
      lambda.error('two\nlines', error, { a: [1] });
      lambda.log(error);
      return [records[0], records[1]];
    };
    const time = /\d{4}-\d\d-\d\dT[\d:.]*Z/;
    const expected = log();
    tamper(log).forEach((text, n) =>
      host.equal(text.replace(time, ''), expected[n].replace(time, ''), `${format} ${n}`));
    setRequest(undefined);
  }
});
