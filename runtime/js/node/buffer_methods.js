/* SPDX-License-Identifier: MIT */
// Buffer's methods on text and bytes; node/buffer.js puts them on the class.
// https://nodejs.org/api/buffer.html
//
// native.binding('bytes'), ranges in bytes:
//   bytesIndexOf(view, needle, offset, step, isForward)       -> offset or -1
//   bytesCompare(a, b, aStart, aEnd, bStart, bEnd)            -> -1, 0, 1
//   bytesCopy(source, target, targetStart, start, end)        -> copied
//   bytesSwap(view, size)
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayBufferIsView, ObjectKeys, RangeError, Uint8Array, arrayJoin,
    arrayPush, stringCharCodeAt, stringSlice, typedArrayGetTag,
  } = primordials;
  const { bytesCompare, bytesCopy, bytesIndexOf, bytesSwap } =
    native.binding('bytes');
  const encodings = require('internal/encodings');
  const {
    bufferBounds, invalidArgType, invalidArgValue, outOfRange, unknownEncoding,
    withCode,
  } = require('internal/errors');
  const { validateInteger, validateNumber, validateString } =
    require('internal/validators');
  const { copyWithin, fill: fillNumber, set } = Uint8Array.prototype;
  const { apply } = Reflect;

  const BYTES_SHOWN = 50;
  exports.settings = { INSPECT_MAX_BYTES: BYTES_SHOWN };

  const isBytes = (value) => typeof value === 'object' && value !== null &&
    typedArrayGetTag(value) === 'Uint8Array';
  exports.isBytes = isBytes;

  const whole = (number) => number - number % 1 || 0;

  // ---- Text ----

  function encodingOf(name) {
    const encoding = encodings.find(name);
    if (encoding === undefined) {
      throw unknownEncoding(name);
    }
    return encoding;
  }

  function toText(encoding, start, end) {
    if (arguments.length === 0) {
      return encodings.slice(this, 0, this.length, 'utf8');
    }
    const { length } = this;
    if (start >= length) {
      return '';
    }
    const from = start > 0 ? whole(start) : 0;
    const to = end === undefined || end > length ? length : whole(end);
    if (to <= from) {
      return '';
    }
    return encodings.slice(
      this, from, to, encoding === undefined ? 'utf8' : encodingOf(encoding));
  }

  function write(text, offset, length, encoding) {
    let room = this.length;
    if (typeof offset === 'string' && length === undefined) {
      [encoding, offset] = [offset, 0];
    } else if (offset === undefined) {
      offset = 0;
      encoding = undefined;
    } else {
      validateInteger(offset, 'offset', 0, room);
      room -= offset;
      if (typeof length === 'string') {
        encoding = length;
      } else if (length !== undefined) {
        validateInteger(length, 'length', 0, this.length);
        room = length < room ? length : room;
      }
    }
    validateString(text, 'argument');
    return encodings.write(this, text, offset, room,
                           encoding ? encodingOf(encoding) : 'utf8');
  }

  function slicer(encoding) {
    return function (start = 0, end = this.length) {
      if (start > this.length || end > this.length || start < 0) {
        throw withCode(RangeError, 'ERR_OUT_OF_RANGE', 'Index out of range');
      }
      return encodings.slice(this, start, end, encoding);
    };
  }

  function writer(encoding) {
    return function (text, offset = 0, length = this.length - offset) {
      validateString(text, 'argument');
      if (offset < 0 || offset > this.length) {
        throw bufferBounds('offset');
      }
      if (length < 0) {
        throw bufferBounds('length');
      }
      return encodings.write(this, text, offset, length, encoding);
    };
  }

  // ---- Search ----

  // Where a search for @size bytes begins, or -1 if it would find nothing.
  function searchStart(length, offset, size, isForward) {
    if (offset < 0) {
      return offset + length >= 0 ? offset + length :
        isForward || size === 0 ? 0 : -1;
    }
    if (offset + size <= length) {
      return offset;
    }
    if (size === 0) {
      return length;
    }
    return isForward ? -1 : length - 1;
  }

  // As V8's native: of UTF-16 only even offsets count.
  function findBytes(bytes, needle, offset, isWide, isForward) {
    const { byteLength } = bytes;
    const size = needle.byteLength;
    const start = searchStart(byteLength, offset, size, isForward);
    if (size === 0) {
      return start;
    }
    if (byteLength === 0 || start < 0 || size > byteLength ||
        (isForward && start + size > byteLength)) {
      return -1;
    }
    if (!isWide) {
      return bytesIndexOf(bytes, needle, start, 1, isForward);
    }
    if (byteLength < 2 || size < 2) {
      return -1;
    }
    return bytesIndexOf(bytes, needle, start - start % 2, 2, isForward);
  }

  const one = new Uint8Array(1);

  function find(bytes, value, offset, encoding, isForward) {
    if (!ArrayBufferIsView(bytes)) {
      throw invalidArgType('buffer', ['Buffer', 'TypedArray', 'DataView'],
                           bytes);
    }
    if (typeof offset === 'string') {
      [encoding, offset] = [offset, undefined];
    }
    offset = +offset;
    if (offset !== offset) {
      offset = isForward ? 0 : bytes.length || bytes.byteLength;
    }
    offset = whole(offset > 0x7fffffff ? 0x7fffffff :
      offset < -0x80000000 ? -0x80000000 : offset);
    if (typeof value === 'number') {
      one[0] = value >>> 0;
      return findBytes(bytes, one, offset, false, isForward);
    }
    const known = encoding === undefined ? 'utf8' : encodings.find(encoding);
    if (typeof value === 'string') {
      if (known === undefined) {
        throw unknownEncoding(encoding);
      }
      return findBytes(bytes, exports.fromText(value, known), offset,
                       known === 'utf16le', isForward);
    }
    if (isBytes(value)) {
      return findBytes(bytes, value, offset, known === 'utf16le', isForward);
    }
    throw invalidArgType('value', ['number', 'string', 'Buffer', 'Uint8Array'],
                         value);
  }

  function indexOf(value, byteOffset, encoding) {
    return find(this, value, byteOffset, encoding, true);
  }

  function lastIndexOf(value, byteOffset, encoding) {
    return find(this, value, byteOffset, encoding, false);
  }

  function includes(value, byteOffset, encoding) {
    return find(this, value, byteOffset, encoding, true) !== -1;
  }

  // ---- Comparison and copies ----

  function checkBytes(value, name) {
    if (!isBytes(value)) {
      throw invalidArgType(name, ['Buffer', 'Uint8Array'], value);
    }
  }
  exports.checkBytes = checkBytes;

  function equals(other) {
    checkBytes(other, 'otherBuffer');
    return this === other || (this.byteLength === other.byteLength &&
      bytesCompare(this, other, 0, Infinity, 0, Infinity) === 0);
  }

  function compare(target, targetStart, targetEnd, sourceStart, sourceEnd) {
    checkBytes(target, 'target');
    const bound = (value, name, otherwise, most) => {
      if (value === undefined) {
        return otherwise;
      }
      validateInteger(value, name, 0, most);
      return value;
    };
    const most = Number.MAX_SAFE_INTEGER;
    targetStart = bound(targetStart, 'targetStart', 0, most);
    targetEnd = bound(targetEnd, 'targetEnd', target.length, target.length);
    sourceStart = bound(sourceStart, 'sourceStart', 0, most);
    sourceEnd = bound(sourceEnd, 'sourceEnd', this.length, this.length);
    if (sourceStart >= sourceEnd) {
      return targetStart >= targetEnd ? 0 : -1;
    }
    if (targetStart >= targetEnd) {
      return 1;
    }
    return bytesCompare(this, target, sourceStart, sourceEnd,
                        targetStart, targetEnd);
  }

  // An offset as Node coerces it: down to an integer, or 0 beyond all of them.
  function toOffset(value, name, otherwise, most) {
    if (value === undefined) {
      return otherwise;
    }
    value = +value;
    if (!(value >= -(2 ** 53 - 1) && value <= 2 ** 53 - 1)) {
      return 0;
    }
    const left = value % 1;
    value -= left < 0 ? left + 1 : left;
    if (value < 0 || value > most) {
      throw outOfRange(name, most === Infinity ? '>= 0' :
        `>= 0 && <= ${most}`, value);
    }
    return value;
  }

  // As Node's own function of this name, with any view of bytes on each side.
  function copyBytes(source, target, targetStart, sourceStart, sourceEnd) {
    if (!isBytes(source)) {
      throw invalidArgType('source', ['Buffer', 'Uint8Array'], source);
    }
    if (!isBytes(target)) {
      throw invalidArgType('target', ['Buffer', 'Uint8Array'], target);
    }
    targetStart = toOffset(targetStart, 'targetStart', 0, Infinity);
    sourceStart = toOffset(sourceStart, 'sourceStart', 0, source.length);
    sourceEnd = toOffset(sourceEnd, 'sourceEnd', source.length, Infinity);
    if (targetStart >= target.length || sourceStart >= sourceEnd) {
      return 0;
    }
    const { length } = source;
    if (sourceStart === 0 && sourceEnd >= length &&
        length <= target.length - targetStart) {
      apply(set, target, [source, targetStart]);
      return length;
    }
    return bytesCopy(source, target, targetStart, sourceStart, sourceEnd);
  }

  // ---- fill ----

  function fillPattern(bytes, pattern, start, end) {
    const size = end - start < pattern.length ? end - start : pattern.length;
    bytesCopy(pattern, bytes, start, 0, size);
    for (let done = size; done < end - start; done *= 2) {
      const next = done < end - start - done ? done : end - start - done;
      apply(copyWithin, bytes, [start + done, start, start + next]);
    }
  }

  // The byte of a text that has one only, else its bytes.
  function patternOf(value, encoding) {
    if (encoding !== undefined && typeof encoding !== 'string') {
      throw invalidArgType('encoding', 'string', encoding);
    }
    const known = encoding === undefined ? 'utf8' : encodings.find(encoding);
    if (known === undefined) {
      throw unknownEncoding(encoding);
    }
    if (value.length === 0) {
      return 0;
    }
    if (value.length === 1) {
      const code = stringCharCodeAt(value, 0);
      if ((known === 'utf8' && code < 128) || known === 'latin1') {
        return code;
      }
    }
    return exports.fromText(value, known);
  }

  function fill(value, offset, end, encoding) {
    if (typeof value === 'string') {
      if (offset === undefined || typeof offset === 'string') {
        [encoding, offset, end] = [offset, undefined, undefined];
      } else if (typeof end === 'string') {
        [encoding, end] = [end, undefined];
      }
    }
    let pattern = value;
    if (typeof value === 'string') {
      pattern = patternOf(value, encoding);
    }
    if (offset === undefined) {
      [offset, end] = [0, this.length];
    } else {
      validateNumber(offset, 'offset', 0);
      if (end === undefined) {
        end = this.length;
      } else {
        validateNumber(end, 'end', 0, this.length);
      }
    }
    if (offset >= end) {
      return this;
    }
    if (!isBytes(pattern) && !ArrayBufferIsView(pattern)) {
      apply(fillNumber, this, [typeof pattern === 'number' ? pattern & 255 :
        +pattern & 255, offset, end]);
      return this;
    }
    if (pattern.byteLength === 0) {
      throw invalidArgValue('value', value);
    }
    const bytes = isBytes(pattern) ? pattern :
      new Uint8Array(pattern.buffer, pattern.byteOffset, pattern.byteLength);
    fillPattern(this, bytes, whole(offset), whole(end));
    return this;
  }

  // ---- The rest ----

  function swapper(size) {
    return function () {
      if (this.length % size !== 0) {
        throw withCode(RangeError, 'ERR_INVALID_BUFFER_SIZE',
                       `Buffer size must be a multiple of ${8 * size}-bits`);
      }
      bytesSwap(this, size);
      return this;
    };
  }

  function toJSON() {
    const data = [];
    for (let n = 0; n < this.length; n++) {
      data[n] = this[n];
    }
    return { type: 'Buffer', data };
  }

  // Properties that somebody has put on a Buffer.
  function extras(bytes) {
    const found = { __proto__: null };
    const keys = ObjectKeys(bytes);
    let isEmpty = true;
    for (let n = bytes.length; n < keys.length; n++) {
      isEmpty = false;
      found[keys[n]] = bytes[keys[n]];
    }
    return isEmpty ? undefined : found;
  }

  function inspectBuffer(depth, context) {
    const limit = exports.settings.INSPECT_MAX_BYTES;
    const shown = limit < this.length ? limit : this.length;
    const parts = [];
    const digits = encodings.slice(this, 0, shown, 'hex');
    for (let n = 0; n < digits.length; n += 2) {
      arrayPush(parts, stringSlice(digits, n, n + 2));
    }
    let text = arrayJoin(parts, ' ');
    const hidden = this.length - shown;
    if (hidden > 0) {
      text += ` ... ${hidden} more byte${hidden > 1 ? 's' : ''}`;
    }
    const more = context ? extras(this) : undefined;
    if (more !== undefined) {
      const all = require('internal/inspect').inspect(more, {
        ...context, breakLength: Infinity, compact: true,
      });
      // Less "[Object: null prototype] { " and " }".
      text += (this.length > 0 ? ', ' : '') + stringSlice(all, 27, -2);
    }
    let name = 'Buffer';
    try {
      name = this.constructor.name || name;
    } catch {
      // A constructor that cannot be read leaves the usual name.
    }
    return `<${name} ${text}>`;
  }

  const methods = {
    copy(target, targetStart, sourceStart, sourceEnd) {
      return copyBytes(this, target, targetStart, sourceStart, sourceEnd);
    },
    toString: toText,
    equals,
    inspect: inspectBuffer,
    compare,
    indexOf,
    lastIndexOf,
    includes,
    fill,
    write,
    toJSON,
    swap16: swapper(2),
    swap32: swapper(4),
    swap64: swapper(8),
    toLocaleString: toText,
    asciiSlice: slicer('ascii'),
    base64Slice: slicer('base64'),
    base64urlSlice: slicer('base64url'),
    latin1Slice: slicer('latin1'),
    hexSlice: slicer('hex'),
    ucs2Slice: slicer('utf16le'),
    utf8Slice: slicer('utf8'),
    asciiWrite: writer('ascii'),
    base64Write: writer('base64'),
    base64urlWrite: writer('base64url'),
    latin1Write: writer('latin1'),
    hexWrite: writer('hex'),
    ucs2Write: writer('utf16le'),
    utf8Write: writer('utf8'),
  };

  exports.methods = methods;
  exports.encodingOf = encodingOf;
  exports.copyBytes = copyBytes;
})
