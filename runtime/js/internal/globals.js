/* SPDX-License-Identifier: MIT */
// Globals that load themselves when they are first looked at, so that a start
// pays for none of them.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
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

  // V8's hook, which the engine does not have.
  let prepareStackTrace;
  let hasCallSites = false;
  ObjectDefineProperty(Error, 'prepareStackTrace', {
    __proto__: null,
    get: () => prepareStackTrace,
    set(value) {
      prepareStackTrace = value;
      if (!hasCallSites && typeof value === 'function') {
        hasCallSites = true;
        require('internal/call_sites').install(() => prepareStackTrace);
      }
    },
    enumerable: false,
    configurable: true,
  });

  const { process } = require('internal/process');
  define('process', process);
  define('global', globalThis);

  lazy('console', () => require('internal/console').createGlobal());

  const timers = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout',
                  'clearInterval', 'clearImmediate'];
  for (let n = 0; n < timers.length; n++) {
    lazy(timers[n], () => require('internal/timers')[timers[n]]);
  }

  // Which builtin has which global.
  const homes = [
    'node/buffer', ['Buffer'],
    'web/abort', ['AbortController', 'AbortSignal'],
    'web/base64', ['atob', 'btoa'],
    'web/blob', ['Blob', 'File'],
    'web/crypto', ['Crypto', 'crypto'],
    'web/dom_exception', ['DOMException'],
    'web/encoding', ['TextDecoder', 'TextEncoder'],
    'web/event', ['CustomEvent', 'Event'],
    'web/event_target', ['EventTarget'],
    'web/performance', ['Performance', 'PerformanceEntry', 'PerformanceMark',
                        'PerformanceMeasure', 'performance'],
    'web/performance_observer', ['PerformanceObserver',
                                 'PerformanceObserverEntryList'],
    'web/structured_clone', ['structuredClone'],
    'web/url', ['URL', 'URLSearchParams'],
  ];
  for (let n = 0; n < homes.length; n += 2) {
    const names = homes[n + 1];
    for (let i = 0; i < names.length; i++) {
      lazy(names[i], () => require(homes[n])[names[i]]);
    }
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
    if (process._events !== undefined && !process._exiting) {
      process._exiting = true;
      process.emit('exit', code);
    }
  };

  // C: the process ends by an error that nobody has dealt with.
  exports.emitFailure = () => {
    process.exitCode = 1;
    exports.emitExit(1);
  };

  // C: nothing is alive any more.
  exports.emitBeforeExit = () => {
    if (process._events !== undefined) {
      process.emit('beforeExit', process.exitCode ?? 0);
    }
  };
})
