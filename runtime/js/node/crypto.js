/* SPDX-License-Identifier: MIT */
// node:crypto: random numbers and the comparison that takes constant time.
// https://nodejs.org/api/crypto.html
//
// native.binding('random'): fill(view), uuid() -> string
(function (native, require, exports, primordials) {
  'use strict';

  const { ArrayBufferIsView, ObjectAssign, RangeError, ReflectApply,
          Uint8Array } = primordials;
  const { fill, uuid } = native.binding('random');
  const { nextTick } = require('internal/task_queue');
  const { invalidArgType, outOfRange, withCode } = require('internal/errors');
  const { validateNumber } = require('internal/validators');
  const { crypto } = require('web/crypto');

  // As Node: what fits a signed number of 32 bits.
  const BYTES_MAX = 2 ** 31 - 1;
  // Numbers below this are drawn without a bias from 6 bytes.
  const RANGE_MAX = 2 ** 48 - 1;

  function checkCallback(callback) {
    if (typeof callback !== 'function') {
      throw invalidArgType('callback', 'function', callback);
    }
  }

  // @value, a number of elements, in bytes of @unit.
  function checkSize(value, name, unit, most) {
    validateNumber(value, name);
    value *= unit;
    if (!(value >= 0 && value <= most)) {
      throw outOfRange(name, `>= 0 && <= ${most}`, value);
    }
    return value - value % 1;
  }

  function isBuffer(value) {
    const kind = native.classOf(value);
    return ArrayBufferIsView(value) || kind === 'ArrayBuffer' ||
      kind === 'SharedArrayBuffer';
  }

  function rangeIn(target, offset, size) {
    if (!isBuffer(target)) {
      throw invalidArgType('buf', ['ArrayBuffer', 'ArrayBufferView'], target);
    }
    const unit = target.BYTES_PER_ELEMENT || 1;
    const length = target.byteLength;
    const start = checkSize(offset, 'offset', unit,
                            length < BYTES_MAX ? length : BYTES_MAX);
    const count = size === undefined ? length - start :
      checkSize(size, 'size', unit, BYTES_MAX);
    if (count + start > length) {
      throw outOfRange('size + offset', `<= ${length}`, count + start);
    }
    return ArrayBufferIsView(target) ?
      new Uint8Array(target.buffer, target.byteOffset + start, count) :
      new Uint8Array(target, start, count);
  }

  function randomFillSync(target, offset = 0, size = undefined) {
    fill(rangeIn(target, offset, size));
    return target;
  }

  function randomFill(target, offset, size, callback) {
    if (typeof offset === 'function') {
      [callback, offset, size] = [offset, 0, undefined];
    } else if (typeof size === 'function') {
      [callback, size] = [size, undefined];
    }
    if (!isBuffer(target)) {
      throw invalidArgType('buf', ['ArrayBuffer', 'ArrayBufferView'], target);
    }
    checkCallback(callback);
    fill(rangeIn(target, offset === undefined ? 0 : offset, size));
    nextTick(callback, null, target);
  }

  function randomBytes(size, callback) {
    const length = checkSize(size, 'size', 1, BYTES_MAX);
    if (callback !== undefined) {
      checkCallback(callback);
    }
    const { Buffer } = require('node/buffer');
    const bytes = Buffer.alloc(length);
    fill(bytes);
    if (callback === undefined) {
      return bytes;
    }
    nextTick(callback, null, bytes);
    return undefined;
  }

  const six = new Uint8Array(6);

  function draw() {
    fill(six);
    let value = 0;
    for (let n = 0; n < 6; n++) {
      value = value * 256 + six[n];
    }
    return value;
  }

  const isSafe = (value) => typeof value === 'number' && value % 1 === 0 &&
    value >= -(2 ** 53 - 1) && value <= 2 ** 53 - 1;

  function randomInt(min, max, callback) {
    const hasNoMin = max === undefined || typeof max === 'function';
    if (hasNoMin) {
      [callback, max, min] = [max, min, 0];
    }
    if (callback !== undefined) {
      checkCallback(callback);
    }
    if (!isSafe(min)) {
      throw invalidArgType('min', 'a safe integer', min);
    }
    if (!isSafe(max)) {
      throw invalidArgType('max', 'a safe integer', max);
    }
    if (max <= min) {
      throw outOfRange('max', `greater than the value of "min" (${min})`, max);
    }
    const range = max - min;
    if (!(range <= RANGE_MAX)) {
      throw hasNoMin ? outOfRange('max', `<= ${RANGE_MAX}`, max) :
        outOfRange('max - min', `<= ${RANGE_MAX}`, range);
    }
    // Numbers in the last, incomplete range would make the first likelier.
    const whole = 2 ** 48 - 2 ** 48 % range;
    let value = draw();
    while (value >= whole) {
      value = draw();
    }
    value = value % range + min;
    if (callback === undefined) {
      return value;
    }
    nextTick(callback, undefined, value);
    return undefined;
  }

  function randomUUID(options) {
    if (options !== undefined) {
      if (options === null || typeof options !== 'object') {
        throw invalidArgType('options', 'Object', options);
      }
      const { disableEntropyCache } = options;
      if (disableEntropyCache !== undefined &&
          typeof disableEntropyCache !== 'boolean') {
        throw invalidArgType('options.disableEntropyCache', 'boolean',
                             disableEntropyCache);
      }
    }
    return uuid();
  }

  // The bytes of an argument of timingSafeEqual().
  function secretBytes(value, name) {
    if (!isBuffer(value)) {
      throw invalidArgType(name, ['ArrayBuffer', 'Buffer', 'TypedArray',
                                  'DataView'], value);
    }
    return ArrayBufferIsView(value) ?
      new Uint8Array(value.buffer, value.byteOffset, value.byteLength) :
      new Uint8Array(value);
  }

  function timingSafeEqual(buf1, buf2) {
    const a = secretBytes(buf1, 'buf1');
    const b = secretBytes(buf2, 'buf2');
    if (a.length !== b.length) {
      throw withCode(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
                     'Input buffers must have the same byte length');
    }
    return native.binding('random').equal(a, b);
  }

  // What is not there throws by its name.
  exports.module = ObjectAssign(require('internal/missing').find('crypto'), {
    getRandomValues(array) {
      return ReflectApply(crypto.getRandomValues, crypto, [array]);
    },
    randomBytes,
    randomFill,
    randomFillSync,
    randomInt,
    randomUUID,
    timingSafeEqual,
    webcrypto: crypto,
  });
})
