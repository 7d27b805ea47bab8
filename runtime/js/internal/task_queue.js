/* SPDX-License-Identifier: MIT */
// process.nextTick and the end of a turn: ticks, then microtasks, until both
// are used up, as Node orders them.
//
// native:
//   setTickCallback(run)  run() is called at the end of a turn with ticks;
//                         run(true) forgets them
//   tickQueued()          this turn has ticks
//   drainMicrotasks()     runs microtasks until none is left
//   asyncContext          its property `current` is the context of what runs
(function (native, require, exports, primordials) {
  'use strict';

  const { ReflectApply, TypeError } = primordials;

  const holder = native.asyncContext;

  // In the order they were queued. A list: an array in which ticks queue ticks
  // would have to be copied, or would never end.
  let first;
  let last;

  function nextTick(callback, ...args) {
    if (typeof callback !== 'function') {
      const error = new TypeError('The "callback" argument must be of type ' +
        'function. Received ' + require('internal/describe').received(callback));
      error.code = 'ERR_INVALID_ARG_TYPE';
      throw error;
    }
    const tick = { callback, args, context: holder.current, next: undefined };
    if (first === undefined) {
      first = tick;
      native.tickQueued();
    } else {
      last.next = tick;
    }
    last = tick;
  }

  // One tick that throws leaves the rest for the call after the error has been
  // dealt with.
  function run(isForgotten) {
    if (isForgotten) {
      first = undefined;
      last = undefined;
      return;
    }
    do {
      while (first !== undefined) {
        const { callback, args, context, next } = first;
        // Or one that a collection has found alive keeps all that follow.
        first.next = undefined;
        first = next;
        holder.current = context;
        ReflectApply(callback, undefined, args);
      }
      last = undefined;
      native.drainMicrotasks();
    } while (first !== undefined);
  }

  native.setTickCallback(run);
  exports.nextTick = nextTick;
})
