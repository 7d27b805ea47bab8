// SPDX-License-Identifier: MIT
// Processes that are killed or stand still, on either side, at the worst time.
'use strict';

const { assert, INVOKE, invoke, logged, path, request, serve, STREAM, test } =
  require('../wick/harness.js');
const { Api, start, stopped } = require('./api.js');
const { Drive, bootstrap, bootstrapOf } = require('./drive.js');
const { buffered, streamed } = require('./mix.js');

const functions = path.join(__dirname, 'functions');
const env = { WICK_BOOTSTRAP: bootstrap };

function whole(name, run) {
  test(name, run, bootstrap);
}

// ---- bootstrap is killed ----

whole('killed-in-mid-invocation', async () => {
  const run = await serve(['-C', functions, 'held.handler'], { env });
  assert.strictEqual((await invoke(run, '{"n":1}')).text, '1');
  const first = bootstrapOf(run);
  const held = invoke(run, '{"n":2,"holds":true}');
  await logged(run, /holds 2/);
  process.kill(first, 'SIGKILL');
  const answer = await held;
  assert.strictEqual(answer.status, 502);
  const document = JSON.parse(answer.text);
  assert.strictEqual(document.errorType, 'Runtime.ExitError');
  assert.match(document.errorMessage,
    /^RequestId: \S+ Error: Runtime exited with error: signal: killed$/);
  assert.strictEqual((await invoke(run, '{"n":3}')).text, '3');
  assert.notStrictEqual(bootstrapOf(run), first);
});

whole('killed-while-others-wait', async () => {
  const run = await serve(['-C', functions, 'held.handler'], { env });
  const held = invoke(run, '{"n":1,"holds":true}');
  await logged(run, /holds 1/);
  const others = [2, 3, 4].map((n) => invoke(run, `{"n":${n}}`));
  process.kill(bootstrapOf(run), 'SIGKILL');
  assert.strictEqual((await held).status, 502);
  const answers = await Promise.all(others);
  assert.deepStrictEqual(answers.map(({ text }) => text), ['2', '3', '4']);
});

whole('killed-between-two', async () => {
  const run = await serve(['-C', functions, 'held.handler'], { env });
  await invoke(run, '{"n":1}');
  // The answer is not the end of an invocation: asking for the next one is.
  await logged(run, /REPORT /);
  process.kill(bootstrapOf(run), 'SIGKILL');
  await logged(run, /ended between invocations: signal: killed/);
  assert.strictEqual((await invoke(run, '{"n":2}')).text, '2');
});

// Behind its answer and in front of its next event: the answer stands.
whole('killed-behind-an-answer', async () => {
  const run = await serve(['-C', functions, 'held.handler'], { env });
  for (let n = 0; n < 10; n++) {
    assert.strictEqual((await invoke(run, `{"n":${n}}`)).text, `${n}`);
    process.kill(bootstrapOf(run), 'SIGKILL');
    while (bootstrapOf(run) !== undefined) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
});

whole('killed-in-the-middle-of-a-stream', async () => {
  const run = await serve(['-C', functions, 'streamed.handler'], { env });
  let isKilled = false;
  const answer = await request(run.port, { path: STREAM,
    body: '{"kind":"hang","n":0,"pieces":3,"size":1000}',
    onData: () => {
      if (!isKilled) {
        isKilled = true;
        process.kill(bootstrapOf(run), 'SIGKILL');
      }
    } });
  assert.match(answer.trailers['lambda-runtime-function-error-type'],
    /^Runtime\.(TruncatedResponse|ExitError)$/);
  const next = await request(run.port, { path: INVOKE,
    body: '{"kind":"stream","n":1,"pieces":2,"size":3}' });
  assert.strictEqual(next.text, 'bbbccc');
});

// ---- The other side is gone ----

async function direct(handler) {
  const api = await new Api().listen();
  return { api, run: start(api, functions, handler) };
}

// What was lost is said, and the process does not stay for nobody.
async function gaveUp(run) {
  const end = await run.ended;
  assert.deepStrictEqual(end, { status: 1, signal: null }, run.stderr);
  assert.match(run.stdout + run.stderr, /\S/);
}

whole('the-server-is-killed-while-next-waits', async () => {
  const { api, run } = await direct('held.handler');
  await api.invoke({ n: 1 });
  while (api.waiting.length === 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  api.vanish();
  await gaveUp(run);
});

whole('the-server-is-killed-before-the-answer', async () => {
  const { api, run } = await direct('held.handler');
  await api.invoke({ n: 1 });
  api.send({ n: 2 }, () => api.vanish());
  await gaveUp(run);
  assert.match(run.stdout, /holds 2/);
});

whole('the-server-is-killed-in-the-middle-of-a-stream', async () => {
  const { api, run } = await direct('large.handler');
  const posted = api.post();
  api.send({ bytes: 50 << 20 });
  const { request: stream } = await posted;
  stream.on('error', () => {});
  stream.once('data', () => api.vanish());
  await gaveUp(run);
});

// ---- A process that stands still ----

whole('frozen-while-next-waits', async () => {
  const { api, run } = await direct('held.handler');
  await api.invoke({ n: 1 });
  run.child.kill('SIGSTOP');
  await stopped(run.child.pid);
  const answer = api.invoke({ n: 2 });
  run.child.kill('SIGCONT');
  assert.strictEqual((await answer).text, '2');
  run.child.kill('SIGKILL');
  await run.ended;
  api.vanish();
});

// Its connection is closed meanwhile: the event has not been handed out on it.
whole('frozen-while-its-connection-is-closed', async () => {
  const { api, run } = await direct('held.handler');
  await api.invoke({ n: 1 });
  while (api.waiting.length === 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  run.child.kill('SIGSTOP');
  await stopped(run.child.pid);
  api.waiting.length = 0;
  for (const socket of api.sockets) {
    socket.destroy();
  }
  run.child.kill('SIGCONT');
  assert.strictEqual((await api.invoke({ n: 2 })).text, '2');
  run.child.kill('SIGKILL');
  await run.ended;
  api.vanish();
});

whole('frozen-in-the-middle-of-a-stream', async () => {
  const { api, run } = await direct('large.handler');
  const posted = api.post();
  api.send({ bytes: 20 << 20 });
  const { request: stream, answer } = await posted;
  let size = 0;
  let isFrozen = false;
  for await (const bytes of stream) {
    size += bytes.length;
    if (!isFrozen && size > 1 << 20) {
      isFrozen = true;
      run.child.kill('SIGSTOP');
      await stopped(run.child.pid);
      run.child.kill('SIGCONT');
    }
  }
  assert.strictEqual(size, 20 << 20);
  answer.writeHead(202);
  answer.end();
  run.child.kill('SIGKILL');
  await run.ended;
  api.vanish();
});

// wick stops the process between any two.
whole('frozen-between-invocations-of-all-kinds', async () => {
  const figures = await Promise.all([
    new Drive({ name: 'buffered', kinds: buffered, isStreaming: false,
      count: 60, seed: 11, ends: ['exit', 'uncaught'], args: ['--freeze'] })
      .execute(900),
    new Drive({ name: 'streamed', kinds: streamed, isStreaming: true,
      count: 60, seed: 12, ends: ['exit'], args: ['--freeze'] }).execute(900),
  ]);
  assert.deepStrictEqual(figures.map(({ count }) => count), [60, 60]);
});
