/* SPDX-License-Identifier: MIT */
// The ids of the invocation that runs, where libraries look for them: the X-Ray
// header in process.env, two symbols of globalThis, and the store that
// lambda/invoke_store shows to the function.
(function (native, require, exports, primordials) {
  'use strict';

  const { SymbolFor } = primordials;
  const { process } = globalThis;

  const REQUEST_ID = SymbolFor('aws.lambda.runtime.requestId');
  const TENANT_ID = SymbolFor('aws.lambda.runtime.tenantId');

  // The present invocation's ids. @store is the context that the function made
  // of them, undefined until it asks (lambda/invoke_store).
  const current = {
    requestId: undefined,
    traceId: undefined,
    tenantId: undefined,
    w3c: undefined,
    store: undefined,
  };

  // Called before the event is parsed: what goes wrong there has ids too.
  function begin(requestId, traceId, tenantId) {
    current.requestId = requestId;
    current.traceId = traceId;
    current.tenantId = tenantId;
    current.w3c = undefined;
    current.store = undefined;
    globalThis[REQUEST_ID] = requestId;
    globalThis[TENANT_ID] = tenantId;
    if (traceId === undefined) {
      delete process.env._X_AMZN_TRACE_ID;
    } else {
      process.env._X_AMZN_TRACE_ID = traceId;
    }
  }

  exports.begin = begin;
  exports.current = current;
})
