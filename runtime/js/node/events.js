/* SPDX-License-Identifier: MIT */
// node:events: the EventEmitter. https://nodejs.org/api/events.html
//
// What libraries know of an emitter's inside is as Node has it: _events maps a
// name to its listener, or to an array where there are several, and a listener
// for one time is a wrapper with the property `listener`.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayIsArray,
    Error,
    ObjectDefineProperty,
    ObjectGetPrototypeOf,
    ReflectApply,
    ReflectOwnKeys,
    String,
    Symbol,
    SymbolFor,
    arrayPush,
    arraySplice,
    arrayUnshift,
    functionHasInstance,
  } = primordials;

  const {
    validateBoolean,
    validateFunction,
    validateNumber,
  } = require('internal/validators');

  const kCapture = Symbol('kCapture');
  const kErrorMonitor = Symbol('events.errorMonitor');
  const kRejection = SymbolFor('nodejs.rejection');

  let defaultMaxListeners = 10;

  function EventEmitter(options) {
    ReflectApply(EventEmitter.init, this, [options]);
  }

  EventEmitter.prototype._events = undefined;
  EventEmitter.prototype._eventsCount = 0;
  EventEmitter.prototype._maxListeners = undefined;

  EventEmitter.init = function init(options) {
    if (this._events === undefined ||
        this._events === ObjectGetPrototypeOf(this)._events) {
      this._events = { __proto__: null };
      this._eventsCount = 0;
    }
    this._maxListeners = this._maxListeners || undefined;
    if (options?.captureRejections) {
      validateBoolean(options.captureRejections, 'options.captureRejections');
      this[kCapture] = true;
    } else {
      // Most emitters have what the class has, without a property of it.
      const all = EventEmitter.prototype[kCapture];
      if (this[kCapture] !== all) {
        this[kCapture] = all;
      }
    }
  };

  // ---- Limits ----

  EventEmitter.prototype.setMaxListeners = function setMaxListeners(count) {
    validateNumber(count, 'setMaxListeners', 0);
    this._maxListeners = count;
    return this;
  };

  const limitOf = (emitter) => emitter._maxListeners === undefined ?
    defaultMaxListeners : emitter._maxListeners;

  EventEmitter.prototype.getMaxListeners = function getMaxListeners() {
    return limitOf(this);
  };

  function warnOfLeak(emitter, type, list) {
    list.warned = true;
    const { inspect } = require('internal/inspect');
    const warning = new Error(
      'Possible EventEmitter memory leak detected. ' +
      `${list.length} ${String(type)} listeners added to ` +
      `${inspect(emitter, { depth: -1 })}. MaxListeners is ` +
      `${limitOf(emitter)}. Use emitter.setMaxListeners() to increase limit`);
    warning.name = 'MaxListenersExceededWarning';
    warning.emitter = emitter;
    warning.type = type;
    warning.count = list.length;
    globalThis.process.emitWarning(warning);
  }

  // ---- Emitting ----

  // Four times as fast as a call of slice for the few that there are.
  function copyOf(list) {
    const copy = [];
    for (let n = 0; n < list.length; n++) {
      copy[n] = list[n];
    }
    return copy;
  }

  function inspectOf(value) {
    try {
      return require('internal/inspect').inspect(value);
    } catch {
      return value;
    }
  }

  // 'error' without a listener for it.
  function throwUnhandled(error) {
    if (functionHasInstance(Error, error)) {
      throw error;
    }
    const unhandled = require('internal/errors').withCode(
      Error, 'ERR_UNHANDLED_ERROR', `Unhandled error. (${inspectOf(error)})`);
    unhandled.context = error;
    throw unhandled;
  }

  // The promise of a listener was rejected.
  function emitRejection(emitter, error, type, args) {
    if (typeof emitter[kRejection] === 'function') {
      ReflectApply(emitter[kRejection], emitter, [error, type, ...args]);
      return;
    }
    const captured = emitter[kCapture];
    // An 'error' listener that rejects as well must not come here again.
    try {
      emitter[kCapture] = false;
      emitter.emit('error', error);
    } finally {
      emitter[kCapture] = captured;
    }
  }

  function watchResult(emitter, result, type, args) {
    if (result === undefined || result === null || !emitter[kCapture]) {
      return;
    }
    try {
      const { then } = result;
      if (typeof then === 'function') {
        ReflectApply(then, result, [undefined, (error) => {
          globalThis.process.nextTick(emitRejection, emitter, error, type,
                                      args);
        }]);
      }
    } catch (error) {
      emitter.emit('error', error);
    }
  }

  EventEmitter.prototype.emit = function emit(type, ...args) {
    const events = this._events;
    if (type === 'error') {
      if (events !== undefined && events[kErrorMonitor] !== undefined) {
        this.emit(kErrorMonitor, ...args);
      }
      if (events === undefined || events.error === undefined) {
        throwUnhandled(args[0]);
      }
    } else if (events === undefined) {
      return false;
    }
    const handler = events[type];
    if (handler === undefined) {
      return false;
    }
    if (typeof handler === 'function') {
      const result = ReflectApply(handler, this, args);
      if (result !== undefined && result !== null) {
        watchResult(this, result, type, args);
      }
      return true;
    }
    // Listeners that are added or removed by one of them count next time.
    const list = copyOf(handler);
    for (let n = 0; n < list.length; n++) {
      const result = ReflectApply(list[n], this, args);
      if (result !== undefined && result !== null) {
        watchResult(this, result, type, args);
      }
    }
    return true;
  };

  // ---- Adding and removing ----

  function add(emitter, type, listener, isFirst) {
    validateFunction(listener, 'listener');
    let events = emitter._events;
    if (events === undefined) {
      events = emitter._events = { __proto__: null };
      emitter._eventsCount = 0;
    } else if (events.newListener !== undefined) {
      emitter.emit('newListener', type, listener.listener ?? listener);
      events = emitter._events;
    }
    const known = events[type];
    if (known === undefined) {
      events[type] = listener;
      ++emitter._eventsCount;
      return emitter;
    }
    let list = known;
    if (typeof known === 'function') {
      list = events[type] = isFirst ? [listener, known] : [known, listener];
    } else if (isFirst) {
      arrayUnshift(known, listener);
    } else {
      arrayPush(known, listener);
    }
    const limit = limitOf(emitter);
    if (limit > 0 && list.length > limit && !list.warned) {
      warnOfLeak(emitter, type, list);
    }
    return emitter;
  }

  function onceWrapper(emitter, type, listener) {
    validateFunction(listener, 'listener');
    let hasFired = false;
    const wrapper = (...args) => {
      if (!hasFired) {
        emitter.removeListener(type, wrapper);
        hasFired = true;
        return ReflectApply(listener, emitter, args);
      }
      return undefined;
    };
    ObjectDefineProperty(wrapper, 'name', {
      __proto__: null, value: 'bound onceWrapper', configurable: true,
    });
    wrapper.listener = listener;
    return wrapper;
  }

  EventEmitter.prototype.addListener = function addListener(type, listener) {
    return add(this, type, listener, false);
  };

  EventEmitter.prototype.on = EventEmitter.prototype.addListener;

  EventEmitter.prototype.prependListener =
    function prependListener(type, listener) {
      return add(this, type, listener, true);
    };

  EventEmitter.prototype.once = function once(type, listener) {
    this.on(type, onceWrapper(this, type, listener));
    return this;
  };

  EventEmitter.prototype.prependOnceListener =
    function prependOnceListener(type, listener) {
      this.prependListener(type, onceWrapper(this, type, listener));
      return this;
    };

  function dropType(emitter, type) {
    emitter._eventsCount -= 1;
    if (emitter._eventsCount === 0) {
      emitter._events = { __proto__: null };
    } else {
      delete emitter._events[type];
    }
  }

  const isOf = (entry, listener) =>
    entry === listener || entry.listener === listener;

  EventEmitter.prototype.removeListener =
    function removeListener(type, listener) {
      validateFunction(listener, 'listener');
      const events = this._events;
      const list = events === undefined ? undefined : events[type];
      if (list === undefined) {
        return this;
      }
      if (typeof list === 'function') {
        if (!isOf(list, listener)) {
          return this;
        }
        dropType(this, type);
        if (events.removeListener !== undefined) {
          this.emit('removeListener', type, list.listener ?? listener);
        }
        return this;
      }
      // The one that was added last goes first.
      let at = list.length - 1;
      while (at >= 0 && !isOf(list[at], listener)) {
        at--;
      }
      if (at < 0) {
        return this;
      }
      arraySplice(list, at, 1);
      if (list.length === 1) {
        events[type] = list[0];
      }
      if (events.removeListener !== undefined) {
        this.emit('removeListener', type, listener);
      }
      return this;
    };

  EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

  // Nobody listens for 'removeListener': nothing has to be told.
  function dropSilently(emitter, args) {
    if (args.length === 0) {
      emitter._events = { __proto__: null };
      emitter._eventsCount = 0;
    } else if (emitter._events[args[0]] !== undefined) {
      dropType(emitter, args[0]);
    }
  }

  EventEmitter.prototype.removeAllListeners =
    function removeAllListeners(...args) {
      const events = this._events;
      if (events === undefined) {
        return this;
      }
      if (events.removeListener === undefined) {
        dropSilently(this, args);
        return this;
      }
      if (args.length === 0) {
        const types = ReflectOwnKeys(events);
        for (let n = 0; n < types.length; n++) {
          if (types[n] !== 'removeListener') {
            this.removeAllListeners(types[n]);
          }
        }
        this.removeAllListeners('removeListener');
        this._events = { __proto__: null };
        this._eventsCount = 0;
        return this;
      }
      const list = events[args[0]];
      if (typeof list === 'function') {
        this.removeListener(args[0], list);
      } else if (list !== undefined) {
        const all = copyOf(list);
        for (let n = all.length - 1; n >= 0; n--) {
          this.removeListener(args[0], all[n]);
        }
      }
      return this;
    };

  // ---- Looking ----

  function listOf(emitter, type) {
    const known = emitter._events === undefined ? undefined :
      emitter._events[type];
    if (known === undefined) {
      return [];
    }
    return typeof known === 'function' ? [known] : copyOf(known);
  }

  EventEmitter.prototype.listeners = function listeners(type) {
    const list = listOf(this, type);
    for (let n = 0; n < list.length; n++) {
      list[n] = list[n].listener || list[n];
    }
    return list;
  };

  EventEmitter.prototype.rawListeners = function rawListeners(type) {
    return listOf(this, type);
  };

  function listenerCount(type, listener) {
    const list = listOf(this, type);
    if (listener === undefined || listener === null) {
      return list.length;
    }
    let count = 0;
    for (let n = 0; n < list.length; n++) {
      if (isOf(list[n], listener)) {
        count++;
      }
    }
    return count;
  }
  EventEmitter.prototype.listenerCount = listenerCount;

  EventEmitter.prototype.eventNames = function eventNames() {
    return this._eventsCount > 0 ? ReflectOwnKeys(this._events) : [];
  };

  // ---- The module ----

  EventEmitter.listenerCount = (emitter, type) =>
    (typeof emitter.listenerCount === 'function' ?
      emitter.listenerCount(type) :
      ReflectApply(listenerCount, emitter, [type]));

  const later = ['addAbortListener', 'once', 'on', 'getEventListeners',
                 'getMaxListeners', 'setMaxListeners'];
  for (let n = 0; n < later.length; n++) {
    const name = later[n];
    EventEmitter[name] = {
      [name](...args) {
        return ReflectApply(require('node/events_helpers')[name], this, args);
      },
    }[name];
  }

  ObjectDefineProperty(EventEmitter.prototype, kCapture, {
    __proto__: null, value: false, writable: true, enumerable: false,
  });

  const accessor = (name, get, set) =>
    ObjectDefineProperty(EventEmitter, name, {
      __proto__: null, get, set, enumerable: true,
    });

  accessor('captureRejections', () => EventEmitter.prototype[kCapture],
           (value) => {
             validateBoolean(value, 'EventEmitter.captureRejections');
             EventEmitter.prototype[kCapture] = value;
           });
  accessor('defaultMaxListeners', () => defaultMaxListeners, (value) => {
    validateNumber(value, 'defaultMaxListeners', 0);
    defaultMaxListeners = value;
  });
  accessor('EventEmitterAsyncResource',
           () => require('node/events_async').EventEmitterAsyncResource);

  EventEmitter.EventEmitter = EventEmitter;
  EventEmitter.usingDomains = false;
  EventEmitter.captureRejectionSymbol = kRejection;
  EventEmitter.errorMonitor = kErrorMonitor;

  require('internal/process').inherit(EventEmitter);
  exports.module = EventEmitter;
})
