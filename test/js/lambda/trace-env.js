/* SPDX-License-Identifier: MIT */
// The ids of an invocation outside of its context: SDKs and agents read them
// from the environment and from symbols of globalThis.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const read = () => [
  '_X_AMZN_TRACE_ID' in process.env, process.env._X_AMZN_TRACE_ID,
  globalThis[Symbol.for('aws.lambda.runtime.requestId')],
  globalThis[Symbol.for('aws.lambda.runtime.tenantId')],
];

scenario('they are set before the function runs', async (open) => {
  const seen = [];
  const runtime = open({ handler: async () => { seen.push(read()); } });
  await runtime.init();
  await runtime.invoke({}, {
    requestId: 'a', traceId: 'Root=1', tenantId: 't',
  });
  await runtime.invoke({}, { requestId: 'b' });
  await runtime.invoke({}, { requestId: 'c', traceId: 'Root=2', tenantId: '' });
  equal(seen, [
    [true, 'Root=1', 'a', 't'],
    [false, undefined, 'b', undefined],
    [true, 'Root=2', 'c', ''],
  ]);
});

scenario('a malformed event has them too', async (open) => {
  const runtime = open({ handler: async () => 1 });
  await runtime.init();
  await runtime.invoke('{', { requestId: 'm', traceId: 'Root=3' });
  equal(read().slice(0, 3), [true, 'Root=3', 'm']);
});
