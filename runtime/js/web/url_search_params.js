/* SPDX-License-Identifier: MIT */
// URLSearchParams. https://url.spec.whatwg.org/#interface-urlsearchparams
(function (native, require, exports, primordials) {
  'use strict';

  const {
    NumberParseInt, ObjectDefineProperty, ReflectApply, ReflectOwnKeys,
    String, SymbolFor, SymbolIterator, SymbolToStringTag, TypeError,
    Uint8Array, arrayJoin, arrayPush, arraySlice, arraySort, arraySplice,
    decodeURIComponent, regExpExec, stringIncludes, stringIndexOf,
    stringSlice,
  } = primordials;
  const { encodeURIComponent } = globalThis;
  const encodings = require('internal/encodings');
  const { split } = require('internal/text');
  const { invalidArgType, withCode } = require('internal/errors');
  const { invalidThis, missingArgs } = require('internal/web_errors');
  const { toWellFormed } = String.prototype;
  const { propertyIsEnumerable } = Object.prototype;

  const customInspect = SymbolFor('nodejs.util.inspect.custom');

  function usv(value) {
    if (typeof value === 'symbol') {
      throw new TypeError('Cannot convert a Symbol value to a string');
    }
    return ReflectApply(toWellFormed, `${value}`, []);
  }
  exports.usv = usv;

  // ---- application/x-www-form-urlencoded ----

  const digits = /^[0-9A-Fa-f]{2}/;

  // The text of @part with its escapes, of which not all are valid.
  function decodeBytes(part) {
    const plain = new Uint8Array(encodings.byteLength(part, 'utf8'));
    encodings.write(plain, part, 0, plain.length, 'utf8');
    let length = 0;
    for (let n = 0; n < plain.length; n++) {
      let byte = plain[n];
      if (byte === 0x25) {
        const pair = encodings.slice(plain, n + 1, n + 3, 'latin1');
        if (regExpExec(digits, pair) !== null) {
          byte = NumberParseInt(pair, 16);
          n += 2;
        }
      }
      plain[length++] = byte;
    }
    return encodings.slice(plain, 0, length, 'utf8');
  }

  function decode(part) {
    const text = stringIncludes(part, '+') ?
      arrayJoin(split(part, '+'), ' ') : part;
    if (!stringIncludes(text, '%')) {
      return text;
    }
    try {
      return decodeURIComponent(text);
    } catch {
      return decodeBytes(text);
    }
  }

  // A flat list of names and values.
  function parse(text) {
    const list = [];
    const parts = split(text, '&');
    for (let n = 0; n < parts.length; n++) {
      const part = parts[n];
      if (part === '') {
        continue;
      }
      const equals = stringIndexOf(part, '=');
      if (equals === -1) {
        arrayPush(list, decode(part), '');
      } else {
        arrayPush(list, decode(stringSlice(part, 0, equals)),
                  decode(stringSlice(part, equals + 1)));
      }
    }
    return list;
  }

  const safe = /^[A-Za-z0-9*\-._]*$/;
  // What encodeURIComponent leaves and a form does not.
  const others = [['%20', '+'], ['!', '%21'], ['~', '%7E'], ["'", '%27'],
                  ['(', '%28'], [')', '%29']];

  function encode(text) {
    if (regExpExec(safe, text) !== null) {
      return text;
    }
    let out = encodeURIComponent(text);
    for (let n = 0; n < others.length; n++) {
      if (stringIncludes(out, others[n][0])) {
        out = arrayJoin(split(out, others[n][0]), others[n][1]);
      }
    }
    return out;
  }

  function serialize(list) {
    let text = '';
    for (let n = 0; n < list.length; n += 2) {
      text += `${n > 0 ? '&' : ''}${encode(list[n])}=${encode(list[n + 1])}`;
    }
    return text;
  }

  // ---- What the constructor takes ----

  const badTuple = () => withCode(
    TypeError, 'ERR_INVALID_TUPLE',
    'Each query pair must be an iterable [name, value] tuple');

  function fromPairs(pairs) {
    if (typeof pairs[SymbolIterator] !== 'function') {
      throw withCode(TypeError, 'ERR_ARG_NOT_ITERABLE',
                     'Query pairs must be iterable');
    }
    const list = [];
    for (const pair of pairs) {
      if (pair === null || pair === undefined) {
        throw badTuple();
      }
      if ((typeof pair !== 'object' && typeof pair !== 'function') ||
          typeof pair[SymbolIterator] !== 'function') {
        throw badTuple();
      }
      const items = [];
      for (const item of pair) {
        arrayPush(items, usv(item));
      }
      if (items.length !== 2) {
        throw badTuple();
      }
      arrayPush(list, items[0], items[1]);
    }
    return list;
  }

  function fromRecord(record) {
    const seen = { __proto__: null };
    const list = [];
    const keys = ReflectOwnKeys(record);
    for (let n = 0; n < keys.length; n++) {
      const key = keys[n];
      if (!ReflectApply(propertyIsEnumerable, record, [key])) {
        continue;
      }
      const name = usv(key);
      const value = usv(record[key]);
      // Two names can become one; the later value counts.
      if (seen[name] === undefined) {
        seen[name] = list.length;
        arrayPush(list, name, value);
      } else {
        list[seen[name] + 1] = value;
      }
    }
    return list;
  }

  function listOf(init) {
    if (init === undefined || init === null) {
      return [];
    }
    if (typeof init !== 'object' && typeof init !== 'function') {
      const text = usv(init);
      return parse(text[0] === '?' ? stringSlice(text, 1) : text);
    }
    const iterate = init[SymbolIterator];
    if (iterate === undefined || iterate === null) {
      return fromRecord(init);
    }
    return isParams(init) && iterate === entries ?
      arraySlice(listInside(init)) : fromPairs(init);
  }

  // Set by the class, which alone sees inside.
  let isParams;
  let listInside;
  let connect;
  let replace;

  function check(value) {
    if (!isParams(value)) {
      throw invalidThis('URLSearchParams');
    }
  }

  class URLSearchParams {
    #list;
    // Called with the new query after a change; of a URL's own.
    #onChange = undefined;

    constructor(init = undefined) {
      this.#list = listOf(init);
    }

    #changed() {
      if (this.#onChange !== undefined) {
        this.#onChange(serialize(this.#list));
      }
    }

    get size() {
      check(this);
      return this.#list.length / 2;
    }

    append(name, value) {
      check(this);
      if (arguments.length < 2) {
        throw missingArgs('name', 'value');
      }
      arrayPush(this.#list, usv(name), usv(value));
      this.#changed();
    }

    delete(name, value = undefined) {
      check(this);
      if (arguments.length < 1) {
        throw missingArgs('name');
      }
      const list = this.#list;
      name = usv(name);
      value = value === undefined ? undefined : usv(value);
      for (let n = 0; n < list.length;) {
        if (list[n] === name && (value === undefined ||
            list[n + 1] === value)) {
          arraySplice(list, n, 2);
        } else {
          n += 2;
        }
      }
      this.#changed();
    }

    get(name) {
      check(this);
      if (arguments.length < 1) {
        throw missingArgs('name');
      }
      const list = this.#list;
      name = usv(name);
      for (let n = 0; n < list.length; n += 2) {
        if (list[n] === name) {
          return list[n + 1];
        }
      }
      return null;
    }

    getAll(name) {
      check(this);
      if (arguments.length < 1) {
        throw missingArgs('name');
      }
      const list = this.#list;
      const found = [];
      name = usv(name);
      for (let n = 0; n < list.length; n += 2) {
        if (list[n] === name) {
          arrayPush(found, list[n + 1]);
        }
      }
      return found;
    }

    has(name, value = undefined) {
      check(this);
      if (arguments.length < 1) {
        throw missingArgs('name');
      }
      const list = this.#list;
      name = usv(name);
      value = value === undefined ? undefined : usv(value);
      for (let n = 0; n < list.length; n += 2) {
        if (list[n] === name && (value === undefined ||
            list[n + 1] === value)) {
          return true;
        }
      }
      return false;
    }

    set(name, value) {
      check(this);
      if (arguments.length < 2) {
        throw missingArgs('name', 'value');
      }
      const list = this.#list;
      name = usv(name);
      value = usv(value);
      let isSet = false;
      for (let n = 0; n < list.length;) {
        if (list[n] !== name) {
          n += 2;
        } else if (isSet) {
          arraySplice(list, n, 2);
        } else {
          list[n + 1] = value;
          isSet = true;
          n += 2;
        }
      }
      if (!isSet) {
        arrayPush(list, name, value);
      }
      this.#changed();
    }

    sort() {
      check(this);
      const list = this.#list;
      const pairs = [];
      for (let n = 0; n < list.length; n += 2) {
        arrayPush(pairs, [list[n], list[n + 1]]);
      }
      arraySort(pairs, ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      for (let n = 0; n < pairs.length; n++) {
        [list[2 * n], list[2 * n + 1]] = pairs[n];
      }
      this.#changed();
    }

    entries() {
      check(this);
      return makeIterator(this, 'entries');
    }

    forEach(callback, thisArg = undefined) {
      check(this);
      if (typeof callback !== 'function') {
        throw invalidArgType('callback', 'Function', callback);
      }
      const list = this.#list;
      for (let n = 0; n < this.#list.length; n += 2) {
        ReflectApply(callback, thisArg, [list[n + 1], list[n], this]);
      }
    }

    keys() {
      check(this);
      return makeIterator(this, 'keys');
    }

    values() {
      check(this);
      return makeIterator(this, 'values');
    }

    toString() {
      check(this);
      return serialize(this.#list);
    }

    [customInspect](depth, options, inspect) {
      check(this);
      if (depth < 0) {
        return options.stylize('[Object]', 'special');
      }
      const list = this.#list;
      const inner = { ...options, depth: options.depth === null ? null :
        options.depth - 1 };
      const parts = [];
      for (let n = 0; n < list.length; n += 2) {
        arrayPush(parts, `${inspect(list[n], inner)} => ` +
          inspect(list[n + 1], inner));
      }
      return showList('URLSearchParams', parts, options);
    }

    static {
      isParams = (value) => typeof value === 'object' && value !== null &&
        #list in value;
      listInside = (params) => params.#list;
      connect = (params, onChange) => {
        params.#onChange = onChange;
      };
      // In place: iterators of the list go on.
      replace = (params, query) => {
        const list = parse(query);
        params.#list.length = 0;
        for (let n = 0; n < list.length; n++) {
          arrayPush(params.#list, list[n]);
        }
      };
    }
  }

  // "Name { a, b }", in lines where it is long.
  function showList(name, parts, options) {
    let length = name.length;
    for (let n = 0; n < parts.length; n++) {
      length += parts[n].length + 2;
    }
    if (parts.length === 0) {
      return `${name} {}`;
    }
    return length <= (options.breakLength ?? 80) ?
      `${name} { ${arrayJoin(parts, ', ')} }` :
      `${name} {\n  ${arrayJoin(parts, ',\n  ')} }`;
  }

  // ---- Iterators ----

  let makeIterator;
  let isIterator;

  // By what no program can have taken away.
  const IteratorPrototype = Object.getPrototypeOf(
    Object.getPrototypeOf(function* () {}).prototype);

  class ParamsIterator {
    #params;
    #kind;
    #at = 0;

    constructor(params, kind) {
      this.#params = params;
      this.#kind = kind;
    }

    next() {
      if (!isIterator(this)) {
        throw invalidThis('URLSearchParamsIterator');
      }
      const list = listInside(this.#params);
      const n = this.#at;
      if (n >= list.length) {
        return { value: undefined, done: true };
      }
      this.#at += 2;
      const value = this.#kind === 'keys' ? list[n] :
        this.#kind === 'values' ? list[n + 1] : [list[n], list[n + 1]];
      return { value, done: false };
    }

    [customInspect](depth, options, inspect) {
      if (!isIterator(this)) {
        throw invalidThis('URLSearchParamsIterator');
      }
      if (depth < 0) {
        return options.stylize('[Object]', 'special');
      }
      const inner = { ...options, depth: options.depth === null ? null :
        options.depth - 1 };
      const list = listInside(this.#params);
      const parts = [];
      for (let n = this.#at; n < list.length; n += 2) {
        const value = this.#kind === 'keys' ? list[n] :
          this.#kind === 'values' ? list[n + 1] : [list[n], list[n + 1]];
        arrayPush(parts, inspect(value, inner));
      }
      // Node shows an empty one with both spaces.
      return parts.length === 0 ? 'URLSearchParams Iterator {  }' :
        showList('URLSearchParams Iterator', parts, options);
    }

    static {
      isIterator = (value) => typeof value === 'object' && value !== null &&
        #params in value;
      makeIterator = (params, kind) => new ParamsIterator(params, kind);
    }
  }

  const iteratorProto = ParamsIterator.prototype;
  Object.setPrototypeOf(iteratorProto, IteratorPrototype);
  delete iteratorProto.constructor;

  function define(object, name, property) {
    ObjectDefineProperty(object, name, { __proto__: null, ...property });
  }
  define(iteratorProto, 'next', { enumerable: true });
  define(iteratorProto, SymbolToStringTag, {
    value: 'URLSearchParams Iterator', configurable: true,
  });
  define(iteratorProto, customInspect, { enumerable: false });

  const proto = URLSearchParams.prototype;
  const { entries } = proto;
  const shown = ['append', 'delete', 'get', 'getAll', 'has', 'set', 'sort',
                 'entries', 'forEach', 'keys', 'values', 'toString', 'size'];
  for (let n = 0; n < shown.length; n++) {
    define(proto, shown[n], { enumerable: true });
  }
  define(proto, SymbolIterator, {
    value: entries, writable: true, configurable: true,
  });
  define(proto, SymbolToStringTag, {
    value: 'URLSearchParams', configurable: true,
  });

  exports.URLSearchParams = URLSearchParams;
  exports.connect = connect;
  exports.replace = replace;
  exports.isParams = isParams;
})
