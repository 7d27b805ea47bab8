/* SPDX-License-Identifier: MIT */
// AbortController and AbortSignal.
// https://dom.spec.whatwg.org/#aborting-ongoing-activities
(function (native, require, exports, primordials) {
  'use strict';

  const {
    SymbolFor,
    arrayPush,
  } = primordials;

  const { invalidArgType } = require('internal/errors');
  const { validateUint32 } = require('internal/validators');
  const {
    defineInterface,
    illegalConstructor,
    invalidThis,
  } = require('internal/web_errors');
  const { DOMException } = require('web/dom_exception');
  const { Event, TRUSTED } = require('web/event');
  const targets = require('web/event_target');
  const { EventTarget } = targets;

  const MAKE = Symbol('make');
  const custom = SymbolFor('nodejs.util.inspect.custom');

  // Dependent signals that somebody listens to, and that only a weak reference
  // of their source leads to.
  const listenedTo = new Set();

  class AbortSignal extends EventTarget {
    #isAborted = false;
    #reason;
    // Of a signal that depends on others: those, and none of them depends.
    #sources = null;
    // Weak references to the signals that depend on this one.
    #dependents = null;

    constructor(token = undefined) {
      if (token !== MAKE) {
        throw illegalConstructor();
      }
      super();
      targets.setMaxListeners(this, 0);
    }

    static #check(self) {
      if (self === null || typeof self !== 'object' || !(#reason in self)) {
        throw invalidThis('AbortSignal');
      }
      return self;
    }

    get aborted() {
      return AbortSignal.#check(this).#isAborted;
    }

    get reason() {
      return AbortSignal.#check(this).#reason;
    }

    throwIfAborted() {
      if (AbortSignal.#check(this).#isAborted) {
        throw this.#reason;
      }
    }

    [custom](depth, options, inspect) {
      AbortSignal.#check(this);
      return show('AbortSignal', { aborted: this.#isAborted }, depth, options,
                  inspect);
    }

    static abort(reason = new DOMException('This operation was aborted',
                                           'AbortError')) {
      const signal = new AbortSignal(MAKE);
      signal.#isAborted = true;
      signal.#reason = reason;
      return signal;
    }

    static timeout(delay) {
      validateUint32(delay, 'delay', false);
      const signal = new AbortSignal(MAKE);
      require('internal/timers').setTimeout(() => {
        signalAbort(signal, new DOMException(
          'The operation was aborted due to timeout', 'TimeoutError'));
      }, delay).unref();
      return signal;
    }

    static any(signals) {
      const list = takeSignals(signals);
      const result = new AbortSignal(MAKE);
      for (let n = 0; n < list.length; n++) {
        if (list[n].#isAborted) {
          result.#isAborted = true;
          result.#reason = list[n].#reason;
          return result;
        }
      }
      result.#sources = new Set();
      for (let n = 0; n < list.length; n++) {
        for (const source of list[n].#sources ?? [list[n]]) {
          if (!result.#sources.has(source)) {
            result.#sources.add(source);
            source.#addDependent(result);
          }
        }
      }
      return result;
    }

    // References to signals that are gone go with the growth of the list.
    #addDependent(signal) {
      this.#dependents ??= { list: [], bound: 64 };
      const { list, bound } = this.#dependents;
      arrayPush(list, new WeakRef(signal));
      if (list.length > bound) {
        const alive = list.filter((entry) => entry.deref() !== undefined);
        this.#dependents = { list: alive, bound: 2 * alive.length + 64 };
      }
    }

    static signalAbort(signal, reason) {
      if (signal.#isAborted) {
        return;
      }
      signal.#isAborted = true;
      signal.#reason = reason;
      const told = [signal];
      const { list } = signal.#dependents ?? { list: [] };
      signal.#dependents = null;
      for (let n = 0; n < list.length; n++) {
        const dependent = list[n].deref();
        if (dependent !== undefined && !dependent.#isAborted) {
          dependent.#isAborted = true;
          dependent.#reason = reason;
          arrayPush(told, dependent);
        }
      }
      for (let n = 0; n < told.length; n++) {
        listenedTo.delete(told[n]);
        told[n].dispatchEvent(new Event('abort', {
          __proto__: null, [TRUSTED]: true,
        }));
      }
    }

    static isSignal(value) {
      return value !== null && typeof value === 'object' && #reason in value;
    }

    static keep(signal, isListened) {
      if (signal.#sources !== null && !signal.#isAborted) {
        if (isListened) {
          listenedTo.add(signal);
        } else {
          listenedTo.delete(signal);
        }
      }
    }
  }

  const { isSignal, keep, signalAbort } = AbortSignal;
  delete AbortSignal.isSignal;
  delete AbortSignal.keep;
  delete AbortSignal.signalAbort;

  function takeSignals(signals) {
    if (signals === null || signals === undefined ||
        typeof signals[Symbol.iterator] !== 'function') {
      throw invalidArgType('signals', 'Array', signals);
    }
    const list = [...signals];
    for (let n = 0; n < list.length; n++) {
      if (!isSignal(list[n])) {
        throw invalidArgType(`signals[${n}]`, 'AbortSignal', list[n]);
      }
    }
    return list;
  }

  function show(name, fields, depth, options, inspect) {
    return depth < 0 ? name : `${name} ${inspect(fields, {
      ...options,
      depth: options.depth === null ? null : options.depth - 1,
    })}`;
  }

  targets.onListen = (target, type, count) => {
    if (type === 'abort' && isSignal(target)) {
      keep(target, count > 0);
    }
  };

  targets.defineHandler(AbortSignal.prototype, 'abort');
  defineInterface(AbortSignal, ['aborted', 'reason', 'throwIfAborted',
                                'onabort']);

  class AbortController {
    #signal = new AbortSignal(MAKE);

    static #check(self) {
      if (self === null || typeof self !== 'object' || !(#signal in self)) {
        throw invalidThis('AbortController');
      }
      return self.#signal;
    }

    get signal() {
      return AbortController.#check(this);
    }

    abort(reason = new DOMException('This operation was aborted',
                                    'AbortError')) {
      signalAbort(AbortController.#check(this), reason);
    }

    [custom](depth, options, inspect) {
      return show('AbortController', { signal: this.signal }, depth, options,
                  inspect);
    }
  }
  defineInterface(AbortController, ['signal', 'abort']);

  exports.AbortController = AbortController;
  exports.AbortSignal = AbortSignal;
  exports.isAbortSignal = isSignal;
})
