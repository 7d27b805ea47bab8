/* SPDX-License-Identifier: MIT */
// The ends of the process that code asks for.
// https://nodejs.org/api/process.html#processexitcode
//
// native.binding('exit'): exit(code), abort()
(function (native, require, exports, primordials) {
  'use strict';

  const natives = native.binding('exit');
  const { process } = require('internal/process');

  // Throws where @code cannot be an exit status: an integer, or one in a text.
  function check(code) {
    let value = code;
    if (typeof code === 'string' && code !== '' && +code % 1 === 0) {
      value = +code;
    }
    const errors = require('internal/errors');
    if (typeof value !== 'number') {
      throw errors.invalidArgType('code', 'number', value);
    }
    if (value % 1 !== 0) {
      throw errors.outOfRange('code', 'an integer', value);
    }
  }

  function exit(code) {
    if (arguments.length > 0) {
      process.exitCode = code;
    }
    if (!process._exiting) {
      process._exiting = true;
      process.emit('exit', +process.exitCode || 0);
    }
    // By way of the property, which supervisors replace.
    process.reallyExit(+process.exitCode || 0);
  }

  // A method: it has no prototype.
  exports.abort = { abort() {
    natives.abort();
  } }.abort;
  exports.check = check;
  exports.exit = exit;
  exports.reallyExit = function reallyExit(code) {
    natives.exit(code === undefined ? 0 : +code);
  };
})
