/* SPDX-License-Identifier: MIT */
// One invocation with a streamed response: handler(event, stream, context) of
// awslambda.streamifyResponse. It is over when the promise of the handler is
// settled and the stream has ended, in either order.
//
// Nothing sent yet, an error is posted as any other, so that the caller of a
// buffered invocation sees a function error; behind the first byte it becomes
// the trailers of the response.
//
// native.lambda: parseEvent, sendError, streamEnd; see lambda/main.
(function (native, require, exports, primordials) {
  'use strict';

  const { lambda } = native;
  const context = require('lambda/context');
  const invoke = require('lambda/invoke');
  const { ResponseStream } = require('lambda/response_stream');

  // Strings, as the managed runtimes throw them: errorType is "string".
  const NOT_ASYNC = 'Streaming does not support non-async handlers.';
  const NOT_FINISHED = 'Response stream is not finished.';

  let compat = 0;
  let handler;
  let highWaterMark;

  function configure(target, mode) {
    compat = mode;
    handler = target.fn;
    highWaterMark = target.highWaterMark;
  }

  // Ends the response with trailers, at once, if that is still possible: the
  // process is about to exit. False where it has not begun and @type and @body
  // must be posted.
  function abort(invocation, type, body) {
    const { stream } = invocation;
    if (!stream.hasStarted) {
      stream.close();
      return false;
    }
    if (!stream.isSent) {
      stream.close();
      lambda.streamEnd(type, body);
    }
    return true;
  }

  function fail(invocation, error) {
    if (invocation.isAnswered) {
      return;
    }
    const { stream } = invocation;
    invocation.isCalled = true;
    invocation.isAnswered = true;
    invoke.logError('Invoke Error', error);
    const { type, body, cause } = invoke.report(error);
    if (stream.hasStarted && !stream.isSent && !stream.destroyed) {
      // What was written comes first, however slowly it is read.
      invocation.isFailing = true;
      stream.fail(error, type, body);
      return;
    }
    if (!stream.isSent) {
      stream.destroy(error);
    }
    if (!abort(invocation, type, body)) {
      lambda.sendError(type, body, cause);
    }
    invoke.finish();
  }

  // The handler's promise is fulfilled and the stream will take no more.
  function conclude(invocation) {
    const { stream } = invocation;
    if (stream.errored !== null) {
      fail(invocation, stream.errored);
    } else if (!stream.isSent) {
      fail(invocation, NOT_FINISHED);
    } else {
      invocation.isAnswered = true;
      invoke.finish();
    }
  }

  function fulfilled(invocation, value) {
    if (invocation.isAnswered) {
      return;
    }
    if (value !== undefined) {
      globalThis.console.warn('Streaming handlers ignore return values.');
    }
    invocation.isCalled = true;
    if (invocation.stream.isOver) {
      conclude(invocation);
    }
  }

  // The stream has ended, or cannot go on. An error that the function gave it
  // goes out at once, behind the bytes that did: the handler may take its time.
  function streamOver(invocation) {
    const { stream } = invocation;
    if (invocation.isFailing) {
      invocation.isFailing = false;
      invoke.finish();
      return;
    }
    if (invocation.isAnswered) {
      return;
    }
    if (invocation.isCalled) {
      conclude(invocation);
    } else if (stream.errored !== null && stream.hasStarted &&
               !stream.isSent) {
      const { type, body } = invoke.report(stream.errored);
      stream.close();
      lambda.streamEnd(type, body);
    }
  }

  function call(invocation) {
    const stream = new ResponseStream(lambda, highWaterMark,
                                      () => streamOver(invocation));
    invocation.stream = stream;
    try {
      const event = lambda.parseEvent();
      const view = context.create(invocation, undefined, compat);
      const value = handler(event, stream, view);
      if (!value || typeof value.then !== 'function') {
        throw NOT_ASYNC;
      }
      value.then((result) => fulfilled(invocation, result),
                 (error) => fail(invocation, error));
    } catch (error) {
      fail(invocation, error);
    }
  }

  // Nothing is left that could write, end, or settle.
  function idle(invocation) {
    const { stream } = invocation;
    if (invocation.isCalled) {
      fail(invocation, stream.errored === null ? NOT_FINISHED :
        stream.errored);
    } else {
      fail(invocation, stream.errored === null ?
        require('lambda/errors').create('NodeJsExit') : stream.errored);
    }
  }

  exports.abort = abort;
  exports.call = call;
  exports.configure = configure;
  exports.idle = idle;
})
