// SPDX-License-Identifier: MIT
// If this fails the loop loses, repeats or mixes up operations when there are
// many at once: 10,000 timers, 1,000 reads of files, an interval that is late.
'use strict';

const fs = require('node:fs');
const os = require('node:os');

const TIMERS = 10000;
const READS = 1000;

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

// Due after 1 to 20 ms, in the order of that and then of creation; every third
// is stopped before it fires.
async function timers() {
  const fired = [];
  const stopped = [];
  await new Promise((resolve) => {
    for (let n = 0; n < TIMERS; n++) {
      const timer = setTimeout(() => fired.push(n), 1 + (n * 7) % 20);
      if (n % 3 === 0) {
        stopped.push(timer);
      }
    }
    stopped.forEach(clearTimeout);
    setTimeout(resolve, 21);
  });
  const delay = (n) => (n * 7) % 20;
  const expected = Array.from({ length: TIMERS }, (_, n) => n)
    .filter((n) => n % 3 !== 0);
  check('10000-timers-fire-once', new Set(fired).size === expected.length &&
    fired.length === expected.length, fired.length);
  // Created within some milliseconds, so that only one delay has one order.
  const isOrdered = [...Array(20).keys()].every((ms) => {
    const same = fired.filter((n) => delay(n) === ms);
    return same.every((n, index) => index === 0 || same[index - 1] < n);
  });
  check('same-delay-keeps-the-order', isOrdered, 'another order');
}

// A process that stood still owes its intervals one call, not all of them.
async function pause() {
  let calls = 0;
  const interval = setInterval(() => {
    calls++;
    if (calls === 1) {
      // Due ten times over when it is done.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }, 1);
  while (calls === 0) {
    await new Promise(setImmediate);
  }
  // Between two phases of immediates there is one of timers.
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  clearInterval(interval);
  check('interval-makes-no-burst', calls <= 3, calls);
}

async function reads() {
  const directory = fs.mkdtempSync(`${os.tmpdir()}/wick-many-`);
  for (let n = 0; n < 100; n++) {
    fs.writeFileSync(`${directory}/${n}`, `${n}`.repeat(n * 100));
  }
  const results = await Promise.all(Array.from({ length: READS }, (_, n) =>
    fs.promises.readFile(`${directory}/${n % 100}`, 'utf8')));
  const right = results.filter((text, n) =>
    text === `${n % 100}`.repeat((n % 100) * 100)).length;
  check('1000-reads', right === READS, right);
  const failures = await Promise.allSettled(Array.from({ length: READS },
    (_, n) => fs.promises.readFile(`${directory}/absent-${n}`)));
  check('1000-failures', failures.every((result, n) =>
    result.reason?.code === 'ENOENT' &&
    result.reason.path === `${directory}/absent-${n}`), 'another');
  fs.rmSync(directory, { recursive: true });
}

async function main() {
  const before = fs.readdirSync('/proc/self/fd').length;
  await timers();
  await pause();
  await reads();
  const left = fs.readdirSync('/proc/self/fd').length - before;
  check('no-descriptor-left', left <= 1, left);
}

process.on('exit', (code) => check('all-ran', code === 0, code));
main();
