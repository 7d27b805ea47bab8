/* SPDX-License-Identifier: MIT */
// The `primordials` of Node's own library: a name there says what it is, as
// ArrayPrototypePush, MapPrototypeGetSize or ObjectKeys, and it is looked up
// when a file first asks for it. So a file costs what it names, and no start
// anything.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ObjectDefineProperty,
    ObjectFreeze,
    ObjectGetOwnPropertyDescriptor,
    ObjectGetPrototypeOf,
    Promise,
    ReflectApply,
    ReflectOwnKeys,
    SymbolIterator,
    arrayPush,
    stringSlice,
    stringStartsWith,
    stringToLowerCase,
  } = primordials;

  const { bind, call } = Function.prototype;
  const uncurryThis = bind.bind(call);

  // Those whose names begin another's come later.
  const owners = [
    'AggregateError', 'ArrayBuffer', 'Array', 'Atomics', 'BigInt64Array',
    'BigUint64Array', 'BigInt', 'Boolean', 'DataView', 'Date', 'Error',
    'EvalError', 'FinalizationRegistry', 'Float32Array', 'Float64Array',
    'Function', 'Int16Array', 'Int32Array', 'Int8Array', 'JSON', 'Map', 'Math',
    'Number', 'Object', 'Promise', 'Proxy', 'RangeError', 'ReferenceError',
    'Reflect', 'RegExp', 'Set', 'String', 'Symbol', 'SyntaxError', 'TypeError',
    'TypedArray', 'URIError', 'Uint16Array', 'Uint32Array', 'Uint8ClampedArray',
    'Uint8Array', 'WeakMap', 'WeakRef', 'WeakSet',
  ];

  const typedArray = () => ObjectGetPrototypeOf(Uint8Array);

  function ownerOf(name) {
    for (let n = 0; n < owners.length; n++) {
      if (stringStartsWith(name, owners[n])) {
        return owners[n];
      }
    }
    return undefined;
  }

  // "ToString" is toString, "MAX_SAFE_INTEGER" and "UTC" are as they are, and
  // "SymbolIterator" is the symbol.
  function descriptorOf(object, name) {
    const lower = stringToLowerCase(name[0]) + stringSlice(name, 1);
    let key = lower;
    if (ObjectGetOwnPropertyDescriptor(object, name) !== undefined) {
      key = name;
    } else if (stringStartsWith(name, 'Symbol') && name !== 'Symbol') {
      key = Symbol[stringToLowerCase(name[6]) + stringSlice(name, 7)];
    }
    return ObjectGetOwnPropertyDescriptor(object, key);
  }

  function methodOf(prototype, name) {
    const own = descriptorOf(prototype, name);
    if (own !== undefined) {
      return typeof own.value === 'function' ? uncurryThis(own.value) :
        own.value;
    }
    const isGet = stringStartsWith(name, 'Get');
    const accessor = descriptorOf(prototype, stringSlice(name, 3));
    return accessor === undefined ? undefined :
      uncurryThis(isGet ? accessor.get : accessor.set);
  }

  function find(name) {
    const ownerName = ownerOf(name);
    if (ownerName === undefined || ownerName === name) {
      return globalThis[name];
    }
    const owner = ownerName === 'TypedArray' ? typedArray() :
      globalThis[ownerName];
    const rest = stringSlice(name, ownerName.length);
    if (rest === 'Prototype') {
      return owner.prototype;
    }
    if (stringStartsWith(rest, 'Prototype')) {
      return methodOf(owner.prototype, stringSlice(rest, 9));
    }
    const own = descriptorOf(owner, rest);
    return own !== undefined && ownerName === 'Promise' ?
      bind.call(own.value, Promise) : own?.value;
  }

  // ---- What the language does not have ----

  // A class whose methods are its own: later changes of @Base do not reach it.
  function makeSafe(name) {
    const Base = globalThis[name];
    const Safe = { [name]: class extends Base {} }[name];
    const keys = ReflectOwnKeys(Base.prototype);
    for (let n = 0; n < keys.length; n++) {
      if (keys[n] !== 'constructor') {
        ObjectDefineProperty(
          Safe.prototype, keys[n],
          ObjectGetOwnPropertyDescriptor(Base.prototype, keys[n]));
      }
    }
    Object.setPrototypeOf(Safe.prototype, null);
    return ObjectFreeze(Safe);
  }

  // A class of iterators over a list or a text, by the methods that those of
  // @prototype have now.
  function safeIterator(prototype, sample) {
    const first = prototype[SymbolIterator];
    const { next } = ObjectGetPrototypeOf(ReflectApply(first, sample, []));
    return class {
      #inner;

      constructor(iterable) {
        this.#inner = ReflectApply(first, iterable, []);
      }

      next() {
        return ReflectApply(next, this.#inner, []);
      }

      [SymbolIterator]() {
        return this;
      }
    };
  }

  // Promise.all and its like over a list, each value through @map first.
  const combine = (method) => (list, map) => Promise[method](
    map === undefined ? list : Array.from(list, map));

  function special(name) {
    switch (name) {
      case 'ArrayPrototypePushApply':
        return (list, more) => ReflectApply(arrayPush, undefined,
                                            [list, ...more]);
      case 'AsyncIteratorPrototype':
        return ObjectGetPrototypeOf(
          ObjectGetPrototypeOf(async function* () {}).prototype);
      case 'SafeArrayIterator':
        return safeIterator(Array.prototype, []);
      case 'SafeStringIterator':
        return safeIterator(String.prototype, '');
      case 'SafePromiseAll':
      case 'SafePromiseAllReturnArrayLike':
      case 'SafePromiseAllReturnVoid':
        return combine('all');
      case 'SafePromiseAllSettled':
      case 'SafePromiseAllSettledReturnVoid':
        return combine('allSettled');
      case 'SafePromiseAny':
        return combine('any');
      case 'SafePromiseRace':
        return combine('race');
      case 'SafePromisePrototypeFinally':
        return (promise, onFinally) =>
          Promise.resolve(promise).finally(onFinally);
      case 'applyBind':
        return bind.bind(Function.prototype.apply);
      case 'hardenRegExp':
        return (pattern) => pattern;
      case 'uncurryThis':
        return uncurryThis;
      default:
        return stringStartsWith(name, 'Safe') ? makeSafe(stringSlice(name, 4)) :
          find(name);
    }
  }

  exports.intrinsics = new Proxy({ __proto__: null }, {
    __proto__: null,
    get(known, name) {
      if (known[name] === undefined) {
        known[name] = special(name);
      }
      return known[name];
    },
  });
})
