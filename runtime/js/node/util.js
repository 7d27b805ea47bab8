/* SPDX-License-Identifier: MIT */
// node:util. https://nodejs.org/api/util.html
//
// Few programs use more than a handful: what is large lies in files of its own
// and is loaded by its first call.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayIsArray,
    Error,
    ObjectAssign,
    ObjectDefineProperty,
    ObjectKeys,
    functionHasInstance,
  } = primordials;

  const { format, formatWithOptions } = require('internal/format');
  const { inspect } = require('internal/inspect');
  const { callbackify, promisify } = require('internal/promisify');
  const { invalidArgType } = require('internal/errors');
  const types = require('node/util_types').module;
  const { validateString } = require('internal/validators');

  function inherits(ctor, superCtor) {
    if (ctor === undefined || ctor === null) {
      throw invalidArgType('ctor', 'Function', ctor);
    }
    if (superCtor === undefined || superCtor === null) {
      throw invalidArgType('superCtor', 'Function', superCtor);
    }
    if (superCtor.prototype === undefined) {
      throw invalidArgType('superCtor.prototype', 'Object',
                           superCtor.prototype);
    }
    ObjectDefineProperty(ctor, 'super_', {
      __proto__: null, value: superCtor, writable: true, configurable: true,
    });
    Object.setPrototypeOf(ctor.prototype, superCtor.prototype);
  }

  function _extend(target, source) {
    if (source === null || typeof source !== 'object') {
      return target;
    }
    return ObjectAssign(target, source);
  }

  function toUSVString(value) {
    return `${value}`.toWellFormed();
  }

  function parseEnv(content) {
    validateString(content, 'content');
    return require('node/util_env').parse(content);
  }

  function stripVTControlCharacters(text) {
    validateString(text, 'str');
    return require('node/util_style').strip(text);
  }

  function isDeepStrictEqual(a, b) {
    return require('internal/deep_equal').isDeepStrictEqual(a, b);
  }

  async function aborted(signal, resource) {
    return require('node/util_abort').aborted(signal, resource);
  }

  const pad = (number) => `${number}`.padStart(2, '0');
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug',
                  'Sep', 'Oct', 'Nov', 'Dec'];

  function log(...args) {
    const now = new Date();
    const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(pad);
    globalThis.console.log(
      '%s - %s', `${now.getDate()} ${months[now.getMonth()]} ` +
      time.join(':'), format(...args));
  }

  // Loads @file with the first call of what it exports as @name.
  const later = (file, name) => ({
    [name](...args) {
      return require(file)[name](...args);
    },
  }[name]);

  const isPrimitive = (value) => value === null ||
    (typeof value !== 'object' && typeof value !== 'function');

  const module = {
    _errnoException: later('node/util_errors', '_errnoException'),
    _exceptionWithHostPort: later('node/util_errors',
                                  '_exceptionWithHostPort'),
    _extend,
    callbackify,
    debug: later('node/util_debug', 'debuglog'),
    debuglog: later('node/util_debug', 'debuglog'),
    deprecate: later('node/util_debug', 'deprecate'),
    format,
    styleText: later('node/util_style', 'styleText'),
    formatWithOptions,
    getCallSites: later('node/util_errors', 'getCallSites'),
    getSystemErrorMap: later('node/util_errors', 'getSystemErrorMap'),
    getSystemErrorName: later('node/util_errors', 'getSystemErrorName'),
    getSystemErrorMessage: later('node/util_errors', 'getSystemErrorMessage'),
    inherits,
    inspect,
    isArray: ArrayIsArray,
    isBoolean: (value) => typeof value === 'boolean',
    isBuffer: (value) => globalThis.Buffer.isBuffer(value),
    isDeepStrictEqual,
    isNull: (value) => value === null,
    isNullOrUndefined: (value) => value === null || value === undefined,
    isNumber: (value) => typeof value === 'number',
    isString: (value) => typeof value === 'string',
    isSymbol: (value) => typeof value === 'symbol',
    isUndefined: (value) => value === undefined,
    isRegExp: types.isRegExp,
    isObject: (value) => value !== null && typeof value === 'object',
    isDate: types.isDate,
    isError: (value) => types.isNativeError(value) ||
      functionHasInstance(Error, value),
    isFunction: (value) => typeof value === 'function',
    isPrimitive,
    log,
    promisify,
    stripVTControlCharacters,
    toUSVString,
    transferableAbortSignal: later('node/util_abort',
                                   'transferableAbortSignal'),
    transferableAbortController: later('node/util_abort',
                                       'transferableAbortController'),
    aborted,
    types,
    parseEnv,
    parseArgs: (config) => require('node/util_args').parseArgs(config),
  };

  const classes = {
    TextDecoder: () => globalThis.TextDecoder,
    TextEncoder: () => globalThis.TextEncoder,
    MIMEType: () => require('node/util_mime').MIMEType,
    MIMEParams: () => require('node/util_mime').MIMEParams,
  };
  const names = ObjectKeys(classes);
  for (let n = 0; n < names.length; n++) {
    const name = names[n];
    const settle = (value) => {
      ObjectDefineProperty(module, name, {
        __proto__: null, value, writable: true, enumerable: true,
        configurable: true,
      });
      return value;
    };
    ObjectDefineProperty(module, name, {
      __proto__: null,
      get: () => settle(classes[name]()),
      set: settle,
      enumerable: true,
      configurable: true,
    });
  }

  exports.module = module;
})
