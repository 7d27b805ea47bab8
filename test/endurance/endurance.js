// SPDX-License-Identifier: MIT
//
// The long run: N invocations (100000) through wick, seven of ten to the
// function with a buffered response and the others to the one that streams,
// both at the same time. Prints what was asked, how fast it went, and the
// memory of both processes on the way.
//
//   make endurance [N=100000] [SEED=1]
'use strict';

const { assert, test } = require('../wick/harness.js');
const { Drive, bootstrap } = require('./drive.js');
const { buffered, endings, streamed } = require('./mix.js');

const N = Number(process.env.N || 100000);
const SEED = Number(process.env.SEED || 1);
// So much that only those take as long that never answer.
const TIMEOUT_S = 10;
// Each way to end a process comes once in so many invocations.
const ENDING_EVERY = 10000;
// What the memory of a process may grow by while it answers the second half.
const GROWTH_KIB = 4096;
// A run that is so slow hangs.
const EACH_MS_MAX = 30;

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const mb = (kib) => (kib / 1024).toFixed(1);

function print({ name, count, elapsedMs, peak, asked, samples }) {
  const kinds = [...asked].sort(([, a], [, b]) => b - a)
    .map(([kind, times]) => `${kind} ${times}`);
  const seconds = elapsedMs / 1000;
  console.log(`${name}: ${count} invocations in ${seconds.toFixed(1)} s, ` +
    `${Math.round(count / seconds)} a second`);
  console.log(`  ${kinds.join(', ')}`);
  for (const who of ['bootstrap', 'wick']) {
    console.log(`  RSS of ${who}, MB: ` +
      `${samples.map((sample) => mb(sample[who])).join(' ')}; ` +
      `peak ${mb(peak[who])}`);
  }
}

// From its second quarter to its last, the half that one process answered.
function checkGrowth({ name, samples }) {
  const calm = samples.slice(samples.length / 2 + 1);
  assert.ok(calm.every(({ pid }) => pid === calm[0].pid),
    `${name}: one process answered the second half`);
  const quarter = Math.floor(calm.length / 4);
  for (const who of ['bootstrap', 'wick']) {
    const sizes = calm.map((sample) => sample[who]);
    const growth = median(sizes.slice(-quarter)) -
      median(sizes.slice(quarter, 2 * quarter));
    console.log(`  ${who} grew by ${mb(growth)} MB in the second half of ` +
      `${name}`);
    assert.ok(growth <= GROWTH_KIB, `${name}: ${who} grew by ${growth} KiB`);
  }
}

function drive(name, kinds, isStreaming, count) {
  const each = endings(kinds);
  const times = Math.max(1, Math.round(count / ENDING_EVERY));
  const ends = Array.from({ length: times }, () => each).flat();
  return new Drive({ name, kinds, isStreaming, count, seed: SEED, ends })
    .execute(TIMEOUT_S);
}

test(`${N}-invocations-in-a-row`, async () => {
  const many = Math.floor(N * 0.7);
  const results = await Promise.all([
    drive('buffered', buffered, false, many),
    drive('streamed', streamed, true, N - many),
  ]);
  results.forEach(print);
  results.forEach(checkGrowth);
}, bootstrap, 300000 + N * EACH_MS_MAX);
