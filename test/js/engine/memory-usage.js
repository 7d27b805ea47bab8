// SPDX-License-Identifier: MIT
// If this fails process.memoryUsage() tells a function something else than
// what it has: each field follows what it is about, and nothing else.
'use strict';

const MB = 1024 * 1024;

function check(name, isGood, shown) {
  console.log(isGood ? `ok ${name}` : `FAIL ${name}: got ${shown}`);
}

let before;
function measure() {
  $wick.gc();
  before = process.memoryUsage();
}

// How much @field grew since measure(), in MB, to a tenth.
function grown(field, usage = process.memoryUsage()) {
  return Math.round((usage[field] - before[field]) / MB * 10) / 10;
}

const near = (value, expected) => Math.abs(value - expected) <= 0.6;

measure();
check('fields', Object.keys(before).join() ===
  'rss,heapTotal,heapUsed,external,arrayBuffers', Object.keys(before).join());
check('all-positive', Object.values(before).slice(0, 3).every((n) => n > 0),
  JSON.stringify(before));

let held = new ArrayBuffer(20 * MB);
check('a-buffer-is-external', near(grown('arrayBuffers'), 20) &&
  near(grown('external'), 20), grown('arrayBuffers'));
check('a-buffer-is-not-heap', near(grown('heapUsed'), 0), grown('heapUsed'));
new Uint8Array(held).fill(1);
check('a-buffer-is-resident', grown('rss') >= 19, grown('rss'));
held = null;
$wick.gc();
$wick.trim(0);
check('and-gone-it-is-gone', near(grown('arrayBuffers'), 0) && grown('rss') < 5,
  `${grown('arrayBuffers')} ${grown('rss')}`);

measure();
held = [];
for (let i = 0; i < 100000; i++) {
  held.push({ i });
}
// 24 to 64 bytes each, and 8 to 12 in the array.
check('objects-are-heap', grown('heapUsed') > 3 && grown('heapUsed') < 8,
  grown('heapUsed'));
check('objects-are-not-external', grown('external') === 0, grown('external'));
const full = process.memoryUsage();
check('total-holds-used', full.heapTotal >= full.heapUsed,
  JSON.stringify(full));

held = null;
measure();
held = 'x'.repeat(8 * MB);
check('strings-are-heap', near(grown('heapUsed'), 8), grown('heapUsed'));
check('and-not-external', grown('external') === 0, held.length);
