/* SPDX-License-Identifier: MIT */
// node:timers/promises. https://nodejs.org/api/timers.html#timers-promises-api
(function (native, require, exports, primordials) {
  'use strict';

  const timers = require('internal/timers');
  const {
    illegalConstructor,
    invalidThis,
    AbortError,
  } = require('internal/web_errors');
  const {
    validateAbortSignal,
    validateBoolean,
    validateNumber,
    validateObject,
  } = require('internal/validators');

  const abortOf = (signal) =>
    new AbortError(undefined, { cause: signal.reason });

  function takeOptions(options) {
    validateObject(options, 'options');
    const { signal, ref = true } = options;
    validateAbortSignal(signal, 'options.signal');
    validateBoolean(ref, 'options.ref');
    return { signal, ref };
  }

  // A promise that @start(resolve) will resolve and that @stop(handle) keeps
  // from it.
  function wait({ signal, ref }, start, stop) {
    if (signal?.aborted) {
      throw abortOf(signal);
    }
    return new Promise((resolve, reject) => {
      const handle = start((value) => {
        signal?.removeEventListener('abort', aborted);
        resolve(value);
      });
      function aborted() {
        stop(handle);
        reject(abortOf(signal));
      }
      if (!ref) {
        handle.unref();
      }
      signal?.addEventListener('abort', aborted, { once: true });
    });
  }

  async function setTimeout(delay, value, options = {}) {
    if (delay !== undefined) {
      validateNumber(delay, 'delay');
    }
    return wait(takeOptions(options),
                (done) => timers.setTimeout(done, delay, value),
                timers.clearTimeout);
  }

  async function setImmediate(value, options = {}) {
    return wait(takeOptions(options),
                (done) => timers.setImmediate(done, value),
                timers.clearImmediate);
  }

  async function* setInterval(delay, value, options = {}) {
    validateObject(options, 'options');
    if (delay !== undefined) {
      validateNumber(delay, 'delay');
    }
    const { signal, ref } = takeOptions(options);
    if (signal?.aborted) {
      throw abortOf(signal);
    }
    // Ticks that nobody has asked for yet.
    let due = 0;
    let wake;
    const tell = () => {
      wake?.();
      wake = undefined;
    };
    const interval = timers.setInterval(() => {
      due++;
      tell();
    }, delay);
    if (!ref) {
      interval.unref();
    }
    const aborted = () => {
      timers.clearInterval(interval);
      tell();
    };
    signal?.addEventListener('abort', aborted, { once: true });
    try {
      while (!signal?.aborted) {
        if (due === 0) {
          await new Promise((resolve) => {
            wake = resolve;
          });
        }
        for (; due > 0; due--) {
          yield value;
        }
      }
      throw abortOf(signal);
    } finally {
      timers.clearInterval(interval);
      signal?.removeEventListener('abort', aborted);
    }
  }

  // https://wicg.github.io/scheduling-apis/
  const MAKE = Symbol('make');

  class Scheduler {
    #isMade = true;

    constructor(token) {
      if (token !== MAKE) {
        throw illegalConstructor();
      }
    }

    static #check(self) {
      if (self === null || typeof self !== 'object' || !(#isMade in self)) {
        throw invalidThis('Scheduler');
      }
    }

    yield() {
      Scheduler.#check(this);
      return setImmediate();
    }

    wait(delay, options) {
      Scheduler.#check(this);
      return setTimeout(delay, undefined, options);
    }
  }

  exports.module = {
    setTimeout, setImmediate, setInterval, scheduler: new Scheduler(MAKE),
  };
})
