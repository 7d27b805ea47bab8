/* SPDX-License-Identifier: MIT */
// awslambda.InvokeStore: what @aws/lambda-invoke-store, and through it the AWS
// SDK and Powertools, take instead of a store of their own. One invocation runs
// at a time, so the store is a plain object that lives as long as it.
// Loaded when something reads awslambda.InvokeStore.
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, String, SymbolFor } = primordials;

  const { current } = require('lambda/trace');

  const KEYS = {
    REQUEST_ID: SymbolFor('_AWS_LAMBDA_REQUEST_ID'),
    X_RAY_TRACE_ID: SymbolFor('_AWS_LAMBDA_X_RAY_TRACE_ID'),
    TENANT_ID: SymbolFor('_AWS_LAMBDA_TENANT_ID'),
    TRACEPARENT: SymbolFor('_AWS_LAMBDA_TRACEPARENT'),
    TRACESTATE: SymbolFor('_AWS_LAMBDA_TRACESTATE'),
    BAGGAGE: SymbolFor('_AWS_LAMBDA_BAGGAGE'),
  };

  function isProtected(key) {
    return key === KEYS.REQUEST_ID || key === KEYS.X_RAY_TRACE_ID ||
      key === KEYS.TENANT_ID || key === KEYS.TRACEPARENT ||
      key === KEYS.TRACESTATE || key === KEYS.BAGGAGE;
  }

  function build() {
    const w3c = current.w3c || {};
    return {
      [KEYS.REQUEST_ID]: current.requestId,
      [KEYS.X_RAY_TRACE_ID]: current.traceId,
      [KEYS.TENANT_ID]: current.tenantId,
      [KEYS.TRACEPARENT]: w3c.traceparent,
      [KEYS.TRACESTATE]: w3c.tracestate,
      [KEYS.BAGGAGE]: w3c.baggage,
    };
  }

  class InvokeStore {
    get PROTECTED_KEYS() {
      return KEYS;
    }

    getContext() {
      if (current.store === undefined && current.requestId !== undefined) {
        current.store = build();
      }
      return current.store;
    }

    hasContext() {
      return current.requestId !== undefined || current.store !== undefined;
    }

    get(key) {
      const context = this.getContext();
      return context === undefined ? undefined : context[key];
    }

    set(key, value) {
      if (isProtected(key)) {
        throw new Error(
          `Cannot modify protected Lambda context field: ${String(key)}`);
      }
      // Outside of an invocation there is a place for values too: code at the
      // top of a module sets defaults.
      const context = this.getContext();
      if (context === undefined) {
        current.store = { [key]: value };
      } else {
        context[key] = value;
      }
    }

    getRequestId() {
      const id = this.get(KEYS.REQUEST_ID);
      return id === undefined || id === null ? '-' : id;
    }

    getXRayTraceId() {
      return this.get(KEYS.X_RAY_TRACE_ID);
    }

    getTenantId() {
      return this.get(KEYS.TENANT_ID);
    }

    getTraceparent() {
      return this.get(KEYS.TRACEPARENT);
    }

    getTracestate() {
      return this.get(KEYS.TRACESTATE);
    }

    getBaggage() {
      return this.get(KEYS.BAGGAGE);
    }

    // @context holds until the invocation ends, as in the managed runtime.
    run(context, fn) {
      current.store = context;
      return fn();
    }
  }

  exports.InvokeStore = new InvokeStore();
})
