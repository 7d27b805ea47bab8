// SPDX-License-Identifier: MIT
// If this fails random numbers repeat or have the wrong form, or the clock of
// performance does not run.
'use strict';

const { check } = require('../check.js');

function thrown(run) {
  try {
    run();
  } catch (error) {
    return error.name;
  }
  return 'nothing';
}

const seen = new Set();
const form = new RegExp('^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]' +
  '[0-9a-f]{3}-[0-9a-f]{12}$');
let isForm = true;
for (let n = 0; n < 1000; n++) {
  const id = crypto.randomUUID();
  isForm = isForm && form.test(id);
  seen.add(id);
}
check('uuid', [isForm, seen.size], 'true,1000');
const bytes = new Uint8Array(65536);
check('values', [crypto.getRandomValues(bytes) === bytes,
                 new Set(bytes).size], 'true,256');
const middle = new Uint8Array(64);
crypto.getRandomValues(middle.subarray(16, 48));
check('values-range', [middle.slice(0, 16).some(Boolean),
                       middle.slice(16, 48).some(Boolean),
                       middle.slice(48).some(Boolean)], 'false,true,false');
check('values-wide', crypto.getRandomValues(new BigUint64Array(2)).length, 2);
check('values-many', thrown(() => crypto.getRandomValues(
  new Uint8Array(65537))), 'QuotaExceededError');
check('values-float', thrown(() => crypto.getRandomValues(
  new Float32Array(1))), 'TypeMismatchError');
check('values-this', thrown(() => crypto.getRandomValues.call(
  {}, new Uint8Array(1))), 'TypeError');

const before = performance.now();
const mark = performance.mark('a', { detail: { x: 1 }, startTime: 5 });
check('mark', [mark.name, mark.entryType, mark.startTime, mark.duration,
               mark.detail.x], 'a,mark,5,0,1');
performance.mark('b', { startTime: 12 });
const measure = performance.measure('m', 'a', 'b');
check('measure', [measure.startTime, measure.duration, measure.detail],
      '5,7,');
const other = performance.measure('n', { start: 3, duration: 4, detail: 'd' });
check('measure-options', [other.startTime, other.duration, other.detail],
      '3,4,d');
check('entries', performance.getEntries().map((e) => e.name), 'n,a,m,b');
check('entries-name', performance.getEntriesByName('m').length, 1);
performance.clearMarks('a');
check('clear', performance.getEntriesByType('mark').map((e) => e.name), 'b');
check('measure-unknown', thrown(() => performance.measure('x', 'none')),
      'SyntaxError');
const after = performance.now();
const shift = Date.now() - performance.timeOrigin - performance.now();
check('now', [before > 0, after >= before, Math.abs(shift) < 1000],
      'true,true,true');
