/* SPDX-License-Identifier: MIT */
// The global console of a function, made when something first looks at it: a
// function that logs nothing does not pay for it at its start.
(function (native, require, exports, primordials) {
  'use strict';

  const { ObjectDefineProperty } = primordials;
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
  function logError(label, error) {
    if (log === undefined) {
      make();
    }
    log.logError(label, error);
  }

  exports.install = install;
  exports.logError = logError;
})
