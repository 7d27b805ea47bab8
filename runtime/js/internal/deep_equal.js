/* SPDX-License-Identifier: MIT */
// Whether two values hold the same: util.isDeepStrictEqual, and the deep
// comparisons of assert. https://nodejs.org/api/assert.html#comparison-details
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Error,
    ObjectGetOwnPropertySymbols,
    ObjectGetPrototypeOf,
    ObjectIs,
    ObjectKeys,
    Uint8Array,
    bigintValueOf,
    booleanValueOf,
    functionHasInstance,
    hasOwn,
    isEnumerable,
    numberValueOf,
    stringValueOf,
    symbolValueOf,
    typedArrayGetTag,
  } = primordials;

  const types = require('node/util_types').module;

  const toText = Object.prototype.toString;
  const tagOf = (value) => Reflect.apply(toText, value, []);

  const isObject = (value) => value !== null && typeof value === 'object';

  // What is being compared further out: a loop in one must be the same loop in
  // the other.
  class Trail {
    constructor() {
      this.first = new Map();
      this.second = new Map();
      this.depth = 0;
    }
  }

  function isSameBox(a, b) {
    const boxes = [
      [types.isNumberObject, numberValueOf], [types.isStringObject,
                                              stringValueOf],
      [types.isBooleanObject, booleanValueOf],
      [types.isBigIntObject, bigintValueOf],
      [types.isSymbolObject, symbolValueOf],
    ];
    for (const [isOf, valueOf] of boxes) {
      if (isOf(a)) {
        return isOf(b) && ObjectIs(valueOf(a), valueOf(b));
      }
    }
    return false;
  }

  function isSameBytes(a, b) {
    if (a.byteLength !== b.byteLength) {
      return false;
    }
    const bytesOf = (value) => (ArrayBuffer.isView(value) ?
      new Uint8Array(value.buffer, value.byteOffset, value.byteLength) :
      new Uint8Array(value));
    const first = bytesOf(a);
    const second = bytesOf(b);
    for (let n = 0; n < first.length; n++) {
      if (first[n] !== second[n]) {
        return false;
      }
    }
    return true;
  }

  // Loosely 0 is -0, which their bytes do not say.
  function isSameNumbers(a, b) {
    if (a.length !== b.length) {
      return false;
    }
    for (let n = 0; n < a.length; n++) {
      if (a[n] !== b[n]) {
        return false;
      }
    }
    return true;
  }

  const isFloats = (value) => types.isFloat32Array(value) ||
    types.isFloat64Array(value);

  // Own enumerable keys, those of elements left out where @isList.
  function keysOf(value, isList) {
    const keys = ObjectKeys(value);
    return isList ? keys.filter((key) => !isIndex(key)) : keys;
  }

  const isIndex = (key) => /^(?:0|[1-9]\d{0,9})$/.test(key) &&
    Number(key) < 4294967295;

  const symbolsOf = (value) => ObjectGetOwnPropertySymbols(value).filter(
    (symbol) => isEnumerable(value, symbol));

  // The keys to compare, null where they are not the same.
  function commonKeys(a, b, isStrict, isList) {
    const keys = keysOf(a, isList);
    if (keys.length !== keysOf(b, isList).length ||
        !keys.every((key) => hasOwn(b, key) && isEnumerable(b, key))) {
      return null;
    }
    if (isStrict) {
      const symbols = symbolsOf(a);
      if (symbols.length !== symbolsOf(b).length ||
          !symbols.every((symbol) => isEnumerable(b, symbol))) {
        return null;
      }
      keys.push(...symbols);
    }
    return keys;
  }

  const isErrorLike = (value) => types.isNativeError(value) ||
    functionHasInstance(Error, value);

  // Of errors these are compared although they do not count as properties.
  function isSameError(a, b, isStrict, trail) {
    if (!isErrorLike(b)) {
      return false;
    }
    for (const name of ['message', 'name', 'cause', 'errors']) {
      if (!isEnumerable(a, name) &&
          (isEnumerable(b, name) || hasOwn(a, name) !== hasOwn(b, name) ||
           !isEqual(a[name], b[name], isStrict, trail))) {
        return false;
      }
    }
    return true;
  }

  // ---- Sets and maps ----

  function takeEqual(candidates, value, isStrict, trail) {
    for (const candidate of candidates) {
      if (isEqual(value, candidate, isStrict, trail)) {
        candidates.delete(candidate);
        return true;
      }
    }
    return false;
  }

  // Whether something that is no object could loosely equal another such.
  const isLoosePrimitive = (value) => value === null || value === undefined ||
    typeof value === 'string' || typeof value === 'boolean' ||
    typeof value === 'bigint' ||
    (typeof value === 'number' && value === value);

  function isSameSet(a, b, isStrict, trail) {
    const left = new Set();
    for (const value of a) {
      if (isObject(value)) {
        left.add(value);
      } else if (!b.has(value)) {
        if (isStrict || !isLoosePrimitive(value)) {
          return false;
        }
        left.add(value);
      }
    }
    for (const value of b) {
      const needs = isObject(value) || (!isStrict && !a.has(value));
      if (needs && !takeEqual(left, value, isStrict, trail)) {
        return false;
      }
    }
    return left.size === 0;
  }

  function takeEntry(left, a, key, item, isStrict, trail) {
    for (const candidate of left) {
      if (isEqual(key, candidate, isStrict, trail) &&
          isEqual(item, a.get(candidate), isStrict, trail)) {
        left.delete(candidate);
        return true;
      }
    }
    return false;
  }

  function isSameMap(a, b, isStrict, trail) {
    const left = new Set();
    for (const [key, item] of a) {
      if (isObject(key)) {
        left.add(key);
      } else if (!b.has(key) || !isEqual(item, b.get(key), isStrict, trail)) {
        if (isStrict || !isLoosePrimitive(key)) {
          return false;
        }
        left.add(key);
      }
    }
    for (const [key, item] of b) {
      const needs = isObject(key) || (!isStrict && (!a.has(key) ||
        !isEqual(a.get(key), item, false, trail)));
      if (needs && !takeEntry(left, a, key, item, isStrict, trail)) {
        return false;
      }
    }
    return left.size === 0;
  }

  // ---- Objects ----

  function isSameList(a, b, isStrict, trail) {
    for (let n = 0; n < a.length; n++) {
      const isThere = hasOwn(a, n);
      if (isThere !== hasOwn(b, n) ||
          (isThere && !isEqual(a[n], b[n], isStrict, trail))) {
        return false;
      }
    }
    return true;
  }

  function isSameContents(a, b, keys, isStrict, trail) {
    if (Array.isArray(a) && !isSameList(a, b, isStrict, trail)) {
      return false;
    }
    if (types.isSet(a) && !isSameSet(a, b, isStrict, trail)) {
      return false;
    }
    if (types.isMap(a) && !isSameMap(a, b, isStrict, trail)) {
      return false;
    }
    return keys.every((key) => isEqual(a[key], b[key], isStrict, trail));
  }

  function isSameGraph(a, b, keys, isStrict, trail) {
    const known = trail.first.get(a);
    if (known !== undefined) {
      const other = trail.second.get(b);
      if (other !== undefined) {
        return known === other;
      }
    }
    trail.depth++;
    trail.first.set(a, trail.depth);
    trail.second.set(b, trail.depth);
    const isSame = isSameContents(a, b, keys, isStrict, trail);
    trail.first.delete(a);
    trail.second.delete(b);
    return isSame;
  }

  const isURL = (value) => typeof globalThis.URL === 'function' &&
    functionHasInstance(globalThis.URL, value);

  // What is not kept in properties, by the class; undefined where nothing is.
  function isSameInside(a, b, isStrict, trail) {
    if (types.isDate(a)) {
      return types.isDate(b) && Date.prototype.getTime.call(a) ===
        Date.prototype.getTime.call(b);
    }
    if (types.isRegExp(a)) {
      return types.isRegExp(b) && a.source === b.source &&
        a.flags === b.flags && a.lastIndex === b.lastIndex;
    }
    if (isErrorLike(a)) {
      return isSameError(a, b, isStrict, trail);
    }
    if (ArrayBuffer.isView(a)) {
      if (typedArrayGetTag(a) !== typedArrayGetTag(b)) {
        return false;
      }
      return !isStrict && isFloats(a) ? isSameNumbers(a, b) :
        isSameBytes(a, b);
    }
    if (types.isAnyArrayBuffer(a)) {
      return types.isAnyArrayBuffer(b) && isSameBytes(a, b);
    }
    if (types.isBoxedPrimitive(a)) {
      return isSameBox(a, b);
    }
    if (isURL(a)) {
      return isURL(b) && a.href === b.href;
    }
    const isOfClass = (value) => types.isDate(value) ||
      types.isRegExp(value) || isErrorLike(value) ||
      ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value) ||
      types.isBoxedPrimitive(value);
    return isOfClass(b) ? false : undefined;
  }

  function isSameObject(a, b, isStrict, trail) {
    if (isStrict && ObjectGetPrototypeOf(a) !== ObjectGetPrototypeOf(b)) {
      return false;
    }
    const isList = Array.isArray(a);
    if (tagOf(a) !== tagOf(b) || isList !== Array.isArray(b) ||
        types.isSet(a) !== types.isSet(b) ||
        types.isMap(a) !== types.isMap(b)) {
      return false;
    }
    if ((isList && a.length !== b.length) ||
        ((types.isSet(a) || types.isMap(a)) && a.size !== b.size)) {
      return false;
    }
    if (!isList && isSameInside(a, b, isStrict, trail) === false) {
      return false;
    }
    const keys = commonKeys(a, b, isStrict,
                            isList || ArrayBuffer.isView(a));
    return keys !== null && isSameGraph(a, b, keys, isStrict, trail);
  }

  function isEqual(a, b, isStrict, trail) {
    if (a === b) {
      return a !== 0 || !isStrict || ObjectIs(a, b);
    }
    if (isStrict) {
      return isObject(a) && isObject(b) ? isSameObject(a, b, true, trail) :
        typeof a === 'number' && a !== a && b !== b;
    }
    if (!isObject(a) || !isObject(b)) {
      return !isObject(a) && !isObject(b) &&
        (a == b || (a !== a && b !== b));
    }
    return isSameObject(a, b, false, trail);
  }

  exports.isDeepEqual = (a, b) => isEqual(a, b, false, new Trail());
  exports.isDeepStrictEqual = (a, b) => isEqual(a, b, true, new Trail());
})
