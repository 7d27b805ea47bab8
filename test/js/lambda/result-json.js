/* SPDX-License-Identifier: MIT */
// The response is JSON.stringify's text, with null for what has none.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

async function answer(open, value, env) {
  const runtime = open({ handler: async () => value, env });
  await runtime.init();
  return runtime.invoke({});
}

const values = [
  ['undefined', undefined, 'null'],
  ['null', null, 'null'],
  ['a function', () => {}, 'null'],
  ['a symbol', Symbol('s'), 'null'],
  ['a string', 'abc', '"abc"'],
  ['non-ASCII', '\u00e9\u26a1', '"\u00e9\u26a1"'],
  ['a lone surrogate', '\ud800', '"\\ud800"'],
  ['NaN', NaN, 'null'],
  ['a Buffer', Buffer.from('ab'), '{"type":"Buffer","data":[97,98]}'],
  ['a Date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ['toJSON', { toJSON: () => ({ x: 1 }) }, '{"x":1}'],
  ['toJSON of undefined', { toJSON() {} }, 'null'],
  ['a proxy response', { statusCode: 200, body: 'b' },
   '{"statusCode":200,"body":"b"}'],
];

for (const [name, value, text] of values) {
  scenario(name, async (open) => {
    equal((await answer(open, value)).response, text);
  });
}

const circular = {};
circular.self = circular;

for (const [name, value] of [['circular', circular], ['BigInt', 1n],
  ['toJSON that throws', { toJSON() { throw new Error('t'); } }]]) {
  scenario(`${name} is an error of the invocation`, async (open) => {
    const result = await answer(open, value);
    equal(result.kinds, 'error next');
    equal(result.errorType, 'Runtime.JSONStringifyError');
    equal(result.error.errorMessage, 'Unable to stringify response body');
    equal((await answer(open, value, { WICK_NODE_COMPAT: '22' })).errorType,
          'Error');
  });
}

scenario('the callback has the same rules', async (open) => {
  const runtime = open({
    handler: (event, context, callback) => callback(null, 1n),
  });
  await runtime.init();
  equal((await runtime.invoke({})).errorType, 'Runtime.JSONStringifyError');
});

scenario('a large response is handed on whole', async (open) => {
  const text = 'x'.repeat(6291556);
  equal((await answer(open, text)).response.length, text.length + 2);
});

scenario('a response that is too large to be posted', async (open) => {
  const runtime = open({ handler: async () => 'xxxx', responseMax: 5 });
  await runtime.init();
  const { kinds, errorType, error } = await runtime.invoke({});
  equal(kinds, 'error next');
  equal(errorType, 'Function.ResponseSizeTooLarge');
  equal(error.errorMessage, 'Response payload size (6 bytes) exceeded ' +
    'maximum allowed payload size (6291556 bytes).');
});
