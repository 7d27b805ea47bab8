/* SPDX-License-Identifier: MIT */
// Globals that load themselves when they are first looked at, so that a start
// pays for none of them.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectDefineProperty,
    ObjectKeys,
    ReflectApply,
    TypeError,
  } = primordials;

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

  function define(name, value) {
    ObjectDefineProperty(globalThis, name, {
      __proto__: null,
      value,
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }

  const { process } = require('internal/process');
  define('process', process);
  define('global', globalThis);

  lazy('console', () => require('internal/console').createGlobal());

  const timers = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout',
                  'clearInterval', 'clearImmediate'];
  for (let n = 0; n < timers.length; n++) {
    lazy(timers[n], () => require('internal/timers')[timers[n]]);
  }

  const classes = {
    AbortController: 'web/abort',
    AbortSignal: 'web/abort',
    CustomEvent: 'web/event',
    DOMException: 'web/dom_exception',
    Event: 'web/event',
    EventTarget: 'web/event_target',
  };
  const classNames = ObjectKeys(classes);
  for (let n = 0; n < classNames.length; n++) {
    const name = classNames[n];
    lazy(name, () => require(classes[name])[name]);
  }

  const settled = Promise.resolve();
  const { then } = Promise.prototype;
  define('queueMicrotask', function queueMicrotask(callback) {
    if (typeof callback !== 'function') {
      const error = new TypeError('The "callback" argument must be of type ' +
        'function. Received ' +
        require('internal/describe').received(callback));
      error.code = 'ERR_INVALID_ARG_TYPE';
      throw error;
    }
    ReflectApply(then, settled, [() => {
      try {
        callback();
      } catch (error) {
        native.uncaught(error);
      }
    }]);
  });

  // C: the process ends by itself, with @code.
  exports.emitExit = (code) => {
    process.emit('exit', code);
  };

  // C: nothing is alive any more.
  exports.emitBeforeExit = () => {
    process.emit('beforeExit', process.exitCode ?? 0);
  };
})
