/* SPDX-License-Identifier: MIT */
// The context object of a handler: the keys of the managed Node 22 runtime in
// its order, then those that Node 24 added.
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, JSONParse, ObjectFreeze, String, dateNow } = primordials;

  const trace = require('lambda/trace');

  // What the environment says about the function, read once.
  let functionName;
  let functionVersion;
  let memoryLimitInMB;
  let logGroupName;
  let logStreamName;

  // @env: process.env. Absent names stay undefined: with SnapStart Lambda does
  // not give the log's, and local emulators leave others out.
  function configure(env) {
    functionName = env.AWS_LAMBDA_FUNCTION_NAME;
    functionVersion = env.AWS_LAMBDA_FUNCTION_VERSION;
    memoryLimitInMB = env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE;
    logGroupName = env.AWS_LAMBDA_LOG_GROUP_NAME;
    logStreamName = env.AWS_LAMBDA_LOG_STREAM_NAME;
  }

  // An absent header and an empty one are the same.
  function parseHeader(text, name, header, compat) {
    if (text === undefined || text === '') {
      return undefined;
    }
    try {
      return JSONParse(text);
    } catch (error) {
      throw new Error(compat === 24 ?
        `Failed to parse ${header} as JSON` :
        `Cannot parse ${name} as json: ${String(error)}`);
    }
  }

  // Takes the trace fields out of @clientContext, where the service puts them,
  // and keeps of them what is a string.
  function takeW3c(clientContext) {
    const fields = {};
    if (typeof clientContext !== 'object' || clientContext === null) {
      return ObjectFreeze(fields);
    }
    const { w3c } = clientContext;
    delete clientContext.w3c;
    if (typeof w3c === 'object' && w3c !== null) {
      if (typeof w3c.traceparent === 'string') {
        fields.traceparent = w3c.traceparent;
      }
      if (typeof w3c.tracestate === 'string') {
        fields.tracestate = w3c.tracestate;
      }
      if (typeof w3c.baggage === 'string') {
        fields.baggage = w3c.baggage;
      }
    }
    return ObjectFreeze(fields);
  }

  const noFields = ObjectFreeze({});

  // callbackWaitsForEmptyEventLoop, which a response stream ignores.
  function withFlag(invocation) {
    return {
      get callbackWaitsForEmptyEventLoop() {
        return invocation.waits;
      },
      set callbackWaitsForEmptyEventLoop(value) {
        invocation.waits = value;
      },
    };
  }

  // The functions have no names, as console.log(context) shows in the managed
  // runtime.
  function addCallbacks(context, invocation, settle) {
    context.succeed = (result) => settle(invocation, null, result, false);
    context.fail = (error) => {
      const isNothing = error === null || error === undefined;
      settle(invocation, isNothing ? 'handled' : error, undefined, false);
    };
    context.done = (error, result) => settle(invocation, error, result, false);
  }

  // The context of @invocation (lambda/invoke). @settle(invocation, error,
  // result, waits) answers; undefined where the response is a stream. Throws
  // where the client context or the identity is not JSON, which fails the
  // invocation, not the runtime.
  function create(invocation, settle, compat) {
    const { deadlineMs, traceId } = invocation;
    const clientContext = parseHeader(invocation.clientText, 'ClientContext',
                                      'lambda-runtime-client-context', compat);
    const identity = parseHeader(invocation.identityText, 'CognitoIdentity',
                                 'lambda-runtime-cognito-identity', compat);
    const fields = clientContext === undefined || compat === 22 ? noFields :
      takeW3c(clientContext);
    trace.current.w3c = fields;

    const context = compat === 24 ? {} : withFlag(invocation);
    if (compat !== 24 && settle !== undefined) {
      addCallbacks(context, invocation, settle);
    }
    context.functionVersion = functionVersion;
    context.functionName = functionName;
    context.memoryLimitInMB = memoryLimitInMB;
    context.logGroupName = logGroupName;
    context.logStreamName = logStreamName;
    context.clientContext = clientContext;
    context.identity = identity;
    context.invokedFunctionArn = invocation.functionArn;
    context.awsRequestId = invocation.requestId;
    context.tenantId = invocation.tenantId;
    const getRemainingTimeInMillis = () => deadlineMs - dateNow();
    context.getRemainingTimeInMillis = getRemainingTimeInMillis;
    if (compat !== 22) {
      const w3c = () => fields;
      context.xRayTraceId = traceId;
      context.w3c = w3c;
    }
    return context;
  }

  exports.configure = configure;
  exports.create = create;
})
