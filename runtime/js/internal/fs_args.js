/* SPDX-License-Identifier: MIT */
// What node:fs is called with, checked and made plain: paths, descriptors,
// flags, modes, times, encodings, buffers.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayBufferIsView,
    Error,
    NumberIsInteger,
    NumberParseInt,
    TypeError,
    Uint8Array,
    dateGetTime,
    functionHasInstance,
    regExpExec,
    stringIndexOf,
    stringStartsWith,
  } = primordials;
  const { invalidArgType, invalidArgValue, outOfRange, withCode } =
    require('internal/errors');
  const { constants } = require('internal/fs_constants');

  const MAX_INT32 = 2147483647;
  const MAX_UINT32 = 4294967295;

  // ---- Buffers: the one place that knows of node:buffer ----

  const nodeBuffer = () =>
    require('internal/node_modules').find('buffer') ?? {};

  // The Buffer over the bytes of the Uint8Array @bytes.
  function toBuffer(bytes) {
    const { Buffer } = nodeBuffer();
    return Buffer === undefined ? bytes :
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  // The bytes of @bytes as text; 'buffer' or none leaves them.
  function decode(bytes, encoding) {
    const buffer = toBuffer(bytes);
    return encoding && encoding !== 'buffer' ? buffer.toString(encoding) :
      buffer;
  }

  const isUtf8 = (encoding) => encoding === 'utf8' || encoding === 'utf-8' ||
    encoding === 'UTF8' || encoding === 'UTF-8';

  // ---- Paths ----

  function hasNul(path) {
    if (typeof path === 'string') {
      return stringIndexOf(path, '\0') !== -1;
    }
    for (let n = 0; n < path.length; n++) {
      if (path[n] === 0) {
        return true;
      }
    }
    return false;
  }

  const isURL = (value) => typeof value === 'object' && value !== null &&
    typeof value.href === 'string' && typeof value.protocol === 'string' &&
    value.auth === undefined && value.path === undefined;

  // A string or Uint8Array for the system, of what Node takes as a path.
  function pathOf(value, name = 'path') {
    let path = value;
    if (isURL(value)) {
      path = require('internal/node_modules').find('url').fileURLToPath(value);
    }
    if (typeof path !== 'string' && !functionHasInstance(Uint8Array, path)) {
      throw invalidArgType(name, ['string', 'Buffer', 'URL'], value);
    }
    if (hasNul(path)) {
      throw invalidArgValue(
        name, path, 'must be a string, Uint8Array, or URL without null bytes');
    }
    return path;
  }

  function fdOf(fd, name = 'fd') {
    return int32(fd, name, 0, MAX_INT32);
  }

  // What readFile() and its kin take: a path or a descriptor.
  const pathOrFd = (value) => NumberIsInteger(value) && value >= 0 &&
    value <= MAX_INT32 ? value : pathOf(value);

  // ---- Numbers ----

  function int32(value, name, least, most) {
    if (typeof value !== 'number') {
      throw invalidArgType(name, 'number', value);
    }
    if (!NumberIsInteger(value)) {
      throw outOfRange(name, 'an integer', value);
    }
    if (value < least || value > most) {
      throw outOfRange(name, `>= ${least} && <= ${most}`, value);
    }
    return value;
  }

  const octal = /^[0-7]+$/;

  // A file mode: a number, or octal digits.
  function modeOf(value, name, fallback) {
    if (value === undefined || value === null) {
      if (fallback === undefined) {
        throw invalidArgType(name, 'number', value);
      }
      return fallback;
    }
    if (typeof value === 'string') {
      if (regExpExec(octal, value) === null) {
        throw invalidArgValue(
          name, value,
          'must be a 32-bit unsigned integer or an octal string');
      }
      return NumberParseInt(value, 8);
    }
    return int32(value, name, 0, MAX_UINT32);
  }

  const flagNames = {
    '__proto__': null,
    'r': constants.O_RDONLY,
    'rs': constants.O_RDONLY | constants.O_SYNC,
    'r+': constants.O_RDWR,
    'rs+': constants.O_RDWR | constants.O_SYNC,
    'w': constants.O_TRUNC | constants.O_CREAT | constants.O_WRONLY,
    'wx': constants.O_TRUNC | constants.O_CREAT | constants.O_WRONLY |
      constants.O_EXCL,
    'w+': constants.O_TRUNC | constants.O_CREAT | constants.O_RDWR,
    'wx+': constants.O_TRUNC | constants.O_CREAT | constants.O_RDWR |
      constants.O_EXCL,
    'a': constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY,
    'ax': constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY |
      constants.O_EXCL,
    'as': constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY |
      constants.O_SYNC,
    'a+': constants.O_APPEND | constants.O_CREAT | constants.O_RDWR,
    'ax+': constants.O_APPEND | constants.O_CREAT | constants.O_RDWR |
      constants.O_EXCL,
    'as+': constants.O_APPEND | constants.O_CREAT | constants.O_RDWR |
      constants.O_SYNC,
    'sr': constants.O_RDONLY | constants.O_SYNC,
    'sr+': constants.O_RDWR | constants.O_SYNC,
    'xw': constants.O_TRUNC | constants.O_CREAT | constants.O_WRONLY |
      constants.O_EXCL,
    'xa': constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY |
      constants.O_EXCL,
    'sa': constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY |
      constants.O_SYNC,
  };

  function flagsOf(value, fallback = 'r') {
    const flags = value === undefined || value === null ? fallback : value;
    if (typeof flags === 'number') {
      return int32(flags, 'flags', -MAX_INT32 - 1, MAX_INT32);
    }
    if (typeof flags !== 'string' || flagNames[flags] === undefined) {
      throw invalidArgValue('flags', flags);
    }
    return flagNames[flags];
  }

  // Seconds, of a number, a numeric string or a Date.
  function timeOf(value, name = 'time') {
    if (typeof value === 'string' && +value == value) {
      return +value;
    }
    if (typeof value === 'number' && value - value === 0) {
      return value < 0 ? Date.now() / 1000 : value;
    }
    if (functionHasInstance(Date, value)) {
      return dateGetTime(value) / 1000;
    }
    throw invalidArgType(name, ['Date', 'Time in seconds'], value);
  }

  // ---- Options ----

  const encodings = {
    '__proto__': null, 'utf8': true, 'utf-8': true, 'ucs2': true,
    'ucs-2': true, 'utf16le': true, 'utf-16le': true, 'latin1': true,
    'binary': true, 'ascii': true, 'base64': true, 'base64url': true,
    'hex': true, 'buffer': true,
  };

  function checkEncoding(encoding) {
    if (encoding !== undefined && encoding !== null && encoding !== '' &&
        encodings[`${encoding}`.toLowerCase()] === undefined) {
      throw invalidArgValue('encoding', encoding, 'is invalid encoding');
    }
  }

  // Options of a call that may be given as an encoding alone.
  function optionsOf(value, defaults) {
    if (value === undefined || value === null || typeof value === 'function') {
      return defaults;
    }
    const options = typeof value === 'string' ? { encoding: value } : value;
    if (typeof options !== 'object') {
      throw invalidArgType('options', ['string', 'Object'], value);
    }
    checkEncoding(options.encoding);
    if (options.signal !== undefined) {
      checkSignal(options.signal);
    }
    return { ...defaults, ...options };
  }

  function checkSignal(signal) {
    if (signal === null || typeof signal !== 'object' ||
        !('aborted' in signal)) {
      throw invalidArgType('options.signal', 'AbortSignal', signal);
    }
  }

  function abortError(signal) {
    const error = new Error('The operation was aborted',
                            { cause: signal.reason });
    error.name = 'AbortError';
    error.code = 'ABORT_ERR';
    return error;
  }

  function throwIfAborted(signal) {
    if (signal !== undefined && signal.aborted) {
      throw abortError(signal);
    }
  }

  // ---- Data ----

  // A string (as UTF-8) or view that can be written.
  function dataOf(data, encoding) {
    if (typeof data === 'string') {
      return !encoding || isUtf8(encoding) ? data :
        nodeBuffer().Buffer.from(data, encoding);
    }
    if (!ArrayBufferIsView(data)) {
      throw invalidArgType('data', ['string', 'Buffer', 'TypedArray',
                                    'DataView'], data);
    }
    return data;
  }

  // The view on bytes @offset to @offset + @length of the view @buffer.
  function slice(buffer, offset, length) {
    return new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length);
  }

  // A place in a file: -1 is where the descriptor stands.
  function positionOf(position) {
    if (position === undefined || position === null) {
      return -1;
    }
    if (typeof position !== 'number' && typeof position !== 'bigint') {
      throw invalidArgType('position', ['integer', 'bigint'], position);
    }
    const place = Number(position);
    if (!NumberIsInteger(place)) {
      throw outOfRange('position', 'an integer', position);
    }
    if (place < -1 || place > Number.MAX_SAFE_INTEGER) {
      throw outOfRange('position', `>= -1 && <= ${Number.MAX_SAFE_INTEGER}`,
                       position);
    }
    return place;
  }

  function unavailable(feature) {
    return withCode(
      TypeError, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
      `The feature ${feature} is unavailable on the current platform, which ` +
      'is being used to run Node.js');
  }

  const notImplemented = (name) =>
    withCode(Error, 'ERR_METHOD_NOT_IMPLEMENTED',
             `The ${name}() method is not implemented`);

  exports.MAX_INT32 = MAX_INT32;
  exports.MAX_UINT32 = MAX_UINT32;
  exports.dataOf = dataOf;
  exports.decode = decode;
  exports.fdOf = fdOf;
  exports.flagsOf = flagsOf;
  exports.int32 = int32;
  exports.isUtf8 = isUtf8;
  exports.modeOf = modeOf;
  exports.notImplemented = notImplemented;
  exports.optionsOf = optionsOf;
  exports.pathOf = pathOf;
  exports.pathOrFd = pathOrFd;
  exports.positionOf = positionOf;
  exports.slice = slice;
  exports.throwIfAborted = throwIfAborted;
  exports.timeOf = timeOf;
  exports.toBuffer = toBuffer;
  exports.unavailable = unavailable;
})
