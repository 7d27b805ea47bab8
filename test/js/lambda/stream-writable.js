/* SPDX-License-Identifier: MIT */
// The stream as a Writable: members, events, and what comes too late.
'use strict';

const { scenario, equal, streaming } = require('../lambda_host.js');

const turn = () => new Promise(setImmediate);

async function run(open, body, options) {
  const runtime = await streaming(open, body, options);
  const result = await runtime.invoke({});
  await turn();
  return result;
}

scenario('the members of the managed runtime are there', async (open) => {
  await run(open, async (stream) => {
    for (const name of ['cork', 'destroy', 'end', 'uncork', 'write',
      'addListener', 'emit', 'eventNames', 'getMaxListeners', 'listenerCount',
      'listeners', 'off', 'on', 'once', 'prependListener',
      'prependOnceListener', 'rawListeners', 'removeAllListeners',
      'removeListener', 'setMaxListeners', 'setContentType',
      'setDefaultEncoding']) {
      equal(typeof stream[name], 'function', name);
    }
    const states = {};
    for (const name of ['destroyed', 'writable', '_onBeforeFirstWrite',
      'writableFinished', 'writableObjectMode', 'writableBuffer',
      'writableEnded', 'writableNeedDrain', 'writableHighWaterMark',
      'writableCorked', 'writableLength', 'closed', 'errored',
      'writableAborted']) {
      equal(name in stream, true, name);
      states[name] = stream[name];
    }
    equal(states, { destroyed: false, writable: true,
                    _onBeforeFirstWrite: undefined, writableFinished: false,
                    writableObjectMode: false, writableBuffer: [],
                    writableEnded: false, writableNeedDrain: false,
                    writableHighWaterMark: 65536, writableCorked: 0,
                    writableLength: 0, closed: false, errored: null,
                    writableAborted: false });
    stream.end();
  });
});

scenario('the events of a good end', async (open) => {
  const steps = [];
  let stream;
  await run(open, async (responseStream) => {
    stream = responseStream;
    for (const name of ['finish', 'close', 'error', 'drain']) {
      stream.on(name, () => steps.push(name));
    }
    stream.write('x', (error) => steps.push(['write', error]));
    stream.end('y', (error) => steps.push(['end', error]));
    steps.push([stream.writable, stream.writableEnded]);
    await turn();
  });
  equal(steps, [[false, true], ['write', null], ['end', null], 'finish',
    'close']);
  equal([stream.writableFinished, stream.destroyed, stream.closed,
    stream.writableAborted], [true, true, true, false]);
});

scenario('write after end', async (open) => {
  const steps = [];
  const { bytes, trailerType } = await run(open, async (stream) => {
    stream.on('error', (error) => steps.push(error.code));
    stream.end('x');
    steps.push(stream.write('y', (error) => steps.push(['cb', error.code])));
    stream.end('z');
    await turn();
  });
  equal(bytes.toString(), 'x');
  equal(trailerType, undefined);
  equal(steps, [false, ['cb', 'ERR_STREAM_WRITE_AFTER_END'],
    'ERR_STREAM_WRITE_AFTER_END', 'ERR_STREAM_WRITE_AFTER_END']);
});

scenario('end after end', async (open) => {
  const steps = [];
  await run(open, async (stream) => {
    stream.end((error) => steps.push(error));
    stream.end((error) => steps.push(error));
    stream.end();
    await turn();
    stream.end((error) => steps.push(error.code));
    await turn();
  });
  equal(steps, [null, null, 'ERR_STREAM_ALREADY_FINISHED']);
});

scenario('end after destroy', async (open) => {
  const steps = [];
  await run(open, async (stream) => {
    stream.destroy();
    stream.end('x', (error) => steps.push(error.code));
    stream.write('y', (error) => steps.push(error.code));
    await turn();
  });
  equal(steps, ['ERR_STREAM_DESTROYED', 'ERR_STREAM_DESTROYED']);
});

scenario('cork holds back, uncork lets go', async (open) => {
  const runtime = await streaming(open, async (stream) => {
    stream.cork();
    stream.cork();
    stream.write('a');
    stream.write('b');
    equal([stream.writableCorked, stream.writableLength], [2, 2]);
    stream.uncork();
    equal(runtime.traffic.filter((call) => call[0] === 'write').length, 0);
    stream.uncork();
    equal(runtime.traffic.filter((call) => call[0] === 'write').length, 2);
    stream.uncork();
    stream.cork();
    stream.end('c');
  });
  equal((await runtime.invoke({})).bytes.toString(), 'abc');
});

scenario('drain after uncork', async (open) => {
  const steps = [];
  await run(open, async (stream) => {
    stream.on('drain', () => steps.push('drain'));
    stream.cork();
    steps.push(stream.write('0123456789'));
    stream.uncork();
    steps.push('uncorked');
    await turn();
    stream.end();
  }, { stream: { highWaterMark: 4 } });
  equal(steps, [false, 'uncorked', 'drain']);
});

scenario('methods chain', async (open) => {
  await run(open, async (stream) => {
    equal(stream.on('x', () => {}) === stream, true);
    equal(stream.setDefaultEncoding('utf8') === stream, true);
    equal(stream.end() === stream, true);
    equal(stream.destroy() === stream, true);
  });
});

scenario('writable and destroyed can be set', async (open) => {
  await run(open, async (stream) => {
    stream.writable = false;
    equal(stream.writable, false);
    stream.writable = true;
    stream.end();
  });
});
