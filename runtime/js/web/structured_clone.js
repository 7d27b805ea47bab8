/* SPDX-License-Identifier: MIT */
// structuredClone().
// https://html.spec.whatwg.org/#safe-passing-of-structured-data
//
// A value is copied directly, without a serialised form between. With buffers
// to transfer it is copied twice: the first copy runs the function's getters
// and finds what cannot be cloned while no buffer has been detached yet; in it
// such buffers and views on them stand for themselves.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayBuffer, Date, Error, Map, Object,
    ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectKeys,
    RangeError, RegExp, SymbolIterator, SyntaxError, TypeError,
    Uint8Array, arrayPush, bigintValueOf, booleanValueOf, dateGetTime,
    functionToString, mapForEach, mapGet, mapHas, mapSet, numberValueOf,
    regExpToString, setForEach, stringLastIndexOf, stringSlice,
    stringValueOf, symbolToString,
  } = primordials;
  const { apply } = Reflect;
  const { slice: sliceBuffer, transfer: transferBuffer } =
    ArrayBuffer.prototype;
  const { set: setTyped } = Uint8Array.prototype;
  const { EvalError, ReferenceError, Set, URIError } = globalThis;
  const { add: addToSet } = Set.prototype;
  const { find: findRule } = require('internal/clone_rules');
  const { missingArgs } = require('internal/web_errors');

  function notCloneable(value) {
    const { DOMException } = require('web/dom_exception');
    let text;
    if (typeof value === 'symbol') {
      text = symbolToString(value);
    } else if (typeof value === 'function') {
      text = functionToString(value);
    } else {
      const name = value.constructor && value.constructor.name;
      text = `#<${typeof name === 'string' && name ? name : 'Object'}>`;
    }
    return new DOMException(`${text} could not be cloned.`, 'DataCloneError');
  }

  function transferError(text) {
    const { DOMException } = require('web/dom_exception');
    return new DOMException(text, 'DataCloneError');
  }

  let getDOMName;

  // The name of a DOMException; undefined of other errors.
  function domName(error) {
    if (getDOMName === undefined) {
      const { DOMException } = require('web/dom_exception');
      getDOMName = ObjectGetOwnPropertyDescriptor(DOMException.prototype,
                                                  'name').get;
    }
    try {
      return apply(getDOMName, error, []);
    } catch {
      return undefined;
    }
  }

  const errorClasses = {
    __proto__: null,
    EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
  };

  // The property is the object's own, whatever its prototype has.
  function put(object, key, value) {
    if (!(key in object)) {
      object[key] = value;
      return;
    }
    ObjectDefineProperty(object, key, {
      __proto__: null, value,
      writable: true, enumerable: true, configurable: true,
    });
  }

  function hide(object, key, value) {
    ObjectDefineProperty(object, key, {
      __proto__: null, value,
      writable: true, enumerable: false, configurable: true,
    });
  }

  // One run over a value. @memory maps what was seen to its copy.
  class Copier {
    constructor() {
      this.memory = new Map();
    }

    copy(value) {
      if (typeof value === 'symbol' || typeof value === 'function') {
        throw notCloneable(value);
      }
      if (typeof value !== 'object' || value === null) {
        return value;
      }
      const known = mapGet(this.memory, value);
      return known !== undefined ? known : this.copyObject(value);
    }

    remember(value, copy) {
      mapSet(this.memory, value, copy);
      return copy;
    }

    copyObject(value) {
      const kind = native.classOf(value);
      const byKind = copiers[kind];
      if (byKind !== undefined) {
        return byKind(this, value);
      }
      if (kind === 'Array') {
        const copy = [];
        copy.length = value.length;
        return this.properties(value, this.remember(value, copy));
      }
      if (kind !== '' && kind !== 'Arguments') {
        if (apply(typedArrayTag, value, []) !== undefined) {
          return this.view(value, kind);
        }
        throw notCloneable(value);
      }
      const rule = findRule(value);
      if (rule !== undefined) {
        if (rule.copy === undefined) {
          throw notCloneable(value);
        }
        return this.remember(value, rule.copy(value));
      }
      return this.properties(value, this.remember(value, {}));
    }

    properties(value, copy) {
      const keys = ObjectKeys(value);
      for (let n = 0; n < keys.length; n++) {
        // A getter may have taken the property away.
        if (ObjectGetOwnPropertyDescriptor(value, keys[n]) !== undefined) {
          put(copy, keys[n], this.copy(value[keys[n]]));
        }
      }
      return copy;
    }

    buffer(value) {
      if (value.detached) {
        throw transferError('An ArrayBuffer is detached and could not be ' +
          'cloned.');
      }
      if (!value.resizable) {
        return this.remember(value, apply(sliceBuffer, value, [0]));
      }
      const copy = new ArrayBuffer(value.byteLength, {
        maxByteLength: value.maxByteLength,
      });
      apply(setTyped, new Uint8Array(copy), [new Uint8Array(value)]);
      return this.remember(value, copy);
    }

    view(value, kind) {
      return this.viewOn(value, kind, placeOf(value));
    }

    viewOn(value, kind, { buffer, offset, length }) {
      const View = globalThis[kind];
      const copy = length === undefined ?
        new View(this.copy(buffer), offset) :
        new View(this.copy(buffer), offset, length);
      return this.remember(value, copy);
    }

    map(value) {
      const copy = this.remember(value, new Map());
      const list = [];
      mapForEach(value, (item, key) => {
        arrayPush(list, key, item);
      });
      for (let n = 0; n < list.length; n += 2) {
        const key = this.copy(list[n]);
        mapSet(copy, key, this.copy(list[n + 1]));
      }
      return copy;
    }

    set(value) {
      const copy = this.remember(value, new Set());
      const list = [];
      setForEach(value, (item) => {
        arrayPush(list, item);
      });
      for (let n = 0; n < list.length; n++) {
        apply(addToSet, copy, [this.copy(list[n])]);
      }
      return copy;
    }

    error(value) {
      const name = domName(value);
      if (name !== undefined) {
        const { DOMException } = require('web/dom_exception');
        const copy = new DOMException(value.message, name);
        hide(copy, 'stack', value.stack);
        return this.remember(value, copy);
      }
      const Class = errorClasses[`${value.name}`] || Error;
      const own = ObjectGetOwnPropertyDescriptor(value, 'message');
      const copy = own !== undefined && 'value' in own ?
        new Class(`${own.value}`) : new Class();
      this.remember(value, copy);
      const { stack } = value;
      if (typeof stack === 'string') {
        hide(copy, 'stack', stack);
      }
      if (ObjectGetOwnPropertyDescriptor(value, 'cause') !== undefined) {
        hide(copy, 'cause', this.copy(value.cause));
      }
      return copy;
    }
  }

  const typedArrayTag = ObjectGetOwnPropertyDescriptor(
    Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

  // Where a view lies; its length is left out when it follows its buffer.
  function placeOf(view) {
    const { buffer, byteOffset: offset } = view;
    if (buffer.detached) {
      throw transferError('An ArrayBuffer is detached and could not be ' +
        'cloned.');
    }
    const unit = view.BYTES_PER_ELEMENT || 1;
    const length = view.byteLength / unit;
    const isTracking = buffer.resizable &&
      offset + view.byteLength === buffer.byteLength -
        (buffer.byteLength - offset) % unit && followsBuffer(view, length);
    return { buffer, offset, length: isTracking ? undefined : length };
  }

  // Whether @view, which ends with its buffer, would grow with it. There is no
  // other sign of it than growing, which is undone.
  function followsBuffer(view, length) {
    const { buffer } = view;
    const size = buffer.byteLength;
    const unit = view.BYTES_PER_ELEMENT || 1;
    if (size + unit > buffer.maxByteLength) {
      return false;
    }
    buffer.resize(size + unit);
    const grown = view.byteLength / unit;
    buffer.resize(size);
    return grown > length;
  }

  function regExp(copier, value) {
    const text = regExpToString(value);
    const end = stringLastIndexOf(text, '/');
    return copier.remember(value, new RegExp(stringSlice(text, 1, end),
                                             stringSlice(text, end + 1)));
  }

  const boxed = (valueOf) => (copier, value) =>
    copier.remember(value, Object(valueOf(value)));

  const copiers = {
    __proto__: null,
    ArrayBuffer: (copier, value) => copier.buffer(value),
    SharedArrayBuffer: (copier, value) => copier.remember(value, value),
    DataView: (copier, value) => copier.view(value, 'DataView'),
    Map: (copier, value) => copier.map(value),
    Set: (copier, value) => copier.set(value),
    Error: (copier, value) => copier.error(value),
    Date: (copier, value) =>
      copier.remember(value, new Date(dateGetTime(value))),
    RegExp: regExp,
    Boolean: boxed(booleanValueOf),
    Number: boxed(numberValueOf),
    String: boxed(stringValueOf),
    BigInt: boxed(bigintValueOf),
  };

  // ---- Transfer ----

  function transferList(options) {
    if (options === undefined || options === null) {
      return [];
    }
    if (typeof options !== 'object' && typeof options !== 'function') {
      throw require('internal/errors').invalidArgType('options', 'Object',
                                                      options);
    }
    const { transfer } = options;
    if (transfer === undefined) {
      return [];
    }
    if (transfer === null || typeof transfer !== 'object' ||
        typeof transfer[SymbolIterator] !== 'function') {
      throw require('internal/errors').invalidArgType(
        'options.transfer', 'a sequence', transfer);
    }
    const list = [];
    for (const item of transfer) {
      if (native.classOf(item) !== 'ArrayBuffer') {
        throw transferError('Value not transferable');
      }
      for (let n = 0; n < list.length; n++) {
        if (list[n] === item) {
          throw transferError('ArrayBuffer occurs in the transfer list ' +
            'more than once');
        }
      }
      if (item.detached) {
        throw transferError('An ArrayBuffer is detached and could not be ' +
          'cloned.');
      }
      arrayPush(list, item);
    }
    return list;
  }

  // The first copy: buffers of @list and views on them are left as they are.
  class Keeper extends Copier {
    constructor(list) {
      super();
      this.places = new Map();
      for (let n = 0; n < list.length; n++) {
        this.remember(list[n], list[n]);
        mapSet(this.places, list[n], undefined);
      }
    }

    view(value, kind) {
      const place = placeOf(value);
      if (!mapHas(this.places, place.buffer)) {
        return this.viewOn(value, kind, place);
      }
      mapSet(this.places, value, place);
      return this.remember(value, value);
    }
  }

  // The second: they are made anew on what the buffers became.
  class Mover extends Copier {
    constructor(list, places) {
      super();
      this.places = places;
      for (let n = 0; n < list.length; n++) {
        this.remember(list[n], apply(transferBuffer, list[n], []));
      }
    }

    view(value, kind) {
      return this.viewOn(value, kind,
                         mapGet(this.places, value) || placeOf(value));
    }
  }

  exports.structuredClone = function structuredClone(value, options) {
    if (arguments.length === 0) {
      throw missingArgs('value');
    }
    const list = transferList(options);
    if (list.length === 0) {
      return new Copier().copy(value);
    }
    const keeper = new Keeper(list);
    const kept = keeper.copy(value);
    return new Mover(list, keeper.places).copy(kept);
  };
})
