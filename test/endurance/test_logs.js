// SPDX-License-Identifier: MIT
// Logs that cannot be written: a full disk, a reader that has gone, descriptors
// that were never open, a pipe that is full. Every invocation is answered, and
// the process lives.
'use strict';

const { execFileSync } = require('node:child_process');
const { assert, folder, fs, path, test } = require('../wick/harness.js');
const { Api, start } = require('./api.js');
const { bootstrap } = require('./drive.js');

const functions = path.join(__dirname, 'functions');
// More than a pipe holds.
const LARGE = 100000;

// Errors are logged by the runtime itself, values by the function alone.
async function answersAll(api, run, size) {
  for (let n = 1; n <= 6; n++) {
    const fails = n % 3 === 0;
    const post = await api.invoke({ n, size, fails });
    if (fails) {
      assert.match(post.path, /\/id-\d+\/error$/);
      assert.strictEqual(JSON.parse(post.text).errorMessage, `failed ${n}`);
    } else {
      assert.match(post.path, /\/id-\d+\/response$/);
      assert.strictEqual(post.text, `${n}`);
    }
  }
  assert.strictEqual(run.child.exitCode, null);
  assert.strictEqual(run.child.signalCode, null);
  assert.deepStrictEqual(api.errors, []);
}

async function end(api, run) {
  run.child.kill('SIGKILL');
  await run.ended;
  api.vanish();
}

function both(name, check) {
  for (const size of [0, LARGE]) {
    test(`${name}-${size === 0 ? 'short' : 'long'}-lines`, async () => {
      const api = await new Api().listen();
      await check(api, size);
    }, bootstrap);
  }
}

both('a-full-disk', async (api, size) => {
  const run = start(api, functions, 'logging.handler',
    { stdio: ['ignore', 'ignore', 'ignore'],
      through: 'exec "$@" >/dev/full 2>/dev/full' });
  await answersAll(api, run, size);
  await end(api, run);
});

// The last reader closes its end while the function lives: EPIPE, and SIGPIPE
// for whoever has not thought of it.
both('a-pipe-without-a-reader', async (api, size) => {
  const run = start(api, functions, 'logging.handler');
  await api.invoke({ n: 0, size: 0 });
  run.child.stdout.destroy();
  run.child.stderr.destroy();
  await answersAll(api, run, size);
  await end(api, run);
});

// The first descriptors that the process opens must not take the place of its
// outputs: its lines would go to the Runtime API.
both('no-descriptors-at-all', async (api, size) => {
  const run = start(api, functions, 'logging.handler',
    { through: 'exec "$@" <&- >&- 2>&-' });
  await answersAll(api, run, size);
  await end(api, run);
});

test('an-output-that-is-closed-and-one-that-is-not', async () => {
  const api = await new Api().listen();
  const run = start(api, functions, 'logging.handler',
    { through: 'exec "$@" >&-' });
  await answersAll(api, run, 0);
  await end(api, run);
  assert.match(run.stderr, /raw err 1/);
  assert.doesNotMatch(run.stderr, /raw out 1/);
}, bootstrap);

// The first error of all, with nowhere to write it.
const nowhere = {
  'a-full-disk': 'exec "$@" >/dev/full 2>/dev/full',
  'no-descriptors': 'exec "$@" <&- >&- 2>&-',
};
for (const [name, through] of Object.entries(nowhere)) {
  test(`an-init-error-is-posted-with-${name}`, async () => {
    const api = await new Api().listen();
    const posted = api.post();
    const run = start(api, folder(), 'absent.handler', { through });
    const post = await api.whole(await posted);
    assert.match(post.path, /\/runtime\/init\/error$/);
    assert.strictEqual(JSON.parse(post.text).errorType,
      'Runtime.ImportModuleError');
    const { status } = await run.ended;
    assert.strictEqual(status, 129);
    api.vanish();
  }, bootstrap);
}

// A pipe whose descriptor does not block and that holds no byte more. Opened
// through a name: a descriptor of the parent's would not block either.
function fullPipe() {
  const file = path.join(folder(), 'pipe');
  execFileSync('mkfifo', [file]);
  const { O_NONBLOCK, O_RDONLY, O_WRONLY } = fs.constants;
  const reader = fs.openSync(file, O_RDONLY | O_NONBLOCK);
  const writer = fs.openSync(file, O_WRONLY | O_NONBLOCK);
  let filled = 0;
  for (const size of [4096, 1]) {
    try {
      for (;;) {
        filled += fs.writeSync(writer, Buffer.alloc(size));
      }
    } catch (error) {
      assert.strictEqual(error.code, 'EAGAIN');
    }
  }
  return { filled, reader, writer };
}

// Reads until @answered is settled, and what is there then.
async function drain(fd, answered) {
  const chunks = [];
  const chunk = Buffer.alloc(65536);
  let isOver = false;
  answered.finally(() => {
    isOver = true;
  });
  for (;;) {
    try {
      const count = fs.readSync(fd, chunk);
      chunks.push(Buffer.from(chunk.subarray(0, count)));
    } catch (error) {
      assert.strictEqual(error.code, 'EAGAIN');
      if (isOver) {
        return Buffer.concat(chunks);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

// Lines wait for room, as they do where the descriptor blocks; none is lost.
test('a-full-pipe-that-does-not-block', async () => {
  const api = await new Api().listen();
  const { filled, reader, writer } = fullPipe();
  const run = start(api, functions, 'logging.handler',
    { stdio: ['ignore', writer, 'pipe'] });
  const answered = api.invoke({ n: 1, size: LARGE });
  const read = drain(reader, answered);
  assert.strictEqual((await answered).text, '1');
  const said = (await read).subarray(filled).toString();
  assert.match(said, /\tout 1 \.+/);
  await end(api, run);
  fs.closeSync(reader);
  fs.closeSync(writer);
}, bootstrap);

// Its reader goes while a line waits for room.
test('a-full-pipe-whose-reader-goes', async () => {
  const api = await new Api().listen();
  const { reader, writer } = fullPipe();
  const run = start(api, functions, 'logging.handler',
    { stdio: ['ignore', writer, 'pipe'] });
  const answered = api.invoke({ n: 1, size: 0 });
  fs.closeSync(reader);
  assert.strictEqual((await answered).text, '1');
  await answersAll(api, run, 0);
  await end(api, run);
  fs.closeSync(writer);
}, bootstrap);
