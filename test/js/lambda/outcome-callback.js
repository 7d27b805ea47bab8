/* SPDX-License-Identifier: MIT */
// The callback, and callbackWaitsForEmptyEventLoop.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

async function answer(open, handler, env) {
  const runtime = open({ handler, env });
  await runtime.init();
  const result = await runtime.invoke({});
  return { ...result, runtime };
}

scenario('a result', async (open) => {
  const { kinds, response } = await answer(open, (event, context, callback) => {
    callback(null, { ok: true });
  });
  equal(kinds, 'response next');
  equal(response, '{"ok":true}');
});

scenario('no result', async (open) => {
  equal((await answer(open, (event, context, callback) => callback()))
    .response, 'null');
});

scenario('an error', async (open) => {
  const result = await answer(open, (event, context, callback) => {
    callback(new TypeError('t'), 'ignored');
  });
  equal(result.kinds, 'error next');
  equal(result.errorType, 'TypeError');
  equal(result.runtime.logged[0][0], 'Invoke Error');
});

scenario('a falsy error is an error', async (open) => {
  equal((await answer(open, (event, context, callback) => callback(0)))
    .error, { errorType: 'number', errorMessage: '0', trace: [] });
  equal((await answer(open, (event, context, callback) => callback('')))
    .errorType, 'string');
});

scenario('the result waits for the loop', async (open) => {
  const steps = [];
  const runtime = open({
    handler: (event, context, callback) => {
      setImmediate(() => setImmediate(() => steps.push(
        runtime.traffic.length)));
      callback(null, steps);
    },
  });
  await runtime.init();
  equal((await runtime.invoke({})).response, '[1]');
});

scenario('unless the function says otherwise', async (open) => {
  let timer;
  const { response } = await answer(open, (event, context, callback) => {
    context.callbackWaitsForEmptyEventLoop = false;
    timer = setTimeout(() => {}, 1e6);
    callback(null, 'now');
  });
  clearTimeout(timer);
  equal(response, '"now"');
});

scenario('which counts at the time of the call', async (open) => {
  const steps = [];
  const { response } = await answer(open, (event, context, callback) => {
    setImmediate(() => steps.push(1));
    callback(null, steps);
    context.callbackWaitsForEmptyEventLoop = false;
  });
  equal(response, '[1]');
});

scenario('an error does not wait', async (open) => {
  let timer;
  const { kinds } = await answer(open, (event, context, callback) => {
    timer = setTimeout(() => {}, 1e6);
    callback(new Error('e'));
  });
  clearTimeout(timer);
  equal(kinds, 'error next');
});

scenario('the first call counts', async (open) => {
  const first = (a, b) => async (...args) => {
    const { kinds, response } = await answer(...args,
      (event, context, callback) => {
        a(context, callback);
        b(context, callback);
      });
    equal(response, '"first"');
    equal(kinds, 'response next');
  };
  const ways = [
    (value) => (context, callback) => callback(null, value),
    (value) => (context) => context.done(null, value),
    (value) => (context) => context.succeed(value),
  ];
  const failures = [
    (context, callback) => callback(new Error('second')),
    (context) => context.fail(new Error('second')),
  ];
  for (const way of ways) {
    for (const other of ways) {
      await first(way('first'), other('second'))(open);
    }
    for (const failure of failures) {
      await first(way('first'), failure)(open);
    }
  }
});

scenario('an error thrown behind it says nothing new', async (open) => {
  const { kinds, response } = await answer(open,
    (event, context, callback) => {
      callback(null, 1);
      throw new Error('late');
    });
  equal(kinds, 'response next');
  equal(response, '1');
});

scenario('an async handler may use it', async (open) => {
  const { kinds, response } = await answer(open,
    async (event, context, callback) => callback(null, 'called'));
  equal(kinds, 'response next');
  equal(response, '"called"');
});

scenario('a late call does not answer the next event', async (open) => {
  let late;
  const runtime = open({
    handler: (event, context, callback) => {
      if (event === 1) {
        late = callback;
        throw new Error('first');
      }
      late(null, 'wrong');
      setImmediate(callback, null, 'right');
    },
  });
  await runtime.init();
  equal((await runtime.invoke(1)).error.errorMessage, 'first');
  equal((await runtime.invoke(2)).response, '"right"');
});

scenario('a result that calls back hears about it', async (open) => {
  const { kinds, response, runtime } = await answer(open,
    (event, context, callback) => {
      context.callbackWaitsForEmptyEventLoop = false;
      callback(null, {
        toJSON() {
          callback(null, 'inner');
          return 'outer';
        },
      });
    });
  equal(kinds, 'response next');
  equal(response, '"outer"');
  equal(runtime.printed, [['error', 'Invocation has already been reported as ' +
    'done. Cannot call complete more than once per invocation.']]);
});

scenario('Node 24 refuses it at the start', async (open) => {
  const handler = (event, context, callback) => callback();
  const runtime = open({
    files: { '/var/task/index.js': { namespace: { handler } } },
    env: { WICK_NODE_COMPAT: '24' },
  });
  const result = await runtime.init();
  equal(result.errorType, 'Runtime.CallbackHandlerDeprecated');
  equal(result.error.errorMessage.startsWith('ERROR: AWS Lambda has removed ' +
    'support for callback-based function handlers'), true);
});

scenario('Node 22 warns of it', async (open) => {
  const quiet = { AWS_LAMBDA_NODEJS_DISABLE_CALLBACK_WARNING: '' };
  const handlers = [
    [(event, context, callback) => callback(), 1, {}],
    [(event, context, callback) => callback(), 0, quiet],
    [async (event, context, callback) => callback(), 0, {}],
    [(event, context) => context.done(), 0, {}],
    [(a, b, c, d) => c(null, d), 0, {}],
  ];
  for (const [handler, count, env] of handlers) {
    const runtime = open({ handler, env: { WICK_NODE_COMPAT: '22', ...env } });
    delete process.env[Object.keys(env).length ? '' : Object.keys(quiet)[0]];
    const before = runtime.printed.length;
    await runtime.init();
    equal(runtime.printed.length - before, count, `${handler}`);
  }
});
