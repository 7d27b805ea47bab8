/* SPDX-License-Identifier: MIT */
// The loop is empty and nothing has been said: an answer must go out all the
// same, or the function is billed until its timeout.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const never = () => new Promise(() => {});

async function answer(open, handler, env) {
  const files = {
    '/var/task/index.js': { exports: { handler }, namespace: { handler } },
  };
  const runtime = open({ files, env });
  await runtime.init();
  const result = await runtime.invoke({});
  return { ...result, runtime };
}

const exits = [
  ['async', async () => { await never(); }, '', 'Runtime.NodeJsExit'],
  ['async', async () => { await never(); }, '22', 'Runtime.NodeJsExit'],
  ['promise', () => never(), '', 'Runtime.NodeJsExit'],
  ['promise', () => never(), '22', null],
  ['callback never called', (a, b, c) => { void c; }, '', null],
  ['callback never called', (a, b, c) => { void c; }, '22', null],
  ['callback handler, promise', (a, b, c) => { void c; return never(); }, '',
   null],
  ['async callback handler', async (a, b, c) => { void c; await never(); }, '',
   'Runtime.NodeJsExit'],
];

for (const [name, handler, mode, type] of exits) {
  scenario(`${name}${mode && `, Node ${mode}`}`, async (open) => {
    const result = await answer(open, handler, { WICK_NODE_COMPAT: mode });
    if (type === null) {
      equal(result.kinds, 'response next');
      equal(result.response, 'null');
    } else {
      equal(result.kinds, 'error next');
      equal(result.errorType, type);
      equal(result.error.errorMessage.startsWith('The Lambda runtime client ' +
        'detected an unexpected Node.js exit code.'), true);
    }
  });
}

scenario('Node 24 exits with 13', async (open) => {
  const result = await answer(open, async () => { await never(); },
                              { WICK_NODE_COMPAT: '24' });
  equal(result.kinds, 'exit');
  equal(result.exit, 13);
});

scenario('the environment lives on', async (open) => {
  const { runtime } = await answer(open,
    async (event) => (event.a ? 'fine' : never()));
  equal((await runtime.invoke({ a: 1 })).response, '"fine"');
});

scenario('a promise settled afterwards says nothing', async (open) => {
  let resolve;
  const handler = (event) => (event.a ? 'next' :
    new Promise((settle) => { resolve = settle; }));
  const { runtime } = await answer(open, handler);
  const from = runtime.traffic.length;
  resolve('late');
  await new Promise(setImmediate);
  equal(runtime.traffic.length, from);
  equal((await runtime.invoke({ a: 1 })).response, '"next"');
});

scenario('agents stand before the answer', async (open) => {
  const symbol = Symbol.for('aws.lambda.beforeExit');
  const steps = [];
  const runtime = open({
    handler: (event, context, callback) => {
      const previous = globalThis[symbol];
      globalThis[symbol] = () => {
        steps.push('agent');
        previous();
      };
      callback(null, steps);
    },
  });
  await runtime.init();
  equal((await runtime.invoke({})).response, '["agent"]');
  equal((await runtime.invoke({})).response, '["agent","agent"]');
});

scenario('an agent that takes itself away', async (open) => {
  const runtime = open({
    handler: (event, context, callback) => {
      globalThis[Symbol.for('aws.lambda.beforeExit')] = undefined;
      callback(null, 1);
    },
  });
  await runtime.init();
  equal((await runtime.invoke({})).response, '1');
});
