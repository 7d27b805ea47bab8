/* SPDX-License-Identifier: MIT */
// Back-pressure: what the connection does not take waits, write() says so, and
// a function that waits for 'drain' keeps little in memory.
'use strict';

const { scenario, equal, streaming } = require('../lambda_host.js');
const { once } = require('node:events');

scenario('write is true while there is room', async (open) => {
  const answers = [];
  const runtime = await streaming(open, async (stream) => {
    answers.push(stream.write('x'.repeat(1e6)), stream.writableLength,
                 stream.writableNeedDrain);
    stream.end();
  });
  await runtime.invoke({});
  equal(answers, [true, 0, false]);
});

scenario('and false behind the high-water mark', async (open) => {
  const answers = [];
  const runtime = await streaming(open, async (stream) => {
    answers.push(stream.writableHighWaterMark);
    answers.push(stream.write('0123456789'), stream.writableLength);
    answers.push(stream.write('abcde'), stream.writableLength,
                 stream.writableNeedDrain);
    answers.push(stream.writableBuffer.map((entry) => entry.chunk.length));
    await once(stream, 'drain');
    answers.push(stream.writableLength, stream.writableNeedDrain);
    stream.end('z');
  }, { room: 4, stream: { highWaterMark: 10 } });
  const { bytes } = await runtime.invoke({});
  equal(answers, [10, true, 6, false, 11, true, [10, 5], 0, false]);
  equal(bytes.toString(), '0123456789abcdez');
});

scenario('a large response in little memory', async (open) => {
  const SIZE = 20 * 1024 * 1024;
  const CHUNK = 64 * 1024;
  let most = 0;
  let sent = 0;
  const runtime = await streaming(open, async (stream) => {
    for (let n = 0; n < SIZE / CHUNK; n++) {
      const isFine = stream.write(Buffer.alloc(CHUNK, n));
      most = Math.max(most, stream.writableLength);
      if (!isFine) {
        await once(stream, 'drain');
      }
    }
    stream.end();
  }, { room: 256 * 1024 });
  const { chunks } = await runtime.invoke({});
  for (const chunk of chunks) {
    for (const at of [0, chunk.length - 1]) {
      equal(chunk[at], Math.floor((sent + at) / CHUNK) % 256);
    }
    sent += chunk.length;
  }
  equal(sent, SIZE);
  equal(most <= 2 * CHUNK, true, `${most}`);
});

scenario('a chunk larger than the buffer', async (open) => {
  const runtime = await streaming(open, async (stream) => {
    stream.end(Buffer.alloc(1e6, 7));
  }, { room: 1000 });
  const result = await runtime.invoke({});
  equal(result.bytes.equals(Buffer.alloc(1e6, 7)), true);
  equal(result.chunks.length, 1000);
});

scenario('end waits for what waits', async (open) => {
  const steps = [];
  const runtime = await streaming(open, async (stream) => {
    stream.write('0123456789', () => steps.push('written'));
    stream.end('ab', () => steps.push('ended'));
    steps.push(stream.writableEnded, stream.writableFinished);
    stream.on('finish', () => steps.push('finish'));
    stream.on('drain', () => steps.push('drain'));
  }, { room: 4 });
  const result = await runtime.invoke({});
  await new Promise(setImmediate);
  equal(result.chunks.map(String), ['0123', '4567', '89', 'ab']);
  equal(result.kinds.endsWith('write streamEnd next'), true);
  equal(steps, [true, false, 'written', 'ended', 'finish']);
});

scenario('an error comes behind what waits', async (open) => {
  const runtime = await streaming(open, async (stream) => {
    stream.write('0123456789');
    throw new Error('e');
  }, { room: 4 });
  const result = await runtime.invoke({});
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  equal(result.bytes.toString(), '0123456789');
  equal(result.kinds, 'streamStart write write write streamEnd next');
  equal(runtime.since(1).kinds, result.kinds);
});

scenario('callbacks come in the order of the writes', async (open) => {
  const steps = [];
  const runtime = await streaming(open, async (stream) => {
    for (let n = 0; n < 5; n++) {
      stream.write(`${n}${n}${n}`, () => steps.push(n));
    }
    steps.push('sync');
    stream.end();
  }, { room: 4 });
  await runtime.invoke({});
  equal(steps, ['sync', 0, 1, 2, 3, 4]);
});
