/* SPDX-License-Identifier: MIT */
// Buffer and node:buffer. https://nodejs.org/api/buffer.html
//
// Each Buffer has memory of its own: the engine keeps small typed arrays in
// its heap, where they cost less than a view on a pool, and none shows what
// another held.
//
// native.binding('bytes'): bytesAreUtf8(view), bytesAreAscii(view),
//   bytesCompare(a, b, aStart, aEnd, bStart, bEnd) -> -1, 0, 1
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayBufferIsView, ArrayIsArray, Error, ObjectAssign,
    ObjectDefineProperty, ObjectKeys, ReflectApply, SymbolFor,
    SymbolToPrimitive, Uint8Array, stringCharCodeAt, stringCodePointAt,
    stringIncludes, typedArrayGetLength, typedArrayGetTag,
  } = primordials;
  const { bytesAreAscii, bytesAreUtf8, bytesCompare } =
    native.binding('bytes');
  const encodings = require('internal/encodings');
  const { bufferBounds, invalidArgType, withCode } =
    require('internal/errors');
  const { validateInteger, validateNumber } = require('internal/validators');
  const internals = require('node/buffer_methods');
  const { checkBytes, copyBytes, encodingOf, isBytes } = internals;
  const { set, slice: sliceTyped } = Uint8Array.prototype;
  const { setPrototypeOf } = Object;

  // Of the engine: the bytes of one buffer, the units of one string.
  const MAX_LENGTH = 2 ** 32;
  const MAX_STRING_LENGTH = 2 ** 31 - 1;

  class FastBuffer extends Uint8Array {}

  const isBuffer = (value) => value instanceof Buffer;

  const isArrayBuffer = (value) => {
    // What is asked about most is known without a call into C.
    if (ArrayIsArray(value) || ArrayBufferIsView(value)) {
      return false;
    }
    const kind = native.classOf(value);
    return kind === 'ArrayBuffer' || kind === 'SharedArrayBuffer';
  };

  function allocate(size) {
    validateNumber(size, 'size', 0, MAX_LENGTH);
    return new FastBuffer(size);
  }

  // ---- Buffer.from ----

  // A text that is no longer than this is cheaper to copy than to hand to C.
  const SHORT = 24;

  // The bytes of a short text of ASCII; undefined of others.
  function fromShort(text) {
    const bytes = new FastBuffer(text.length);
    for (let n = 0; n < text.length; n++) {
      const code = stringCharCodeAt(text, n);
      if (code > 127) {
        return undefined;
      }
      bytes[n] = code;
    }
    return bytes;
  }

  function fromText(text, encoding) {
    if (text.length <= SHORT && encoding === 'utf8') {
      const short = fromShort(text);
      if (short !== undefined) {
        return short;
      }
    }
    const most = encodings.byteLength(text, encoding);
    const bytes = new FastBuffer(most);
    if (most === 0) {
      return bytes;
    }
    const length = encodings.write(bytes, text, 0, most, encoding);
    return length === most ? bytes :
      new FastBuffer(bytes.buffer, bytes.byteOffset, length);
  }
  internals.fromText = fromText;

  function fromString(text, encoding) {
    if (typeof encoding !== 'string' || encoding.length === 0) {
      return fromText(text, 'utf8');
    }
    return fromText(text, encodingOf(encoding));
  }

  function fromArrayLike(list) {
    if (!(list.length > 0)) {
      return new FastBuffer();
    }
    const bytes = allocate(list.length);
    ReflectApply(set, bytes, [list, 0]);
    return bytes;
  }

  function fromArrayBuffer(buffer, offset, length) {
    offset = offset === undefined ? 0 : +offset || 0;
    const most = buffer.byteLength - offset;
    if (most < 0) {
      throw bufferBounds('offset');
    }
    if (length === undefined) {
      length = most;
    } else {
      length = +length > 0 ? +length : 0;
      if (length > most) {
        throw bufferBounds('length');
      }
    }
    return new FastBuffer(buffer, offset, length);
  }

  // Of an object that is like an array or like the JSON of a Buffer.
  function fromObject(object) {
    if (object.length !== undefined || isArrayBuffer(object.buffer)) {
      return typeof object.length === 'number' ? fromArrayLike(object) :
        new FastBuffer();
    }
    return object.type === 'Buffer' && ArrayIsArray(object.data) ?
      fromArrayLike(object.data) : undefined;
  }

  function from(value, encodingOrOffset, length) {
    if (typeof value === 'string') {
      return fromString(value, encodingOrOffset);
    }
    if (typeof value === 'object' && value !== null) {
      if (isArrayBuffer(value)) {
        return fromArrayBuffer(value, encodingOrOffset, length);
      }
      const inner = value.valueOf && value.valueOf();
      if (inner !== undefined && inner !== null && inner !== value &&
          (typeof inner === 'string' || typeof inner === 'object')) {
        return from(inner, encodingOrOffset, length);
      }
      const bytes = fromObject(value);
      if (bytes !== undefined) {
        return bytes;
      }
      if (typeof value[SymbolToPrimitive] === 'function') {
        const primitive = value[SymbolToPrimitive]('string');
        if (typeof primitive === 'string') {
          return fromString(primitive, encodingOrOffset);
        }
      }
    }
    throw invalidArgType('first argument', [
      'string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object',
    ], value);
  }

  // ---- The deprecated constructor ----

  let hasWarned = false;

  function warnOnce() {
    const { process } = globalThis;
    if (hasWarned || typeof process.emitWarning !== 'function' ||
        stringIncludes(`${new Error().stack}`, '/node_modules/')) {
      return;
    }
    hasWarned = true;
    process.emitWarning(
      'Buffer() is deprecated due to security and usability issues. Please ' +
      'use the Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() ' +
      'methods instead.', 'DeprecationWarning', 'DEP0005', Buffer);
  }

  function Buffer(value, encodingOrOffset, length) {
    warnOnce();
    if (typeof value === 'number') {
      if (typeof encodingOrOffset === 'string') {
        throw invalidArgType('string', 'string', value);
      }
      return allocate(value);
    }
    return from(value, encodingOrOffset, length);
  }

  ObjectDefineProperty(Buffer, Symbol.species, {
    __proto__: null, configurable: true, enumerable: false,
    get: () => FastBuffer,
  });

  // ---- Statics ----

  function byteLength(value, encoding) {
    if (typeof value !== 'string') {
      if (ArrayBufferIsView(value) || isArrayBuffer(value)) {
        return value.byteLength;
      }
      throw invalidArgType('string', ['string', 'Buffer', 'ArrayBuffer'],
                           value);
    }
    const known = encoding ? encodings.find(encoding) : 'utf8';
    return encodings.byteLength(value, known || 'utf8');
  }

  function concat(list, length) {
    if (!ArrayIsArray(list)) {
      throw invalidArgType('list', 'Array', list);
    }
    if (list.length === 0) {
      return new FastBuffer();
    }
    if (length === undefined) {
      length = 0;
      for (let n = 0; n < list.length; n++) {
        length += list[n] && list[n].length ? list[n].length : 0;
      }
    } else {
      validateInteger(length, 'length', 0);
    }
    const bytes = allocate(length);
    let at = 0;
    for (let n = 0; n < list.length; n++) {
      checkBytes(list[n], `list[${n}]`);
      at += copyBytes(list[n], bytes, at, 0, list[n].length);
    }
    return bytes;
  }

  function copyBytesFrom(view, offset, length) {
    if (typedArrayGetTag(view) === undefined) {
      throw invalidArgType('view', ['TypedArray'], view);
    }
    const count = typedArrayGetLength(view);
    if (count === 0) {
      return allocate(0);
    }
    if (offset !== undefined || length !== undefined) {
      if (offset === undefined) {
        offset = 0;
      } else {
        validateInteger(offset, 'offset', 0);
      }
      if (offset >= count) {
        return allocate(0);
      }
      if (length !== undefined) {
        validateInteger(length, 'length', 0);
      }
      view = ReflectApply(sliceTyped, view, [
        offset, length === undefined ? count : offset + length,
      ]);
    }
    return fromArrayLike(new Uint8Array(view.buffer, view.byteOffset,
                                        view.byteLength));
  }

  ObjectAssign(Buffer, {
    poolSize: 8 * 1024,
    from,
    of(...items) {
      return fromArrayLike(items);
    },
    // Callable by `new`, as libraries do.
    alloc: function alloc(size, fill, encoding) {
      validateNumber(size, 'size', 0, MAX_LENGTH);
      const bytes = new FastBuffer(size);
      return fill === undefined || fill === 0 || size === 0 ? bytes :
        ReflectApply(internals.methods.fill, bytes,
                     typeof encoding === 'string' ? [fill, encoding] : [fill]);
    },
    allocUnsafe: allocate,
    allocUnsafeSlow: allocate,
    isBuffer,
    compare(a, b) {
      checkBytes(a, 'buf1');
      checkBytes(b, 'buf2');
      return a === b ? 0 : bytesCompare(a, b, 0, Infinity, 0, Infinity);
    },
    isEncoding: (name) => typeof name === 'string' && name.length !== 0 &&
      encodings.find(name) !== undefined,
    concat,
    copyBytesFrom,
    byteLength,
  });
  ObjectDefineProperty(Buffer, 'name', { __proto__: null, value: 'Buffer' });

  // ---- The prototype ----

  setPrototypeOf(Buffer, Uint8Array);
  Buffer.prototype = FastBuffer.prototype;
  const { prototype } = Buffer;
  ObjectDefineProperty(prototype, 'constructor', {
    __proto__: null, value: Buffer, writable: true, configurable: true,
  });

  // Where @value lies in @length bytes; negative ones count from their end.
  function position(value, length) {
    value = +value;
    if (value >= length) {
      return length;
    }
    if (value <= -length) {
      return 0;
    }
    // NaN is 0, and so is what lies between -1 and 0.
    const whole = value - value % 1 || 0;
    return whole < 0 ? length + whole : whole;
  }

  function subarray(start, end) {
    const { length } = this;
    const first = position(start, length);
    const last = end === undefined ? length : position(end, length);
    return new FastBuffer(this.buffer, this.byteOffset + first,
                          last > first ? last - first : 0);
  }

  // Methods that can be replaced and are listed, as assignments make them.
  function adopt(methods) {
    const names = ObjectKeys(methods);
    for (let n = 0; n < names.length; n++) {
      prototype[names[n]] = methods[names[n]];
    }
  }

  // readUInt8 is readUint8 as well, and so on.
  function adoptNumbers(methods) {
    adopt(methods);
    const names = ObjectKeys(methods);
    for (let n = 0; n < names.length; n++) {
      const other = names[n].replace('UInt', 'Uint');
      prototype[other] = methods[names[n]];
    }
  }

  adopt(internals.methods);
  adopt({
    slice(start, end) {
      return ReflectApply(subarray, this, [start, end]);
    },
    subarray(start, end) {
      return ReflectApply(subarray, this, [start, end]);
    },
  });
  adoptNumbers(require('node/buffer_read').proto);
  adoptNumbers(require('node/buffer_write').proto);
  prototype[SymbolFor('nodejs.util.inspect.custom')] =
    internals.methods.inspect;
  ObjectDefineProperty(prototype, 'parent', {
    __proto__: null, enumerable: true,
    get() {
      return this instanceof Buffer ? this.buffer : undefined;
    },
  });
  ObjectDefineProperty(prototype, 'offset', {
    __proto__: null, enumerable: true,
    get() {
      return this instanceof Buffer ? this.byteOffset : undefined;
    },
  });

  // ---- The module ----

  function checkView(value) {
    if (!ArrayBufferIsView(value) && !isArrayBuffer(value)) {
      throw invalidArgType('input', ['ArrayBuffer', 'Buffer', 'TypedArray'],
                           value);
    }
    const buffer = ArrayBufferIsView(value) ? value.buffer : value;
    if (buffer.detached) {
      throw withCode(Error, 'ERR_INVALID_STATE',
                     'Invalid state: Cannot validate on a detached buffer');
    }
  }

  // @text in one byte a character, '?' for what is above @most.
  function narrow(text, most) {
    const bytes = [];
    for (let n = 0; n < text.length; n++) {
      const point = stringCodePointAt(text, n);
      bytes[bytes.length] = point > most ? 0x3f : point;
      n += point > 0xffff ? 1 : 0;
    }
    return fromArrayLike(bytes);
  }

  function transcode(source, fromName, toName) {
    if (!isBytes(source)) {
      throw invalidArgType('source', ['Buffer', 'Uint8Array'], source);
    }
    if (source.length === 0) {
      return allocate(0);
    }
    const known = { __proto__: null, utf8: 1, utf16le: 1, latin1: 1, ascii: 1 };
    const [before, after] = [encodings.find(fromName), encodings.find(toName)];
    if (known[before] === undefined || known[after] === undefined) {
      const error = new Error(
        'Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]');
      error.code = 'U_ILLEGAL_ARGUMENT_ERROR';
      error.errno = 1;
      throw error;
    }
    const text = encodings.slice(source, 0, source.length, before);
    return after === 'utf8' || after === 'utf16le' ? fromText(text, after) :
      narrow(text, after === 'ascii' ? 0x7f : 0xff);
  }

  function SlowBuffer(size) {
    return allocate(size);
  }
  setPrototypeOf(SlowBuffer.prototype, Uint8Array.prototype);
  setPrototypeOf(SlowBuffer, Uint8Array);

  const { atob, btoa } = require('web/base64');
  const { Blob, File } = require('web/blob');

  const module = {
    Buffer,
    SlowBuffer,
    transcode,
    isUtf8(input) {
      checkView(input);
      return bytesAreUtf8(input);
    },
    isAscii(input) {
      checkView(input);
      return bytesAreAscii(input);
    },
    kMaxLength: MAX_LENGTH,
    kStringMaxLength: MAX_STRING_LENGTH,
    btoa,
    atob,
    constants: { MAX_LENGTH, MAX_STRING_LENGTH },
    Blob,
    File,
    resolveObjectURL: require('web/blob').resolveObjectURL,
  };
  ObjectDefineProperty(module, 'INSPECT_MAX_BYTES', {
    __proto__: null, configurable: true, enumerable: true,
    get: () => internals.settings.INSPECT_MAX_BYTES,
    set(value) {
      validateNumber(value, 'INSPECT_MAX_BYTES', 0);
      internals.settings.INSPECT_MAX_BYTES = value;
    },
  });

  exports.Buffer = Buffer;
  exports.module = module;
})
