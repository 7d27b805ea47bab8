/* SPDX-License-Identifier: MIT */
// Buffer's writing of numbers. https://nodejs.org/api/buffer.html
(function (native, require, exports, primordials) {
  'use strict';

  const { invalidArgType, outOfRange } = require('internal/errors');
  const { checkSize, first } = require('node/buffer_read');
  const { Float32Array, Float64Array } = globalThis;
  const { Number, Uint8Array } = primordials;

  // The range of a number of @size bytes, as Node's messages say it.
  function rangeOf(least, most, size) {
    const n = typeof least === 'bigint' ? 'n' : '';
    if (size <= 4) {
      return `>= ${least}${n} and <= ${most}${n}`;
    }
    return least === 0 || least === 0n ?
      `>= 0${n} and < 2${n} ** ${8 * size}${n}` :
      `>= -(2${n} ** ${8 * size - 1}${n}) and < 2${n} ** ` +
        `${8 * size - 1}${n}`;
  }

  // Of Node's own order: the value first, but of one byte the offset's type.
  function check(bytes, value, offset, least, most, size) {
    if (size === 1 && typeof offset !== 'number') {
      throw invalidArgType('offset', 'number', offset);
    }
    if (value > most || value < least) {
      throw outOfRange('value', rangeOf(least, most, size), value);
    }
    first(bytes, offset, size);
  }

  function putLow(b, value, at, size) {
    for (let n = 0; n < size; n++) {
      b[at + n] = value;
      value = (value - b[at + n]) / 256;
    }
    return at + size;
  }

  function putHigh(b, value, at, size) {
    for (let n = size - 1; n >= 0; n--) {
      b[at + n] = value;
      value = (value - b[at + n]) / 256;
    }
    return at + size;
  }

  // Values that are no integer lose their fraction, as a typed array's do.
  const whole = (value) =>
    (value % 1 === 0 ? value : value - value % 1 || 0);

  function writer(put, least, most, size) {
    return function (value, offset = 0) {
      value = +value;
      check(this, value, offset, least, most, size);
      return put(this, whole(value), offset, size);
    };
  }

  const low8 = (b, value, at) => {
    b[at] = value;
    return at + 1;
  };
  const low16 = (b, value, at) => {
    b[at] = value;
    b[at + 1] = value >>> 8;
    return at + 2;
  };
  const high16 = (b, value, at) => {
    b[at] = value >>> 8;
    b[at + 1] = value;
    return at + 2;
  };
  const low32 = (b, value, at) => {
    b[at] = value;
    b[at + 1] = value >>> 8;
    b[at + 2] = value >>> 16;
    b[at + 3] = value >>> 24;
    return at + 4;
  };
  const high32 = (b, value, at) => {
    b[at] = value >>> 24;
    b[at + 1] = value >>> 16;
    b[at + 2] = value >>> 8;
    b[at + 3] = value;
    return at + 4;
  };

  // @put for 1 to 6 bytes, with or without a sign.
  function sizedWriter(put, isSigned) {
    return function (value, offset, byteLength) {
      checkSize(byteLength);
      value = +value;
      const span = 2 ** (8 * byteLength);
      const [least, most] = isSigned ? [-span / 2, span / 2 - 1] :
        [0, span - 1];
      check(this, value, offset, least, most, byteLength);
      return put(this, whole(value), offset, byteLength);
    };
  }

  const half = 2n ** 63n;

  function bigWriter(put, firstHalf, least, most) {
    return function (value, offset = 0) {
      if (typeof value !== 'bigint') {
        throw invalidArgType('value', 'bigint', value);
      }
      check(this, value, offset, least, most, 8);
      put(this, Number(value & 0xFFFFFFFFn), offset + (4 - firstHalf));
      put(this, Number((value >> 32n) & 0xFFFFFFFFn), offset + firstHalf);
      return offset + 8;
    };
  }

  const float32 = new Float32Array(1);
  const float32Bytes = new Uint8Array(float32.buffer);
  const float64 = new Float64Array(1);
  const float64Bytes = new Uint8Array(float64.buffer);

  function floatWriter(float, bytes, isLow) {
    const size = bytes.length;
    return function (value, offset = 0) {
      value = +value;
      first(this, offset, size);
      float[0] = value;
      for (let n = 0; n < size; n++) {
        this[offset + n] = bytes[isLow ? n : size - 1 - n];
      }
      return offset + size;
    };
  }

  exports.proto = {
    writeUInt8: writer(low8, 0, 0xff, 1),
    writeInt8: writer(low8, -0x80, 0x7f, 1),
    writeUInt16LE: writer(low16, 0, 0xffff, 2),
    writeUInt16BE: writer(high16, 0, 0xffff, 2),
    writeInt16LE: writer(low16, -0x8000, 0x7fff, 2),
    writeInt16BE: writer(high16, -0x8000, 0x7fff, 2),
    writeUInt32LE: writer(low32, 0, 0xffffffff, 4),
    writeUInt32BE: writer(high32, 0, 0xffffffff, 4),
    writeInt32LE: writer(low32, -0x80000000, 0x7fffffff, 4),
    writeInt32BE: writer(high32, -0x80000000, 0x7fffffff, 4),
    writeUIntLE: sizedWriter(putLow, false),
    writeUIntBE: sizedWriter(putHigh, false),
    writeIntLE: sizedWriter(putLow, true),
    writeIntBE: sizedWriter(putHigh, true),
    writeBigUInt64LE: bigWriter(low32, 4, 0n, 2n * half - 1n),
    writeBigUInt64BE: bigWriter(high32, 0, 0n, 2n * half - 1n),
    writeBigInt64LE: bigWriter(low32, 4, -half, half - 1n),
    writeBigInt64BE: bigWriter(high32, 0, -half, half - 1n),
    writeFloatLE: floatWriter(float32, float32Bytes, true),
    writeFloatBE: floatWriter(float32, float32Bytes, false),
    writeDoubleLE: floatWriter(float64, float64Bytes, true),
    writeDoubleBE: floatWriter(float64, float64Bytes, false),
  };
})
