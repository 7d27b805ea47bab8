/* SPDX-License-Identifier: MIT */
// Globals that load themselves when they are first looked at, so that a start
// pays for none of them.
(function (native, require, exports, primordials) {
  'use strict';

  const { ObjectDefineProperty } = primordials;

  // globalThis[name] = load(), at the first look; assigning replaces it.
  function lazy(name, load) {
    const settle = (value) => {
      ObjectDefineProperty(globalThis, name, {
        __proto__: null,
        value,
        writable: true,
        enumerable: false,
        configurable: true,
      });
      return value;
    };
    ObjectDefineProperty(globalThis, name, {
      __proto__: null,
      get: () => settle(load()),
      set: settle,
      enumerable: false,
      configurable: true,
    });
  }

  lazy('console', () => require('internal/console').createGlobal());
})
