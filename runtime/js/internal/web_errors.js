/* SPDX-License-Identifier: MIT */
// Errors that several classes of the web platform and of Node throw. Each
// function makes the error; the caller throws it.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    ObjectDefineProperty,
    TypeError,
    arrayJoin,
    arrayPush,
  } = primordials;

  const { withCode } = require('internal/errors');

  exports.illegalConstructor = () =>
    withCode(TypeError, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');

  exports.invalidThis = (type) =>
    withCode(TypeError, 'ERR_INVALID_THIS',
             `Value of "this" must be of type ${type}`);

  exports.invalidState = (message) =>
    withCode(Error, 'ERR_INVALID_STATE', `Invalid state: ${message}`);

  // @names: of the arguments that must all be there.
  exports.missingArgs = (...names) => {
    const shown = [];
    for (let n = 0; n < names.length; n++) {
      arrayPush(shown, `"${names[n]}"`);
    }
    let list = shown[0];
    if (shown.length === 2) {
      list = `${shown[0]} and ${shown[1]}`;
    } else if (shown.length > 2) {
      shown[shown.length - 1] = `and ${shown[shown.length - 1]}`;
      list = arrayJoin(shown, ', ');
    }
    return withCode(TypeError, 'ERR_MISSING_ARGS',
                    `The ${list} argument${shown.length > 1 ? 's' : ''} ` +
                    'must be specified');
  };

  // What operations of Node reject with when their signal is aborted.
  class AbortError extends Error {
    constructor(message = 'The operation was aborted', options = undefined) {
      super(message, options);
      this.code = 'ABORT_ERR';
      this.name = 'AbortError';
    }
  }
  exports.AbortError = AbortError;

  // Interfaces of the web list their members and name themselves.
  exports.defineInterface = (Class, members) => {
    const { prototype } = Class;
    for (let n = 0; n < members.length; n++) {
      ObjectDefineProperty(prototype, members[n], {
        __proto__: null, enumerable: true,
      });
    }
    ObjectDefineProperty(prototype, Symbol.toStringTag, {
      __proto__: null, value: Class.name, configurable: true,
    });
  };
})
