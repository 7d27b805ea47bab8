/* SPDX-License-Identifier: MIT */
// Values for the oracle tests: one list of [name, value] of every class and
// odd shape that util.inspect tells apart.
'use strict';

class Plain {
  constructor(fields) {
    Object.assign(this, fields);
  }
}
class Child extends Plain {}
class Tagged {
  get [Symbol.toStringTag]() {
    return 'tag';
  }
}
class Hidden extends Plain {
  get field() {
    return 1;
  }
  method() {}
}
Hidden.prototype.data = { x: 1 };
class Failure extends Error {}
class Refused extends Error {
  constructor(message) {
    super(message);
    this.name = 'Refused';
    this.code = 'E_REFUSED';
  }
}
const noPrototype = (value) => Object.setPrototypeOf(value, null);
const withFields = (value) => Object.assign(value, { extra: 1, 'b-c': 'x' });
const loop = { name: 'loop', list: [] };
loop.self = loop;
loop.list.push(loop, { back: loop.list });
const twice = { a: {}, b: {} };
twice.a.b = twice.b;
twice.b.a = twice.a;

const primitives = [
  undefined, null, true, false, 0, -0, 1, -1.5, NaN, Infinity, -Infinity, 1e21,
  1e-7, 123456789, 1234.5678, -1234567.891, 0.1 + 0.2, 2 ** 53, 10n, -1234567n,
  Symbol('s'), Symbol(''), Symbol(), Symbol.iterator, Symbol('line\nfeed'),
];

const strings = [
  '', 'abc', "it's", 'say "x"', 'both \' and "', 'all \' " `', '${x}\'"',
  'back\\slash', 'tab\t line\nfeed \r\b\f\v\0', '\x1b[31mred\x1b[39m',
  '\x7f\x80\x9f\xa0', 'caf\xe9', '\u4e2d\u6587', '\u{1f600}', '\ud83d',
  '\ude00x', 'x\ud83d\ude00\ud83d', 'a'.repeat(200), 'line\n'.repeat(30),
  'word '.repeat(40), `${'a'.repeat(20)}\n${'b'.repeat(100)}\n`, '\n'.repeat(20),
  'x'.repeat(10050), '%s %d', 'a\u0301',
];

