/* SPDX-License-Identifier: MIT */
// events.on: the events of an emitter as an asynchronous iterator.
// https://nodejs.org/api/events.html#eventsonemitter-eventname-options
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    ObjectGetPrototypeOf,
    arrayPush,
    functionHasInstance,
  } = primordials;

  const { invalidArgType } = require('internal/errors');
  const { abortOf, listen, unlisten } = require('node/events_helpers');
  const {
    validateAbortSignal,
    validateInteger,
    validateObject,
  } = require('internal/validators');

  const asyncIterator = ObjectGetPrototypeOf(
    ObjectGetPrototypeOf(async function* () {}).prototype);

  // First in, first out, without moving the rest for each that leaves.
  class Queue {
    #items = [];
    #head = 0;

    get length() {
      return this.#items.length - this.#head;
    }

    push(item) {
      arrayPush(this.#items, item);
    }

    shift() {
      const item = this.#items[this.#head];
      this.#items[this.#head++] = undefined;
      if (this.#head === this.#items.length) {
        this.#items = [];
        this.#head = 0;
      }
      return item;
    }
  }

  const finished = () => ({ value: undefined, done: true });

  class EventIterator {
    constructor(emitter, options) {
      this.emitter = emitter;
      this.high = options.highWaterMark;
      this.low = options.lowWaterMark;
      this.signal = options.signal;
      this.events = new Queue();
      this.waiting = new Queue();
      this.listeners = [];
      this.error = null;
      this.isFinished = false;
      this.isPaused = false;
    }

    listen(emitter, name, listener) {
      listen(emitter, name, listener, false);
      arrayPush(this.listeners, [emitter, name, listener]);
    }

    take() {
      const value = this.events.shift();
      if (this.isPaused && this.events.length < this.low) {
        this.emitter.resume();
        this.isPaused = false;
      }
      return value;
    }

    next() {
      if (this.events.length > 0) {
        return Promise.resolve({ value: this.take(), done: false });
      }
      if (this.error !== null) {
        const failed = Promise.reject(this.error);
        this.error = null;
        return failed;
      }
      if (this.isFinished) {
        return this.close();
      }
      return new Promise((resolve, reject) => {
        this.waiting.push({ resolve, reject });
      });
    }

    deliver(args) {
      if (this.waiting.length > 0) {
        this.waiting.shift().resolve({ value: args, done: false });
        return;
      }
      this.events.push(args);
      if (!this.isPaused && this.events.length > this.high) {
        this.isPaused = true;
        this.emitter.pause();
      }
    }

    fail(error) {
      if (this.waiting.length > 0) {
        this.waiting.shift().reject(error);
      } else {
        this.error = error;
      }
      this.close();
    }

    close() {
      for (let n = 0; n < this.listeners.length; n++) {
        const [emitter, name, listener] = this.listeners[n];
        unlisten(emitter, name, listener);
      }
      this.listeners = [];
      this.isFinished = true;
      while (this.waiting.length > 0) {
        this.waiting.shift().resolve(finished());
      }
      return Promise.resolve(finished());
    }
  }

  function readOptions(options) {
    validateObject(options, 'options');
    const { signal } = options;
    validateAbortSignal(signal, 'options.signal');
    if (signal?.aborted) {
      throw abortOf(signal);
    }
    const highWaterMark = options.highWaterMark ?? options.highWatermark ??
      Number.MAX_SAFE_INTEGER;
    const lowWaterMark = options.lowWaterMark ?? options.lowWatermark ?? 1;
    validateInteger(highWaterMark, 'options.highWaterMark', 1);
    validateInteger(lowWaterMark, 'options.lowWaterMark', 1);
    return { signal, highWaterMark, lowWaterMark, close: options.close };
  }

  function on(emitter, event, given = {}) {
    const options = readOptions(given);
    const state = new EventIterator(emitter, options);
    const { signal, close } = options;

    state.listen(emitter, event, (...args) => state.deliver(args));
    if (event !== 'error' && typeof emitter.on === 'function') {
      state.listen(emitter, 'error', (error) => state.fail(error));
    }
    if (close?.length) {
      const end = () => state.close();
      for (let n = 0; n < close.length; n++) {
        state.listen(emitter, close[n], end);
      }
    }
    if (signal) {
      state.listen(signal, 'abort', () => state.fail(abortOf(signal)));
    }

    return {
      __proto__: asyncIterator,
      next() {
        return state.next();
      },
      return() {
        return state.close();
      },
      throw(error) {
        if (!functionHasInstance(Error, error)) {
          throw invalidArgType('EventEmitter.AsyncIterator', 'Error', error);
        }
        state.fail(error);
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  exports.on = on;
})
