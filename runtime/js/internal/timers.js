/* SPDX-License-Identifier: MIT */
// setTimeout, setInterval, setImmediate and their kin, as Node has them.
// https://nodejs.org/api/timers.html
//
// All timers are one heap here, ordered by due time and then by creation; the
// loop has a single timer, for the first of them.
//
// native:
//   setTimerCallback(run)      run(now) is called when the loop's timer is due
//   setImmediateCallback(run)  run() is called in the phase of immediates
//   startTimer(ms)             arms the loop's timer, ms from now; again moves
//   stopTimer()
//   refTimers(isRef)           whether the timer keeps the loop alive
//   refImmediates(queued, isRef)  whether there are any, and keep it alive
//   loopNow()                  the loop's time in milliseconds
//   endTurn()                  ticks and microtasks, between two callbacks
//   asyncContext               its property `current` is the context of what
//                              runs; a callback has that of its timer
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Number,
    Symbol,
    SymbolFor,
    SymbolToPrimitive,
    TypeError,
    ReflectApply,
    Map,
    mapDelete,
    mapGet,
    mapSet,
    ObjectDefineProperty,
  } = primordials;

  const DELAY_MAX = 2147483647;
  const holder = native.asyncContext;

  function call(context, callback, self, args) {
    const before = holder.current;
    holder.current = context;
    try {
      ReflectApply(callback, self, args);
    } finally {
      holder.current = before;
    }
  }

  // ---- The heap ----

  const heap = [];
  let sequence = 0;
  let refCount = 0;
  let lastId = 0;
  let armed = -1;
  const byId = new Map();

  const isBefore = (a, b) => a._due < b._due ||
    (a._due === b._due && a._sequence < b._sequence);

  function place(timer, index) {
    heap[index] = timer;
    timer._index = index;
  }

  function siftUp(timer, from) {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(timer, heap[parent])) {
        break;
      }
      place(heap[parent], index);
      index = parent;
    }
    place(timer, index);
  }

  function siftDown(timer, from) {
    let index = from;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) {
        break;
      }
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isBefore(heap[child], timer)) {
        break;
      }
      place(heap[child], index);
      index = child;
    }
    place(timer, index);
  }

  function removeFromHeap(timer) {
    const index = timer._index;
    const last = heap[heap.length - 1];
    heap.length--;
    timer._index = -1;
    if (last !== timer) {
      siftUp(last, index);
      siftDown(last, last._index);
    }
  }

  function countRef(by) {
    const was = refCount > 0;
    refCount += by;
    if (refCount > 0 !== was) {
      native.refTimers(refCount > 0);
    }
  }

  // The loop's timer follows the first of the heap.
  function arm() {
    if (heap.length === 0) {
      if (armed !== -1) {
        armed = -1;
        native.stopTimer();
      }
      return;
    }
    const due = heap[0]._due;
    if (due !== armed) {
      armed = due;
      const now = native.loopNow();
      native.startTimer(due > now ? due - now : 0);
    }
  }

  function start(timer, from) {
    timer._due = from + timer._idleTimeout;
    timer._sequence = sequence++;
    if (timer._index === -1) {
      if (timer._isRef) {
        countRef(1);
      }
      siftUp(timer, heap.length);
    } else {
      siftUp(timer, timer._index);
      siftDown(timer, timer._index);
    }
    arm();
  }

  function stop(timer) {
    timer._destroyed = true;
    if (timer._id !== 0) {
      mapDelete(byId, timer._id);
      timer._id = 0;
    }
    if (timer._index !== -1) {
      removeFromHeap(timer);
      if (timer._isRef) {
        countRef(-1);
      }
      arm();
    }
  }

  // ---- Timeout ----

  class Timeout {
    constructor(callback, delay, args, isRepeat) {
      this._idleTimeout = delay;
      this._onTimeout = callback;
      this._timerArgs = args;
      this._repeat = isRepeat ? delay : null;
      this._destroyed = false;
      for (const name of ['_due', '_sequence', '_index', '_isRef', '_id',
                          '_context']) {
        ObjectDefineProperty(this, name, {
          __proto__: null, value: 0, writable: true,
        });
      }
      this._context = holder.current;
      this._index = -1;
      this._isRef = true;
    }

    ref() {
      if (!this._isRef) {
        this._isRef = true;
        if (this._index !== -1) {
          countRef(1);
        }
      }
      return this;
    }

    unref() {
      if (this._isRef) {
        this._isRef = false;
        if (this._index !== -1) {
          countRef(-1);
        }
      }
      return this;
    }

    hasRef() {
      return this._isRef;
    }

    refresh() {
      if (!this._destroyed) {
        start(this, native.loopNow());
      }
      return this;
    }

    close() {
      stop(this);
      return this;
    }

    [SymbolToPrimitive]() {
      if (this._id === 0 && !this._destroyed) {
        this._id = ++lastId;
        mapSet(byId, this._id, this);
      }
      return this._id;
    }
  }
  Timeout.prototype[Symbol.dispose] = Timeout.prototype.close;

  function checkCallback(callback) {
    if (typeof callback !== 'function') {
      const error = new TypeError('The "callback" argument must be of type ' +
        'function. Received ' + require('internal/describe').received(callback));
      error.code = 'ERR_INVALID_ARG_TYPE';
      throw error;
    }
  }

  // Node: what is not from 1 to 2^31 - 1 is 1, fractions are cut.
  function delayOf(value) {
    const delay = Number(value);
    return delay >= 1 && delay <= DELAY_MAX ? delay - delay % 1 : 1;
  }

  function setTimeout(callback, delay, ...args) {
    checkCallback(callback);
    const timer = new Timeout(callback, delayOf(delay), args, false);
    start(timer, native.loopNow());
    return timer;
  }

  function setInterval(callback, delay, ...args) {
    checkCallback(callback);
    const timer = new Timeout(callback, delayOf(delay), args, true);
    start(timer, native.loopNow());
    return timer;
  }

  function clearTimeout(timer) {
    if (timer instanceof Timeout) {
      stop(timer);
    } else if (typeof timer === 'number' || typeof timer === 'string') {
      const known = mapGet(byId, Number(timer));
      if (known !== undefined) {
        stop(known);
      }
    }
  }

  // The timer whose callback runs.
  let firing = null;

  function fire(timer, now) {
    removeFromHeap(timer);
    if (timer._isRef) {
      countRef(-1);
    }
    firing = timer;
    try {
      call(timer._context, timer._onTimeout, timer, timer._timerArgs);
    } finally {
      firing = null;
      if (timer._repeat !== null && !timer._destroyed && timer._index === -1) {
        timer._idleTimeout = timer._repeat;
        start(timer, native.loopNow());
      } else if (timer._index === -1) {
        timer._destroyed = true;
        if (timer._id !== 0) {
          mapDelete(byId, timer._id);
        }
      }
    }
  }

  // The loop's timer is due. A callback that throws leaves the rest for the
  // next call, which comes at once.
  function runTimers() {
    const now = native.loopNow();
    const limit = sequence;
    armed = -1;
    try {
      while (heap.length > 0 && heap[0]._due <= now &&
             heap[0]._sequence < limit) {
        fire(heap[0], now);
        native.endTurn();
      }
    } finally {
      arm();
    }
  }

  // ---- Immediates ----

  let queue = [];
  let immediateRefs = 0;

  function tellImmediates() {
    native.refImmediates(queue.length > 0, immediateRefs > 0);
  }

  class Immediate {
    constructor(callback, args) {
      this._onImmediate = callback;
      this._argv = args;
      this._destroyed = false;
      ObjectDefineProperty(this, '_isRef', {
        __proto__: null, value: true, writable: true,
      });
      ObjectDefineProperty(this, '_context', {
        __proto__: null, value: holder.current,
      });
    }

    ref() {
      if (!this._isRef && !this._destroyed) {
        immediateRefs++;
        tellImmediates();
      }
      this._isRef = true;
      return this;
    }

    unref() {
      if (this._isRef && !this._destroyed) {
        immediateRefs--;
        tellImmediates();
      }
      this._isRef = false;
      return this;
    }

    hasRef() {
      return this._isRef && !this._destroyed;
    }
  }

  function setImmediate(callback, ...args) {
    checkCallback(callback);
    const immediate = new Immediate(callback, args);
    queue[queue.length] = immediate;
    immediateRefs++;
    tellImmediates();
    return immediate;
  }

  function clearImmediate(immediate) {
    if (immediate instanceof Immediate && !immediate._destroyed) {
      immediate._destroyed = true;
      if (immediate._isRef) {
        immediateRefs--;
        tellImmediates();
      }
    }
  }
  Immediate.prototype[Symbol.dispose] = function dispose() {
    clearImmediate(this);
  };

  // Those that are queued now; what they queue waits for the next turn.
  function runImmediates() {
    const now = queue;
    queue = [];
    let index = 0;
    try {
      while (index < now.length) {
        const immediate = now[index++];
        if (!immediate._destroyed) {
          clearImmediate(immediate);
          call(immediate._context, immediate._onImmediate, immediate,
               immediate._argv);
          native.endTurn();
        }
      }
    } finally {
      if (index < now.length) {
        const rest = [];
        for (; index < now.length; index++) {
          rest[rest.length] = now[index];
        }
        for (let n = 0; n < queue.length; n++) {
          rest[rest.length] = queue[n];
        }
        queue = rest;
      }
      tellImmediates();
    }
  }

  // What util.promisify() makes of them.
  const promisified = SymbolFor('nodejs.util.promisify.custom');
  function definePromisified(timer, name) {
    ObjectDefineProperty(timer, promisified, {
      __proto__: null,
      get: () => require('node/timers_promises').module[name],
      enumerable: true,
    });
  }
  definePromisified(setTimeout, 'setTimeout');
  definePromisified(setImmediate, 'setImmediate');

  native.setTimerCallback(runTimers);
  native.setImmediateCallback(runImmediates);

  // How many timers and immediates keep the loop alive.
  exports.active = () => {
    const isOneMore = firing !== null && firing._isRef && !firing._destroyed &&
      firing._index === -1;
    return [refCount + (isOneMore ? 1 : 0), immediateRefs];
  };
  exports.clearImmediate = clearImmediate;
  exports.clearInterval = clearTimeout;
  exports.clearTimeout = clearTimeout;
  exports.setImmediate = setImmediate;
  exports.setInterval = setInterval;
  exports.setTimeout = setTimeout;
})
