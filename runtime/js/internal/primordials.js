/* SPDX-License-Identifier: MIT */
// The intrinsics that the internals use, as they were before the function's
// code ran: a library that replaces Array.prototype.push, or a polyfill that
// is wrong, must not break console.log. Runs first; its exports are what every
// later file receives as `primordials`.
//
// Names: the static function Object.keys is ObjectKeys; the method
// Array.prototype.push is arrayPush(list, ...); the getter of Map.prototype's
// size is mapGetSize(map). Each name costs a cold start its look-up, so a name
// is here because a file uses it (test/js/internal/primordials-used.js).
(function (native, require, exports, primordials) {
  'use strict';

  const { call, bind } = Function.prototype;
  const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const uncurry = bind.bind(call);

  const getter = (owner, name) =>
    uncurry(getOwnPropertyDescriptor(owner, name).get);

  function statics() {
    exports.ArrayBuffer = ArrayBuffer;
    exports.ArrayBufferIsView = ArrayBuffer.isView;
    exports.ArrayIsArray = Array.isArray;
    exports.BigInt = BigInt;
    exports.Date = Date;
    exports.Error = Error;
    exports.JSONParse = JSON.parse;
    exports.JSONStringify = JSON.stringify;
    exports.Map = Map;
    exports.MathFloor = Math.floor;
    exports.MathMax = Math.max;
    exports.MathMin = Math.min;
    exports.MathRound = Math.round;
    exports.MathSqrt = Math.sqrt;
    exports.Number = Number;
    exports.NumberIsFinite = Number.isFinite;
    exports.NumberIsInteger = Number.isInteger;
    exports.NumberIsNaN = Number.isNaN;
    exports.NumberParseFloat = Number.parseFloat;
    exports.NumberParseInt = Number.parseInt;
    exports.Object = Object;
    exports.ObjectAssign = Object.assign;
    exports.ObjectDefineProperty = Object.defineProperty;
    exports.ObjectFreeze = Object.freeze;
    exports.ObjectGetOwnPropertyDescriptor = getOwnPropertyDescriptor;
    exports.ObjectGetOwnPropertyNames = Object.getOwnPropertyNames;
    exports.ObjectGetOwnPropertySymbols = Object.getOwnPropertySymbols;
    exports.ObjectGetPrototypeOf = getPrototypeOf;
    exports.ObjectIs = Object.is;
    exports.ObjectKeys = Object.keys;
    exports.RangeError = RangeError;
    exports.ReflectApply = Reflect.apply;
    exports.ReflectConstruct = Reflect.construct;
    exports.ReflectOwnKeys = Reflect.ownKeys;
    exports.RegExp = RegExp;
    exports.String = String;
    exports.Symbol = Symbol;
    exports.SymbolFor = Symbol.for;
    exports.SymbolHasInstance = Symbol.hasInstance;
    exports.SymbolIterator = Symbol.iterator;
    exports.SymbolToPrimitive = Symbol.toPrimitive;
    exports.SymbolToStringTag = Symbol.toStringTag;
    exports.SyntaxError = SyntaxError;
    exports.TypeError = TypeError;
    exports.Uint8Array = Uint8Array;
    exports.dateNow = Date.now;
    exports.decodeURIComponent = decodeURIComponent;
  }

  function methods() {
    const array = Array.prototype;
    exports.arrayIncludes = uncurry(array.includes);
    exports.arrayIndexOf = uncurry(array.indexOf);
    exports.arrayJoin = uncurry(array.join);
    exports.arrayPop = uncurry(array.pop);
    exports.arrayPush = uncurry(array.push);
    exports.arraySlice = uncurry(array.slice);
    exports.arraySort = uncurry(array.sort);
    exports.arraySplice = uncurry(array.splice);
    exports.arrayUnshift = uncurry(array.unshift);
    exports.bigintValueOf = uncurry(BigInt.prototype.valueOf);
    exports.booleanValueOf = uncurry(Boolean.prototype.valueOf);
    exports.dateGetTime = uncurry(Date.prototype.getTime);
    exports.dateToISOString = uncurry(Date.prototype.toISOString);
    exports.dateToString = uncurry(Date.prototype.toString);
    exports.errorToString = uncurry(Error.prototype.toString);
    exports.functionHasInstance =
      uncurry(Function.prototype[Symbol.hasInstance]);
    exports.functionToString = uncurry(Function.prototype.toString);
    exports.hasOwn = uncurry(Object.prototype.hasOwnProperty);
    exports.isEnumerable = uncurry(Object.prototype.propertyIsEnumerable);
    exports.numberToFixed = uncurry(Number.prototype.toFixed);
    exports.numberValueOf = uncurry(Number.prototype.valueOf);
    exports.regExpExec = uncurry(RegExp.prototype.exec);
    exports.regExpToString = uncurry(RegExp.prototype.toString);
    exports.symbolToString = uncurry(Symbol.prototype.toString);
    exports.symbolValueOf = uncurry(Symbol.prototype.valueOf);
  }

  function stringMethods() {
    const string = String.prototype;
    exports.stringCharCodeAt = uncurry(string.charCodeAt);
    exports.stringCodePointAt = uncurry(string.codePointAt);
    exports.stringEndsWith = uncurry(string.endsWith);
    exports.stringIncludes = uncurry(string.includes);
    exports.stringIndexOf = uncurry(string.indexOf);
    exports.stringLastIndexOf = uncurry(string.lastIndexOf);
    exports.stringNormalize = uncurry(string.normalize);
    exports.stringPadEnd = uncurry(string.padEnd);
    exports.stringPadStart = uncurry(string.padStart);
    exports.stringRepeat = uncurry(string.repeat);
    exports.stringSlice = uncurry(string.slice);
    exports.stringStartsWith = uncurry(string.startsWith);
    exports.stringToLowerCase = uncurry(string.toLowerCase);
    exports.stringToUpperCase = uncurry(string.toUpperCase);
    exports.stringTrim = uncurry(string.trim);
    exports.stringValueOf = uncurry(string.valueOf);
  }

  function collections() {
    exports.mapDelete = uncurry(Map.prototype.delete);
    exports.mapForEach = uncurry(Map.prototype.forEach);
    exports.mapGet = uncurry(Map.prototype.get);
    exports.mapGetSize = getter(Map.prototype, 'size');
    exports.mapHas = uncurry(Map.prototype.has);
    exports.mapSet = uncurry(Map.prototype.set);
    exports.setForEach = uncurry(Set.prototype.forEach);
    exports.setGetSize = getter(Set.prototype, 'size');

    const typedArray = getPrototypeOf(Uint8Array.prototype);
    exports.typedArrayGetLength = getter(typedArray, 'length');
    exports.typedArrayGetTag = getter(typedArray, Symbol.toStringTag);
  }

  statics();
  methods();
  stringMethods();
  collections();
})
