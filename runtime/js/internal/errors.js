/* SPDX-License-Identifier: MIT */
// Errors about arguments and of system calls, with Node's codes and messages.
// Each function makes the error; the caller throws it.
//
// native.binding('errors'): name(errno), "ENOENT" of a negative number, and
// message(errno), "no such file or directory"
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    ObjectDefineProperty,
    RangeError,
    TypeError,
    arrayJoin,
    arrayPush,
    arraySlice,
    regExpExec,
    stringEndsWith,
    stringIncludes,
    stringSlice,
    stringStartsWith,
    stringToLowerCase,
  } = primordials;

  const RECEIVED_MAX = 28;
  const VALUE_MAX = 128;

  function inspect(value, options) {
    return require('internal/inspect').inspect(value, options);
  }

  // An error of class @Base whose stack names @code behind the class, as
  // "TypeError [ERR_X]: message".
  function withCode(Base, code, message) {
    const error = new Base(message);
    const { name, stack } = error;
    if (typeof stack === 'string' && stringStartsWith(stack, name)) {
      ObjectDefineProperty(error, 'stack', {
        __proto__: null,
        value: `${name} [${code}]${stringSlice(stack, name.length)}`,
        writable: true,
        enumerable: false,
        configurable: true,
      });
    }
    error.code = code;
    ObjectDefineProperty(error, 'toString', {
      __proto__: null,
      value() {
        return `${this.name} [${code}]: ${this.message}`;
      },
      writable: true,
      enumerable: false,
      configurable: true,
    });
    return error;
  }

  // "an instance of Map", "type string ('x')", "function f".
  function received(value) {
    if (value === null || value === undefined) {
      return `${value}`;
    }
    if (typeof value === 'function') {
      return value.name ? `function ${value.name}` : 'function ';
    }
    if (typeof value === 'object') {
      return value.constructor && value.constructor.name ?
        `an instance of ${value.constructor.name}` :
        inspect(value, { depth: -1 });
    }
    let shown = inspect(value, { colors: false });
    if (shown.length > RECEIVED_MAX) {
      shown = `${stringSlice(shown, 0, RECEIVED_MAX - 3)}...`;
    }
    return `type ${typeof value} (${shown})`;
  }

  // "a", "a or b", "a, b, or c".
  function anyOf(words) {
    if (words.length <= 2) {
      return arrayJoin(words, ' or ');
    }
    const last = words[words.length - 1];
    return `${arrayJoin(arraySlice(words, 0, -1), ', ')}, or ${last}`;
  }

  const typeNames = {
    __proto__: null,
    bigint: true, boolean: true, Function: true, function: true, number: true,
    Object: true, object: true, string: true, symbol: true, undefined: true,
  };
  const className = /^[A-Z][a-zA-Z0-9]*$/;

  // "of type string or an instance of Array".
  function expectation(expected) {
    const types = [];
    const classes = [];
    const rest = [];
    const list = typeof expected === 'string' ? [expected] : expected;
    for (let n = 0; n < list.length; n++) {
      if (typeNames[list[n]] === true) {
        arrayPush(types, stringToLowerCase(list[n]));
      } else {
        arrayPush(regExpExec(className, list[n]) !== null ? classes : rest,
                  list[n]);
      }
    }
    const parts = [];
    if (types.length > 0) {
      arrayPush(parts, `${types.length > 1 ? 'one of type' : 'of type'} ` +
        anyOf(types));
    }
    if (classes.length > 0) {
      arrayPush(parts, `an instance of ${anyOf(classes)}`);
    }
    if (rest.length > 0) {
      const [only] = rest;
      arrayPush(parts, rest.length > 1 ? `one of ${anyOf(rest)}` :
        `${stringToLowerCase(only) === only ? '' : 'an '}${only}`);
    }
    return arrayJoin(parts, ' or ');
  }

  // "options.x" is a property, "x" is an argument.
  const kindOf = (name) =>
    stringIncludes(name, '.') ? 'property' : 'argument';

  // @expected: the name of a type or class, or a list of them.
  function invalidArgType(name, expected, value) {
    const what = stringEndsWith(name, ' argument') ? name :
      `"${name}" ${kindOf(name)}`;
    return withCode(
      TypeError, 'ERR_INVALID_ARG_TYPE',
      `The ${what} must be ${expectation(expected)}. ` +
      `Received ${received(value)}`);
  }

  function invalidArgValue(name, value, reason) {
    let shown = inspect(value);
    if (shown.length > VALUE_MAX) {
      shown = `${stringSlice(shown, 0, VALUE_MAX)}...`;
    }
    return withCode(
      TypeError, 'ERR_INVALID_ARG_VALUE',
      `The ${kindOf(name)} '${name}' ${reason || 'is invalid'}. ` +
      `Received ${shown}`);
  }

  // "4294967297" as "4_294_967_297", which is how large numbers are shown.
  function separated(digits) {
    const start = digits[0] === '-' ? 1 : 0;
    let text = '';
    let at = digits.length;
    for (; at > start + 3; at -= 3) {
      text = `_${stringSlice(digits, at - 3, at)}${text}`;
    }
    return `${stringSlice(digits, 0, at)}${text}`;
  }

  function shownNumber(value) {
    if (typeof value === 'bigint') {
      return value > 2n ** 32n || value < -(2n ** 32n) ?
        `${separated(`${value}`)}n` : `${value}n`;
    }
    return typeof value === 'number' && value % 1 === 0 &&
      (value > 2 ** 32 || value < -(2 ** 32)) ? separated(`${value}`) :
      inspect(value);
  }

  // @range: what @value must be, as ">= 0 && <= 10" or "an integer".
  function outOfRange(name, range, value) {
    return withCode(
      RangeError, 'ERR_OUT_OF_RANGE',
      `The value of "${name}" is out of range. It must be ${range}. ` +
      `Received ${shownNumber(value)}`);
  }

  // What a system call that failed throws, as "kill ESRCH"; @errno is negative.
  function errnoException(errno, call) {
    const code = native.binding('errors').name(errno);
    const error = new Error(`${call} ${code}`);
    error.errno = errno;
    error.code = code;
    error.syscall = call;
    return error;
  }

  // The same for paths: "ENOENT: no such file or directory, chdir 'a' -> 'b'".
  function systemError(errno, call, path, dest) {
    const names = native.binding('errors');
    const code = names.name(errno);
    const to = dest === undefined ? '' : ` -> '${dest}'`;
    const error = new Error(
      `${code}: ${names.message(errno)}, ${call} '${path}'${to}`);
    error.errno = errno;
    error.code = code;
    error.syscall = call;
    error.path = path;
    if (dest !== undefined) {
      error.dest = dest;
    }
    return error;
  }

  exports.bufferBounds = (name) => withCode(
    RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS',
    name ? `"${name}" is outside of buffer bounds` :
      'Attempt to access memory outside buffer bounds');

  exports.unknownEncoding = (name) => withCode(
    TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${name}`);

  exports.errnoException = errnoException;
  exports.invalidArgType = invalidArgType;
  exports.invalidArgValue = invalidArgValue;
  exports.outOfRange = outOfRange;
  exports.systemError = systemError;
  exports.withCode = withCode;
})
