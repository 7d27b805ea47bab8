/* SPDX-License-Identifier: MIT */
// Drives the operations of internal/fs_ops.js: at once, with a callback, or
// as a promise.
//
// native:
//   openFs()   { call(kind, callback, ...arguments), kinds, stats, bigStats }
//              js_fs.h
//   asyncContext  its property `current` is the context of what runs; a
//              callback has that of its call
(function (native, require, exports, primordials) {
  'use strict';

  const { Promise, ReflectApply } = primordials;

  const { nextTick } = require('internal/task_queue');

  const fs = native.openFs();
  const { call } = fs;
  const holder = native.asyncContext;

  // The value of @operation, whose calls run where they are asked for.
  function runSync(operation) {
    let step = operation.next();
    while (!step.done) {
      let result;
      const list = step.value;
      try {
        result = call(list[0], undefined, list[1], list[2], list[3], list[4],
                      list[5]);
      } catch (error) {
        step = operation.throw(error);
        continue;
      }
      step = operation.next(result);
    }
    return step.value;
  }

  // Goes on with @operation to its next call. @onEnd(error) or
  // @onEnd(null, value) at its end.
  function advance(operation, step, onEnd) {
    if (step.done) {
      onEnd(null, step.value);
      return;
    }
    const list = step.value;
    const goOn = (error, result) => {
      let next;
      try {
        next = error === null ? operation.next(result) :
          operation.throw(error);
      } catch (failure) {
        onEnd(failure);
        return;
      }
      advance(operation, next, onEnd);
    };
    try {
      call(list[0], goOn, list[1], list[2], list[3], list[4], list[5]);
    } catch (error) {
      // Nothing was started: too much is under way.
      nextTick(goOn, error);
    }
  }

  // @callback in the context that runs now.
  function inContext(callback) {
    const context = holder.current;
    return context === undefined ? callback : (...results) => {
      const before = holder.current;
      holder.current = context;
      try {
        ReflectApply(callback, undefined, results);
      } finally {
        holder.current = before;
      }
    };
  }

  // What is wrong with the arguments is thrown here and now; @onEnd is called
  // later, even if there is nothing to wait for.
  function runCallback(operation, onEnd) {
    let step;
    try {
      step = operation.next();
    } catch (error) {
      if (error.name !== 'AbortError') {
        throw error;
      }
      nextTick(onEnd, error);
      return;
    }
    if (step.done) {
      nextTick(onEnd, null, step.value);
    } else {
      advance(operation, step, inContext(onEnd));
    }
  }

  const runPromise = (operation) => new Promise((resolve, reject) => {
    runCallback(operation, (error, value) => {
      if (error === null) {
        resolve(value);
      } else {
        reject(error);
      }
    });
  });

  function checkCallback(callback) {
    if (typeof callback !== 'function') {
      throw require('internal/errors').invalidArgType('cb', 'Function',
                                                      callback);
    }
    return callback;
  }

  // The three forms of @make, which makes an operation.
  const syncOf = (make) => (...list) => runSync(ReflectApply(make, null, list));

  function callbackOf(make) {
    return function (...list) {
      const callback = checkCallback(
        list.length > 1 ? list[list.length - 1] : undefined);
      list.length--;
      runCallback(ReflectApply(make, null, list), (error, value) => {
        if (error !== null) {
          callback(error);
        } else if (value === undefined) {
          callback(null);
        } else {
          callback(null, value);
        }
      });
    };
  }

  const promiseOf = (make) => async (...list) =>
    runPromise(ReflectApply(make, null, list));

  exports.callbackOf = callbackOf;
  exports.checkCallback = checkCallback;
  exports.fs = fs;
  exports.kinds = fs.kinds;
  exports.promiseOf = promiseOf;
  exports.runCallback = runCallback;
  exports.runPromise = runPromise;
  exports.runSync = runSync;
  exports.syncOf = syncOf;
})
