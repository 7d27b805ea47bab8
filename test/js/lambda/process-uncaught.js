/* SPDX-License-Identifier: MIT */
// An exception that nobody catches, by the real event of the process: where it
// is reported depends on when it comes, and the process ends with 129.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const later = (error) => setImmediate(() => {
  throw error;
});

scenario('while a module is loaded', async (open) => {
  const runtime = open({
    files: {
      '/var/task/index.mjs': {
        get namespace() {
          later(new RangeError('top'));
          return new Promise(() => {});
        },
      },
    },
  });
  const result = await runtime.init();
  equal(result.kinds, 'initError exit');
  equal(result.errorType, 'RangeError');
  equal(result.exit, 129);
  equal(runtime.logged.map((entry) => entry[0]), ['Uncaught Exception']);
});

scenario('while an invocation runs', async (open) => {
  const runtime = open({
    handler: () => {
      later(new RangeError('timer'));
      return new Promise(() => {});
    },
  });
  await runtime.init();
  const result = await runtime.invoke({});
  equal(result.kinds, 'error exit');
  equal(result.error.errorMessage, 'timer');
  equal(result.exit, 129);
});

scenario('in a microtask, in a tick', async (open) => {
  for (const queue of [queueMicrotask, process.nextTick]) {
    const runtime = open({
      handler: () => {
        queue(() => {
          throw new RangeError('queued');
        });
        return new Promise(() => {});
      },
    });
    await runtime.init();
    const result = await runtime.invoke({});
    equal(result.kinds, 'error exit');
    equal(result.error.errorMessage, 'queued');
    process.removeAllListeners('uncaughtException');
    process.removeAllListeners('unhandledRejection');
  }
});

scenario('behind the answer the answer stands', async (open) => {
  const runtime = open({
    handler: async () => {
      later(new Error('late'));
      return 'fine';
    },
  });
  await runtime.init();
  const from = runtime.traffic.length;
  equal((await runtime.invoke({})).response, '"fine"');
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  equal(runtime.since(from).kinds, 'response next exit');
  equal(runtime.logged[0][0], 'Uncaught Exception');
});

scenario('only the first is told of', async (open) => {
  const runtime = open({
    handler: () => {
      later(new Error('one'));
      later(new Error('two'));
      return new Promise(() => {});
    },
  });
  await runtime.init();
  const from = runtime.traffic.length;
  equal((await runtime.invoke({})).error.errorMessage, 'one');
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  equal(runtime.since(from).kinds, 'error exit');
});

scenario('nothing is answered behind it', async (open) => {
  let resolve;
  let callback;
  const runtime = open({
    handler: (event, context, done) => {
      callback = done;
      later(new Error('one'));
      return new Promise((settle) => { resolve = settle; });
    },
  });
  await runtime.init();
  const from = runtime.traffic.length;
  await runtime.invoke({});
  resolve('late');
  callback(null, 'late');
  await new Promise(setImmediate);
  equal(runtime.since(from).kinds, 'error exit');
  equal(runtime.printed, []);
});

scenario('a listener of the function hears it too', async (open) => {
  const heard = [];
  const runtime = open({
    handler: () => {
      process.on('uncaughtException', (error) => heard.push(error.message));
      later(new Error('both'));
      return new Promise(() => {});
    },
  });
  await runtime.init();
  equal((await runtime.invoke({})).kinds, 'error exit');
  await new Promise(setImmediate);
  equal(heard, ['both']);
});

scenario('Node 24 leaves it to the process', async (open) => {
  const runtime = open({
    files: { '/var/task/index.js': { namespace: { handler: async () => 1 } } },
    env: { WICK_NODE_COMPAT: '24' },
  });
  await runtime.init();
  equal(process.listenerCount('uncaughtException'), 0);
  equal(process.listenerCount('unhandledRejection'), 0);
});
