/* SPDX-License-Identifier: MIT */
// node:util/types: what a value is to the engine, whatever it says of itself.
// https://nodejs.org/api/util.html#utiltypes
//
// native: classOf(value), as internal/inspect_value.js describes it; of
// generators 'Generator' and 'AsyncGenerator'.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayBufferIsView,
    SymbolToStringTag,
    typedArrayGetTag,
  } = primordials;

  const isObject = (value) => (typeof value === 'object' && value !== null) ||
    typeof value === 'function';

  function is(value, name) {
    return isObject(value) && native.classOf(value) === name;
  }

  function isAny(value, names) {
    return isObject(value) && names[native.classOf(value)] === true;
  }

  const boxes = {
    __proto__: null, BigInt: true, Boolean: true, Number: true, String: true,
    Symbol: true,
  };
  const generators = { __proto__: null, Generator: true, AsyncGenerator: true };
  const asyncs = {
    __proto__: null, AsyncFunction: true, AsyncGeneratorFunction: true,
  };
  const generating = {
    __proto__: null, GeneratorFunction: true, AsyncGeneratorFunction: true,
  };
  const buffers = {
    __proto__: null, ArrayBuffer: true, SharedArrayBuffer: true,
  };

  const tagOf = (value) =>
    (isObject(value) ? typedArrayGetTag(value) : undefined);

  // Classes that C or the engine knows nothing of, by what they cannot hide.
  const tagged = (value, tag) => isObject(value) &&
    globalThis[tag] !== undefined && value instanceof globalThis[tag] &&
    value[SymbolToStringTag] === tag;

  const module = {
    isExternal: () => false,
    isDate: (value) => is(value, 'Date'),
    isArgumentsObject: (value) => is(value, 'Arguments'),
    isBigIntObject: (value) => is(value, 'BigInt'),
    isBooleanObject: (value) => is(value, 'Boolean'),
    isNumberObject: (value) => is(value, 'Number'),
    isStringObject: (value) => is(value, 'String'),
    isSymbolObject: (value) => is(value, 'Symbol'),
    isNativeError: (value) => is(value, 'Error'),
    isRegExp: (value) => is(value, 'RegExp'),
    isAsyncFunction: (value) => isAny(value, asyncs),
    isGeneratorFunction: (value) => isAny(value, generating),
    isGeneratorObject: (value) => isAny(value, generators),
    isPromise: (value) => is(value, 'Promise'),
    isMap: (value) => is(value, 'Map'),
    isSet: (value) => is(value, 'Set'),
    isMapIterator: (value) => is(value, 'Map Iterator'),
    isSetIterator: (value) => is(value, 'Set Iterator'),
    isWeakMap: (value) => is(value, 'WeakMap'),
    isWeakSet: (value) => is(value, 'WeakSet'),
    isArrayBuffer: (value) => is(value, 'ArrayBuffer'),
    isDataView: (value) => is(value, 'DataView'),
    isSharedArrayBuffer: (value) => is(value, 'SharedArrayBuffer'),
    isProxy: (value) => is(value, 'Proxy'),
    isModuleNamespaceObject: (value) => is(value, 'Module'),
    isAnyArrayBuffer: (value) => isAny(value, buffers),
    isBoxedPrimitive: (value) => isAny(value, boxes),
    isArrayBufferView: ArrayBufferIsView,
    isTypedArray: (value) => tagOf(value) !== undefined,
    isUint8Array: (value) => tagOf(value) === 'Uint8Array',
    isUint8ClampedArray: (value) => tagOf(value) === 'Uint8ClampedArray',
    isUint16Array: (value) => tagOf(value) === 'Uint16Array',
    isUint32Array: (value) => tagOf(value) === 'Uint32Array',
    isInt8Array: (value) => tagOf(value) === 'Int8Array',
    isInt16Array: (value) => tagOf(value) === 'Int16Array',
    isInt32Array: (value) => tagOf(value) === 'Int32Array',
    isFloat32Array: (value) => tagOf(value) === 'Float32Array',
    isFloat64Array: (value) => tagOf(value) === 'Float64Array',
    isBigInt64Array: (value) => tagOf(value) === 'BigInt64Array',
    isBigUint64Array: (value) => tagOf(value) === 'BigUint64Array',
    isKeyObject: (value) => tagged(value, 'KeyObject'),
    isCryptoKey: (value) => tagged(value, 'CryptoKey'),
  };

  exports.module = module;
})
