// SPDX-License-Identifier: MIT
// If this fails structuredClone loses, shares or refuses what it must not.
'use strict';

const { check } = require('../check.js');

function thrown(run) {
  try {
    run();
  } catch (error) {
    return `${error.name} ${error.code}`;
  }
  return 'nothing';
}

for (const value of [undefined, null, true, 1.5, -0, NaN, 10n, 'text']) {
  check(`primitive-${String(value)}`, Object.is(structuredClone(value), value),
        true);
}
for (const value of [new Number(1), new String('s'), new Boolean(false),
                     Object(1n), new Date(5), /a\/b/gi]) {
  const copy = structuredClone(value);
  check(`object-${value.constructor.name}`,
        [copy !== value, copy.constructor === value.constructor,
         copy.valueOf().toString() === value.valueOf().toString()],
        'true,true,true');
}
const pattern = /x/g;
pattern.lastIndex = 3;
check('lastIndex', structuredClone(pattern).lastIndex, 0);

const circle = { list: [], map: new Map(), set: new Set() };
circle.self = circle;
circle.list.push(circle);
circle.map.set(circle, circle.list);
circle.set.add(circle.map);
const copy = structuredClone(circle);
check('circle', [copy !== circle, copy.self === copy, copy.list[0] === copy,
                 copy.map.get(copy) === copy.list, copy.set.has(copy.map)],
      'true,true,true,true,true');
const sparse = [1, , 3];
sparse.name = 'x';
const sparseCopy = structuredClone(sparse);
check('sparse', [sparseCopy.length, 1 in sparseCopy, sparseCopy.name],
      '3,false,x');
class Point {
  #hidden = 1;
  x = 2;
  get sum() {
    return this.#hidden;
  }
}
const point = structuredClone(new Point());
check('class', [point instanceof Point, Object.keys(point)], 'false,x');
check('getter', structuredClone({
  get a() {
    return 7;
  },
}).a, 7);
check('hidden', Object.keys(structuredClone(Object.defineProperty(
  { [Symbol('s')]: 1 }, 'no', { value: 1 }))).length, 0);

const error = new RangeError('far', { cause: [1] });
error.extra = 1;
const errorCopy = structuredClone(error);
check('error', [errorCopy instanceof RangeError, errorCopy.message,
                errorCopy.stack === error.stack, errorCopy.extra],
      'true,far,true,');
const odd = new Error('m');
odd.name = 'Odd';
check('error-name', structuredClone(odd).name, 'Error');

const buffer = new ArrayBuffer(8);
const views = structuredClone({
  whole: new Uint8Array(buffer), part: new Int16Array(buffer, 2, 2),
  data: new DataView(buffer, 1), bytes: Buffer.from('ab'),
});
check('views', [views.whole.buffer === views.part.buffer,
                views.whole.buffer !== buffer, views.part.byteOffset,
                views.part.length, views.data.byteLength,
                views.bytes.constructor.name], 'true,true,2,2,7,Uint8Array');

const moving = new ArrayBuffer(4);
new Uint8Array(moving)[1] = 9;
const moved = structuredClone(
  { view: new Uint8Array(moving, 1, 2), moving, again: moving },
  { transfer: [moving] });
check('transfer', [moving.byteLength, moved.moving === moved.again,
                   moved.view.buffer === moved.moving, moved.view[0],
                   moved.view.length, moved.view.byteOffset],
      '0,true,true,9,2,1');
const kept = new ArrayBuffer(4);
check('transfer-fails', thrown(() => structuredClone(
  [kept, () => 1], { transfer: [kept] })), 'DataCloneError 25');
check('transfer-not-done', kept.byteLength, 4);
check('transfer-twice', thrown(() => structuredClone(
  1, { transfer: [kept, kept] })), 'DataCloneError 25');
check('transfer-other', thrown(() => structuredClone(
  1, { transfer: [{}] })).slice(-2) !== 'ng', true);
check('transfer-detached', thrown(() => structuredClone(moving)),
      'DataCloneError 25');

for (const [name, value] of [
  ['function', () => 1], ['symbol', Symbol('x')], ['weakmap', new WeakMap()],
  ['weakset', new WeakSet()], ['promise', Promise.resolve()],
  ['proxy', new Proxy({}, {})], ['generator', (function* () {})()],
  ['map-iterator', new Map().entries()], ['inside', { a: [() => 1] }],
]) {
  let caught;
  try {
    structuredClone(value);
  } catch (thrownError) {
    caught = thrownError;
  }
  check(`not-${name}`, [caught instanceof DOMException, caught && caught.name],
        'true,DataCloneError');
}
check('no-value', thrown(() => structuredClone()),
      'TypeError ERR_MISSING_ARGS');
check('blob', [structuredClone(new Blob(['abc'], { type: 'a/b' })).size,
               structuredClone(new Blob([], { type: 'a/b' })).type], '3,a/b');
let deep = {};
for (let n = 0; n < 500; n++) {
  deep = { deep };
}
check('deep', structuredClone(deep).deep.deep !== undefined, true);
