/* SPDX-License-Identifier: MIT */
// process.nextTick and the end of a turn: ticks, then microtasks, until both
// are used up, as Node orders them.
//
// native:
//   setTickCallback(run)  run() is called at the end of a turn with ticks
//   tickQueued()          this turn has ticks
//   drainMicrotasks()     runs microtasks until none is left
//   asyncContext          its property `current` is the context of what runs
(function (native, require, exports, primordials) {
  'use strict';

  const { ReflectApply, TypeError } = primordials;

  const holder = native.asyncContext;

  // A ring that grows: { callback, args, context } in the order they were
  // queued.
  let ring = [];
  let head = 0;

  function nextTick(callback, ...args) {
    if (typeof callback !== 'function') {
      const error = new TypeError('The "callback" argument must be of type ' +
        'function. Received ' + require('internal/describe').received(callback));
      error.code = 'ERR_INVALID_ARG_TYPE';
      throw error;
    }
    if (head === ring.length) {
      native.tickQueued();
    }
    ring[ring.length] = { callback, args, context: holder.current };
  }

  // One tick that throws leaves the rest for the call after the error has been
  // dealt with.
  function run() {
    do {
      while (head < ring.length) {
        const { callback, args, context } = ring[head];
        ring[head++] = undefined;
        holder.current = context;
        ReflectApply(callback, undefined, args);
      }
      ring = [];
      head = 0;
      native.drainMicrotasks();
    } while (ring.length > 0);
  }

  native.setTickCallback(run);
  exports.nextTick = nextTick;
})
