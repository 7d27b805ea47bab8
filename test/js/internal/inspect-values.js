/* SPDX-License-Identifier: MIT */
// Wrong if an engine shows a value otherwise than node 22 does: what inspect
// prints of each class, where no oracle is at hand. Line feeds print as bars.
'use strict';

const host = require('../host.js');
const { inspect } = host.load('internal/inspect');

const show = (value, options) => host.print(
  inspect(value, options).split('\n').join('|').replace(/[^ -~]/g, '#'));

class Point {
  constructor(x) {
    this.x = x;
  }
}
class Point3 extends Point {}
class Tagged {
  get [Symbol.toStringTag]() {
    return 'tag';
  }
}
const loop = { list: [] };
loop.self = loop;
loop.list.push(loop.list);
const bare = Object.assign(Object.create(null), { a: 1 });
const framed = (error, frames) => {
  Object.defineProperty(error, 'stack', {
    value: `${error.name}: ${error.message}\n${frames}`,
    configurable: true, writable: true });
  return error;
};
const frames = (names) => names.map((n) => `    at ${n} (/srv/${n}.js:1:2)`).join('\n');

[undefined, null, true, -0, 1.5, 10n, Symbol('s'), 'text', "it's", 'a "q" \'', 'line\nfeed\x1b',
 '\ud800'].forEach((value) => show(value));
[() => 1, function named() {}, async () => 1, function* gen() {}, async function* both() {}, class A {},
 class B extends Point {}, Math.max, Object.assign(() => 1, { a: 1 })].forEach((value) => show(value));
[{}, { a: { b: { c: { d: 1 } } } }, { 'a-b': 1, [Symbol('s')]: 2 }, bare, new Point(1), new Point3({ y: 2 }),
 new Tagged(), loop, { get a() { return 1; }, set b(v) {}, get c() { return 1; }, set c(v) {} },
 { f() {}, 'k k': undefined }].forEach((value) => show(value));
[[], [1, , 3, , ], Array.from({ length: 30 }, (_, n) => n * 10), Array.from({ length: 120 }, () => 'abc'),
 Object.assign([1], { x: 2 }), new Uint8Array(3), new Float64Array([1.5]), new BigInt64Array(1),
 new ArrayBuffer(3), new DataView(new ArrayBuffer(2), 1)].forEach((value) => show(value));
[new Map([['k', { v: [1] }]]), new Set([1, 'a']), new WeakMap(), new WeakSet(), new (class Bag extends Set {})([1]),
 new Date(0), new Date(NaN), /a\/b/gi, Object('s'), Object(1), Object(Symbol('q')), Object(true), Object(2n),
 (function () { return arguments; })(1, 'a'), new (class Text extends String {})('t')].forEach((value) => show(value));
[framed(new TypeError('bad'), frames(['f'])), { e: framed(new Error('in'), frames(['f', 'g'])) },
 Object.assign(framed(new Error('x'), frames(['f'])), { code: 'E_X', info: { a: 1 } }),
 framed(new Error('outer', { cause: framed(new Error('inner'), frames(['x', 'b', 'c', 'd', 'e'])) }),
        frames(['a', 'b', 'c', 'd', 'e'])),
 framed(new (class HttpError extends Error {})('404'), frames(['f'])), framed(new (class Refused extends Error {})('no'), frames(['f'])),
 Object.assign(new Error('x'), { stack: undefined }), framed(new AggregateError(['a', 1], 'many'), frames(['f'])),
 Object.setPrototypeOf(framed(new Error('x'), frames(['f'])), null)].forEach((value) => show(value));
show({ a: { b: { c: {} } } }, { depth: 0 });
show({ a: { b: { c: { d: {} } } } }, { depth: null });
show([{ a: 1, b: 'x' }, null], { colors: true });
show({ b: 1, a: 2 }, { sorted: true });
show(['x'.repeat(30), 1, 2, 3], { maxArrayLength: 2, maxStringLength: 5 });
show({ a: 1, b: { c: 2 } }, { compact: false });
show({ a: 1, b: { c: 'x'.repeat(70) } }, { compact: true });
show({ get a() { return { x: 1 }; }, get b() { return 5; } }, { getters: true });
show(123456.789, { numericSeparator: true });
show([1], { showHidden: true });
show(new (class extends Map {})([[1, 2]]), { showHidden: true });
show({ [Symbol.for('nodejs.util.inspect.custom')]: (depth, options, f) => `${depth} ${options.depth} ${f === inspect}` });
show('x'.repeat(50) + '\n' + 'y'.repeat(50));
show({ long: 'x'.repeat(40), other: ['y'.repeat(40)], n: 1 });

