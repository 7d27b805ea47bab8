/* SPDX-License-Identifier: MIT */
// Buffer's reading of numbers. https://nodejs.org/api/buffer.html
//
// Each width is written out: a loop over the bytes of a number takes several
// times as long.
(function (native, require, exports, primordials) {
  'use strict';

  const { bufferBounds, invalidArgType, outOfRange } =
    require('internal/errors');
  const { validateNumber } = require('internal/validators');
  const { BigInt, Float32Array, Float64Array } = globalThis;
  const { Uint8Array } = primordials;

  // What is wrong with @value, an offset or, with @name, a length.
  function outside(value, most, name) {
    validateNumber(value, name || 'offset');
    if (value % 1 !== 0 && value !== Infinity && value !== -Infinity) {
      return outOfRange(name || 'offset', 'an integer', value);
    }
    if (most < 0) {
      return bufferBounds();
    }
    return outOfRange(name || 'offset', `>= ${name ? 1 : 0} and <= ${most}`,
                      value);
  }

  // The byte at @offset; throws unless @size bytes are there.
  function first(bytes, offset, size) {
    validateNumber(offset, 'offset');
    const byte = bytes[offset];
    if (byte === undefined || bytes[offset + size - 1] === undefined) {
      throw outside(offset, bytes.length - size);
    }
    return byte;
  }

  // Without a check: 32 bits from @at on, with a sign.
  const low32 = (b, at) =>
    b[at] | b[at + 1] << 8 | b[at + 2] << 16 | b[at + 3] << 24;
  const high32 = (b, at) =>
    b[at] << 24 | b[at + 1] << 16 | b[at + 2] << 8 | b[at + 3];

  // Without a sign, of 1 to 6 bytes.
  function low(b, at, size) {
    let value = 0;
    let unit = 1;
    for (let n = 0; n < size; n++) {
      value += b[at + n] * unit;
      unit *= 256;
    }
    return value;
  }

  function high(b, at, size) {
    let value = 0;
    for (let n = 0; n < size; n++) {
      value = value * 256 + b[at + n];
    }
    return value;
  }

  // A number of bytes that is given as an argument.
  function checkSize(size) {
    if (typeof size !== 'number' || !(size >= 1 && size <= 6) ||
        size % 1 !== 0) {
      throw outside(size, 6, 'byteLength');
    }
  }

  function checkSized(bytes, offset, size) {
    if (offset === undefined) {
      throw invalidArgType('offset', 'number', offset);
    }
    checkSize(size);
    first(bytes, offset, size);
  }

  function signed(value, size) {
    const half = 2 ** (8 * size - 1);
    return value >= half ? value - 2 * half : value;
  }

  // A number's bytes, seen as a float.
  const float32 = new Float32Array(1);
  const float32Bytes = new Uint8Array(float32.buffer);
  const float64 = new Float64Array(1);
  const float64Bytes = new Uint8Array(float64.buffer);

  const proto = {
    readUInt8(offset = 0) {
      return first(this, offset, 1);
    },
    readInt8(offset = 0) {
      return first(this, offset, 1) << 24 >> 24;
    },
    readUInt16LE(offset = 0) {
      return first(this, offset, 2) | this[offset + 1] << 8;
    },
    readUInt16BE(offset = 0) {
      return first(this, offset, 2) << 8 | this[offset + 1];
    },
    readInt16LE(offset = 0) {
      return (first(this, offset, 2) | this[offset + 1] << 8) << 16 >> 16;
    },
    readInt16BE(offset = 0) {
      return (first(this, offset, 2) << 8 | this[offset + 1]) << 16 >> 16;
    },
    readUInt32LE(offset = 0) {
      first(this, offset, 4);
      return low32(this, offset) >>> 0;
    },
    readUInt32BE(offset = 0) {
      first(this, offset, 4);
      return high32(this, offset) >>> 0;
    },
    readInt32LE(offset = 0) {
      first(this, offset, 4);
      return low32(this, offset);
    },
    readInt32BE(offset = 0) {
      first(this, offset, 4);
      return high32(this, offset);
    },

    readUIntLE(offset, byteLength) {
      checkSized(this, offset, byteLength);
      return low(this, offset, byteLength);
    },
    readUIntBE(offset, byteLength) {
      checkSized(this, offset, byteLength);
      return high(this, offset, byteLength);
    },
    readIntLE(offset, byteLength) {
      checkSized(this, offset, byteLength);
      return signed(low(this, offset, byteLength), byteLength);
    },
    readIntBE(offset, byteLength) {
      checkSized(this, offset, byteLength);
      return signed(high(this, offset, byteLength), byteLength);
    },

    readBigUInt64LE(offset = 0) {
      first(this, offset, 8);
      return (BigInt(low32(this, offset + 4) >>> 0) << 32n) +
        BigInt(low32(this, offset) >>> 0);
    },
    readBigUInt64BE(offset = 0) {
      first(this, offset, 8);
      return (BigInt(high32(this, offset) >>> 0) << 32n) +
        BigInt(high32(this, offset + 4) >>> 0);
    },
    readBigInt64LE(offset = 0) {
      first(this, offset, 8);
      return (BigInt(low32(this, offset + 4)) << 32n) +
        BigInt(low32(this, offset) >>> 0);
    },
    readBigInt64BE(offset = 0) {
      first(this, offset, 8);
      return (BigInt(high32(this, offset)) << 32n) +
        BigInt(high32(this, offset + 4) >>> 0);
    },

    readFloatLE(offset = 0) {
      first(this, offset, 4);
      for (let n = 0; n < 4; n++) {
        float32Bytes[n] = this[offset + n];
      }
      return float32[0];
    },
    readFloatBE(offset = 0) {
      first(this, offset, 4);
      for (let n = 0; n < 4; n++) {
        float32Bytes[3 - n] = this[offset + n];
      }
      return float32[0];
    },
    readDoubleLE(offset = 0) {
      first(this, offset, 8);
      for (let n = 0; n < 8; n++) {
        float64Bytes[n] = this[offset + n];
      }
      return float64[0];
    },
    readDoubleBE(offset = 0) {
      first(this, offset, 8);
      for (let n = 0; n < 8; n++) {
        float64Bytes[7 - n] = this[offset + n];
      }
      return float64[0];
    },
  };

  exports.proto = proto;
  exports.checkSize = checkSize;
  exports.first = first;
})
