/* SPDX-License-Identifier: MIT */
// The global console of a function, made when something first looks at it: a
// function that logs nothing does not pay for it at its start.
(function (native, require, exports, primordials) {
  'use strict';

  const { Error, ObjectDefineProperty } = primordials;

  let log;
  let env;

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
    log = require('lambda/log').install(console, env);
    return console;
  }

  // Before the function's code runs. @environment: process.env, which the
  // function may put something else in the place of.
  function install(environment) {
    env = environment;
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

  // The record of an error of which no record can be made; none at all where
  // the function has put into the globals what no text can be made of.
  function logUnprintable(label) {
    try {
      log.logError(label, new Error('An error that cannot be printed'));
    } catch {
      // The answer to the service is worth more than its record.
    }
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
      logUnprintable(label);
    }
  }

  exports.install = install;
  exports.logError = logError;
})
