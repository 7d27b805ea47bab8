// SPDX-License-Identifier: MIT
// A small endurance run, with every kind of invocation and of end.
'use strict';

const { assert, invoke, path, request, serve, STREAM, test } =
  require('../wick/harness.js');
const { Drive, bootstrap } = require('./drive.js');
const { buffered, endings, streamed } = require('./mix.js');

const COUNT = 200;
// A busy machine is no reason for a time-out: nothing here waits for one.
const PATIENT_S = 900;
const TIMES_OUT = ['hang', 'spin'];

function run(name, kinds, isStreaming) {
  const ends = endings(kinds).filter((end) => !TIMES_OUT.includes(end));
  return new Drive({ name, kinds, isStreaming, count: COUNT, seed: 7, ends })
    .execute(PATIENT_S);
}

test('a-few-hundred-invocations-of-all-kinds', async () => {
  const results = await Promise.all([
    run('buffered', buffered, false),
    run('streamed', streamed, true),
  ]);
  const asked = new Set(results.flatMap((result) => [...result.asked.keys()]));
  for (const name of Object.keys({ ...buffered, ...streamed })) {
    assert.ok(asked.has(name) || TIMES_OUT.includes(name),
      `${name} was among them`);
  }
}, bootstrap);

// One that waits, one that computes, one in the middle of its stream; what
// comes next finds a new process. It may be late itself on a busy machine, and
// is asked again then.
test('time-outs-and-what-follows', async () => {
  const ask = async (name, event) => {
    const run = await serve(['-C', path.join(__dirname, 'functions'), '-t', '1',
      `${name}.handler`], { env: { WICK_BOOTSTRAP: bootstrap } });
    const send = (body) => (name === 'streamed' ?
      request(run.port, { path: STREAM, body }) : invoke(run, body));
    const answer = await send(JSON.stringify(event));
    const kind = name === 'streamed' ? streamed.hang : buffered.hang;
    kind.check(answer, { ...event, target: STREAM });
    const next = name === 'streamed' ?
      { kind: 'stream', n: 1, pieces: 2, size: 3 } : { kind: 'echo', value: 1 };
    const wanted = name === 'streamed' ? 'bbbccc' : '1';
    let text;
    do {
      ({ text } = await send(JSON.stringify(next)));
    } while (/^Task timed out/.test(text));
    assert.strictEqual(text, wanted);
  };
  await Promise.all([
    ask('buffered', { kind: 'hang', n: 1 }),
    ask('buffered', { kind: 'spin', n: 1 }),
    ask('streamed', { kind: 'hang', n: 1, pieces: 3, size: 100 }),
  ]);
}, bootstrap);
