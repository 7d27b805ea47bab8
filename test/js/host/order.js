// SPDX-License-Identifier: MIT
// If this fails callbacks run in another order than under Node, which code
// relies on without knowing.
'use strict';

const seen = [];
const expected = ['sync', 'tick 1', 'tick 2', 'microtask 1', 'queued',
                  'microtask 2', 'tick of microtask', 'timer 1',
                  'tick of timer', 'timer 2', 'immediate 1',
                  'tick of immediate', 'microtask of immediate', 'immediate 2',
                  'immediate of timer', 'later'];

// A delay counts from the call, so that two timers of one delay may be due in
// two turns. When the first turn begins these are both overdue.
const start = Date.now();
setTimeout(() => {
  seen.push('timer 1');
  setImmediate(() => {
    seen.push('immediate of timer');
    setTimeout(() => seen.push('later'), 1);
  });
  process.nextTick(() => seen.push('tick of timer'));
}, 1);
setTimeout(() => seen.push('timer 2'), 1);
while (Date.now() - start < 5) {
  // The clock moves on.
}
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
  console.log(seen.join() === expected.join() ? 'ok order'
    : `FAIL order: got ${seen.join()}, expected ${expected.join()}`);
});
