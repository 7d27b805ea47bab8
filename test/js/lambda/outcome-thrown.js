/* SPDX-License-Identifier: MIT */
// What is thrown or rejected with, as the caller of the function sees it.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

async function failure(open, handler, env) {
  const runtime = open({ handler, env });
  await runtime.init();
  const result = await runtime.invoke({});
  equal(result.kinds, 'error next');
  equal(result.errorType, result.error.errorType);
  return result.error;
}

const throws = (value) => () => {
  throw value;
};
const rejects = (value) => async () => {
  throw value;
};
const brief = (error) => [error.errorType, error.errorMessage];

scenario('an error', async (open) => {
  for (const how of [throws, rejects]) {
    equal(brief(await failure(open, how(new RangeError('r')))),
          ['RangeError', 'r']);
  }
});

scenario('a string', async (open) => {
  for (const how of [throws, rejects]) {
    equal(await failure(open, how('text')),
          { errorType: 'string', errorMessage: 'text', trace: [] });
  }
});

scenario('nothing', async (open) => {
  for (const how of [throws, rejects]) {
    equal(brief(await failure(open, how(null))), ['object', 'null']);
    equal(brief(await failure(open, how(undefined))),
          ['undefined', 'undefined']);
  }
});

scenario('nothing, to Node 22', async (open) => {
  const env = { WICK_NODE_COMPAT: '22' };
  equal(await failure(open, rejects(null), env),
        { errorType: 'string', errorMessage: 'handled', trace: [] });
  equal((await failure(open, throws(undefined), env)).errorType, 'handled');
});

scenario('cause, errors and code stay out of the body', async (open) => {
  const error = new Error('m', { cause: new Error('c') });
  error.code = 'CODE';
  equal(Object.keys(await failure(open, throws(error))),
        ['errorType', 'errorMessage', 'trace']);
});

scenario('a name of its own', async (open) => {
  class Custom extends Error {
    get name() {
      return 'Custom';
    }
  }
  equal(brief(await failure(open, throws(new Custom('m')))), ['Custom', 'm']);
});
