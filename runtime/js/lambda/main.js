/* SPDX-License-Identifier: MIT */
// The JavaScript half of the runtime: from the handler string to the answer of
// each invocation. C polls the Runtime API and calls in; JavaScript answers
// through native.lambda. One invocation runs at a time.
//
// C calls                     when
//   init(handler, root)       once; @root is relative to the current folder
//   restored(why)             the answer to restoreNext() has come; with @why,
//                             a text, it has failed
//   invoke(requestId, deadlineMs, functionArn, traceId, tenantId,
//          clientText, identityText)
//                             an event has come; an absent header is undefined,
//                             the deadline a number, the rest strings
//   beforeExit()              process has emitted 'beforeExit', and still
//                             nothing is alive in the loop, while init() or an
//                             invocation is not done
//   outOfMemory(error, isAnswered)
//                             what ran, be it init or the invocation, was
//                             ended by the limit of the heap, which @error
//                             says; no catch of it has run. @isAnswered: the
//                             invocation's answer has gone out. Where it was
//                             one, next() is C's
//   drain(lost)               the stream's buffer is half empty after it has
//                             refused bytes; or its connection is gone, and
//                             @lost says why
//
// native.lambda               what it does
//   parseEvent()              the event as a value; throws SyntaxError
//   sendResponse(text)        POST .../response; 0, or where it is too large
//                             to be posted, and is not, its length in bytes
//   sendError(type, body, cause)
//                             POST .../error; @type and @cause are the two
//                             headers, @cause '' for none
//   sendInitError(type, body, cause)      POST /init/error, before the first GET
//   sendRestoreError(type, body, cause)   POST /restore/error
//   streamStart(contentType)  begins a streaming POST .../response
//   streamWrite(bytes, offset)
//                             copies from @bytes, a Uint8Array, what the buffer
//                             has room for and returns how many; fewer than
//                             there are means that drain() will be called
//   streamEnd(type, body)     ends it; with @type by the two error trailers,
//                             of which the body is still to be put in base64
//   utf8(text)                a new Uint8Array; a lone surrogate is U+FFFD
//   next()                    GET .../next: behind the response or the error
//                             of this turn, in one go; when immediates are
//                             queued, after they have run and what was sent is
//                             acknowledged
//   restoreNext()             GET /restore/next, then restored()
//   exit(code)                when what was sent is acknowledged: end; nothing
//                             follows, a pending next() included
//
// native.loader: see lambda/handler_load. native.cwd(): see lambda/errors.
// process: the global, which emits 'uncaughtException' and 'unhandledRejection'
// as Node's does.
(function (native, require, exports, primordials) {
  'use strict';

  const { lambda, loader } = native;
  const { process } = globalThis;
  const invoke = require('lambda/invoke');

  // Exit statuses of the managed runtimes.
  const EXIT_REJECTION = 128;
  const EXIT_UNCAUGHT = 129;
  const EXIT_FAILED = 1;
  const EXIT_UNSETTLED = 13;

  const INIT = 0;
  const RESTORE = 1;
  const READY = 2;

  let compat = 0;
  let phase = INIT;
  let isExiting = false;

  // ---- The end of the process ----

  // Says why where the service expects it at this time, then exits.
  function fatal(label, error, code) {
    if (isExiting) {
      return;
    }
    isExiting = true;
    invoke.logError(label, error);
    if (invoke.hasBegun()) {
      invoke.abort(error);
    } else {
      const { type, body, cause } = invoke.report(error);
      if (phase === RESTORE) {
        lambda.sendRestoreError(type, body, cause);
      } else {
        // Also in the turn that ends the start: what the module rejects and
        // does not wait for is noticed behind it.
        lambda.sendInitError(type, body, cause);
      }
    }
    lambda.exit(code);
  }

  // The code of a failed start: what it threw.
  function initFailed(error) {
    if (compat === 24) {
      fatal('Init Error', error, EXIT_FAILED);
    } else {
      fatal('Uncaught Exception', error, EXIT_UNCAUGHT);
    }
  }

  // Real listeners, so that process.removeAllListeners() takes them off as it
  // does in the managed runtime. Node 24's runtime has none.
  function listen() {
    process.on('uncaughtException', (error) => {
      fatal('Uncaught Exception', error, EXIT_UNCAUGHT);
    });
    process.on('unhandledRejection', (reason, promise) => {
      const errors = require('lambda/errors');
      fatal('Unhandled Promise Rejection',
            errors.unhandledRejection(reason, promise), EXIT_REJECTION);
    });
  }

  // ---- The start ----

  function readCompat(env) {
    const mode = env.WICK_NODE_COMPAT;
    if (mode === '22' || mode === '24') {
      return mode === '22' ? 22 : 24;
    }
    return 0;
  }

  function ready() {
    phase = READY;
    lambda.next();
  }

  async function start(handler, root) {
    try {
      const target = await require('lambda/handler_load')
        .load(handler, root, loader, compat);
      invoke.configure(target, compat);
      if (process.env.AWS_LAMBDA_INITIALIZATION_TYPE === 'snap-start') {
        await require('lambda/restore').beforeSnapshot();
        phase = RESTORE;
        lambda.restoreNext();
      } else {
        ready();
      }
    } catch (error) {
      initFailed(error);
    }
  }

  function init(handler, root) {
    compat = readCompat(process.env);
    require('lambda/console').install(process.env);
    require('lambda/context').configure(process.env);
    require('lambda/awslambda').install(process.env);
    if (compat !== 24) {
      listen();
    }
    start(handler, root);
  }

  async function restored(why) {
    if (why !== undefined) {
      // No snapshot, so for the service this is still init.
      phase = INIT;
      fatal('Restore Error', require('lambda/errors').create('RestoreError',
                                                             why),
            EXIT_FAILED);
      return;
    }
    try {
      await require('lambda/restore').afterRestore();
      ready();
    } catch (error) {
      fatal('Restore Error', error, EXIT_FAILED);
    }
  }

  function beforeExit() {
    if (isExiting) {
      return;
    }
    if (phase === READY) {
      invoke.beforeExit();
    } else if (compat === 24) {
      lambda.exit(EXIT_UNSETTLED);
    } else {
      // A top-level await, or a hook, that nothing can settle any more.
      fatal('Uncaught Exception', require('lambda/errors').create('NodeJsExit'),
            EXIT_UNSETTLED);
    }
  }

  function outOfMemory(error, isAnswered) {
    const named = require('lambda/errors').create('OutOfMemory', error.message,
                                                  error);
    if (phase === READY) {
      invoke.outOfMemory(named, isAnswered);
    } else if (phase === INIT) {
      initFailed(named);
    } else {
      fatal('Restore Error', named, EXIT_FAILED);
    }
  }

  exports.beforeExit = beforeExit;
  exports.drain = invoke.drain;
  exports.init = init;
  exports.invoke = invoke.invoke;
  exports.outOfMemory = outOfMemory;
  exports.restored = restored;
})
