/* SPDX-License-Identifier: MIT */
// Modules that require each other: the first to ask gets exports that are not
// whole yet. A property that is missing then is warned of, as by Node.
(function (native, require, exports, primordials) {
  'use strict';

  const { ObjectGetPrototypeOf, String, hasOwn } = primordials;
  const { isProxy } = require('node/util_types').module;

  const { getOwnPropertyDescriptor, setPrototypeOf } = Object;
  const ours = Object.prototype;

  function warn(name) {
    globalThis.process.emitWarning(
      `Accessing non-existent property '${String(name)}' of module exports ` +
      'inside circular dependency');
  }

  // Transpilers ask for __esModule; what Object.prototype has is there.
  const known = (target, name) => name in target || name === '__esModule';

  // Stands in for the Object.prototype of exports.
  const watcher = new Proxy({}, {
    __proto__: null,
    get(target, name) {
      if (!known(target, name)) {
        warn(name);
      }
      return target[name];
    },
    getOwnPropertyDescriptor(target, name) {
      if (!hasOwn(target, name) && name !== '__esModule') {
        warn(name);
      }
      return getOwnPropertyDescriptor(target, name);
    },
  });

  const isPlain = (value, prototype) => typeof value === 'object' &&
    value !== null && !isProxy(value) &&
    ObjectGetPrototypeOf(value) === prototype;

  exports.watch = (value) => {
    if (isPlain(value, ours) && !value.__esModule) {
      setPrototypeOf(value, watcher);
    }
  };
  exports.unwatch = (value) => {
    if (isPlain(value, watcher)) {
      setPrototypeOf(value, ours);
    }
  };
})
