/* SPDX-License-Identifier: MIT */
// The symbol by which a handler says that it streams.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const MARKER = Symbol.for('aws.lambda.runtime.handler.streaming');
const MARK = Symbol.for('aws.lambda.runtime.handler.streaming.highWaterMark');

async function loaded(open, marker, mark) {
  const handler = async () => 1;
  handler[MARKER] = marker;
  handler[MARK] = mark;
  const { load, native } = open({ handler });
  return load('lambda/handler_load').load('index.handler', '/var/task',
                                          native.loader, 0);
}

scenario('no marker', async (open) => {
  for (const marker of [undefined, null, false]) {
    const { isStreaming, highWaterMark } = await loaded(open, marker);
    equal(isStreaming, false);
    equal(highWaterMark, undefined);
  }
});

scenario('response', async (open) => {
  equal((await loaded(open, 'response')).isStreaming, true);
});

scenario('anything else', async (open) => {
  for (const marker of ['request', true, 1]) {
    const error = await loaded(open, marker).catch((reason) => reason);
    equal(`${error}`, 'Runtime.MalformedStreamingHandler: ' +
      'Only response streaming is supported.');
  }
});

scenario('the high-water mark', async (open) => {
  const mark = async (value) =>
    (await loaded(open, 'response', value)).highWaterMark;
  equal(await mark(16384), 16384);
  equal(await mark('100'), 100);
  equal(await mark(0), 0);
  equal(await mark('none'), undefined);
  equal(await mark(-1), undefined);
});
