/* SPDX-License-Identifier: MIT */
// The functions of node:events that work on emitters and EventTargets alike.
// https://nodejs.org/api/events.html
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ReflectApply,
  } = primordials;

  const EventEmitter = require('node/events').module;
  const { invalidArgType } = require('internal/errors');
  const { AbortError } = require('internal/web_errors');
  const {
    validateAbortSignal,
    validateFunction,
    validateNumber,
    validateObject,
  } = require('internal/validators');

  const targets = () => require('web/event_target');

  function listen(emitter, name, listener, isOnce) {
    if (typeof emitter?.on === 'function') {
      if (isOnce) {
        emitter.once(name, listener);
      } else {
        emitter.on(name, listener);
      }
    } else if (typeof emitter?.addEventListener === 'function') {
      emitter.addEventListener(name, listener, { once: isOnce });
    } else {
      throw invalidArgType('emitter', 'EventEmitter', emitter);
    }
  }

  function unlisten(emitter, name, listener) {
    if (typeof emitter?.removeListener === 'function') {
      emitter.removeListener(name, listener);
    } else if (typeof emitter?.removeEventListener === 'function') {
      emitter.removeEventListener(name, listener);
    } else {
      throw invalidArgType('emitter', 'EventEmitter', emitter);
    }
  }

  const abortOf = (signal) =>
    new AbortError(undefined, { cause: signal.reason });

  async function once(emitter, name, options = {}) {
    validateObject(options, 'options');
    const { signal } = options;
    validateAbortSignal(signal, 'options.signal');
    if (signal?.aborted) {
      throw abortOf(signal);
    }
    return new Promise((resolve, reject) => {
      const watchesErrors = name !== 'error' &&
        typeof emitter?.once === 'function';
      function done(...args) {
        forget();
        resolve(args);
      }
      function failed(error) {
        unlisten(emitter, name, done);
        signal?.removeEventListener('abort', aborted);
        reject(error);
      }
      function aborted() {
        unlisten(emitter, name, done);
        forget();
        reject(abortOf(signal));
      }
      function forget() {
        if (watchesErrors) {
          emitter.removeListener('error', failed);
        }
        signal?.removeEventListener('abort', aborted);
      }
      listen(emitter, name, done, true);
      if (watchesErrors) {
        emitter.once('error', failed);
      }
      signal?.addEventListener('abort', aborted, { once: true });
    });
  }

  const on = (emitter, event, options) =>
    require('node/events_on').on(emitter, event, options);

  function getEventListeners(emitter, type) {
    if (typeof emitter?.listeners === 'function') {
      return emitter.listeners(type);
    }
    if (targets().isEventTarget(emitter)) {
      return targets().listenersOf(emitter, type);
    }
    throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], emitter);
  }

  function getMaxListeners(emitter) {
    if (typeof emitter?.getMaxListeners === 'function') {
      return emitter.getMaxListeners();
    }
    if (targets().isEventTarget(emitter)) {
      return targets().getMaxListeners(emitter);
    }
    throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], emitter);
  }

  function setMaxListeners(count = EventEmitter.defaultMaxListeners,
                           ...emitters) {
    validateNumber(count, 'setMaxListeners', 0);
    if (emitters.length === 0) {
      EventEmitter.defaultMaxListeners = count;
      return;
    }
    for (let n = 0; n < emitters.length; n++) {
      const emitter = emitters[n];
      if (targets().isEventTarget(emitter)) {
        targets().setMaxListeners(emitter, count);
      } else if (typeof emitter?.setMaxListeners === 'function') {
        emitter.setMaxListeners(count);
      } else {
        throw invalidArgType('eventTargets', ['EventEmitter', 'EventTarget'],
                             emitter);
      }
    }
  }

  function addAbortListener(signal, listener) {
    if (signal === undefined) {
      throw invalidArgType('signal', 'AbortSignal', signal);
    }
    validateAbortSignal(signal, 'signal');
    validateFunction(listener, 'listener');
    let remove;
    if (signal.aborted) {
      queueMicrotask(() => ReflectApply(listener, undefined, []));
    } else {
      // Neither may another listener keep this one from being called.
      targets().addResistant(signal, 'abort', listener);
      remove = () => signal.removeEventListener('abort', listener);
    }
    return {
      __proto__: null,
      [Symbol.dispose]() {
        remove?.();
      },
    };
  }

  exports.abortOf = abortOf;
  exports.addAbortListener = addAbortListener;
  exports.getEventListeners = getEventListeners;
  exports.getMaxListeners = getMaxListeners;
  exports.listen = listen;
  exports.on = on;
  exports.once = once;
  exports.setMaxListeners = setMaxListeners;
  exports.unlisten = unlisten;
})
