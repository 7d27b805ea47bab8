/* SPDX-License-Identifier: MIT */
// AsyncLocalStorage: a value that what a callback starts can see, through
// promises, awaits, timers, ticks and microtasks.
// https://nodejs.org/api/async_context.html#class-asynclocalstorage
//
// native:
//   asyncContext     its property `current` is the context of what runs; the
//                    engine and the builtins that call back carry it along
//   trackContext()   before it is first set
//
// A context is a Map of storages to their values and never changes: to set one
// value makes another.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Map,
    ObjectIs,
    ReflectApply,
    mapGet,
    mapSet,
  } = primordials;

  const { validateFunction } = require('internal/validators');
  const holder = native.asyncContext;

  let isTracking = false;

  class AsyncLocalStorage {
    #isEnabled = false;

    static bind(fn) {
      validateFunction(fn, 'fn');
      return require('node/async_resource').AsyncResource.bind(fn);
    }

    static snapshot() {
      return AsyncLocalStorage.bind(
        (callback, ...args) => callback(...args));
    }

    #with(store) {
      this.#isEnabled = true;
      if (!isTracking) {
        isTracking = true;
        native.trackContext();
      }
      const context = new Map(holder.current);
      mapSet(context, this, store);
      return context;
    }

    disable() {
      this.#isEnabled = false;
    }

    getStore() {
      const context = holder.current;
      return context !== undefined && this.#isEnabled ?
        mapGet(context, this) : undefined;
    }

    enterWith(store) {
      holder.current = this.#with(store);
    }

    run(store, callback, ...args) {
      if (this.#isEnabled && ObjectIs(store, this.getStore())) {
        return ReflectApply(callback, null, args);
      }
      const before = holder.current;
      holder.current = this.#with(store);
      try {
        return ReflectApply(callback, null, args);
      } finally {
        holder.current = before;
      }
    }

    exit(callback, ...args) {
      if (!this.#isEnabled) {
        return ReflectApply(callback, null, args);
      }
      return this.run(undefined, callback, ...args);
    }
  }

  exports.AsyncLocalStorage = AsyncLocalStorage;
})
