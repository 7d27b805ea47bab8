/* SPDX-License-Identifier: MIT */
// What every start needs of process as an emitter: a first listener, and to
// tell it. The state is that of node:events (_events, _eventsCount), which does
// everything else.
(function (native, require, exports, primordials) {
  'use strict';

  const { ReflectApply, stringStartsWith } = primordials;

  const inherited = () => require('node/events').module.prototype;

  // Whoever listens to a signal takes it from the system.
  function watch(emitter, name) {
    if (typeof name === 'string' && stringStartsWith(name, 'SIG') &&
        (emitter._events === undefined ||
         emitter._events[name] === undefined)) {
      require('internal/process_signals').start(name);
    }
  }

  function on(name, listener) {
    if (typeof listener === 'function') {
      watch(this, name);
      const events = this._events;
      if (events === undefined) {
        this._events = { __proto__: null, [name]: listener };
        this._eventsCount = 1;
        return this;
      }
      if (events[name] === undefined && events.newListener === undefined) {
        events[name] = listener;
        this._eventsCount++;
        return this;
      }
    }
    return ReflectApply(inherited().on, this, [name, listener]);
  }

  function emit(name, ...args) {
    const events = this._events;
    const listener = events === undefined ? undefined : events[name];
    if (name !== 'error' && typeof listener === 'function') {
      ReflectApply(listener, this, args);
      return true;
    }
    if (name !== 'error' && listener === undefined) {
      return false;
    }
    return ReflectApply(inherited().emit, this, [name, ...args]);
  }

  exports.addListener = on;
  exports.emit = emit;
  exports.on = on;
  exports.prependListener = function prependListener(name, listener) {
    if (typeof listener === 'function') {
      watch(this, name);
    }
    return ReflectApply(inherited().prependListener, this, [name, listener]);
  };
})
