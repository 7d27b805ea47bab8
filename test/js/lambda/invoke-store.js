/* SPDX-License-Identifier: MIT */
// awslambda.InvokeStore, which @aws/lambda-invoke-store takes for its own: the
// AWS SDK reads the trace id there.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

scenario('the ids of the invocation', async (open) => {
  const seen = [];
  const runtime = open({
    handler: async () => {
      const store = globalThis.awslambda.InvokeStore;
      await new Promise(setImmediate);
      seen.push([store.getRequestId(), store.getXRayTraceId(),
        store.getTenantId(), store.getTraceparent(), store.hasContext()]);
    },
  });
  await runtime.init();
  await runtime.invoke({}, { requestId: 'a', traceId: 'Root=1',
                             tenantId: 't',
                             clientText: '{"w3c":{"traceparent":"p"}}' });
  await runtime.invoke({}, { requestId: 'b' });
  equal(seen, [['a', 'Root=1', 't', 'p', true],
    ['b', undefined, undefined, undefined, true]]);
});

scenario('what the function puts there lasts as long', async (open) => {
  const seen = [];
  const runtime = open({
    handler: async (event) => {
      const store = globalThis.awslambda.InvokeStore;
      seen.push(store.get('k'));
      store.set('k', event);
      seen.push(store.get('k'));
    },
  });
  await runtime.init();
  await runtime.invoke(1);
  await runtime.invoke(2);
  equal(seen, [undefined, 1, undefined, 2]);
});

scenario('the ids cannot be set', async (open) => {
  const runtime = open({ handler: async () => 1 });
  await runtime.init();
  const store = globalThis.awslambda.InvokeStore;
  for (const key of Object.values(store.PROTECTED_KEYS)) {
    let message;
    try {
      store.set(key, 'x');
    } catch (error) {
      message = error.message;
    }
    equal(message,
          `Cannot modify protected Lambda context field: ${String(key)}`);
  }
  equal(Object.keys(store.PROTECTED_KEYS), ['REQUEST_ID', 'X_RAY_TRACE_ID',
    'TENANT_ID', 'TRACEPARENT', 'TRACESTATE', 'BAGGAGE']);
});

scenario('outside of an invocation', async (open) => {
  const runtime = open({ handler: async () => 1 });
  await runtime.init();
  const store = globalThis.awslambda.InvokeStore;
  equal(store.hasContext(), false);
  equal(store.getContext(), undefined);
  equal(store.getRequestId(), '-');
  equal(store.getXRayTraceId(), undefined);
  store.set('early', 1);
  equal(store.get('early'), 1);
});

scenario('run', async (open) => {
  const runtime = open({ handler: async () => 1 });
  await runtime.init();
  const store = globalThis.awslambda.InvokeStore;
  const context = { [store.PROTECTED_KEYS.REQUEST_ID]: 'mine' };
  equal(store.run(context, () => store.getRequestId()), 'mine');
});

scenario('it is made when it is asked for', async (open) => {
  const runtime = open({ handler: async () => 1 });
  await runtime.init();
  equal(runtime.loadedNames().includes('lambda/invoke_store'), false);
  void globalThis.awslambda.InvokeStore;
  equal(runtime.loadedNames().includes('lambda/invoke_store'), true);
});

scenario('it can be replaced', async (open) => {
  const runtime = open({ handler: async () => 1 });
  await runtime.init();
  globalThis.awslambda.InvokeStore = 'mine';
  equal(globalThis.awslambda.InvokeStore, 'mine');
});
