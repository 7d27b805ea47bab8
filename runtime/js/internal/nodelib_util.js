/* SPDX-License-Identifier: MIT */
// internal/util, internal/validators, internal/buffer and internal/assert of
// Node, as far as the files of its library in the executable use them.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayBufferIsView,
    ArrayIsArray,
    Error,
    ObjectDefineProperty,
    ObjectFreeze,
    Promise,
    ReflectApply,
    Symbol,
    SymbolFor,
    functionHasInstance,
  } = primordials;

  const { invalidArgType, withCode } = require('internal/errors');
  const { customPromisifyArgs, promisify } = require('internal/promisify');
  const { isNativeError } = require('node/util_types').module;
  const { codes } = require('internal/nodelib_errors');
  const fsArgs = require('internal/fs_args');
  const { numbers } = require('internal/signals');
  const validators = require('internal/validators');

  const DELAY_MAX = 2147483647;

  function assert(value, message) {
    if (!value) {
      throw withCode(Error, 'ERR_INTERNAL_ASSERTION', message ??
        'This is caused by a bug in the runtime');
    }
  }
  assert.fail = (message) => assert(false, message);

  function createDeferredPromise() {
    const { promise, resolve, reject } = Promise.withResolvers();
    return { promise, resolve, reject };
  }

  // Calls @callback, and does nothing when it is called again.
  function once(callback) {
    let isCalled = false;
    return function (...args) {
      if (!isCalled) {
        isCalled = true;
        ReflectApply(callback, this, args);
      }
    };
  }

  function lazyDOMException(message, name) {
    return new (require('web/dom_exception').DOMException)(message, name);
  }

  // @options: what else is an object, by nullable, allowArray, allowFunction.
  function validateObject(value, name, options) {
    const isFine = value === null ? options?.nullable :
      (typeof value === 'object' &&
       (options?.allowArray || !ArrayIsArray(value))) ||
      (typeof value === 'function' && options?.allowFunction);
    if (!isFine) {
      throw invalidArgType(name, 'Object', value);
    }
  }

  function validateBuffer(buffer, name = 'buffer') {
    if (!ArrayBufferIsView(buffer)) {
      throw invalidArgType(name, ['Buffer', 'TypedArray', 'DataView'], buffer);
    }
  }

  // A number or what it is written as, from 0 or 1 to 65535.
  function validatePort(port, name = 'Port', mayBeZero = true) {
    const isNumber = typeof port === 'number' ||
      (typeof port === 'string' && port.trim() !== '');
    if (!isNumber || +port !== (+port >>> 0) || +port > 0xffff ||
        (+port === 0 && !mayBeZero)) {
      throw new codes.ERR_SOCKET_BAD_PORT(name, port, mayBeZero);
    }
    return +port;
  }

  // Milliseconds of a timer; one that is too long for it says so.
  function getTimerDuration(delay, name) {
    validators.validateNumber(delay, name);
    if (delay < 0 || !Number.isFinite(delay)) {
      throw new codes.ERR_OUT_OF_RANGE(name, 'a non-negative finite number',
                                       delay);
    }
    if (delay > DELAY_MAX) {
      globalThis.process.emitWarning(
        `${delay} does not fit into a 32-bit signed integer.\nTimer duration ` +
        `was truncated to ${DELAY_MAX}.`, 'TimeoutOverflowWarning');
      return DELAY_MAX;
    }
    return delay;
  }

  // The number or the name of a signal as its number.
  function convertToValidSignal(signal) {
    if (typeof signal === 'number') {
      for (const name in numbers) {
        if (numbers[name] === signal) {
          return signal;
        }
      }
    }
    if (typeof signal === 'string' &&
        numbers[signal.toUpperCase()] !== undefined) {
      return numbers[signal.toUpperCase()];
    }
    throw new codes.ERR_UNKNOWN_SIGNAL(signal);
  }

  exports.assert = assert;
  exports.buffer = {
    // Over the same bytes, as Buffer's own class.
    FastBuffer: function FastBuffer(...args) {
      return globalThis.Buffer.from(...args);
    },
  };
  // With what @source inherits.
  function copyObject(source) {
    const copy = {};
    for (const key in source) {
      copy[key] = source[key];
    }
    return copy;
  }

  exports.fs = {
    copyObject,
    getOptions(options, defaults) {
      const merged = fsArgs.optionsOf(options, defaults);
      return typeof options === 'object' && options !== null ? options : merged;
    },
    getValidatedFd: fsArgs.fdOf,
    getValidatedPath: fsArgs.pathOf,
    validatePath: fsArgs.pathOf,
  };
  exports.timers = {
    getTimerDuration,
    kTimeout: Symbol('timeout'),
    setUnrefTimeout: (run, delay) =>
      require('internal/timers').setTimeout(run, delay).unref(),
  };
  exports.util = {
    convertToValidSignal,
    createDeferredPromise,
    customInspectSymbol: SymbolFor('nodejs.util.inspect.custom'),
    customPromisifyArgs,
    deprecate: require('node/util_debug').deprecate,
    getSystemErrorName: require('internal/system_errors').nameOf,
    isError: (value) => isNativeError(value) ||
      functionHasInstance(Error, value),
    kEmptyObject: ObjectFreeze({ __proto__: null }),
    kEnumerableProperty: { __proto__: null, enumerable: true },
    lazyDOMException,
    normalizeEncoding: require('internal/encodings').find,
    once,
    promisify,
    setOwnProperty: (object, name, value) =>
      ObjectDefineProperty(object, name, {
        __proto__: null, configurable: true, enumerable: true, value,
        writable: true,
      }),
  };
  exports.validators = {
    ...validators,
    isInt32: (value) => value === (value | 0),
    isUint32: (value) => value === (value >>> 0),
    validateBuffer,
    validateObject,
    validatePort,
  };
})
