/* SPDX-License-Identifier: MIT */
// From the module to the function.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const fn = async () => 'here';

async function initOf(open, options, name) {
  const runtime = open(options);
  const result = await runtime.init(name);
  return { runtime, result };
}

async function found(open, options, name) {
  const { runtime, result } = await initOf(open, options, name);
  equal(result.kinds, 'next', name);
  equal((await runtime.invoke({})).response, '"here"', name);
}

const namespace = (value) => ({
  files: { '/var/task/index.mjs': { namespace: value } },
});

scenario('a nested export', async (open) => {
  await found(open, { module: { a: { b: { handler: fn } } } },
              'index.a.b.handler');
});

scenario('the default export', async (open) => {
  await found(open, { module: { default: fn } }, 'index.default');
  await found(open, namespace({ default: fn }), 'index.default');
});

scenario('below the default export of a module', async (open) => {
  await found(open, namespace({ default: { handler: fn } }), 'index.handler');
});

scenario('a CommonJS module is its default export', async (open) => {
  await found(open, { module: fn }, 'index.default');
});

scenario('Node 22 takes the module as it is', async (open) => {
  const env = { WICK_NODE_COMPAT: '22' };
  const { result } = await initOf(open, {
    ...namespace({ default: { handler: fn } }), env,
  }, 'index.handler');
  equal(result.errorType, 'Runtime.HandlerNotFound');
});

scenario('a missing export', async (open) => {
  const { result } = await initOf(open, { module: { other: fn } },
                                  'index.handler');
  equal(result.kinds, 'initError exit');
  equal(result.errorType, 'Runtime.HandlerNotFound');
  equal(result.error.errorMessage,
        'index.handler is undefined or not exported');
  equal(result.error.trace[0], 'Runtime.HandlerNotFound: index.handler is ' +
    'undefined or not exported');
});

scenario('a missing parent of the export', async (open) => {
  const { result } = await initOf(open, { module: { a: null } },
                                  'index.a.b.handler');
  equal(result.error.errorMessage,
        'index.a.b.handler is undefined or not exported');
});

scenario('an export that is no function', async (open) => {
  const { result } = await initOf(open, { module: { handler: {} } },
                                  'index.handler');
  equal(result.errorType, 'Runtime.HandlerNotFound');
  equal(result.error.errorMessage, 'index.handler is not a function');
});

scenario('an empty export name', async (open) => {
  const { result } = await initOf(open, { module: {} }, 'index.');
  equal(result.error.errorMessage, 'index. is undefined or not exported');
});
