// SPDX-License-Identifier: MIT
// A streamed response of the greatest size in constant memory, with readers
// that are fast, slow or not reading at all.
'use strict';

const http = require('node:http');

// The sanitizers keep what was freed: memory is that of the wick that is used.
process.env.WICK = require('node:path').join(__dirname,
  '../../build/wick');

const { assert, logged, path, serve, STREAM, test, wickFile } =
  require('../wick/harness.js');
const { Api, start } = require('./api.js');
const { bootstrap, bootstrapOf, memoryOf } = require('./drive.js');

const MIB = 1 << 20;
const PIECE = 65536;
// Lambda's limit. One test takes all of it each time; the others with
// WICK_LONG=1, as in `make endurance`.
const WHOLE = 200 * MIB;
const isLong = process.env.WICK_LONG === '1';
const LARGE = isLong ? WHOLE : 32 * MIB;
const whenLong = isLong ? test : () => {};
const functions = path.join(__dirname, 'functions');

// The most that each may ever occupy while it passes 200 MiB on.
const BUDGET_KIB = { bootstrap: 48 * 1024, wick: 8 * 1024 };
// What the kernel's buffers of two connections and both processes' own hold at
// the most; what is written beyond it waits in the handler.
const HELD = 64 * MIB;

// Compares a stream with what large.mjs writes, piece by piece.
class Expected {
  constructor() {
    this.at = 0;
  }

  take(bytes) {
    for (let from = 0; from < bytes.length;) {
      const left = PIECE - this.at % PIECE;
      const part = bytes.subarray(from, from + left);
      const byte = Math.floor(this.at / PIECE) % 256;
      assert.ok(part.equals(Buffer.alloc(part.length, byte)),
        `the bytes from ${this.at} on`);
      this.at += part.length;
      from += part.length;
    }
  }
}

function isConstant(pid, who) {
  const peak = memoryOf(pid, 'VmHWM');
  if (isLong) {
    console.log(`  peak RSS of ${who}: ${(peak / 1024).toFixed(1)} MB`);
  }
  assert.ok(peak > 0 && peak <= BUDGET_KIB[who],
    `${who} took ${peak} KiB of ${BUDGET_KIB[who]}`);
}

// Resolves with the answer's head; nothing of the body is read yet.
function ask(run, event) {
  return new Promise((resolve, reject) => {
    const message = http.request({ host: '127.0.0.1', port: run.port,
      method: 'POST', path: STREAM }, resolve);
    message.on('error', reject);
    message.end(JSON.stringify(event));
  });
}

async function serveLarge() {
  return serve(['-C', functions, 'large.handler'],
    { env: { WICK_BOOTSTRAP: bootstrap } });
}

for (const io of ['uring', 'epoll']) {
  test(`a-large-response-of-bootstrap-alone-${io}`, async () => {
    const api = await new Api().listen();
    const run = start(api, functions, 'large.handler',
      { env: { WICK_IO: io } });
    const posted = api.post();
    api.send({ bytes: LARGE });
    const { request, answer } = await posted;
    assert.strictEqual(
      request.headers['lambda-runtime-function-response-mode'], 'streaming');
    const expected = new Expected();
    for await (const bytes of request) {
      expected.take(bytes);
    }
    assert.strictEqual(expected.at, LARGE);
    answer.writeHead(202);
    answer.end();
    isConstant(run.child.pid, 'bootstrap');
    run.child.kill('SIGKILL');
    await run.ended;
    api.vanish();
  }, bootstrap);
}

test('200-mb-through-wick', async () => {
  const run = await serveLarge();
  const answer = await ask(run, { bytes: WHOLE });
  const expected = new Expected();
  for await (const bytes of answer) {
    expected.take(bytes);
  }
  assert.strictEqual(expected.at, WHOLE);
  isConstant(bootstrapOf(run), 'bootstrap');
  isConstant(run.child.pid, 'wick');
  const [, waits] = await logged(run, /waited (\d+) times/);
  assert.ok(Number(waits) > 0, 'the handler was told to wait');
}, wickFile);

test('a-reader-that-stops-stops-the-handler', async () => {
  const run = await serveLarge();
  const size = isLong ? WHOLE : 2 * HELD;
  const answer = await ask(run, { bytes: size });
  // Nobody reads: the handler gets so far and no further.
  const [, at] = await logged(run, /stuck at (\d+)/);
  if (isLong) {
    console.log(`  written before it had to wait: ${at} bytes`);
  }
  assert.ok(Number(at) <= HELD, `the handler could write ${at} bytes`);
  isConstant(bootstrapOf(run), 'bootstrap');
  isConstant(run.child.pid, 'wick');
  const expected = new Expected();
  for await (const bytes of answer) {
    expected.take(bytes);
  }
  assert.strictEqual(expected.at, size);
}, wickFile);

test('a-slow-reader-gets-everything', async () => {
  const run = await serveLarge();
  const answer = await ask(run, { bytes: 16 * MIB });
  const expected = new Expected();
  answer.on('data', (bytes) => {
    expected.take(bytes);
    answer.pause();
    setImmediate(() => answer.resume());
  });
  await new Promise((resolve) => answer.on('end', resolve));
  assert.strictEqual(expected.at, 16 * MIB);
}, wickFile);

// Lambda's limit, and one more byte.
whenLong('one-byte-more-is-refused-and-the-next-invocation-works', async () => {
  const run = await serveLarge();
  const answer = await ask(run, { bytes: WHOLE + 1 });
  let size = 0;
  for await (const bytes of answer) {
    size += bytes.length;
  }
  assert.strictEqual(answer.trailers['lambda-runtime-function-error-type'],
    'Function.ResponseSizeTooLarge');
  assert.ok(size <= WHOLE);
  const next = await ask(run, { bytes: 10 });
  const expected = new Expected();
  for await (const bytes of next) {
    expected.take(bytes);
  }
  assert.strictEqual(expected.at, 10);
}, wickFile);
