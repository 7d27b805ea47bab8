/* SPDX-License-Identifier: MIT */
// Signals as events of process, and process.kill. A signal is watched from its
// first listener to its last; without one it does what the system does.
// https://nodejs.org/api/process.html#signal-events
//
// native.binding('signals'):
//   setCallback(deliver)   deliver(number) is called in a turn for each signal
//   watch(number), unwatch(number)
//   kill(pid, number)      kill(2)
// The last three return 0 or a negative errno.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayIsArray,
    TypeError,
    arrayIncludes,
    arrayIndexOf,
    arrayPush,
    arraySlice,
    arraySplice,
  } = primordials;
  const { numbers } = require('internal/signals');
  const errors = require('internal/errors');

  const { process } = require('internal/process');
  const signals = native.binding('signals');

  // Numbers to the names that have listeners: SIGIO and SIGPOLL are the same.
  const names = { __proto__: null };

  signals.setCallback((number) => {
    const list = arraySlice(names[number] || []);
    for (let n = 0; n < list.length; n++) {
      process.emit(list[n], list[n], number);
    }
  });

  // node:events tells that a listener has gone; it may be the last.
  function onRemove(name) {
    if (numbers[name] !== undefined && process.listenerCount(name) === 0) {
      stop(name);
    }
  }

  // process.removeAllListeners() takes it off as well.
  function listenToRemovals() {
    const known = process._events === undefined ? undefined :
      process._events.removeListener;
    if (known !== onRemove &&
        !(ArrayIsArray(known) && arrayIncludes(known, onRemove))) {
      process.on('removeListener', onRemove);
    }
  }

  // @name is about to get its first listener.
  function start(name) {
    const number = numbers[name];
    if (number === undefined) {
      return;
    }
    if (names[number] === undefined) {
      const err = signals.watch(number);
      if (err < 0) {
        throw errors.errnoException(err, 'uv_signal_start');
      }
      names[number] = [];
    }
    if (!arrayIncludes(names[number], name)) {
      arrayPush(names[number], name);
    }
    listenToRemovals();
  }

  // @name has lost its last listener.
  function stop(name) {
    const number = numbers[name];
    const list = number === undefined ? undefined : names[number];
    if (list === undefined) {
      return;
    }
    arraySplice(list, arrayIndexOf(list, name), 1);
    if (list.length === 0) {
      delete names[number];
      signals.unwatch(number);
    }
  }

  // The number of @signal, a number or a name.
  function numberOf(signal) {
    if (signal === (signal | 0)) {
      return signal;
    }
    const name = signal || 'SIGTERM';
    if (numbers[name] === undefined) {
      throw errors.withCode(TypeError, 'ERR_UNKNOWN_SIGNAL',
                            `Unknown signal: ${name}`);
    }
    return numbers[name];
  }

  function kill(pid, signal) {
    // The number may be in a string, as under Node.
    if (pid != (pid | 0)) {
      throw errors.invalidArgType('pid', 'number', pid);
    }
    const number = numberOf(signal);
    // By way of the property, which tests and supervisors replace.
    const err = process._kill(pid | 0, number);
    if (err) {
      throw errors.errnoException(err, 'kill');
    }
    return true;
  }

  exports._kill = signals.kill;
  exports.kill = kill;

  exports.start = start;
})
