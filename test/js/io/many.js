// SPDX-License-Identifier: MIT
// If this fails the loop loses, repeats or mixes up operations when there are
// many at once, or keeps the memory of those that have ended: 10,000 timers, an
// interval that is late, 1,000 reads of files, 500 connections, 200 programs,
// all with 1,024 descriptors.
'use strict';

const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');

const TIMERS = 10000;
const READS = 1000;
const CONNECTIONS = 500;
const CHILDREN = 200;

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
  // Created within some milliseconds, so that only one delay has one order.
  const isOrdered = [...Array(20).keys()].every((ms) => {
    const same = fired.filter((n) => delay(n) === ms);
    return same.every((n, index) => index === 0 || same[index - 1] < n);
  });
  return new Set(fired).size === expected.length &&
    fired.length === expected.length && isOrdered;
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

const directory = fs.mkdtempSync(`${os.tmpdir()}/wick-many-`);

async function reads() {
  const results = await Promise.all(Array.from({ length: READS }, (_, n) =>
    fs.promises.readFile(`${directory}/${n % 100}`, 'utf8')));
  return results.every((text, n) =>
    text === `${n % 100}`.repeat((n % 100) * 100));
}

async function absent() {
  const failures = await Promise.allSettled(Array.from({ length: READS },
    (_, n) => fs.promises.readFile(`${directory}/absent-${n}`)));
  return failures.every((result, n) => result.reason?.code === 'ENOENT' &&
    result.reason.path === `${directory}/absent-${n}`);
}

// Each file is open until all have been.
async function handles() {
  const open = await Promise.all(Array.from({ length: READS - 50 }, (_, n) =>
    fs.promises.open(`${directory}/${n % 100}`)));
  const texts = await Promise.all(open.map((file) => file.readFile('utf8')));
  await Promise.all(open.map((file) => file.close()));
  return texts.every((text, n) =>
    text === `${n % 100}`.repeat((n % 100) * 100));
}

// Two sockets each, all at the same time.
async function connections() {
  const server = net.createServer((socket) => socket.pipe(socket));
  server.listen(0, '127.0.0.1', CONNECTIONS);
  await once(server, 'listening');
  const { port } = server.address();
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = net.connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }));
  const texts = await Promise.all(clients.map(async (socket, n) => {
    const end = once(socket, 'close');
    let all = '';
    socket.setEncoding('utf8').on('data', (text) => {
      all += text;
    });
    socket.end(`number ${n}`);
    await end;
    return all;
  }));
  await new Promise((resolve) => server.close(resolve));
  return texts.every((text, n) => text === `number ${n}`);
}

// Each runs until all have been started.
async function children() {
  const all = Array.from({ length: CHILDREN }, () =>
    spawn('cat', { stdio: ['pipe', 'pipe', 'ignore'] }));
  const texts = await Promise.all(all.map(async (child, n) => {
    const end = once(child, 'close');
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    child.stdin.end(`number ${n}`);
    const [status] = await end;
    return `${text} ${status}`;
  }));
  return texts.every((text, n) => text === `number ${n} 0`);
}

const countDescriptors = () => fs.readdirSync('/proc/self/fd').length;

// Of what is in use; the stack may hold on to something for some turns.
async function heapBelow(most) {
  let size = Infinity;
  for (let turn = 0; turn < 20 && size > most; turn++) {
    await new Promise(setImmediate);
    $wick.gc();
    size = process.memoryUsage().heapUsed;
  }
  return size;
}

// What is right the first time is so the second time, which leaves no trace.
async function repeat(name, run) {
  let isRight = await run();
  const descriptors = countDescriptors();
  const before = await heapBelow(0);
  isRight = await run() && isRight;
  const after = await heapBelow(before + (1 << 20));
  check(name, isRight, 'another result');
  check(`${name}-keep-no-descriptor`, countDescriptors() <= descriptors,
        countDescriptors() - descriptors);
  check(`${name}-keep-no-memory`, after <= before + (1 << 20),
        `${before} and then ${after} bytes`);
}

async function main() {
  for (let n = 0; n < 100; n++) {
    fs.writeFileSync(`${directory}/${n}`, `${n}`.repeat(n * 100));
  }
  await repeat('10000-timers', timers);
  await pause();
  await repeat('1000-reads', reads);
  await repeat('1000-failures', absent);
  await repeat('950-open-files', handles);
  await repeat('500-connections', connections);
  check('200-programs', await children(), 'another result');
  // All of it fits into the smallest function.
  const [, peak] = /VmHWM:\s+(\d+)/.exec(
    fs.readFileSync('/proc/self/status', 'utf8'));
  check('memory', peak < 100 << 10, `${peak} KB`);
  fs.rmSync(directory, { recursive: true });
}

process.on('exit', (code) => check('all-ran', code === 0, code));
main();