const functions = [
  () => 1, function () {}, function named() {}, async () => 1,
  function* generator() {}, async function* both() {}, async function later() {},
  class {}, class A {}, class B extends Plain {}, class extends Plain {},
  class C extends (class Inner {}) {}, class /* ( */ D {}, Plain, Child, Math.max,
  Function.prototype, noPrototype(() => 1), noPrototype(class E {}),
  withFields(() => 1), withFields(class F {}),
  Object.defineProperty(function x() {}, Symbol.toStringTag, { value: 'T' }),
  Object.defineProperty(class G {}, 'name', { value: '' }),
  { method() {}, get g() { return 1; }, async am() {}, *gm() {}, [Symbol('k')]() {} },
  { class() {}, 'class '() {} }, new Function('a', 'return a'),
  (function () {}).bind(null), Map, Symbol, Proxy,
  class Static { static x = 1; static #p = 2; static m() {} },
];

const objects = [
  {}, { a: 1 }, { a: { b: { c: { d: 1 } } } }, { 'a-b': 1, 'c d': 2, 3: 4, $x: 5 },
  { ['__proto__']: 1 }, { "it's": 1, 'q"': 2, '': 3, 'new\nline': 4, '\u00e9': 5 },
  { [Symbol('key')]: 1, [Symbol('a b')]: { x: 1 }, [Symbol()]: 2 },
  { u: undefined, n: null, f() {}, s: 'x', d: new Date(0), r: /x/gi },
  { get a() { return 1; } }, { set a(v) {} }, { get a() { return 1; }, set a(v) {} },
  { get o() { return { x: 1, y: [1, 2] }; }, get n() { return null; },
    get t() { throw new Error('no'); }, get s() { return 'text'; }, set s(v) {},
    get u() { return undefined; } },
  Object.defineProperty({}, 'hidden', { value: 1 }),
  Object.defineProperty({ a: 1 }, 'hid-den', { value: { x: 1 } }),
  Object.defineProperty({}, Symbol('hidden'), { value: 1 }), Object.defineProperty({}, "it's", { value: 1 }),
  { [Symbol("it's")]: 1 },
  Object.create(null), Object.create({}), Object.create({ a: 1 }),
  Object.create(Object.create(null)), Object.create(Plain.prototype),
  Object.assign(Object.create(null), { a: 1, b: { c: 1 } }),
  Object.create(null, { constructor: { value: 5 } }),
  Object.create(Object.create(null, { x: { value: 1, enumerable: true } })),
  new Plain(), new Plain({ a: 1 }), new Child({ a: { b: {} } }), new Tagged(),
  withFields(new Tagged()), new Hidden({ own: 1 }), new (class {})(),
  Object.assign(new (class extends Child {})(), { a: new Child() }),
  { [Symbol.toStringTag]: 'own' }, { a: 1, [Symbol.toStringTag]: 'own' },
  { [Symbol.toStringTag]: '' }, { [Symbol.toStringTag]: 5 },
  Object.create({ [Symbol.toStringTag]: 'inherited' }),
  { constructor: 'x' }, { constructor: Plain }, { constructor: { name: 'Foo' } },
  { a: 'x'.repeat(60), b: 'y'.repeat(60), c: { d: 'z'.repeat(70) } },
  { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10, k: 11, l: 12, m: 13,
    n: 14, o: 15, p: 16 },
  { a: { b: 1 }, c: { d: { e: 1 } }, f: { g: { h: { i: 1 } } } },
  { alpha: { beta: 'some text', gamma: ['more', 'text', 'here'] }, delta: 'end of it' },
  { long: 'first line\nsecond line', other: 'x'.repeat(90) + '\n' + 'y'.repeat(10) },
  loop, twice, { loop, twice }, [loop, loop],
  Object.freeze({ a: 1 }), Math, JSON, Reflect, Atomics, Object.prototype, Array.prototype,
  Map.prototype, Error.prototype, Plain.prototype, Child.prototype, Date.prototype,
  Promise.prototype, Symbol.prototype, RegExp.prototype,
  (function () { return arguments; })(), (function () { return arguments; })(1, 'a'),
  (function () { return withFields(arguments); })(1),
  (function () { 'use strict'; return noPrototype(arguments); })(1),
  new Intl.Collator(), new Intl.DateTimeFormat('en'), new WeakRef({}),
  (function* () {})(), (async function* () {})(),
  new URLSearchParams('a=1&b=2'), new TextEncoder(),
  new Proxy({}, {}), new Proxy({ a: 1 }, { get: () => 5, ownKeys: () => ['z'] }),
  new Proxy([1, 2, 3], {}), new Proxy(function target() {}, {}),
  new Proxy(class Target {}, {}), new Proxy(new Map([[1, 2]]), {}),
  new Proxy(new Proxy(new Set([1]), {}), {}), new Proxy(new Plain({ q: 1 }), {}),
  { deep: new Proxy({ a: { b: { c: {} } } }, {}) }, new Proxy(new Error('in proxy'), {}),
  (() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy; })(),
  [new Proxy({ a: { b: {} } }, { a: 1 })],
];

const sparse = [1, , 3];
sparse[10] = 'x';
const hole = [];
hole.length = 5;
const huge = [1];
huge[4294967290] = 2;
const lists = [
  [], [1], [1, 2, 3], ['a', 'b'], [[]], [[[]]], [[[[]]]], [[[[1]]]], [undefined, null],
  [, ], [1, , ], [, 1], [, , , 1, , ], sparse, hole, huge, withFields([]), withFields([1, 2]),
  withFields(Array(3)), Object.assign([1], { '-1': 1, '01': 2, 4294967295: 3, 1.5: 4 }),
  Object.defineProperty([1], 'hidden', { value: 1 }), Object.assign([1], { [Symbol('s')]: 1 }),
  Array.from({ length: 7 }, (_, i) => i), Array.from({ length: 27 }, (_, i) => i * 1000),
  Array.from({ length: 100 }, (_, i) => i), Array.from({ length: 101 }, (_, i) => i),
  Array.from({ length: 300 }, (_, i) => `item ${i}`), Array.from({ length: 30 }, (_, i) => -i * 1.5),
  Array.from({ length: 20 }, (_, i) => 'x'.repeat(i)), Array.from({ length: 9 }, () => 'y'.repeat(30)),
  Array.from({ length: 12 }, (_, i) => ({ i })), Array.from({ length: 12 }, (_, i) => [i, i]),
  Array.from({ length: 10 }, (_, i) => 10n ** BigInt(i)), Array.from({ length: 8 }, () => '\u4e2d\u6587\u5b57'),
  Array.from({ length: 8 }, (_, i) => '\u{1f600}'.repeat(i % 3)), Array.from({ length: 26 }, (_, i) => 'a\u0301' + i),
  Array.from({ length: 15 }, (_, i) => (i % 2 ? 'text' : i)), Array.from({ length: 7 }, () => 'a\nb'),
  [1, 2, 3, 4, 5, 6, { a: 1 }], [1, 2, 3, 4, 5, 6, 7, , 9], ['x'.repeat(75)], ['x'.repeat(76)], ['x'.repeat(90)],
  [[1, 2, [3, 4, [5, [6]]], { a: { b: { c: {} } } }]], [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12], [13]],
  new (class List extends Array {})(3), new (class List extends Array {})(1, 2), noPrototype([1, 2]), noPrototype([]),
  Object.setPrototypeOf([1], Plain.prototype), Object.defineProperty([1, 2], 0, { get() { return 7; } }),
  Object.assign([1, 2], { [Symbol.iterator]: undefined }),
  [new Error('in list'), new Failure('x')].map((e) => Object.assign(e, { stack: `${e.name}: ${e.message}` })),
  new Uint8Array(0), new Uint8Array(3), new Uint8Array(200), new Int8Array([-1, 2]), new Float32Array([1.5, -0]),
  new Float64Array([NaN, 1e100]), new BigInt64Array([1n, -5n]), new BigUint64Array(2), new Uint8ClampedArray(1),
  withFields(new Uint16Array(2)), new (class Bytes extends Uint8Array {})(2),
  new Uint32Array(30).map((_, i) => i * 99), Buffer.from('abc'), Buffer.alloc(100, 7), withFields(Buffer.from('x')),
];

