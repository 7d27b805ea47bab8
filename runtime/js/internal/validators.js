/* SPDX-License-Identifier: MIT */
// Checks of arguments, with the errors that Node throws. Each returns nothing.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayIsArray,
    arrayIncludes,
    arrayJoin,
  } = primordials;

  const errors = require('internal/errors');

  const INT32_MIN = -2147483648;
  const INT32_MAX = 2147483647;
  const UINT32_MAX = 4294967295;
  const SAFE_MAX = 9007199254740991;

  function type(value, name, expected) {
    if (typeof value !== expected) {
      throw errors.invalidArgType(name, expected, value);
    }
  }

  exports.validateBoolean = (value, name) => type(value, name, 'boolean');
  exports.validateFunction = (value, name) => type(value, name, 'function');
  exports.validateString = (value, name) => type(value, name, 'string');

  // From @min to @max where they are given.
  exports.validateNumber = (value, name, min, max) => {
    // A direct comparison: Buffer asks for every number that it reads.
    if (typeof value !== 'number') {
      throw errors.invalidArgType(name, 'number', value);
    }
    if ((min !== undefined && value < min) ||
        (max !== undefined && value > max) ||
        ((min !== undefined || max !== undefined) && value !== value)) {
      const low = min === undefined ? '' : `>= ${min}`;
      const both = min !== undefined && max !== undefined ? ' && ' : '';
      const high = max === undefined ? '' : `<= ${max}`;
      throw errors.outOfRange(name, low + both + high, value);
    }
  };

  function validateInteger(value, name, min = -SAFE_MAX, max = SAFE_MAX) {
    type(value, name, 'number');
    if (value % 1 !== 0) {
      throw errors.outOfRange(name, 'an integer', value);
    }
    if (value < min || value > max) {
      throw errors.outOfRange(name, `>= ${min} && <= ${max}`, value);
    }
  }

  exports.validateInteger = validateInteger;
  exports.validateInt32 = (value, name, min = INT32_MIN, max = INT32_MAX) =>
    validateInteger(value, name, min, max);
  exports.validateUint32 = (value, name, isPositive = false) =>
    validateInteger(value, name, isPositive ? 1 : 0, UINT32_MAX);

  exports.validateOneOf = (value, name, allowed) => {
    if (!arrayIncludes(allowed, value)) {
      const shown = [];
      for (let n = 0; n < allowed.length; n++) {
        shown[n] = typeof allowed[n] === 'string' ? `'${allowed[n]}'` :
          `${allowed[n]}`;
      }
      throw errors.invalidArgValue(
        name, value, `must be one of: ${arrayJoin(shown, ', ')}`);
    }
  };

  // An object that is no array; a function only where @isCallable.
  exports.validateObject = (value, name, isCallable = false) => {
    if (value === null || ArrayIsArray(value) ||
        (typeof value !== 'object' &&
         !(isCallable && typeof value === 'function'))) {
      throw errors.invalidArgType(name, 'Object', value);
    }
  };

  // Of web interfaces: a dictionary may be left out, or be a function.
  exports.validateDictionary = (value, name) => {
    if (value !== null && value !== undefined &&
        typeof value !== 'object' && typeof value !== 'function') {
      throw errors.invalidArgType(name, 'Object', value);
    }
  };

  exports.validateArray = (value, name, least = 0) => {
    if (!ArrayIsArray(value)) {
      throw errors.invalidArgType(name, 'Array', value);
    }
    if (value.length < least) {
      throw errors.invalidArgValue(name, value,
                                   `must be longer than ${least}`);
    }
  };

  // undefined is none.
  exports.validateAbortSignal = (value, name) => {
    if (value !== undefined && (value === null || typeof value !== 'object' ||
                                !('aborted' in value))) {
      throw errors.invalidArgType(name, 'AbortSignal', value);
    }
  };
})
