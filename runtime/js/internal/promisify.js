/* SPDX-License-Identifier: MIT */
// util.promisify and util.callbackify.
// https://nodejs.org/api/util.html#utilpromisifyoriginal
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    ObjectDefineProperty,
    ObjectGetPrototypeOf,
    ReflectApply,
    ReflectOwnKeys,
    SymbolFor,
    arrayPop,
    ObjectGetOwnPropertyDescriptor,
  } = primordials;

  const { withCode } = require('internal/errors');
  const { validateFunction } = require('internal/validators');
  const { nextTick } = require('internal/task_queue');

  const custom = SymbolFor('nodejs.util.promisify.custom');
  // A function whose callback takes several values names them by this, and
  // then resolves with an object of them.
  const customPromisifyArgs = Symbol('customPromisifyArgs');

  function copyProperties(from, to) {
    const keys = ReflectOwnKeys(from);
    for (let n = 0; n < keys.length; n++) {
      const own = ObjectGetOwnPropertyDescriptor(from, keys[n]);
      if (ObjectGetOwnPropertyDescriptor(to, keys[n])?.configurable !== false) {
        ObjectDefineProperty(to, keys[n], own);
      }
    }
  }

  const mark = (fn) => ObjectDefineProperty(fn, custom, {
    __proto__: null, value: fn, enumerable: false, writable: false,
    configurable: true,
  });

  function resultOf(values, names) {
    if (names === undefined || values.length <= 1) {
      return values[0];
    }
    const result = {};
    for (let n = 0; n < names.length; n++) {
      result[names[n]] = values[n];
    }
    return result;
  }

  function promisify(original) {
    validateFunction(original, 'original');
    if (original[custom]) {
      const fn = original[custom];
      validateFunction(fn, 'util.promisify.custom');
      return mark(fn);
    }
    const names = original[customPromisifyArgs];
    function promisified(...args) {
      return new Promise((resolve, reject) => {
        ReflectApply(original, this, [...args, (error, ...values) => {
          if (error) {
            reject(error);
          } else {
            resolve(resultOf(values, names));
          }
        }]);
      });
    }
    Object.setPrototypeOf(promisified, ObjectGetPrototypeOf(original));
    mark(promisified);
    copyProperties(original, promisified);
    return promisified;
  }
  promisify.custom = custom;

  function rejected(reason, callback) {
    let error = reason;
    if (!reason) {
      error = withCode(Error, 'ERR_FALSY_VALUE_REJECTION',
                       'Promise was rejected with falsy value');
      error.reason = reason;
    }
    return callback(error);
  }

  function callbackify(original) {
    validateFunction(original, 'original');
    function callbackified(...args) {
      const callback = arrayPop(args);
      validateFunction(callback, 'last argument');
      const call = (...results) => ReflectApply(callback, this, results);
      ReflectApply(original, this, args).then(
        (value) => nextTick(call, null, value),
        (reason) => nextTick(rejected, reason, call));
    }
    copyProperties(original, callbackified);
    const { length, name } = callbackified;
    if (typeof length === 'number') {
      ObjectDefineProperty(callbackified, 'length', {
        __proto__: null, value: length + 1, configurable: true,
      });
    }
    if (typeof name === 'string') {
      ObjectDefineProperty(callbackified, 'name', {
        __proto__: null, value: `${name}Callbackified`, configurable: true,
      });
    }
    return callbackified;
  }

  exports.callbackify = callbackify;
  exports.customPromisifyArgs = customPromisifyArgs;
  exports.promisify = promisify;
})
