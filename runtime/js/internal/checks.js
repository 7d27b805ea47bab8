/* SPDX-License-Identifier: MIT */
// Checks of arguments, which throw Node's errors.
(function (native, require, exports, primordials) {
  'use strict';

  const { invalidArgType, outOfRange, withCode } =
    require('internal/errors');
  const { Error, RangeError, TypeError } = primordials;

  function isNumber(value, name) {
    if (typeof value !== 'number') {
      throw invalidArgType(name, 'number', value);
    }
  }

  // @most may be left out.
  function isNumberWithin(value, name, least, most) {
    isNumber(value, name);
    if (!(value >= least && !(value > most))) {
      throw outOfRange(name, most === undefined ? `>= ${least}` :
        `>= ${least} && <= ${most}`, value);
    }
  }

  function isIntegerWithin(value, name, least, most) {
    isNumber(value, name);
    if (value % 1 !== 0) {
      throw outOfRange(name, 'an integer', value);
    }
    if (value < least || value > most) {
      throw outOfRange(name, `>= ${least} && <= ${most}`, value);
    }
  }

  function isString(value, name) {
    if (typeof value !== 'string') {
      throw invalidArgType(name, 'string', value);
    }
  }

  exports.isNumber = isNumber;
  exports.isNumberWithin = isNumberWithin;
  exports.isIntegerWithin = isIntegerWithin;
  exports.isString = isString;

  exports.bufferBounds = (name) => withCode(
    RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS',
    name ? `"${name}" is outside of buffer bounds` :
      'Attempt to access memory outside buffer bounds');

  exports.unknownEncoding = (name) => withCode(
    TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${name}`);

  exports.plainError = (code, message) => withCode(Error, code, message);
  exports.typeError = (code, message) => withCode(TypeError, code, message);
  exports.rangeError = (code, message) => withCode(RangeError, code, message);
})
