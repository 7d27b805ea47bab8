/* SPDX-License-Identifier: MIT */
// performance: the clock, marks and measures.
// https://w3c.github.io/hr-time/, https://w3c.github.io/user-timing/
//
// native: monotonicMs() -> milliseconds
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectDefineProperty, SymbolFor, TypeError, arrayPush, arraySort, dateNow,
  } = primordials;
  const { process } = require('internal/process');
  const { structuredClone } = require('web/structured_clone');
  const { invalidArgType, invalidArgValue, withCode } =
    require('internal/errors');
  const { defineInterface, illegalConstructor, invalidThis, missingArgs } =
    require('internal/web_errors');

  const customInspect = SymbolFor('nodejs.util.inspect.custom');

  // The start of the process on both clocks.
  const origin = native.monotonicMs() - process.uptime() * 1000;
  const timeOrigin = dateNow() - (native.monotonicMs() - origin);
  const now = () => native.monotonicMs() - origin;

  // Entries that are kept until they are cleared: more than any program reads.
  const ENTRIES_MAX = 1000000;
  const entries = [];

  const secret = {};

  // Set by the classes, which alone see inside.
  let isEntry;
  let isPerformance;

  class PerformanceEntry {
    #name;
    #type;
    #start;
    #duration;

    constructor(key, name, type, start, duration) {
      if (key !== secret) {
        throw illegalConstructor();
      }
      this.#name = name;
      this.#type = type;
      this.#start = start;
      this.#duration = duration;
    }

    get name() {
      check(this);
      return this.#name;
    }

    get entryType() {
      check(this);
      return this.#type;
    }

    get startTime() {
      check(this);
      return this.#start;
    }

    get duration() {
      check(this);
      return this.#duration;
    }

    toJSON() {
      check(this);
      return fieldsOf(this);
    }

    [customInspect](depth, options, inspect) {
      return depth < 0 ? this :
        `${this.constructor.name} ${inspect(fieldsOf(this), options)}`;
    }

    static {
      isEntry = (value) => typeof value === 'object' && value !== null &&
        #name in value;
    }
  }

  function fieldsOf(entry) {
    const { name, entryType, startTime, duration } = entry;
    const fields = { name, entryType, startTime, duration };
    if ('detail' in entry) {
      fields.detail = entry.detail;
    }
    return fields;
  }

  const detailOf = (options) =>
    (options.detail === undefined || options.detail === null ? null :
      structuredClone(options.detail));

  class PerformanceMark extends PerformanceEntry {
    #detail;

    constructor(name, options = undefined) {
      if (arguments.length === 0) {
        throw missingArgs('name');
      }
      if (options !== undefined && options !== null &&
          typeof options !== 'object') {
        throw invalidArgType('options', 'Object', options);
      }
      const { startTime = now() } = options ?? {};
      if (typeof startTime !== 'number') {
        throw invalidArgType('startTime', 'number', startTime);
      }
      if (startTime < 0) {
        throw withCode(TypeError, 'ERR_PERFORMANCE_INVALID_TIMESTAMP',
                       `${startTime} is not a valid timestamp`);
      }
      super(secret, `${name}`, 'mark', startTime, 0);
      this.#detail = detailOf(options ?? {});
    }

    get detail() {
      return this.#detail;
    }
  }

  class PerformanceMeasure extends PerformanceEntry {
    #detail;

    constructor(key, name, start, duration, detail) {
      super(key, name, 'measure', start, duration);
      this.#detail = detail;
    }

    get detail() {
      return this.#detail;
    }
  }

  // Tells observers, where there are any.
  let notify;

  function keep(entry) {
    if (entries.length < ENTRIES_MAX) {
      arrayPush(entries, entry);
    }
    if (notify !== undefined) {
      notify(entry);
    }
    return entry;
  }

  // The time that @mark, a name or a time, stands for.
  function timeOf(mark) {
    if (typeof mark === 'number') {
      if (mark < 0) {
        throw withCode(TypeError, 'ERR_PERFORMANCE_INVALID_TIMESTAMP',
                       `${mark} is not a valid timestamp`);
      }
      return mark;
    }
    const wanted = `${mark}`;
    for (let n = entries.length - 1; n >= 0; n--) {
      if (entries[n].entryType === 'mark' && entries[n].name === wanted) {
        return entries[n].startTime;
      }
    }
    const { DOMException } = require('web/dom_exception');
    throw new DOMException(
      `The "${wanted}" performance mark has not been set`, 'SyntaxError');
  }

  // Whether @options says anything; else it is as if it were left out.
  const hasMember = (options) => options !== null &&
    typeof options === 'object' && (options.start !== undefined ||
      options.end !== undefined || options.duration !== undefined ||
      options.detail !== undefined);

  function measureOptions(value) {
    const { start, end, duration } = value;
    if (start === undefined && end === undefined) {
      throw missingArgs('options.start', 'options.end');
    }
    if (start !== undefined && end !== undefined && duration !== undefined) {
      throw invalidArgValue('options', value,
                            'Must not have options.start, options.end, and ' +
                            'options.duration specified');
    }
    let last = end === undefined ? undefined : timeOf(end);
    const first = start !== undefined ? timeOf(start) :
      duration === undefined ? 0 : last - timeOf(duration);
    if (last === undefined) {
      last = duration === undefined ? now() : first + timeOf(duration);
    }
    return [first, last - first, detailOf(value)];
  }

  function remove(type, name) {
    let kept = 0;
    for (let n = 0; n < entries.length; n++) {
      const entry = entries[n];
      if (entry.entryType !== type ||
          (name !== undefined && entry.name !== name)) {
        entries[kept++] = entry;
      }
    }
    entries.length = kept;
  }

  // Those that @isWanted, in the order of their times.
  function select(isWanted) {
    const found = [];
    for (let n = 0; n < entries.length; n++) {
      if (isWanted(entries[n])) {
        arrayPush(found, entries[n]);
      }
    }
    return arraySort(found, (a, b) => a.startTime - b.startTime);
  }

  function check(value) {
    if (!isEntry(value)) {
      throw invalidThis('PerformanceEntry');
    }
  }

  function checkOwner(value) {
    if (!isPerformance(value)) {
      throw invalidThis('Performance');
    }
  }

  class Performance {
    #isPerformance = true;

    constructor(key) {
      if (key !== secret) {
        throw illegalConstructor();
      }
    }

    now() {
      checkOwner(this);
      return now();
    }

    get timeOrigin() {
      checkOwner(this);
      return timeOrigin;
    }

    mark(name, options = undefined) {
      checkOwner(this);
      if (arguments.length === 0) {
        throw missingArgs('name');
      }
      return keep(new PerformanceMark(name, options));
    }

    measure(name, startOrOptions = undefined, endMark = undefined) {
      checkOwner(this);
      if (arguments.length === 0) {
        throw missingArgs('name');
      }
      let values;
      if (hasMember(startOrOptions)) {
        if (endMark !== undefined) {
          throw invalidArgValue('endMark', endMark,
                                'must not be specified');
        }
        values = measureOptions(startOrOptions);
      } else {
        const start = startOrOptions === undefined ||
          typeof startOrOptions === 'object' ? 0 : timeOf(startOrOptions);
        const end = endMark === undefined ? now() : timeOf(endMark);
        values = [start, end - start, null];
      }
      return keep(new PerformanceMeasure(secret, `${name}`, values[0],
                                         values[1], values[2]));
    }

    clearMarks(name = undefined) {
      checkOwner(this);
      remove('mark', name === undefined ? undefined : `${name}`);
    }

    clearMeasures(name = undefined) {
      checkOwner(this);
      remove('measure', name === undefined ? undefined : `${name}`);
    }

    getEntries() {
      checkOwner(this);
      return select(() => true);
    }

    getEntriesByName(name, type = undefined) {
      checkOwner(this);
      if (arguments.length === 0) {
        throw missingArgs('name');
      }
      const wanted = `${name}`;
      return select((entry) => entry.name === wanted &&
        (type === undefined || entry.entryType === type));
    }

    getEntriesByType(type) {
      checkOwner(this);
      if (arguments.length === 0) {
        throw missingArgs('type');
      }
      const wanted = `${type}`;
      return select((entry) => entry.entryType === wanted);
    }

    toJSON() {
      checkOwner(this);
      return { timeOrigin };
    }

    static {
      isPerformance = (value) => typeof value === 'object' &&
        value !== null && #isPerformance in value;
    }
  }

  defineInterface(PerformanceEntry, ['name', 'entryType', 'startTime',
                                     'duration', 'toJSON']);
  defineInterface(PerformanceMark, ['detail']);
  defineInterface(PerformanceMeasure, ['detail']);
  defineInterface(Performance, [
    'now', 'timeOrigin', 'mark', 'measure', 'clearMarks', 'clearMeasures',
    'getEntries', 'getEntriesByName', 'getEntriesByType', 'toJSON',
  ]);
  ObjectDefineProperty(PerformanceEntry.prototype, customInspect, {
    __proto__: null, enumerable: false,
  });

  exports.Performance = Performance;
  exports.PerformanceEntry = PerformanceEntry;
  exports.PerformanceMark = PerformanceMark;
  exports.PerformanceMeasure = PerformanceMeasure;
  exports.performance = new Performance(secret);
  exports.setNotify = (callback) => {
    notify = callback;
  };
})
