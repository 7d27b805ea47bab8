/* SPDX-License-Identifier: MIT */
// The intrinsics that the internals use, as they were before the function's
// code ran: a library that replaces Array.prototype.push, or a polyfill that
// is wrong, must not break console.log. Runs first; its exports are what every
// later file receives as `primordials`.
//
// Names: the static function Object.keys is ObjectKeys; the method
// Array.prototype.push is arrayPush(list, ...); the getter of Map.prototype's
// size is mapGetSize(map). A name is here because a file uses it: each costs
// every cold start its look-up (test/js/internal/primordials-used.js), and the
// first of Math's would cost making Math.
//
// The lists are arrays of constants, which the engine keeps as one constant
// each: a statement for each name took half as many instructions again.
(function (native, require, exports, primordials) {
  'use strict';

  const { bind, call } = Function.prototype;
  const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const uncurry = bind.bind(call);

  // @names: pairs of the name here and the name there.
  function statics(owner, names) {
    for (let n = 0; n < names.length; n += 2) {
      exports[names[n]] = owner[names[n + 1]];
    }
  }

  function methods(owner, names) {
    for (let n = 0; n < names.length; n += 2) {
      exports[names[n]] = uncurry(owner[names[n + 1]]);
    }
  }

  const getter = (owner, name) =>
    uncurry(getOwnPropertyDescriptor(owner, name).get);

  statics(globalThis, [
    'ArrayBuffer', 'ArrayBuffer', 'BigInt', 'BigInt', 'Date', 'Date',
    'Error', 'Error',
    'Map', 'Map', 'Number', 'Number', 'NumberParseFloat', 'parseFloat',
    'Promise', 'Promise',
    'NumberParseInt', 'parseInt', 'Object', 'Object',
    'RangeError', 'RangeError', 'RegExp', 'RegExp', 'String', 'String',
    'Symbol', 'Symbol', 'SyntaxError', 'SyntaxError', 'TypeError', 'TypeError',
    'Uint8Array', 'Uint8Array', 'decodeURIComponent', 'decodeURIComponent',
    'encodeURIComponent', 'encodeURIComponent',
  ]);
  statics(Array, ['ArrayIsArray', 'isArray']);
  statics(ArrayBuffer, ['ArrayBufferIsView', 'isView']);
  statics(Date, ['dateNow', 'now']);
  statics(Number, ['NumberIsInteger', 'isInteger']);
  statics(JSON, ['JSONParse', 'parse', 'JSONStringify', 'stringify']);
  statics(Object, [
    'ObjectAssign', 'assign', 'ObjectDefineProperty', 'defineProperty',
    'ObjectFreeze', 'freeze',
    'ObjectGetOwnPropertyDescriptor', 'getOwnPropertyDescriptor',
    'ObjectGetOwnPropertyNames', 'getOwnPropertyNames',
    'ObjectGetOwnPropertySymbols', 'getOwnPropertySymbols',
    'ObjectGetPrototypeOf', 'getPrototypeOf', 'ObjectIs', 'is',
    'ObjectKeys', 'keys',
  ]);
  statics(Reflect, [
    'ReflectApply', 'apply', 'ReflectConstruct', 'construct',
    'ReflectOwnKeys', 'ownKeys',
  ]);
  statics(Symbol, [
    'SymbolFor', 'for', 'SymbolHasInstance', 'hasInstance',
    'SymbolIterator', 'iterator', 'SymbolToPrimitive', 'toPrimitive',
    'SymbolToStringTag', 'toStringTag',
  ]);

  methods(Array.prototype, [
    'arrayIncludes', 'includes', 'arrayIndexOf', 'indexOf',
    'arrayJoin', 'join', 'arrayPop', 'pop', 'arrayPush', 'push',
    'arraySlice', 'slice', 'arraySort', 'sort', 'arraySplice', 'splice',
    'arrayUnshift', 'unshift',
  ]);
  methods(BigInt.prototype, ['bigintValueOf', 'valueOf']);
  methods(Boolean.prototype, ['booleanValueOf', 'valueOf']);
  methods(Date.prototype, [
    'dateGetTime', 'getTime', 'dateToISOString', 'toISOString',
    'dateToString', 'toString',
  ]);
  methods(Error.prototype, ['errorToString', 'toString']);
  methods(Function.prototype, [
    'functionHasInstance', Symbol.hasInstance, 'functionToString', 'toString',
  ]);
  methods(Map.prototype, [
    'mapDelete', 'delete', 'mapForEach', 'forEach', 'mapGet', 'get',
    'mapHas', 'has', 'mapSet', 'set',
  ]);
  methods(Number.prototype, [
    'numberToFixed', 'toFixed', 'numberValueOf', 'valueOf',
  ]);
  methods(Object.prototype, [
    'hasOwn', 'hasOwnProperty', 'isEnumerable', 'propertyIsEnumerable',
  ]);
  methods(RegExp.prototype, [
    'regExpExec', 'exec', 'regExpToString', 'toString',
  ]);
  methods(Set.prototype, ['setForEach', 'forEach']);
  methods(String.prototype, [
    'stringCharCodeAt', 'charCodeAt', 'stringCodePointAt', 'codePointAt',
    'stringEndsWith', 'endsWith', 'stringIncludes', 'includes',
    'stringIndexOf', 'indexOf', 'stringLastIndexOf', 'lastIndexOf',
    'stringNormalize', 'normalize', 'stringPadEnd', 'padEnd',
    'stringPadStart', 'padStart', 'stringRepeat', 'repeat',
    'stringSlice', 'slice', 'stringStartsWith', 'startsWith',
    'stringToLowerCase', 'toLowerCase', 'stringToUpperCase', 'toUpperCase',
    'stringTrim', 'trim', 'stringValueOf', 'valueOf',
  ]);
  methods(Symbol.prototype, [
    'symbolToString', 'toString', 'symbolValueOf', 'valueOf',
  ]);

  exports.mapGetSize = getter(Map.prototype, 'size');
  exports.setGetSize = getter(Set.prototype, 'size');
  const typedArray = getPrototypeOf(Uint8Array.prototype);
  exports.typedArrayGetLength = getter(typedArray, 'length');
  exports.typedArrayGetTag = getter(typedArray, Symbol.toStringTag);
})
