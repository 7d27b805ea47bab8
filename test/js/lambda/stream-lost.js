/* SPDX-License-Identifier: MIT */
// The Runtime API's connection is gone in mid-stream: the function hears of it,
// the runtime goes on, nothing more is sent.
'use strict';

const { scenario, equal, streaming } = require('../lambda_host.js');

scenario('the function hears of it', async (open) => {
  const heard = [];
  const runtime = await streaming(open, async (stream) => {
    stream.on('error', (error) => heard.push(error.code, error.message));
    stream.on('close', () => heard.push('close'));
    stream.write('a');
    runtime.state.main.drain('connection reset by peer');
    await new Promise(setImmediate);
    heard.push(stream.write('b', (error) => heard.push(error.code)));
    stream.end();
    await new Promise(setImmediate);
  });
  const result = await runtime.invoke({});
  equal(result.kinds, 'streamStart write next');
  equal(heard, ['ECONNRESET', 'connection reset by peer', 'close', false,
    'ERR_STREAM_DESTROYED']);
  equal(runtime.logged[0][1].code, 'ECONNRESET');
});

scenario('nobody listens', async (open) => {
  const runtime = await streaming(open, async (stream, event) => {
    stream.write('a');
    if (event === 1) {
      runtime.state.main.drain('gone');
    }
    stream.end();
  });
  equal((await runtime.invoke(1)).kinds, 'streamStart write next');
  equal((await runtime.invoke(2)).kinds,
        'streamStart write streamEnd next');
});

scenario('writers that wait are let go', async (open) => {
  const heard = [];
  const runtime = await streaming(open, async (stream) => {
    stream.write('0123456789', (error) => heard.push(error.code));
    stream.write('x', (error) => heard.push(error.code));
    stream.end((error) => heard.push(error.code));
    runtime.state.main.drain('gone');
    await new Promise(setImmediate);
  }, { room: 4 });
  await runtime.invoke({});
  equal(heard, ['ECONNRESET', 'ECONNRESET', 'ECONNRESET']);
});

scenario('behind the end it does not matter', async (open) => {
  const runtime = await streaming(open, async (stream) => {
    stream.end('whole');
    await new Promise(setImmediate);
    runtime.state.main.drain('gone');
  });
  equal((await runtime.invoke({})).kinds, 'streamStart write streamEnd next');
  equal(runtime.logged, []);
});
