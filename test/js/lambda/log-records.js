/* SPDX-License-Identifier: MIT */
// The function's console and the runtime's own records, through the whole of
// runtime/js/lambda: which request they belong to, and that a failure has one.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/;

async function recordsOf(open, handler, options) {
  const records = [];
  const runtime = open({ handler, records, ...options });
  await runtime.init();
  await runtime.invoke({}, { requestId: 'a' });
  await runtime.invoke({}, { requestId: 'b', tenantId: 't' });
  return records.map((record) => record.replace(TIME, 'TIME'));
}

scenario('records carry the request', async (open) => {
  equal(await recordsOf(open, async () => { console.log('x'); }),
        ['TIME\ta\tINFO\tx', 'TIME\tb\tINFO\tx']);
});

scenario('JSON records, with the tenant', async (open) => {
  const records = await recordsOf(open, async () => { console.warn('x'); },
                                  { env: { AWS_LAMBDA_LOG_FORMAT: 'JSON' } });
  equal(records.map((record) => {
    const { level, requestId, tenantId, message } = JSON.parse(record);
    return [level, requestId, tenantId, message];
  }), [['WARN', 'a', undefined, 'x'], ['WARN', 'b', 't', 'x']]);
});

scenario('a failure has one record', async (open) => {
  const records = await recordsOf(open, async () => {
    throw Object.assign(new RangeError('r'), { code: 'C' });
  });
  equal(records.length, 2);
  const [time, id, level, label, json] = records[0].split('\t');
  equal([time, id, level, label.trim()],
        ['TIME', 'a', 'ERROR', 'Invoke Error']);
  const error = JSON.parse(json);
  equal([error.errorType, error.errorMessage, error.code, error.stack[0]],
        ['RangeError', 'r', 'C', 'RangeError: r']);
});

scenario('a start that fails has one too', async (open) => {
  const records = [];
  const runtime = open({ module: {}, records });
  await runtime.init();
  equal(records.length, 1);
  equal(records[0].includes('\tundefined\tERROR\tUncaught Exception'), true);
  equal(records[0].includes('"errorType":"Runtime.HandlerNotFound"'), true);
});

scenario('an unhandled rejection', async (open) => {
  const records = [];
  const runtime = open({
    handler: () => {
      Promise.reject(new RangeError('r'));
      return new Promise(() => {});
    },
    records,
  });
  await runtime.init();
  await runtime.invoke({});
  const error = JSON.parse(records[0].split('\t').pop());
  equal(Object.keys(error), ['errorType', 'errorMessage', 'reason', 'promise',
    'stack']);
  equal(error.errorType, 'Runtime.UnhandledPromiseRejection');
  equal(error.reason.errorMessage, 'r');
  equal(error.promise, {});
});

scenario('a function that replaces its console', async (open) => {
  const records = [];
  const lines = [];
  const runtime = open({
    handler: async () => {
      globalThis.console = { log: (text) => lines.push(text) };
      console.log('mine');
      throw new Error('e');
    },
    records,
  });
  await runtime.init();
  equal((await runtime.invoke({})).errorType, 'Error');
  equal(lines, ['mine']);
  equal(records.length, 1);
});

scenario('an error that cannot be printed', async (open) => {
  const error = new Error('m');
  for (const name of ['stack', 'message', 'name']) {
    Object.defineProperty(error, name, {
      enumerable: true,
      get() {
        throw error;
      },
    });
  }
  for (const format of ['Text', 'JSON']) {
    const records = [];
    const runtime = open({
      handler: async () => {
        throw error;
      },
      records,
      env: { AWS_LAMBDA_LOG_FORMAT: format },
    });
    await runtime.init();
    const result = await runtime.invoke({});
    equal(result.kinds, 'error next', format);
    equal(result.errorType, 'handled', format);
    equal(records.length, 1, format);
  }
});

scenario('a function that logs nothing makes no console', async (open) => {
  const runtime = open({ handler: async () => 1, records: [] });
  await runtime.init();
  equal(runtime.loadedNames().includes('internal/console'), false);
  console.log('x');
  equal(runtime.loadedNames().includes('internal/console'), true);
});
