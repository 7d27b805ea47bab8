/* SPDX-License-Identifier: MIT */
// The context object: its keys, their order, their values.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const CALLBACKS = ['callbackWaitsForEmptyEventLoop', 'succeed', 'fail', 'done'];
const FIELDS = ['functionVersion', 'functionName', 'memoryLimitInMB',
  'logGroupName', 'logStreamName', 'clientContext', 'identity',
  'invokedFunctionArn', 'awsRequestId', 'tenantId', 'getRemainingTimeInMillis'];
const NODE24 = ['xRayTraceId', 'w3c'];

async function contextOf(open, meta, options) {
  let seen;
  const handler = async (event, context) => {
    seen = context;
  };
  const runtime = open({
    files: {
      '/var/task/index.js': { exports: { handler }, namespace: { handler } },
    },
    ...options,
  });
  await runtime.init();
  const result = await runtime.invoke({}, meta);
  return seen || result;
}

scenario('the keys', async (open) => {
  const keys = async (mode) => Object.keys(
    await contextOf(open, {}, { env: { WICK_NODE_COMPAT: mode } }));
  equal(await keys(''), [...CALLBACKS, ...FIELDS, ...NODE24]);
  equal(await keys('22'), [...CALLBACKS, ...FIELDS]);
  equal(await keys('24'), [...FIELDS, ...NODE24]);
});

scenario('the values', async (open) => {
  const context = await contextOf(open, {
    requestId: 'r', functionArn: 'arn:x:alias', traceId: 'Root=1',
    tenantId: 't',
  });
  equal(context.functionName, 'fn');
  equal(context.functionVersion, '$LATEST');
  equal(context.memoryLimitInMB, '128');
  equal(typeof context.memoryLimitInMB, 'string');
  equal(context.logGroupName, '/aws/lambda/fn');
  equal(context.logStreamName, '2026/11/30/[$LATEST]0');
  equal(context.invokedFunctionArn, 'arn:x:alias');
  equal(context.awsRequestId, 'r');
  equal(context.xRayTraceId, 'Root=1');
  equal(context.callbackWaitsForEmptyEventLoop, true);
});

scenario('the tenant', async (open) => {
  for (const tenantId of [undefined, '', 'tenant-1']) {
    const context = await contextOf(open, { tenantId });
    equal(Object.hasOwn(context, 'tenantId'), true);
    equal(context.tenantId === tenantId, true);
  }
});

scenario('the log is not known with SnapStart', async (open) => {
  let seen;
  const runtime = open({
    handler: async (event, context) => { seen = context; },
  });
  delete process.env.AWS_LAMBDA_LOG_GROUP_NAME;
  delete process.env.AWS_LAMBDA_LOG_STREAM_NAME;
  await runtime.init();
  await runtime.invoke({});
  equal(seen.logGroupName, undefined);
  equal(seen.logStreamName, undefined);
});

scenario('the function may change it', async (open) => {
  const context = await contextOf(open);
  context.awsRequestId = 'mine';
  context.extra = 1;
  equal(context.awsRequestId, 'mine');
  equal(Object.isExtensible(context), true);
});

scenario('it is printed as in the managed runtime', async (open) => {
  const context = await contextOf(open);
  const flag = Object.getOwnPropertyDescriptor(context, CALLBACKS[0]);
  equal(typeof flag.get, 'function');
  equal(typeof flag.set, 'function');
  const text = require('node:util').inspect(context);
  equal(text.includes('callbackWaitsForEmptyEventLoop: [Getter/Setter]'), true);
  for (const name of ['succeed', 'fail', 'done']) {
    equal(text.includes(`${name}: [Function (anonymous)]`), true, name);
  }
  equal(text.includes('getRemainingTimeInMillis: ' +
    '[Function: getRemainingTimeInMillis]'), true);
});

scenario('remaining time', async (open) => {
  const { getRemainingTimeInMillis } = await contextOf(open, {
    deadlineMs: Date.now() + 60000,
  });
  const first = getRemainingTimeInMillis();
  equal(first > 0 && first <= 60000, true);
  equal(getRemainingTimeInMillis() <= first, true);
  const late = await contextOf(open, { deadlineMs: Date.now() - 1000 });
  equal(late.getRemainingTimeInMillis() <= -1000, true);
});

scenario('client context and identity', async (open) => {
  const context = await contextOf(open, {
    clientText: '{"Custom":{"a":1},"env":{},"client":{"x":2}}',
    identityText: '{"cognitoIdentityId":"i","cognitoIdentityPoolId":"p"}',
  });
  equal(context.clientContext, { Custom: { a: 1 }, env: {},
                                 client: { x: 2 } });
  equal(context.identity, { cognitoIdentityId: 'i',
                            cognitoIdentityPoolId: 'p' });
  const none = await contextOf(open, { clientText: '', identityText: '' });
  equal(none.clientContext, undefined);
  equal(none.identity, undefined);
});

scenario('that are no JSON', async (open) => {
  const message = async (meta, mode) => {
    const result = await contextOf(open, meta,
                                   { env: { WICK_NODE_COMPAT: mode } });
    equal(result.kinds, 'error next');
    return result.error.errorMessage;
  };
  equal((await message({ clientText: '{' }, '')).startsWith(
    'Cannot parse ClientContext as json: SyntaxError'), true);
  equal((await message({ identityText: '{' }, '22')).startsWith(
    'Cannot parse CognitoIdentity as json: SyntaxError'), true);
  equal(await message({ clientText: '{' }, '24'),
        'Failed to parse lambda-runtime-client-context as JSON');
  equal(await message({ identityText: '{' }, '24'),
        'Failed to parse lambda-runtime-cognito-identity as JSON');
});

const w3c = [
  ['absent', undefined, {}],
  ['no such key', '{"a":1}', {}],
  ['only baggage', '{"w3c":{"baggage":"k=v"}}', { baggage: 'k=v' }],
  ['all three', '{"w3c":{"baggage":"b","tracestate":"s","traceparent":"p"}}',
   { traceparent: 'p', tracestate: 's', baggage: 'b' }],
  ['no string', '{"w3c":{"traceparent":1,"tracestate":"s"}}',
   { tracestate: 's' }],
  ['a string', '{"w3c":"p"}', {}],
  ['an array', '{"w3c":["p"]}', {}],
  ['null', '{"w3c":null}', {}],
  ['other keys', '{"w3c":{"x":"y","__proto__":{"baggage":"b"}}}', {}],
  ['no object', '"text"', {}],
];

for (const [name, clientText, fields] of w3c) {
  scenario(`w3c: ${name}`, async (open) => {
    const context = await contextOf(open, { clientText });
    equal(context.w3c(), fields);
    equal(Object.isFrozen(context.w3c()), true);
    equal(Object.keys(context.w3c()).length, Object.keys(fields).length);
    if (context.clientContext !== undefined) {
      equal(Object.hasOwn(Object(context.clientContext), 'w3c'), false);
    }
  });
}

scenario('w3c stays where it is for Node 22', async (open) => {
  const context = await contextOf(open, {
    clientText: '{"w3c":{"baggage":"b"}}',
  }, { env: { WICK_NODE_COMPAT: '22' } });
  equal(context.clientContext, { w3c: { baggage: 'b' } });
});
