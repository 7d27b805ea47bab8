/* SPDX-License-Identifier: MIT */
// A promise answers at once: what the function left in the loop is not waited
// for. Wrong, and each function with an open socket runs into its timeout.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

scenario('an async handler answers with its value', async (open) => {
  const runtime = open({ handler: async (event) => ({ got: event.a }) });
  equal((await runtime.init()).kinds, 'next');
  const { kinds, response } = await runtime.invoke({ a: 1 });
  equal(kinds, 'response next');
  equal(response, '{"got":1}');
});

scenario('a fulfilled promise does not wait for timers', async (open) => {
  let timer;
  const runtime = open({
    handler: async () => {
      timer = setTimeout(() => {}, 1e6);
      return 'now';
    },
  });
  await runtime.init();
  equal((await runtime.invoke({})).response, '"now"');
  clearTimeout(timer);
});

scenario('a rejected promise is an error at once', async (open) => {
  let timer;
  const runtime = open({
    handler: async () => {
      timer = setTimeout(() => {}, 1e6);
      throw new RangeError('too far');
    },
  });
  await runtime.init();
  const result = await runtime.invoke({});
  clearTimeout(timer);
  equal(result.kinds, 'error next');
  equal(result.errorType, 'RangeError');
  equal(Object.keys(result.error), ['errorType', 'errorMessage', 'trace']);
  equal(result.error.errorMessage, 'too far');
  equal(result.error.trace[0], 'RangeError: too far');
  equal(runtime.logged[0][0], 'Invoke Error');
  equal(runtime.logged[0][1].message, 'too far');
});

scenario('any thenable counts', async (open) => {
  const runtime = open({
    handler: () => ({ then: (resolve) => setImmediate(resolve, 'later') }),
  });
  await runtime.init();
  equal((await runtime.invoke({})).response, '"later"');
});

scenario('a then that throws is an error', async (open) => {
  const runtime = open({
    handler: () => ({
      then() {
        throw new Error('no promise');
      },
    }),
  });
  await runtime.init();
  equal((await runtime.invoke({})).error.errorMessage, 'no promise');
});

scenario('invocations follow each other', async (open) => {
  const steps = [];
  const runtime = open({
    handler: async (event) => {
      steps.push(`start${event}`);
      await new Promise(setImmediate);
      steps.push(`done${event}`);
      if (event === 2) {
        throw new Error('second');
      }
      return event;
    },
  });
  await runtime.init();
  equal((await runtime.invoke(1)).response, '1');
  equal((await runtime.invoke(2)).error.errorMessage, 'second');
  equal((await runtime.invoke(3)).response, '3');
  equal(steps, ['start1', 'done1', 'start2', 'done2', 'start3', 'done3']);
});
