/* SPDX-License-Identifier: MIT */
// A function that changes the intrinsics breaks itself, not its runtime.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const broken = () => {
  throw new Error('tampered');
};

const targets = [
  [Array.prototype, ['push', 'pop', 'slice', 'splice', 'includes', 'join']],
  [String.prototype, ['split', 'slice', 'indexOf', 'includes', 'trim',
    'startsWith', 'endsWith', 'lastIndexOf', 'charCodeAt']],
  [JSON, ['stringify', 'parse']],
  [Object, ['freeze', 'keys', 'assign', 'defineProperty']],
  [Date, ['now']],
  [RegExp.prototype, ['exec', 'test']],
  [Symbol, ['for']],
];

async function tampered(action) {
  const saved = [];
  for (const [owner, names] of targets) {
    for (const name of names) {
      saved.push([owner, name, owner[name]]);
    }
  }
  for (let n = 0; n < saved.length; n++) {
    saved[n][0][saved[n][1]] = broken;
  }
  try {
    return await action();
  } finally {
    for (let n = 0; n < saved.length; n++) {
      saved[n][0][saved[n][1]] = saved[n][2];
    }
  }
}

// native.lambda without Node's own functions, which are tampered with.
function steady(runtime) {
  const { lambda } = runtime.native;
  const calls = [];
  let count = 0;
  lambda.parseEvent = () => ({});
  lambda.sendResponse = (text) => { calls[count++] = text; };
  lambda.sendError = (type, body) => { calls[count++] = body; };
  lambda.next = () => {};
  return calls;
}

scenario('a response', async (open) => {
  const runtime = open({ handler: () => ({ ok: [1, 'a'] }) });
  await runtime.init();
  const calls = steady(runtime);
  await tampered(() => runtime.state.main.invoke('id', 1, 'arn'));
  equal(calls, ['{"ok":[1,"a"]}']);
});

scenario('an error', async (open) => {
  const error = new TypeError('from the function');
  const runtime = open({
    handler: (event, context) => {
      context.w3c();
      context.getRemainingTimeInMillis();
      throw error;
    },
  });
  await runtime.init();
  const calls = steady(runtime);
  // C would load it now; the test's loader is Node's, which is tampered with.
  runtime.load('lambda/errors');
  runtime.state.logged.push = () => {};
  await tampered(() => runtime.state.main.invoke('id', 1, 'arn', 'Root=1',
    undefined, '{"w3c":{"baggage":"b"}}', undefined));
  equal(JSON.parse(calls[0]).errorMessage, 'from the function');
});
