/* SPDX-License-Identifier: MIT */
// What a handler that is not async and returns no promise answers with. Node 22
// ignores its value, Node 24 takes it; undefined may mean "later".
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const NODE22 = { WICK_NODE_COMPAT: '22' };
const NODE24 = { WICK_NODE_COMPAT: '24', AWS: '' };

async function answer(open, handler, env) {
  const files = {
    '/var/task/index.js': { exports: { handler }, namespace: { handler } },
  };
  const runtime = open({ files, env });
  await runtime.init();
  return runtime.invoke({ a: 1 });
}

scenario('its value is the response', async (open) => {
  const handler = (event) => [event.a];
  equal((await answer(open, handler)).response, '[1]');
  equal((await answer(open, handler, NODE24)).response, '[1]');
  equal((await answer(open, handler, NODE22)).response, 'null');
});

scenario('null is a value', async (open) => {
  let timer;
  const handler = () => {
    timer = setTimeout(() => {}, 1e6);
    return null;
  };
  equal((await answer(open, handler)).response, 'null');
  clearTimeout(timer);
});

scenario('the value of a callback handler is ignored', async (open) => {
  const handler = (event, context, callback) => {
    setImmediate(callback, null, 'callback');
    return 'value';
  };
  equal((await answer(open, handler)).response, '"callback"');
  equal((await answer(open, handler, NODE22)).response, '"callback"');
});

scenario('undefined waits for the loop', async (open) => {
  const steps = [];
  const handler = () => {
    setImmediate(() => steps.push('immediate'));
  };
  equal((await answer(open, handler)).response, 'null');
  equal(steps, ['immediate']);
});

scenario('undefined is null at once to Node 24', async (open) => {
  let timer;
  const handler = () => {
    timer = setTimeout(() => {}, 1e6);
  };
  equal((await answer(open, handler, NODE24)).response, 'null');
  clearTimeout(timer);
});

scenario('a callback found in arguments', async (open) => {
  function handler() {
    setImmediate(arguments[2], null, arguments.length);
  }
  equal((await answer(open, handler)).response, '3');
});

scenario('Node 24 passes two arguments', async (open) => {
  equal((await answer(open, (...args) => args.length, NODE24)).response, '2');
});
