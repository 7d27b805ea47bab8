// SPDX-License-Identifier: MIT
// If this fails callbacks run in another order than under Node, which code
// relies on without knowing.
'use strict';

const seen = [];
const expected = 'sync,tick 1,tick 2,microtask 1,microtask 2,queued,' +
  'tick of microtask,immediate 1,tick of immediate,microtask of immediate,' +
  'immediate 2,timer 1,timer 2,immediate of timer,later';

setTimeout(() => {
  seen.push('timer 1');
  setImmediate(() => seen.push('immediate of timer'));
}, 20);
setTimeout(() => seen.push('timer 2'), 20);
setTimeout(() => seen.push('later'), 60);
setImmediate(() => {
  seen.push('immediate 1');
  Promise.resolve().then(() => seen.push('microtask of immediate'));
  process.nextTick(() => seen.push('tick of immediate'));
});
setImmediate(() => seen.push('immediate 2'));
const cleared = setImmediate(() => seen.push('cleared'));
clearImmediate(cleared);
Promise.resolve().then(() => {
  seen.push('microtask 1');
  process.nextTick(() => seen.push('tick of microtask'));
}).then(() => seen.push('microtask 2'));
queueMicrotask(() => seen.push('queued'));
process.nextTick((n) => {
  seen.push(`tick ${n}`);
  process.nextTick(() => seen.push('tick 2'));
}, 1);
seen.push('sync');

process.on('exit', () => {
  // "queued" stands between the two microtasks of the chain.
  const wanted = expected.replace('microtask 1,microtask 2,queued',
                                  'microtask 1,queued,microtask 2');
  console.log(seen.join() === wanted ? 'ok order'
    : `FAIL order: got ${seen.join()}, expected ${wanted}`);
});
