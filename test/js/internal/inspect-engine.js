/* SPDX-License-Identifier: MIT */
// Wrong if what only the engine knows does not reach inspect: the target of a
// proxy, the state of a promise, the entries of an iterator or a weak map.
'use strict';

const host = require('../host.js');
const { inspect } = host.load('internal/inspect');

function show(name, value, expected, options) {
  if (!host.hasEngineHooks) {
    host.print(`skip inspect-engine ${name}: this host has no such hook`);
    return;
  }
  host.test(`inspect-engine ${name}`, () => host.equal(inspect(value, options), expected));
}

const trap = () => {
  throw new Error('a trap was run');
};
const traps = { get: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap, has: trap };
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const rejected = Object.assign(Promise.reject(5), { x: 1 });
rejected.catch(() => {});
const moved = new Set([1, 2, 3]).values();
moved.next();
const key = {};

show('proxy', new Proxy({ a: 1 }, {}), '{ a: 1 }');
show('proxy of a list', new Proxy([1, 2], {}), '[ 1, 2 ]');
show('proxy of a map', new Proxy(new Map([[1, 2]]), {}), 'Map(1) { 1 => 2 }');
show('proxy runs no trap', new Proxy({ a: 1 }, traps), '{ a: 1 }');
show('proxy shown', new Proxy({ a: 1 }, { b: 2 }), 'Proxy [ { a: 1 }, { b: 2 } ]', { showProxy: true });
show('proxy shown runs no trap', new Proxy({ a: 1 }, traps), 'Proxy [Array]', { showProxy: true, depth: -1 });
show('revoked proxy', revoked.proxy, '<Revoked Proxy>');
show('promise pending', new Promise(() => {}), 'Promise { <pending> }');
show('promise fulfilled', Promise.resolve({ a: 1 }), 'Promise { { a: 1 } }');
show('promise rejected', rejected, 'Promise { <rejected> 5, x: 1 }');
show('set iterator', moved, '[Set Iterator] { 2, 3 }');
show('set entries', new Set([1]).entries(), '[Set Entries] { [ 1, 1 ] }');
show('map keys', new Map([['k', 'v']]).keys(), "[Map Iterator] { 'k' }");
show('map entries', new Map([['k', 'v']]).entries(), "[Map Entries] { [ 'k', 'v' ] }");
show('weak map', new WeakMap([[key, 1]]), 'WeakMap { {} => 1 }', { showHidden: true });
show('weak set', new WeakSet([key]), 'WeakSet { {} }', { showHidden: true });

host.test('inspect-engine an iterator is not moved', () => {
  const iterator = new Map([[1, 2]]).entries();
  inspect(iterator);
  host.equal(iterator.next().done, false);
});