// expect: undefined
// expect: null
// expect: true
// expect: -0
// expect: 1.5
// expect: 10n
// expect: Symbol(s)
// expect: 'text'
// expect: "it's"
// expect: `a "q" '`
// expect: 'line\nfeed\x1B'
// expect: '\ud800'
// expect: [Function (anonymous)]
// expect: [Function: named]
// expect: [AsyncFunction (anonymous)]
// expect: [GeneratorFunction: gen]
// expect: [AsyncGeneratorFunction: both]
// expect: [class A]
// expect: [class B extends Point]
// expect: [Function: max]
// expect: [Function (anonymous)] { a: 1 }
// expect: {}
// expect: { a: { b: { c: [Object] } } }
// expect: { 'a-b': 1, [Symbol(s)]: 2 }
// expect: [Object: null prototype] { a: 1 }
// expect: Point { x: 1 }
// expect: Point3 { x: { y: 2 } }
// expect: Tagged [tag] {}
// expect: <ref *2> { list: <ref *1> [ [Circular *1] ], self: [Circular *2] }
// expect: { a: [Getter], b: [Setter], c: [Getter/Setter] }
// expect: { f: [Function: f], 'k k': undefined }
// expect: []
// expect: [ 1, <1 empty item>, 3, <1 empty item> ]
// expect: [|    0,  10,  20,  30,  40,  50,  60,|   70,  80,  90, 100, 110, 120, 130,|  140, 150, 160, 170, 180, 190, 200,|  210, 220, 230, 240, 250, 260, 270,|  280, 290|]
// expect: [|  'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc',|  'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc',|  'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc',|  'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc',|  'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc',|  'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc',|  'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc',|  'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc',|  'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc',|  'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc',|  'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc',|  'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc', 'abc',|  'abc', 'abc', 'abc', 'abc',|  ... 20 more items|]
// expect: [ 1, x: 2 ]
// expect: Uint8Array(3) [ 0, 0, 0 ]
// expect: Float64Array(1) [ 1.5 ]
// expect: BigInt64Array(1) [ 0n ]
// expect: ArrayBuffer { [Uint8Contents]: <00 00 00>, [byteLength]: 3 }
// expect: DataView {|  [byteLength]: 1,|  [byteOffset]: 1,|  [buffer]: ArrayBuffer { [Uint8Contents]: <00 00>, [byteLength]: 2 }|}
// expect: Map(1) { 'k' => { v: [ 1 ] } }
// expect: Set(2) { 1, 'a' }
// expect: WeakMap { <items unknown> }
// expect: WeakSet { <items unknown> }
// expect: Bag(1) [Set] { 1 }
// expect: 1970-01-01T00:00:00.000Z
// expect: Invalid Date
// expect: /a\/b/gi
// expect: [String: 's']
// expect: [Number: 1]
// expect: [Symbol: Symbol(q)]
// expect: [Boolean: true]
// expect: [BigInt: 2n]
// expect: [Arguments] { '0': 1, '1': 'a' }
// expect: [String (Text): 't']
// expect: TypeError: bad|    at f (/srv/f.js:1:2)
// expect: {|  e: Error: in|      at f (/srv/f.js:1:2)|      at g (/srv/g.js:1:2)|}
// expect: Error: x|    at f (/srv/f.js:1:2) {|  code: 'E_X',|  info: { a: 1 }|}
// expect: Error: outer|    at a (/srv/a.js:1:2)|    at b (/srv/b.js:1:2)|    ... 2 lines matching cause stack trace ...|    at e (/srv/e.js:1:2) {|  [cause]: Error: inner|      at x (/srv/x.js:1:2)|      at b (/srv/b.js:1:2)|      at c (/srv/c.js:1:2)|      at d (/srv/d.js:1:2)|      at e (/srv/e.js:1:2)|}
// expect: HttpError: 404|    at f (/srv/f.js:1:2)
// expect: Refused [Error]: no|    at f (/srv/f.js:1:2)
// expect: [Error: x]
// expect: AggregateError: many|    at f (/srv/f.js:1:2) {|  [errors]: [ 'a', 1 ]|}
// expect: [Error: null prototype]: x|    at f (/srv/f.js:1:2)
// expect: { a: [Object] }
// expect: {|  a: { b: { c: { d: {} } } }|}
// expect: [ { a: #[33m1#[39m, b: #[32m'x'#[39m }, #[1mnull#[22m ]
// expect: { a: 2, b: 1 }
// expect: [ 'xxxxx'... 25 more characters, 1, ... 2 more items ]
// expect: {|  a: 1,|  b: {|    c: 2|  }|}
// expect: { a: 1,|  b: { c: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' } }
// expect: { a: [Getter] { x: 1 }, b: [Getter: 5] }
// expect: 123_456.789
// expect: [ 1, [length]: 1 ]
// expect: Map(1) { 1 => 2 }
// expect: 2 2 true
// expect: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n' +|  'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'
// expect: {|  long: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',|  other: [ 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy' ],|  n: 1|}
