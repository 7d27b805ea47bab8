/* SPDX-License-Identifier: MIT */
// Errors that nobody has caught and rejections that nobody has handled.
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, String, functionHasInstance } = primordials;
  const { process } = require('internal/process');

  let capture = null;

  // C: @error came out of a callback. True when somebody has dealt with it.
  function uncaught(error, origin) {
    process.emit('uncaughtExceptionMonitor', error, origin);
    if (capture !== null) {
      capture(error);
      return true;
    }
    return process.emit('uncaughtException', error, origin);
  }

  // What is thrown for a promise that was rejected with what is no error.
  function rejectionError(reason) {
    const shown = typeof reason === 'object' || typeof reason === 'function' ?
      require('internal/inspect').inspect(reason) : String(reason);
    const error = new Error(
      'This error originated either by throwing inside of an async function ' +
      'without a catch block, or by rejecting a promise which was not ' +
      `handled with .catch(). The promise rejected with the reason "${shown}".`);
    error.name = 'UnhandledPromiseRejection';
    error.code = 'ERR_UNHANDLED_REJECTION';
    return error;
  }

  // C: nobody has handled @promise by the end of its turn. Without a listener
  // it is an uncaught exception. True when somebody has dealt with it; false,
  // or throws, for @reason or another error to be reported.
  function rejection(promise, reason) {
    if (process.emit('unhandledRejection', reason, promise)) {
      return true;
    }
    const error = functionHasInstance(Error, reason) ? reason :
      rejectionError(reason);
    const isHandled = uncaught(error, 'unhandledRejection');
    if (!isHandled && error !== reason) {
      throw error;
    }
    return isHandled;
  }

  exports.setUncaughtExceptionCaptureCallback =
    function setUncaughtExceptionCaptureCallback(fn) {
      const errors = require('internal/errors');
      if (fn !== null && typeof fn !== 'function') {
        throw errors.invalidArgType('fn', ['Function', 'null'], fn);
      }
      if (fn !== null && capture !== null) {
        throw errors.withCode(
          Error, 'ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET',
          '`process.setupUncaughtExceptionCapture()` was called while a ' +
          'capture callback was already active');
      }
      capture = fn;
    };
  exports.hasUncaughtExceptionCaptureCallback =
    function hasUncaughtExceptionCaptureCallback() {
      return capture !== null;
    };
  exports.rejection = rejection;
  exports.uncaught = uncaught;
})
