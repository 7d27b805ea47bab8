/* SPDX-License-Identifier: MIT */
// node:timers. https://nodejs.org/api/timers.html
(function (native, require, exports, primordials) {
  'use strict';

  const timers = require('internal/timers');

  const module = {
    setTimeout: timers.setTimeout,
    clearTimeout: timers.clearTimeout,
    setImmediate: timers.setImmediate,
    clearImmediate: timers.clearImmediate,
    setInterval: timers.setInterval,
    clearInterval: timers.clearInterval,
    promises: undefined,
  };
  Object.defineProperty(module, 'promises', {
    __proto__: null,
    get: () => require('node/timers_promises').module,
    enumerable: true,
    configurable: true,
  });

  exports.module = module;
})
