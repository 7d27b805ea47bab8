/* SPDX-License-Identifier: MIT */
// The heap's limit ends a call without that any of its code runs any more: C
// says so, and the invocation is answered once, whatever was half done.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const limit = new RangeError('JavaScript heap out of memory: 9 MB');

// What C does while @run is ended: nothing after it happens.
function ended(runtime, isAnswered) {
  const from = runtime.state.traffic.length;
  runtime.state.main.outOfMemory(limit, isAnswered);
  return runtime.since(from);
}

function begin(runtime) {
  runtime.state.event = '1';
  runtime.state.main.invoke('id-1', Date.now() + 3000, 'arn:aws:lambda:x');
}

scenario('the invocation fails and the next one runs', async (open) => {
  const runtime = open({
    handler: (event) => event === 1 ? new Promise(() => {}) : 'fine',
  });
  await runtime.init();
  begin(runtime);
  const result = ended(runtime, false);
  equal(result.kinds, 'error');
  equal(result.errorType, 'Runtime.OutOfMemory');
  equal(result.error.errorType, 'Runtime.OutOfMemory');
  equal(result.error.errorMessage, limit.message);
  equal(runtime.logged.map((entry) => entry[0]), ['Invoke Error']);
  equal((await runtime.invoke(2)).response, '"fine"');
});

scenario('what the ended call does later is ignored', async (open) => {
  let answer;
  const runtime = open({
    handler: (event, context, callback) => {
      if (event === 1) {
        answer = callback;
      } else {
        answer(null, 'late');
        callback(null, 'own');
      }
    },
  });
  await runtime.init();
  begin(runtime);
  ended(runtime, false);
  equal((await runtime.invoke(2)).kinds, 'response next');
});

scenario('after the answer it is only logged', async (open) => {
  const runtime = open({ handler: async () => 'done' });
  await runtime.init();
  await runtime.invoke(1);
  equal(ended(runtime, true).kinds, '');
  equal(runtime.logged.length, 1);
});

scenario('a stream that has begun ends with trailers', async (open) => {
  const runtime = open({
    module: {
      get handler() {
        return globalThis.awslambda.streamifyResponse(async (event, stream) => {
          stream.write('some');
          await new Promise(() => {});
        });
      },
    },
  });
  await runtime.init();
  begin(runtime);
  const result = ended(runtime, false);
  equal(result.kinds, 'streamEnd');
  equal(result.trailerType, 'Runtime.OutOfMemory');
});

scenario('init fails with it', async (open) => {
  const runtime = open({
    files: {
      '/var/task/index.mjs': {
        get namespace() {
          return new Promise(() => {});
        },
      },
    },
  });
  runtime.init();
  const result = ended(runtime, false);
  equal(result.kinds, 'initError exit');
  equal(result.errorType, 'Runtime.OutOfMemory');
});
