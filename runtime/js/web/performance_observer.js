/* SPDX-License-Identifier: MIT */
// PerformanceObserver, which hears of marks and measures.
// https://w3c.github.io/performance-timeline/
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayIsArray, ReflectApply, arrayIncludes, arrayIndexOf, arrayPush,
    arraySlice, arraySort, arraySplice,
  } = primordials;
  const { setImmediate } = require('internal/timers');
  const { invalidArgType, invalidArgValue } = require('internal/errors');
  const { defineInterface, illegalConstructor, missingArgs } =
    require('internal/web_errors');
  const timeline = require('web/performance');

  const supported = Object.freeze(['mark', 'measure']);
  const secret = {};

  class PerformanceObserverEntryList {
    #entries;

    constructor(key, entries) {
      if (key !== secret) {
        throw illegalConstructor();
      }
      this.#entries = arraySort(entries,
                                (a, b) => a.startTime - b.startTime);
    }

    #select(isWanted) {
      const found = [];
      for (let n = 0; n < this.#entries.length; n++) {
        if (isWanted(this.#entries[n])) {
          arrayPush(found, this.#entries[n]);
        }
      }
      return found;
    }

    getEntries() {
      return arraySlice(this.#entries);
    }

    getEntriesByType(type) {
      if (arguments.length === 0) {
        throw missingArgs('type');
      }
      const wanted = `${type}`;
      return this.#select((entry) => entry.entryType === wanted);
    }

    getEntriesByName(name, type = undefined) {
      if (arguments.length === 0) {
        throw missingArgs('name');
      }
      const wanted = `${name}`;
      return this.#select((entry) => entry.name === wanted &&
        (type === undefined || entry.entryType === type));
    }
  }

  // Observers that hear of something, in the order in which they began.
  const observers = [];
  let isPending = false;

  function deliver() {
    isPending = false;
    const all = arraySlice(observers);
    for (let n = 0; n < all.length; n++) {
      flush(all[n]);
    }
  }

  function notify(entry) {
    for (let n = 0; n < observers.length; n++) {
      if (hears(observers[n], entry.entryType)) {
        arrayPush(recordsOf(observers[n]), entry);
        if (!isPending) {
          isPending = true;
          setImmediate(deliver);
        }
      }
    }
  }

  // Set by the class, which alone sees inside.
  let flush;
  let hears;
  let recordsOf;

  class PerformanceObserver {
    #callback;
    #records = [];
    #types = [];
    #isMultiple = undefined;

    constructor(callback) {
      if (typeof callback !== 'function') {
        throw invalidArgType('callback', 'Function', callback);
      }
      this.#callback = callback;
    }

    observe(options = {}) {
      if (options === null || typeof options !== 'object') {
        throw invalidArgType('options', 'Object', options);
      }
      const { entryTypes, type, buffered } = options;
      if (entryTypes === undefined && type === undefined) {
        throw missingArgs('options.entryTypes', 'options.type');
      }
      if (entryTypes !== undefined && type !== undefined) {
        throw invalidArgValue(
          'options.entryTypes', entryTypes,
          'options.entryTypes can not set with options.type together');
      }
      const isMultiple = entryTypes !== undefined;
      if (this.#isMultiple !== undefined && this.#isMultiple !== isMultiple) {
        const { DOMException } = require('web/dom_exception');
        throw new DOMException(
          `PerformanceObserver can not change to ${isMultiple ? 'multiple' :
            'single'} observations`, 'InvalidModificationError');
      }
      this.#isMultiple = isMultiple;
      if (isMultiple) {
        this.#observeAll(entryTypes);
      } else {
        this.#observeOne(`${type}`, !!buffered);
      }
    }

    #observeAll(types) {
      if (!ArrayIsArray(types)) {
        throw invalidArgType('options.entryTypes', 'string[]', types);
      }
      const known = [];
      for (let n = 0; n < types.length; n++) {
        if (arrayIncludes(supported, types[n])) {
          arrayPush(known, types[n]);
        }
      }
      if (known.length === 0) {
        return;
      }
      this.#types = known;
      this.#start();
    }

    #observeOne(type, isBuffered) {
      if (!arrayIncludes(supported, type)) {
        return;
      }
      if (!arrayIncludes(this.#types, type)) {
        arrayPush(this.#types, type);
      }
      this.#start();
      if (isBuffered) {
        const past = timeline.performance.getEntriesByType(type);
        for (let n = 0; n < past.length; n++) {
          arrayPush(this.#records, past[n]);
        }
        if (past.length > 0 && !isPending) {
          isPending = true;
          setImmediate(deliver);
        }
      }
    }

    #start() {
      timeline.setNotify(notify);
      if (!arrayIncludes(observers, this)) {
        arrayPush(observers, this);
      }
    }

    disconnect() {
      const at = arrayIndexOf(observers, this);
      if (at !== -1) {
        arraySplice(observers, at, 1);
      }
      this.#records = [];
      this.#types = [];
      this.#isMultiple = undefined;
    }

    takeRecords() {
      const records = this.#records;
      this.#records = [];
      return records;
    }

    static get supportedEntryTypes() {
      return supported;
    }

    static {
      hears = (observer, type) => arrayIncludes(observer.#types, type);
      recordsOf = (observer) => observer.#records;
      flush = (observer) => {
        const records = observer.takeRecords();
        if (records.length > 0) {
          const list = new PerformanceObserverEntryList(secret, records);
          ReflectApply(observer.#callback, observer, [list, observer]);
        }
      };
    }
  }

  defineInterface(PerformanceObserverEntryList, [
    'getEntries', 'getEntriesByType', 'getEntriesByName',
  ]);
  defineInterface(PerformanceObserver, ['observe', 'disconnect',
                                        'takeRecords']);

  exports.PerformanceObserver = PerformanceObserver;
  exports.PerformanceObserverEntryList = PerformanceObserverEntryList;
})