const collections = [
  new Map(), new Map([[1, 2]]), new Map([['a', { b: { c: { d: 1 } } }], [{ k: 1 }, [1, 2]]]),
  new Map([[new Map([[1, new Map([[2, new Map()]])]]), 1]]), withFields(new Map([[1, 2]])), withFields(new Map()),
  new Map(Array.from({ length: 120 }, (_, i) => [i, `v${i}`])), new Map([['x'.repeat(50), 'y'.repeat(50)]]),
  new Set(), new Set([1, 'a', {}]), new Set([[1, 2], new Set([3, new Set([4, new Set()])])]), withFields(new Set([1])),
  new Set(Array.from({ length: 120 }, (_, i) => i)), new Set(['x'.repeat(50), 'y'.repeat(50)]),
  new (class Index extends Map {})([[1, 2]]), new (class Bag extends Set {})([1]),
  Object.setPrototypeOf(new Map([[1, 2]]), Plain.prototype), noPrototype(new Map()),
  new (class T extends Map { get [Symbol.toStringTag]() { return 'Other'; } })([[1, 2]]),
  (() => { const m = new Map(); m.set('self', m); m.set(m, 'key'); return m; })(),
  (() => { const s = new Set(); s.add(s); return s; })(),
  new Map([[1, 2], ['a', {}]]).entries(), new Map([[1, { a: { b: {} } }]]).keys(), new Map([[1, { a: {} }]]).values(),
  new Map().entries(), new Set([1, { a: 1 }]).values(), new Set([1, 2]).entries(), new Set().values(),
  new Map(Array.from({ length: 120 }, (_, i) => [i, i])).entries(), withFields(new Set([5]).values()),
  new Set(Array.from({ length: 120 }, (_, i) => i)).values(), [1, 2][Symbol.iterator](), 'abc'[Symbol.iterator](),
  'abc'.matchAll(/./g), (() => { const i = new Set([1, 2, 3]).values(); i.next(); return i; })(),
  new WeakMap(), new WeakSet(), new WeakMap([[loop, 1]]), new WeakSet([twice, {}]), withFields(new WeakSet()),
  new WeakMap([[{}, { v: { w: {} } }], [{ k: 1 }, 2]]),
];

const wrapped = [
  Object('abc'), Object(''), Object(1), Object(-0), Object(true), Object(5n), Object(Symbol('s')), withFields(Object('abc')),
  withFields(Object(3)), noPrototype(Object('x')), noPrototype(Object(1)), new (class Text extends String {})('t'),
  new (class Num extends Number {})(2), Object.defineProperty(Object(1), Symbol.toStringTag, { value: 'N' }),
  Object('long '.repeat(30)), Object("it's"),
  new Date(0), new Date(NaN), new Date(1e12), withFields(new Date(0)), noPrototype(new Date(0)),
  new (class Day extends Date {})(0), /a/, /a\/b/gimsuy, withFields(/x/), noPrototype(/n/), new (class R extends RegExp {})('q', 'g'),
  Promise.resolve(1), Promise.resolve({ a: { b: { c: {} } } }), new Promise(() => {}), withFields(Promise.resolve('x')),
  (() => { const p = Promise.reject(new RangeError('r')); p.catch(() => {}); return p; })(),
  new (class Later extends Promise {})(() => {}), noPrototype(Promise.resolve(2)),
];

