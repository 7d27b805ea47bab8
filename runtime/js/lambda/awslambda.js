/* SPDX-License-Identifier: MIT */
// globalThis.awslambda: what function code and frameworks call before there is
// an invocation. The stream itself is in lambda/response_stream.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    JSONStringify,
    ObjectAssign,
    ObjectDefineProperty,
    SymbolFor,
    TypeError,
    Uint8Array,
    arrayPush,
  } = primordials;

  const STREAMING = SymbolFor('aws.lambda.runtime.handler.streaming');
  const HIGH_WATER_MARK =
    SymbolFor('aws.lambda.runtime.handler.streaming.highWaterMark');

  const INTEGRATION = 'application/vnd.awslambda.http-integration-response';
  // JSON text holds no NUL, so these cannot be taken for a part of it.
  const DELIMITER_BYTES = 8;

  // SnapStart hooks in the order of their registration (lambda/restore).
  const beforeSnapshot = [];
  const afterRestore = [];

  // Marks @handler(event, responseStream, context) and returns it.
  function streamifyResponse(handler, options) {
    handler[STREAMING] = 'response';
    handler[HIGH_WATER_MARK] = options && options.highWaterMark;
    return handler;
  }

  class HttpResponseStream {
    // @prelude is {statusCode, headers, cookies}. It goes out before the first
    // byte of @stream, or with its end where nothing is written.
    static from(stream, prelude) {
      stream.setContentType(INTEGRATION);
      const text = JSONStringify(prelude);
      stream._onBeforeFirstWrite = (write) => {
        write(text === undefined ? '{}' : text);
        write(new Uint8Array(DELIMITER_BYTES));
      };
      return stream;
    }
  }

  function register(list, hook) {
    if (typeof hook !== 'function') {
      throw new TypeError('A SnapStart hook must be a function');
    }
    arrayPush(list, hook);
  }

  // Members that a layer put there already stay.
  function install(env) {
    const off = env.AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA;
    if (off === '1' || off === 'true') {
      return;
    }
    const members = ObjectAssign({}, globalThis.awslambda, {
      streamifyResponse,
      HttpResponseStream,
      registerBeforeSnapshot: (hook) => register(beforeSnapshot, hook),
      registerAfterRestore: (hook) => register(afterRestore, hook),
    });
    ObjectDefineProperty(members, 'InvokeStore', {
      __proto__: null,
      get: () => require('lambda/invoke_store').InvokeStore,
      set(value) {
        ObjectDefineProperty(members, 'InvokeStore', {
          __proto__: null,
          value,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      },
      enumerable: true,
      configurable: true,
    });
    globalThis.awslambda = members;
  }

  exports.afterRestore = afterRestore;
  exports.beforeSnapshot = beforeSnapshot;
  exports.install = install;
})
