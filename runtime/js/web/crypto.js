/* SPDX-License-Identifier: MIT */
// crypto.getRandomValues() and randomUUID(). https://w3c.github.io/webcrypto/
//
// native.binding('random'): fill(view), uuid() -> string
(function (native, require, exports, primordials) {
  'use strict';

  const { Uint8Array } = primordials;
  const { fill, uuid } = native.binding('random');
  const { defineInterface, illegalConstructor, invalidThis, missingArgs } =
    require('internal/web_errors');

  // Of one call of getRandomValues().
  const BYTES_MAX = 65536;

  const integers = {
    __proto__: null,
    Int8Array: true, Uint8Array: true, Uint8ClampedArray: true,
    Int16Array: true, Uint16Array: true, Int32Array: true, Uint32Array: true,
    BigInt64Array: true, BigUint64Array: true,
  };

  function failure(message, name) {
    const { DOMException } = require('web/dom_exception');
    return new DOMException(message, name);
  }

  let isCrypto;
  let key;

  class Crypto {
    #isCrypto = true;

    constructor(secret = undefined) {
      if (secret !== key) {
        throw illegalConstructor();
      }
    }

    getRandomValues(array) {
      if (!isCrypto(this)) {
        throw invalidThis('Crypto');
      }
      if (arguments.length === 0) {
        throw missingArgs('typedArray');
      }
      if (integers[native.classOf(array)] !== true) {
        throw failure('The data argument must be an integer-type TypedArray',
                      'TypeMismatchError');
      }
      if (array.byteLength > BYTES_MAX) {
        throw failure(
          `The requested length exceeds ${BYTES_MAX} bytes`,
          'QuotaExceededError');
      }
      fill(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      return array;
    }

    randomUUID() {
      if (!isCrypto(this)) {
        throw invalidThis('Crypto');
      }
      return uuid();
    }

    static {
      key = {};
      isCrypto = (value) => typeof value === 'object' && value !== null &&
        #isCrypto in value;
    }
  }

  defineInterface(Crypto, ['getRandomValues', 'randomUUID']);

  exports.Crypto = Crypto;
  exports.crypto = new Crypto(key);
})
