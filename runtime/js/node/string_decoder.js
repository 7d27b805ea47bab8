/* SPDX-License-Identifier: MIT */
// node:string_decoder: bytes to text in pieces, where a character may begin in
// one piece and end in the next. https://nodejs.org/api/string_decoder.html
(function (native, require, exports, primordials) {
  'use strict';

  const { invalidArgType, unknownEncoding } = require('internal/errors');
  const { invalidThis } = require('internal/web_errors');

  const encodings = {
    '__proto__': null,
    'utf8': 'utf8', 'utf-8': 'utf8',
    'ucs2': 'utf16le', 'ucs-2': 'utf16le', 'utf16le': 'utf16le',
    'utf-16le': 'utf16le',
    'latin1': 'latin1', 'binary': 'latin1',
    'base64': 'base64', 'base64url': 'base64url',
    'ascii': 'ascii', 'hex': 'hex',
  };

  function normalize(encoding) {
    if (encoding === undefined || encoding === null || encoding === '') {
      return 'utf8';
    }
    const name = encodings[`${encoding}`.toLowerCase()];
    if (name === undefined) {
      throw unknownEncoding(encoding);
    }
    return name;
  }

  // How many bytes the character that begins with @byte has in UTF-8; 0 of one
  // that begins none.
  function utf8Length(byte) {
    if ((byte & 0xe0) === 0xc0) {
      return 2;
    }
    if ((byte & 0xf0) === 0xe0) {
      return 3;
    }
    return (byte & 0xf8) === 0xf0 ? 4 : 0;
  }

  const isContinuation = (byte) => (byte & 0xc0) === 0x80;

  // The end of @bytes that waits for more, as [bytes there, bytes missing].
  function utf8Tail(bytes) {
    const { length } = bytes;
    for (let back = 1; back <= 3 && back <= length; back++) {
      const byte = bytes[length - back];
      if (!isContinuation(byte)) {
        const wanted = utf8Length(byte);
        return wanted > back ? [back, wanted - back] : [0, 0];
      }
    }
    return [0, 0];
  }

  const isHigh = (bytes) => bytes.length >= 2 &&
    (bytes[bytes.length - 1] & 0xfc) === 0xd8;

  function utf16Tail(bytes) {
    if (bytes.length % 2 === 1) {
      return [1, 1];
    }
    return isHigh(bytes) ? [2, 2] : [0, 0];
  }

  function base64Tail(bytes) {
    const left = bytes.length % 3;
    return left === 0 ? [0, 0] : [left, 3 - left];
  }

  const tails = {
    __proto__: null,
    utf8: utf8Tail,
    utf16le: utf16Tail,
    base64: base64Tail,
    base64url: base64Tail,
  };

  const kState = Symbol('state');

  function StringDecoder(encoding) {
    this.encoding = normalize(encoding);
    Object.defineProperty(this, kState, {
      __proto__: null,
      value: { kept: globalThis.Buffer.alloc(0), missing: 0 },
    });
  }

  function stateOf(decoder) {
    const state = decoder?.[kState];
    if (state === undefined) {
      throw invalidThis('StringDecoder');
    }
    return state;
  }

  function bytesOf(value) {
    if (!ArrayBuffer.isView(value)) {
      throw invalidArgType('buf', ['Buffer', 'TypedArray', 'DataView'], value);
    }
    return globalThis.Buffer.from(value.buffer, value.byteOffset,
                                  value.byteLength);
  }

  // How many of @bytes belong to the character that was begun: of UTF-8 what
  // can be no part of it ends it.
  function countOfKept(state, bytes, encoding) {
    let count = 0;
    while (count < state.missing && count < bytes.length &&
           (encoding !== 'utf8' || isContinuation(bytes[count]))) {
      count++;
    }
    return count;
  }

  function forget(state) {
    state.kept = globalThis.Buffer.alloc(0);
    state.missing = 0;
  }

  // The text of the character that was begun, with the first @count of @bytes;
  // '' while it waits for more.
  function finishKept(state, bytes, count, encoding) {
    state.kept = globalThis.Buffer.concat([
      state.kept, bytes.subarray(0, count)]);
    state.missing -= count;
    if (state.missing > 0 && count === bytes.length) {
      return '';
    }
    const text = state.kept.toString(encoding);
    forget(state);
    return text;
  }

  StringDecoder.prototype.write = function write(value) {
    if (typeof value === 'string') {
      return value;
    }
    const state = stateOf(this);
    let bytes = bytesOf(value);
    const tail = tails[this.encoding];
    if (tail === undefined) {
      return bytes.toString(this.encoding);
    }
    if (bytes.length === 0) {
      return '';
    }
    let text = '';
    if (state.kept.length > 0) {
      const count = countOfKept(state, bytes, this.encoding);
      text += finishKept(state, bytes, count, this.encoding);
      bytes = bytes.subarray(count);
      if (bytes.length === 0) {
        return text;
      }
    }
    const [kept, missing] = tail(bytes);
    const end = bytes.length - kept;
    if (kept > 0) {
      state.kept = globalThis.Buffer.from(bytes.subarray(end));
      state.missing = missing;
    }
    return text + bytes.subarray(0, end).toString(this.encoding);
  };

  StringDecoder.prototype.end = function end(value) {
    const state = stateOf(this);
    let text = value === undefined ? '' : this.write(value);
    if (state.kept.length > 0) {
      text += state.kept.toString(this.encoding);
      forget(state);
    }
    return text;
  };

  // The text of @value from @offset on, with nothing kept from before.
  StringDecoder.prototype.text = function text(value, offset) {
    forget(stateOf(this));
    return this.write(value.slice(offset));
  };

  function define(name, get) {
    Object.defineProperty(StringDecoder.prototype, name, {
      __proto__: null, configurable: true, enumerable: true, get,
    });
  }

  define('lastChar', function lastChar() {
    const { kept } = stateOf(this);
    const bytes = globalThis.Buffer.alloc(4);
    kept.copy(bytes);
    return bytes;
  });
  define('lastNeed', function lastNeed() {
    return stateOf(this).missing;
  });
  define('lastTotal', function lastTotal() {
    const { kept, missing } = stateOf(this);
    return kept.length + missing;
  });

  exports.module = { StringDecoder };
})
