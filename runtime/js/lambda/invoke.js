/* SPDX-License-Identifier: MIT */
// One invocation with a buffered response: the handler may return a value or a
// promise, or answer through its callback or the context.
//
// By default the union of the managed Node runtimes, by WICK_NODE_COMPAT=22 or
// 24 one of them (@compat below):
//
//                                      union           22         24
//   value of (event, context) handler  the response    ignored    the response
//   undefined of such a handler        waits for the loop, null   null at once
//   value of a callback handler        ignored         ignored    init error
//   promise never settled, loop empty  NodeJsExit      *          exit 13
//   rejected with null                 "null"          "handled"  "null"
//   response that is not JSON          **              Error      **
//
//   *  NodeJsExit for an async function, else the response null.
//   ** JSONStringifyError
//
// Waiting for the loop is what the union does with undefined, because a handler
// may have kept context.done, or found its callback in `arguments`.
//
// native.lambda: parseEvent, sendResponse, sendError, next, exit; see
// lambda/main.
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, JSONStringify, SymbolFor } = primordials;

  const { lambda } = native;
  const trace = require('lambda/trace');
  const context = require('lambda/context');

  const SETTLED_TWICE = 'Invocation has already been reported as done. ' +
    'Cannot call complete more than once per invocation.';
  // Where agents put themselves between the empty loop and the answer.
  const BEFORE_EXIT = SymbolFor('aws.lambda.beforeExit');
  // In bytes; beyond it the service refuses a response (limits.h).
  const RESPONSE_MAX = 6291556;
  // Node's status for a process that ends before its main module is done.
  const EXIT_UNSETTLED = 13;

  let compat = 0;
  let handler;
  let isAsync = false;
  let usesCallback = false;
  let streaming;

  // The invocation that runs, undefined between two.
  let current;
  let hasBegun = false;

  // Lifetime: from invoke() until its answer, then as long as the function
  // keeps its callback.
  class Invocation {
    constructor(requestId, deadlineMs, functionArn, traceId, tenantId,
                clientText, identityText) {
      this.requestId = requestId;
      this.deadlineMs = deadlineMs;
      this.functionArn = functionArn;
      this.traceId = traceId;
      this.tenantId = tenantId;
      this.clientText = clientText;
      this.identityText = identityText;
      // context.callbackWaitsForEmptyEventLoop
      this.waits = true;
      // The function has said its one word: callback, context or promise.
      this.isCalled = false;
      // The service has been told.
      this.isAnswered = false;
      // The callback came, and its result goes out when the loop is empty.
      this.isWaiting = false;
      this.result = undefined;
      this.hasPromise = false;
      // The ResponseStream, where the handler is a streaming one, and whether
      // an error still waits for what was written before it.
      this.stream = undefined;
      this.isFailing = false;
    }
  }

  // @target: what lambda/handler_load found.
  function configure(target, mode) {
    compat = mode;
    handler = target.fn;
    isAsync = target.isAsync;
    usesCallback = target.fn.length >= 3;
    if (target.isStreaming) {
      streaming = require('lambda/invoke_stream');
      streaming.configure(target, mode);
    }
  }

  function logError(label, error) {
    require('lambda/console').logError(label, error);
  }

  function report(error) {
    return require('lambda/errors').report(error, compat === 22);
  }

  // ---- Answers ----

  // True for the one caller that may answer @invocation.
  function claim(invocation) {
    if (invocation.isAnswered) {
      globalThis.console.error(SETTLED_TWICE);
      return false;
    }
    invocation.isAnswered = true;
    return true;
  }

  function finish() {
    current = undefined;
    lambda.next();
  }

  function sendFailure(error) {
    logError('Invoke Error', error);
    const { type, body, cause } = report(error);
    lambda.sendError(type, body, cause);
    finish();
  }

  function fail(invocation, error) {
    if (claim(invocation)) {
      sendFailure(error);
    }
  }

  function respond(invocation, value) {
    if (!claim(invocation)) {
      return;
    }
    let text;
    try {
      text = JSONStringify(value);
    } catch (error) {
      const message = 'Unable to stringify response body';
      sendFailure(compat === 22 ? new Error(message) :
        require('lambda/errors').create('JSONStringifyError', message, error));
      return;
    }
    // A function or a symbol is no JSON either; the response is then null, as
    // it is for undefined.
    send(text === undefined ? 'null' : text);
  }

  // What is too large to be posted would be refused: the caller gets the words
  // that it gets from the service then.
  function send(text) {
    const bytes = lambda.sendResponse(text);
    if (bytes === 0) {
      finish();
    } else {
      sendFailure(require('lambda/errors').create('ResponseSizeTooLarge',
        `Response payload size (${bytes} bytes) exceeded maximum allowed ` +
        `payload size (${RESPONSE_MAX} bytes).`));
    }
  }

  // context.done, and what the callback does without waiting.
  function answer(invocation, error, result) {
    if (error === null || error === undefined) {
      respond(invocation, result);
    } else {
      fail(invocation, error);
    }
  }

  // The latch is set behind the call, as in the managed runtime: a toJSON that
  // calls back hears about it.
  function settle(invocation, error, result, waits) {
    if (invocation.isCalled) {
      return;
    }
    if (waits && (error === null || error === undefined)) {
      invocation.isWaiting = true;
      invocation.result = result;
    } else {
      answer(invocation, error, result);
    }
    invocation.isCalled = true;
  }

  function fulfilled(invocation, value) {
    if (!invocation.isCalled) {
      invocation.isCalled = true;
      respond(invocation, value);
    }
  }

  function rejected(invocation, error) {
    if (!invocation.isCalled) {
      invocation.isCalled = true;
      const isNothing = error === null || error === undefined;
      fail(invocation, compat === 22 && isNothing ? 'handled' : error);
    }
  }

  // ---- The invocation ----

  function returned(invocation, value) {
    if (value && typeof value.then === 'function') {
      invocation.hasPromise = true;
      value.then((result) => fulfilled(invocation, result),
                 (error) => rejected(invocation, error));
    } else if (compat === 24 ||
               (value !== undefined && compat !== 22 && !usesCallback)) {
      fulfilled(invocation, value);
    }
  }

  function call(invocation) {
    try {
      const event = lambda.parseEvent();
      const view = context.create(invocation, settle, compat);
      returned(invocation, compat === 24 ? handler(event, view) :
        handler(event, view, (error, result) =>
          settle(invocation, error, result, invocation.waits)));
    } catch (error) {
      // Thrown behind a callback it says nothing new.
      if (!invocation.isCalled) {
        invocation.isCalled = true;
        fail(invocation, error);
      }
    }
  }

  // An event has come. Absent headers are undefined, @deadlineMs is Unix time.
  function invoke(requestId, deadlineMs, functionArn, traceId, tenantId,
                  clientText, identityText) {
    hasBegun = true;
    current = new Invocation(requestId, deadlineMs, functionArn, traceId,
                             tenantId, clientText, identityText);
    trace.begin(requestId, traceId, tenantId);
    globalThis[BEFORE_EXIT] = idle;
    if (streaming === undefined) {
      call(current);
    } else {
      streaming.call(current);
    }
  }

  // Nothing is left that could call the function back.
  function beforeExit() {
    const hook = globalThis[BEFORE_EXIT];
    if (typeof hook === 'function') {
      hook();
    } else {
      idle();
    }
  }

  function idle() {
    const invocation = current;
    if (invocation === undefined || invocation.isAnswered) {
      return;
    }
    if (invocation.isWaiting) {
      respond(invocation, invocation.result);
    } else if (compat === 24 && !(invocation.stream && invocation.isCalled)) {
      lambda.exit(EXIT_UNSETTLED);
    } else if (invocation.stream !== undefined) {
      streaming.idle(invocation);
    } else if (compat === 22 || usesCallback ? isAsync :
               invocation.hasPromise) {
      invocation.isCalled = true;
      fail(invocation, require('lambda/errors').create('NodeJsExit'));
    } else {
      invocation.isCalled = true;
      respond(invocation, undefined);
    }
  }

  // Answers the invocation that runs, if one does, with @error, and lets no
  // other follow: the process is about to exit.
  function abort(error) {
    const invocation = current;
    current = undefined;
    if (invocation === undefined ||
        (invocation.isAnswered && !invocation.isFailing)) {
      return;
    }
    invocation.isAnswered = true;
    invocation.isFailing = false;
    invocation.isCalled = true;
    const { type, body, cause } = report(error);
    if (invocation.stream === undefined ||
        !streaming.abort(invocation, type, body)) {
      lambda.sendError(type, body, cause);
    }
  }

  // The limit of the heap has ended what ran. What of it was half done says
  // nothing: C knows whether the answer is out (@isAnswered).
  function outOfMemory(error, isAnswered) {
    logError('Invoke Error', error);
    if (current !== undefined) {
      current.isAnswered = isAnswered;
    }
    abort(error);
  }

  // The Runtime API's connection takes more of the response, or, with @lost,
  // why it never will.
  function drain(lost) {
    if (current !== undefined && current.stream !== undefined) {
      current.stream.resume(lost);
    }
  }

  exports.abort = abort;
  exports.beforeExit = beforeExit;
  exports.configure = configure;
  exports.drain = drain;
  exports.finish = finish;
  exports.hasBegun = () => hasBegun;
  exports.invoke = invoke;
  exports.logError = logError;
  exports.outOfMemory = outOfMemory;
  exports.report = report;
})
