/* SPDX-License-Identifier: MIT */
// globalThis.awslambda: there before the function's module is run, unless the
// function does not want it.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

scenario('its members', async (open) => {
  let seen;
  const runtime = open({
    files: {
      '/var/task/index.js': {
        get exports() {
          seen = Object.keys(globalThis.awslambda);
          return { handler: async () => 1 };
        },
      },
    },
  });
  await runtime.init();
  equal(seen, ['streamifyResponse', 'HttpResponseStream',
    'registerBeforeSnapshot', 'registerAfterRestore', 'InvokeStore']);
});

scenario('what a layer put there stays', async (open) => {
  const runtime = open({ handler: async () => 1 });
  globalThis.awslambda = { agent: 1 };
  await runtime.init();
  equal(globalThis.awslambda.agent, 1);
  equal(typeof globalThis.awslambda.streamifyResponse, 'function');
});

scenario('it can be switched off', async (open) => {
  for (const off of ['1', 'true']) {
    const runtime = open({
      handler: async () => 1,
      env: { AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA: off },
    });
    await runtime.init();
    equal(globalThis.awslambda, undefined);
    equal((await runtime.invoke({})).response, '1');
  }
});

scenario('streamifyResponse marks and returns the handler', async (open) => {
  const runtime = open({ handler: async () => 1 });
  await runtime.init();
  const { streamifyResponse } = globalThis.awslambda;
  const handler = async () => {};
  equal(streamifyResponse(handler, { highWaterMark: 10 }) === handler, true);
  equal(handler[Symbol.for('aws.lambda.runtime.handler.streaming')],
        'response');
  equal(handler[Symbol.for(
    'aws.lambda.runtime.handler.streaming.highWaterMark')], 10);
});