const bare = (error) => Object.assign(error, { stack: undefined });
const noFrames = (error) => {
  error.stack = `${error}`;
  return error;
};
const hiddenStack = (error, stack) => Object.defineProperty(error, 'stack', {
  value: stack, configurable: true, writable: true });
const frames = (names) => names.map((n) => `    at ${n} (/srv/app/${n}.js:1:2)`).join('\n');

const errors = [
  new Error('message'), new Error(''), new Error(), new TypeError('type'), new Error('multi\nline\nmessage'),
  new Error('with frame\n    at nowhere (x.js:1:1)'), new Failure('failure'), new Refused('refused'), bare(new Error('bare')),
  noFrames(new Error('no frames')), { e: new Error('nested') }, { e: { e: { e: new Error('deep') } } }, [new Error('one'), new Error('two')],
  withFields(new Error('fields')), withFields(bare(new Error('bare fields'))), Object.assign(new Error('renamed'), { name: 'Other' }),
  Object.assign(new Error('renamed'), { name: 'OtherError' }), Object.assign(new Failure('x'), { name: 'Failure' }),
  Object.assign(new Error('x'), { message: 'changed' }), Object.assign(new Error('x'), { name: null }),
  Object.assign(new Error('x'), { message: 5 }), Object.assign(new Error('x'), { name: '' }), Object.assign(new Error('x'), { message: { a: 1 } }),
 Object.assign(new Error('x'), { stack: 'custom stack' }),
 Object.assign(new Error('x'), { stack: '' }),
  new Error('cause', { cause: new TypeError('inner') }), new Error('cause', { cause: 'text' }), new Error('cause', { cause: undefined }),
  new Error('c1', { cause: new Error('c2', { cause: new Error('c3', { cause: { a: 1 } }) }) }), new Error('c', { cause: null }),
  new AggregateError([new Error('a'), 'b', { c: 1 }], 'many'), new AggregateError([]), noPrototype(new Error('null proto')),
  noPrototype(noFrames(new TypeError('null proto'))), Object.setPrototypeOf(new Error('plain proto'), Plain.prototype), Object.create(Error.prototype),
  Object.create(Failure.prototype), Object.assign(Object.create(Error.prototype), { message: 'made', name: 'Made' }),
  (() => { const e = new Error('self'); e.self = e; e.cause = e; return e; })(), new (class extends Error {})('anonymous'),
  new (class FooError extends TypeError {})('foo'), Object.defineProperty(new Error('tag'), Symbol.toStringTag, { value: 'Tag' }),
  new (class X extends Error { get [Symbol.toStringTag]() { return 'Y'; } })('tagged'), new DOMException('dom', 'AbortError'),
  Object.assign(new Error('own errors'), { errors: [1] }), Object.assign(new Error('own errors'), { errors: 'x' }),
  hiddenStack(new Error('h'), `Error: h\n${frames(['a', 'b', 'c', 'd', 'e'])}`), hiddenStack(new Error('h'), `CustomError: h\n${frames(['a'])}`),
  hiddenStack(new Failure('h'), `Error: h\n${frames(['a'])}`), hiddenStack(new Failure('h'), 'Error: h'), hiddenStack(new Failure('h'), 'Error\n    at x'),
  hiddenStack(new Failure('h'), 'Error: other'), hiddenStack(noPrototype(new Error('h')), 'Foo Bar: h\n    at x'), hiddenStack(noPrototype(new Error('h')), 'weird'),
  hiddenStack(new Error('h', { cause: hiddenStack(new Error('i'), `Error: i\n${frames(['x', 'c', 'd', 'e', 'f', 'g'])}`) }),
              `Error: h\n${frames(['a', 'b', 'c', 'd', 'e', 'f', 'g'])}`),
  hiddenStack(new Error('h', { cause: hiddenStack(new Error('i'), `Error: i\n${frames(['c', 'd', 'e'])}`) }), `Error: h\n${frames(['a', 'c', 'd', 'e'])}`),
  hiddenStack(new Error('h', { cause: { stack: 'Error: h\n    at x' } }), `Error: h\n${frames(['a', 'b'])}`),
  (() => { const e = new Error('getter'); Object.defineProperty(e, 'message', { get() { return 'got'; }, enumerable: true }); return e; })(),
  (() => { const e = new Refused('hidden name'); Object.defineProperty(e, 'name', { value: 'Refused', enumerable: false }); return e; })(),
];

