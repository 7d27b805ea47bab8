/* SPDX-License-Identifier: MIT */
// process.env: the environment as it was when this file was loaded, whose
// changes reach the C library, which reads TZ, and children.
// https://nodejs.org/api/process.html#processenv
//
// native.binding('env'):
//   list()               [name, value, ...]
//   set(name, value), unset(name)
(function (native, require, exports, primordials) {
  'use strict';

  const { String, TypeError } = primordials;
  const natives = native.binding('env');

  function refuse(message, code) {
    const error = new TypeError(message);
    if (code !== undefined) {
      error.code = code;
    }
    return error;
  }

  function store(object, name, value) {
    if (typeof name === 'symbol' || typeof value === 'symbol') {
      throw refuse('Cannot convert a Symbol value to a string');
    }
    const text = String(value);
    object[name] = text;
    natives.set(name, text);
    return true;
  }

  const traps = {
    __proto__: null,
    set: store,
    defineProperty(object, name, descriptor) {
      const code = 'ERR_INVALID_OBJECT_DEFINE_PROPERTY';
      if ('get' in descriptor || 'set' in descriptor) {
        throw refuse("'process.env' does not accept an accessor" +
          '(getter/setter) descriptor', code);
      }
      if (!('value' in descriptor)) {
        throw refuse("'process.env' only accepts a configurable, writable, " +
          'and enumerable data descriptor', code);
      }
      if (!descriptor.configurable || !descriptor.writable ||
          !descriptor.enumerable) {
        throw refuse("'process.env' only accepts a configurable, writable, " +
          'and enumerable data descriptor', code);
      }
      return store(object, name, descriptor.value);
    },
    deleteProperty(object, name) {
      if (typeof name === 'string') {
        natives.unset(name);
      }
      return delete object[name];
    },
  };

  function read() {
    const target = {};
    const pairs = natives.list();
    for (let n = 0; n < pairs.length; n += 2) {
      target[pairs[n]] = pairs[n + 1];
    }
    return new Proxy(target, traps);
  }

  exports.env = read;
})
