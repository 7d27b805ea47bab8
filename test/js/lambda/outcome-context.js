/* SPDX-License-Identifier: MIT */
// context.done, succeed and fail, which answer without waiting for the loop.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

async function answer(open, act, env) {
  let timer;
  const runtime = open({
    handler: (event, context) => {
      timer = setTimeout(() => {}, 1e6);
      act(context);
    },
    env,
  });
  await runtime.init();
  const result = await runtime.invoke({});
  clearTimeout(timer);
  return result;
}

scenario('succeed', async (open) => {
  equal((await answer(open, (context) => context.succeed([1]))).response,
        '[1]');
});

scenario('done', async (open) => {
  equal((await answer(open, (context) => context.done(null, 2))).response, '2');
  equal((await answer(open, (context) => context.done(new Error('d'))))
    .error.errorMessage, 'd');
});

scenario('fail', async (open) => {
  equal((await answer(open, (context) => context.fail(new Error('f'))))
    .error.errorMessage, 'f');
});

scenario('fail with nothing', async (open) => {
  for (const value of [null, undefined]) {
    equal((await answer(open, (context) => context.fail(value))).error,
          { errorType: 'string', errorMessage: 'handled', trace: [] });
  }
});

scenario('they need no this', async (open) => {
  equal((await answer(open, ({ succeed }) => succeed('x'))).response, '"x"');
  equal((await answer(open, ({ fail }) => fail('y'))).errorType, 'string');
  equal((await answer(open, ({ done }) => done(null, 'z'))).response, '"z"');
});

scenario('Node 24 has none of them', async (open) => {
  const handler = (event, context) => [typeof context.done,
    typeof context.succeed, typeof context.fail,
    'callbackWaitsForEmptyEventLoop' in context];
  const runtime = open({
    files: { '/var/task/index.js': { namespace: { handler } } },
    env: { WICK_NODE_COMPAT: '24' },
  });
  await runtime.init();
  equal((await runtime.invoke({})).response,
        '["undefined","undefined","undefined",false]');
});
