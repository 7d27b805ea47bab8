/* SPDX-License-Identifier: MIT */
// A rejection that nobody handles: Runtime.UnhandledPromiseRejection and 128.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const turns = () =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

scenario('while a module is loaded', async (open) => {
  const runtime = open({
    files: {
      '/var/task/index.mjs': {
        get namespace() {
          Promise.reject(new Error('top'));
          return new Promise((resolve) => setTimeout(resolve, 1e6).unref());
        },
      },
    },
  });
  const result = await runtime.init();
  equal(result.kinds, 'initError exit');
  equal(result.errorType, 'Runtime.UnhandledPromiseRejection');
  equal(result.error.errorMessage, 'Error: top');
  equal(result.exit, 128);
});

scenario('while an invocation runs', async (open) => {
  const reason = new RangeError('r');
  const runtime = open({
    handler: () => {
      Promise.reject(reason);
      return new Promise(() => {});
    },
  });
  await runtime.init();
  const result = await runtime.invoke({});
  equal(result.kinds, 'error exit');
  equal(result.errorType, 'Runtime.UnhandledPromiseRejection');
  equal(result.error.errorMessage, 'RangeError: r');
  equal(result.error.trace[0],
        'Runtime.UnhandledPromiseRejection: RangeError: r');
  equal(result.exit, 128);
  const [label, error] = runtime.logged[0];
  equal(label, 'Unhandled Promise Rejection');
  equal(error.reason === reason, true);
  equal(error.promise instanceof Promise, true);
});

scenario('with something that is no error', async (open) => {
  const runtime = open({
    handler: () => {
      Promise.reject(7);
      return new Promise(() => {});
    },
  });
  await runtime.init();
  equal((await runtime.invoke({})).error.errorMessage, '7');
});

scenario('behind the answer the answer stands', async (open) => {
  const runtime = open({
    handler: async () => {
      setImmediate(() => Promise.reject(new Error('late')));
      return 'fine';
    },
  });
  await runtime.init();
  const from = runtime.traffic.length;
  equal((await runtime.invoke({})).response, '"fine"');
  await turns();
  equal(runtime.since(from).kinds, 'response next exit');
  equal(runtime.since(from).exit, 128);
});

scenario('the rejected promise of a handler is none', async (open) => {
  const runtime = open({ handler: async () => { throw new Error('h'); } });
  await runtime.init();
  const from = runtime.traffic.length;
  await runtime.invoke({});
  await turns();
  equal(runtime.since(from).kinds, 'error next');
});

scenario('the function can take the listener off', async (open) => {
  const heard = [];
  const runtime = open({
    handler: async () => {
      process.removeAllListeners('unhandledRejection');
      process.on('unhandledRejection', (reason) => heard.push(reason));
      Promise.reject('mine');
      await turns();
      return 'alive';
    },
  });
  await runtime.init();
  const result = await runtime.invoke({});
  equal(result.kinds, 'response next');
  equal(heard, ['mine']);
});
