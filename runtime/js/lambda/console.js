/* SPDX-License-Identifier: MIT */
// The global console of a function, made when something first looks at it: a
// function that logs nothing does not pay for it at its start.
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, ObjectDefineProperty } = primordials;
  const { process } = globalThis;

  let log;

  function define(value) {
    ObjectDefineProperty(globalThis, 'console', {
      __proto__: null,
      value,
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }

  // Makes the console and what logs the runtime's own records.
  function make() {
    const console = require('internal/console').createGlobal();
    log = require('lambda/log').install(console, process.env);
    return console;
  }

  // Before the function's code runs.
  function install() {
    ObjectDefineProperty(globalThis, 'console', {
      __proto__: null,
      get() {
        const console = make();
        define(console);
        return console;
      },
      set: define,
      enumerable: false,
      configurable: true,
    });
  }

  // The record of a failure, whatever the function has made of its console.
  // Never throws: what follows it is the answer to the service.
  function logError(label, error) {
    if (log === undefined) {
      make();
    }
    try {
      log.logError(label, error);
    } catch {
      log.logError(label, new Error('An error that cannot be printed'));
    }
  }

  exports.install = install;
  exports.logError = logError;
})