const tagged = (name, tag) => {
  const Class = { [name]: class {} }[name];
  Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: tag });
  return new Class();
};

// What node 22 writes other than node 20.
const since22 = [
  new ArrayBuffer(0), new ArrayBuffer(4), new ArrayBuffer(120), withFields(new ArrayBuffer(2)), new SharedArrayBuffer(3),
  noPrototype(new ArrayBuffer(1)), new DataView(new ArrayBuffer(8), 2, 3), withFields(new DataView(new ArrayBuffer(1))),
  (() => { const b = new ArrayBuffer(4); structuredClone(b, { transfer: [b] }); return b; })(),
  Object.defineProperty(() => 1, 'name', { value: 5 }), Object.defineProperty(() => 1, 'name', { value: { a: 1 } }),
  Object.defineProperty(() => 1, 'name', { value: Symbol('s') }), Object.assign(new Error('x'), { name: 5 }), Object.assign(new Error('x'), { name: [1] }),
  Object.assign(new Error('x'), { name: { toString: () => 'N' } }), Object.assign(new Error('x'), { stack: 5 }),
  Object.assign(new Error('x'), { stack: { a: 1 } }), { e: Object.assign(new Failure('x'), { stack: { a: [1, { b: 1 }] }, code: 1 }) },
  Object.assign(new Error('x'), { stack: Symbol('s') }), new Error('x', { cause: Object.assign(new Error('y'), { stack: [1] }) }),
  new (class SafeMap extends Map {})(), new (class MapView extends Map {})([[1, 2]]), new (class MyPromise extends Promise {})(() => {}),
  new AbortController().signal, tagged('Smap', 'Map'), tagged('MyMapX', 'Map'), tagged('Mapb', 'Map'), tagged('MapbMap', 'Map'), tagged('Map_', 'Map'),
  tagged('Foo', 'oo'), tagged('Foo', 'F'), tagged('Foo', 'Foo Bar'), tagged('URLSearchParams', 'URL'), tagged('X.*', '.*'), tagged('1Map', 'Map'),
];

const custom = Symbol.for('nodejs.util.inspect.custom');
const customs = [
  { [custom]: () => 'text' }, { [custom]: () => 'a\nb' }, { x: { y: { [custom]: () => 'a\nb' } } }, { [custom]: () => ({ a: { b: { c: {} } } }) },
  { x: { [custom]: () => ({ a: 'x'.repeat(70), b: 1 }) } }, { [custom]: () => null }, { [custom]: () => undefined }, { [custom]: () => 5 },
  { [custom]() { return this; }, a: 1 }, { [custom]: 'not a function' }, { [custom]: (depth, options) => `${depth} ${options.depth} ${Object.keys(options)}` },
  { a: { b: { [custom]: (depth, options, inspect) => inspect({ q: { r: { s: { t: 1 } } } }, options) } } }, new (class Own { [custom]() { return 'own'; } })(),
  (class Own { [custom]() { return 'own'; } }).prototype, new Proxy({ [custom]: (d, o) => `${Object.getPrototypeOf(o) === null}` }, {}),
  { [custom]: (d, o) => o.stylize('styled', 'number') }, { a: [{ [custom]: (d, o, inspect) => inspect([1, { x: 1 }], { ...o, depth: 0 }) }] },
  Object.assign(() => 1, { [custom]: () => 'function' }), Object.assign([1], { [custom]: () => 'list' }),
];

const groups = {
  primitives, strings, functions, objects, lists, collections, wrapped, errors, since22, customs,
};

const major = Number(process.versions.node.split('.')[0]);
const isAsOracle = (group) => group !== 'since22' || major >= 22;

// Every value that the running node can be the oracle of, as [name, value].
module.exports = Object.entries(groups).filter(([group]) => isAsOracle(group)).flatMap(([group, values]) =>
  values.map((value, n) => [`${group}[${n}]`, value]));

// Too long to be converted to a string or number.
module.exports.huge = huge;

// Whether the running node writes @value as node 22 does under @options.
module.exports.isOracle = (value, options) => major >= 22 ||
  !(options !== undefined && options.showHidden && ArrayBuffer.isView(value));
