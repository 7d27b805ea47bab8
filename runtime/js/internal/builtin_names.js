/* SPDX-License-Identifier: MIT */
// The global constructors that the language has, less the one that Node leaves
// out, SharedArrayBuffer. util.inspect tells by name
// whether a class is the function's own, and so does the %s of util.format.
(function (native, require, exports, primordials) {
  'use strict';

  const names = {
    __proto__: null,
    AggregateError: true, Array: true, ArrayBuffer: true,
    AsyncDisposableStack: true, Atomics: true,
    BigInt: true, BigInt64Array: true, BigUint64Array: true, Boolean: true,
    DataView: true, Date: true, DisposableStack: true, Error: true,
    EvalError: true,
    FinalizationRegistry: true, Float32Array: true, Float64Array: true,
    Function: true, Infinity: true, Int16Array: true, Int32Array: true,
    Int8Array: true, Intl: true, Iterator: true, JSON: true, Map: true,
    Math: true, NaN: true, Number: true, Object: true, Promise: true,
    Proxy: true, RangeError: true, ReferenceError: true, Reflect: true,
    RegExp: true, Set: true, String: true,
    SuppressedError: true, Symbol: true, SyntaxError: true, TypeError: true,
    URIError: true,
    Uint16Array: true, Uint32Array: true, Uint8Array: true,
    Uint8ClampedArray: true, WeakMap: true, WeakRef: true, WeakSet: true,
    WebAssembly: true,
  };

  exports.isBuiltinName = (name) => names[name] === true;
})
