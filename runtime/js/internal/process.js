/* SPDX-License-Identifier: MIT */
// The global process: https://nodejs.org/api/process.html. Its properties and
// the methods of the emitter that it inherits from make themselves when they
// are first looked at, from the files that js_process.def names: a start pays
// for those alone that it uses.
//
// native:
//   process, emitter    the two objects
//   setFatalCallbacks(uncaught, rejection)
(function (native, require, exports, primordials) {
  'use strict';

  const { ObjectDefineProperty, SymbolToStringTag } = primordials;
  const { process, emitter } = native;

  let exitCode;

  // Its prototype has a class of its own, which inherits from EventEmitter.
  const { setPrototypeOf } = Object;
  const { prototype } = function process() {};
  setPrototypeOf(prototype, emitter);
  setPrototypeOf(process, prototype);

  ObjectDefineProperty(process, SymbolToStringTag, {
    __proto__: null, value: 'process', writable: true,
  });
  ObjectDefineProperty(process, 'exitCode', {
    __proto__: null,
    get: () => exitCode,
    set(code) {
      if (code !== undefined && code !== null) {
        require('internal/process_exit').check(code);
      }
      exitCode = code;
    },
    enumerable: true,
  });
  ObjectDefineProperty(process, 'title', {
    __proto__: null,
    get: () => require('internal/process_info').getTitle(),
    set: (title) => require('internal/process_info').setTitle(title),
    enumerable: true,
    configurable: true,
  });

  native.setFatalCallbacks(
    (error, origin) =>
      require('internal/process_fatal').uncaught(error, origin),
    (promise, reason) =>
      require('internal/process_fatal').rejection(promise, reason));

  exports.process = process;
  // node:events, as soon as there is one.
  exports.inherit = (EventEmitter) => {
    setPrototypeOf(emitter, EventEmitter.prototype);
  };
})
