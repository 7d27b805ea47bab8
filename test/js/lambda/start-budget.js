/* SPDX-License-Identifier: MIT */
// The files that an ordinary function runs before its first answer. Each is
// work of every cold start: a name more here needs a reason.
'use strict';

const { scenario, equal, streaming } = require('../lambda_host.js');

scenario('a buffered handler', async (open) => {
  const runtime = open({ handler: async () => 1, records: [] });
  await runtime.init();
  await runtime.invoke({});
  equal(runtime.loadedNames(), ['internal/text', 'lambda/awslambda',
    'lambda/console', 'lambda/context', 'lambda/handler_load', 'lambda/handler_path', 'lambda/invoke',
    'lambda/main', 'lambda/trace']);
});

scenario('a streaming handler', async (open) => {
  const runtime = await streaming(open, async (stream) => {
    stream.end();
  }, { records: [] });
  await runtime.invoke({});
  equal(runtime.loadedNames(), ['internal/stream_kinds', 'internal/text', 'lambda/awslambda',
    'lambda/console', 'lambda/context', 'lambda/handler_load', 'lambda/handler_path', 'lambda/invoke',
    'lambda/invoke_stream', 'lambda/main', 'lambda/response_stream',
    'lambda/stream_bytes', 'lambda/stream_events', 'lambda/trace']);
});
