/* SPDX-License-Identifier: MIT */
// The EventEmitter under the response stream: the methods that node:stream,
// readable-stream and frameworks call on a writable. Loaded with the first
// streaming handler.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    ReflectApply,
    ReflectOwnKeys,
    String,
    TypeError,
    arrayPush,
    arraySlice,
    arraySplice,
    arrayUnshift,
  } = primordials;

  const LISTENERS_MAX_DEFAULT = 10;

  function check(listener) {
    if (typeof listener !== 'function') {
      const error = new TypeError('The "listener" argument must be of type ' +
        `function. Received ${typeof listener}`);
      error.code = 'ERR_INVALID_ARG_TYPE';
      throw error;
    }
  }

  // @listener, taken off before it is called for the first time.
  function onceOnly(emitter, name, listener) {
    function wrapper(...args) {
      emitter.removeListener(name, wrapper);
      return ReflectApply(listener, emitter, args);
    }
    wrapper.listener = listener;
    return wrapper;
  }

  const original = (entry) =>
    entry.listener === undefined ? entry : entry.listener;

  class StreamEvents {
    constructor() {
      // Name to a list of listeners, in the order of their calls.
      this._events = { __proto__: null };
      this._maxListeners = undefined;
    }

    on(name, listener) {
      return this._add(name, listener, listener, arrayPush);
    }

    once(name, listener) {
      return this._add(name, onceOnly(this, name, listener), listener,
                       arrayPush);
    }

    prependListener(name, listener) {
      return this._add(name, listener, listener, arrayUnshift);
    }

    prependOnceListener(name, listener) {
      return this._add(name, onceOnly(this, name, listener), listener,
                       arrayUnshift);
    }

    // 'newListener' tells of the listener that the caller gave, before it is
    // there.
    _add(name, entry, listener, place) {
      check(listener);
      if (this._events.newListener !== undefined) {
        this.emit('newListener', name, listener);
      }
      const list = this._events[name];
      if (list === undefined) {
        this._events[name] = [entry];
      } else {
        place(list, entry);
      }
      return this;
    }

    removeListener(name, listener) {
      check(listener);
      const list = this._events[name];
      for (let n = list === undefined ? -1 : list.length - 1; n >= 0; n--) {
        if (list[n] === listener || list[n].listener === listener) {
          const gone = original(list[n]);
          arraySplice(list, n, 1);
          if (list.length === 0) {
            delete this._events[name];
          }
          if (this._events.removeListener !== undefined) {
            this.emit('removeListener', name, gone);
          }
          break;
        }
      }
      return this;
    }

    removeAllListeners(name) {
      const names = name === undefined ? ReflectOwnKeys(this._events) : [name];
      for (let k = 0; k < names.length; k++) {
        const list = this._events[names[k]];
        for (let n = list === undefined ? -1 : list.length - 1; n >= 0; n--) {
          this.removeListener(names[k], list[n]);
        }
      }
      return this;
    }

    emit(name, ...args) {
      const list = this._events[name];
      if (list === undefined) {
        if (name === 'error') {
          throw args[0] instanceof Error ? args[0] :
            new Error(`Unhandled error. (${String(args[0])})`);
        }
        return false;
      }
      // A listener may take others off; those of this event still hear it.
      const present = arraySlice(list);
      for (let n = 0; n < present.length; n++) {
        ReflectApply(present[n], this, args);
      }
      return true;
    }

    eventNames() {
      return ReflectOwnKeys(this._events);
    }

    listeners(name) {
      const present = this.rawListeners(name);
      for (let n = 0; n < present.length; n++) {
        present[n] = original(present[n]);
      }
      return present;
    }

    rawListeners(name) {
      const list = this._events[name];
      return list === undefined ? [] : arraySlice(list);
    }

    listenerCount(name, listener) {
      const present = this.listeners(name);
      if (listener === undefined) {
        return present.length;
      }
      let count = 0;
      for (let n = 0; n < present.length; n++) {
        count += present[n] === listener ? 1 : 0;
      }
      return count;
    }

    getMaxListeners() {
      return this._maxListeners === undefined ? LISTENERS_MAX_DEFAULT :
        this._maxListeners;
    }

    setMaxListeners(count) {
      this._maxListeners = count;
      return this;
    }
  }

  StreamEvents.prototype.addListener = StreamEvents.prototype.on;
  StreamEvents.prototype.off = StreamEvents.prototype.removeListener;

  require('internal/stream_kinds').becomeWritable(StreamEvents.prototype);

  exports.StreamEvents = StreamEvents;
})
