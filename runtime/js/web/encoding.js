/* SPDX-License-Identifier: MIT */
// TextEncoder and TextDecoder. https://encoding.spec.whatwg.org/
//
// native.binding('bytes'):
//   encodeInto(view, string, counts)  counts: units read, bytes written
//   utf8Incomplete(view)              bytes at its end that lack others
//   bytesAreUtf8(view), bytesAreAscii(view), bytesSwap(view, size)
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayBufferIsView, ObjectDefineProperty, RangeError, SymbolFor, TypeError,
    Uint8Array, stringCharCodeAt, stringSlice, typedArrayGetTag,
  } = primordials;
  const { bytesAreAscii, bytesAreUtf8, bytesSwap, encodeInto,
          utf8Incomplete } = native.binding('bytes');
  const { Uint16Array, Uint32Array } = globalThis;
  const encodings = require('internal/encodings');
  const { invalidArgType, withCode } = require('internal/errors');
  const { defineInterface, invalidThis } = require('internal/web_errors');
  const { set } = Uint8Array.prototype;
  const { isWellFormed, toWellFormed } = String.prototype;
  const { apply } = Reflect;

  const customInspect = SymbolFor('nodejs.util.inspect.custom');

  function show(object, fields, depth, options, inspect) {
    return depth < 0 ? object :
      `${object.constructor.name} ${inspect(fields, options)}`;
  }

  // ---- TextEncoder ----

  const counts = new Uint32Array(2);

  // Set by the classes, which alone see inside.
  let checkEncoder;
  let checkDecoder;

  class TextEncoder {
    #isEncoder = true;

    get encoding() {
      checkEncoder(this);
      return 'utf-8';
    }

    encode(input = '') {
      checkEncoder(this);
      const text = `${input}`;
      const bytes = new Uint8Array(encodings.byteLength(text, 'utf8'));
      encodings.write(bytes, text, 0, bytes.length, 'utf8');
      return bytes;
    }

    encodeInto(src, dest) {
      checkEncoder(this);
      if (typeof src !== 'string') {
        throw invalidArgType('src', 'string', src);
      }
      if (!ArrayBufferIsView(dest) ||
          typedArrayGetTag(dest) !== 'Uint8Array') {
        throw invalidArgType('dest', 'Uint8Array', dest);
      }
      encodeInto(dest, src, counts);
      return { read: counts[0], written: counts[1] };
    }

    [customInspect](depth, options, inspect) {
      return show(this, { encoding: 'utf-8' }, depth, options, inspect);
    }

    static {
      checkEncoder = (value) => {
        if (typeof value !== 'object' || value === null ||
            !(#isEncoder in value)) {
          throw invalidThis('TextEncoder');
        }
      };
    }
  }

  // ---- TextDecoder ----

  const NOTHING = new Uint8Array(0);

  function bytesOf(input) {
    if (input === undefined) {
      return NOTHING;
    }
    if (ArrayBufferIsView(input)) {
      return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
    }
    const kind = native.classOf(input);
    if (kind === 'ArrayBuffer' || kind === 'SharedArrayBuffer') {
      return new Uint8Array(input);
    }
    throw invalidArgType('list', ['ArrayBuffer', 'ArrayBufferView'], input);
  }

  function joined(first, second) {
    if (first.length === 0) {
      return second;
    }
    const bytes = new Uint8Array(first.length + second.length);
    apply(set, bytes, [first]);
    apply(set, bytes, [second, first.length]);
    return bytes;
  }

  // The decoders: each turns whole @bytes into text, undefined where @isFatal
  // and they are not valid, and says how many at their end are not whole.

  const utf8 = {
    incomplete: utf8Incomplete,
    decode(bytes, isFatal) {
      return isFatal && !bytesAreUtf8(bytes) ? undefined :
        encodings.slice(bytes, 0, bytes.length, 'utf8');
    },
  };

  const isLead = (high) => (high & 0xfc) === 0xd8;

  // @high: which byte of a unit is the high one.
  function utf16(high) {
    return {
      // An odd byte, and a lead surrogate before it.
      incomplete(bytes) {
        const odd = bytes.length % 2;
        const at = bytes.length - odd - 2;
        return at >= 0 && isLead(bytes[at + high]) ? 2 + odd : odd;
      },
      decode(bytes, isFatal) {
        const odd = bytes.length % 2;
        let whole = bytes;
        if (high === 0) {
          whole = new Uint8Array(bytes.length - odd);
          apply(set, whole, [new Uint8Array(bytes.buffer, bytes.byteOffset,
                                            bytes.length - odd)]);
          bytesSwap(whole, 2);
        }
        const text = encodings.slice(whole, 0, bytes.length - odd, 'utf16le');
        if (isFatal && (odd === 1 || !apply(isWellFormed, text, []))) {
          return undefined;
        }
        return apply(toWellFormed, text, []) + (odd === 1 ? '\ufffd' : '');
      },
    };
  }

  function singleByte(table) {
    return {
      incomplete: () => 0,
      decode(bytes, isFatal) {
        if (bytesAreAscii(bytes)) {
          return encodings.slice(bytes, 0, bytes.length, 'latin1');
        }
        const units = new Uint16Array(bytes.length);
        for (let n = 0; n < bytes.length; n++) {
          const unit = bytes[n] < 128 ? bytes[n] : table[bytes[n] - 128];
          if (isFatal && unit === 0xfffd) {
            return undefined;
          }
          units[n] = unit;
        }
        return encodings.slice(units, 0, 2 * units.length, 'utf16le');
      },
    };
  }

  const decoders = { __proto__: null, 'utf-8': utf8 };

  function decoderOf(name) {
    if (decoders[name] === undefined) {
      if (name === 'utf-16le' || name === 'utf-16be') {
        decoders[name] = utf16(name === 'utf-16le' ? 1 : 0);
      } else {
        const table = require('web/single_byte').tableOf(name);
        decoders[name] = table && singleByte(table);
      }
    }
    return decoders[name];
  }

  class TextDecoder {
    #encoding;
    #decoder;
    #isFatal;
    #ignoresBOM;
    #isStreaming = false;
    #hasStarted = false;
    #kept = NOTHING;

    constructor(encoding = 'utf-8', options = undefined) {
      const label = `${encoding}`;
      if (options !== undefined && options !== null &&
          typeof options !== 'object' && typeof options !== 'function') {
        throw invalidArgType('options', 'Object', options);
      }
      this.#encoding = label === 'utf-8' ? label :
        require('web/encoding_labels').encodingOf(label);
      this.#decoder = this.#encoding && decoderOf(this.#encoding);
      if (this.#decoder === undefined) {
        throw withCode(RangeError, 'ERR_ENCODING_NOT_SUPPORTED',
                       `The "${label}" encoding is not supported`);
      }
      this.#isFatal = !!(options?.fatal);
      this.#ignoresBOM = !!(options?.ignoreBOM);
    }

    get encoding() {
      checkDecoder(this);
      return this.#encoding;
    }

    get fatal() {
      checkDecoder(this);
      return this.#isFatal;
    }

    get ignoreBOM() {
      checkDecoder(this);
      return this.#ignoresBOM;
    }

    decode(input = undefined, options = undefined) {
      checkDecoder(this);
      let bytes = bytesOf(input);
      if (options !== undefined && options !== null &&
          typeof options !== 'object' && typeof options !== 'function') {
        throw invalidArgType('options', 'Object', options);
      }
      const isStreaming = !!(options?.stream);
      if (this.#isStreaming) {
        bytes = joined(this.#kept, bytes);
      } else {
        this.#hasStarted = false;
      }
      this.#isStreaming = isStreaming;
      this.#kept = NOTHING;
      if (isStreaming) {
        bytes = this.#keepRest(bytes);
      }
      return this.#toText(bytes);
    }

    // Puts by what is not whole at the end of @bytes; the others.
    #keepRest(bytes) {
      const rest = this.#decoder.incomplete(bytes);
      if (rest === 0) {
        return bytes;
      }
      const { buffer, byteOffset, length } = bytes;
      this.#kept = new Uint8Array(
        new Uint8Array(buffer, byteOffset + length - rest, rest));
      return new Uint8Array(buffer, byteOffset, length - rest);
    }

    #toText(bytes) {
      const text = this.#decoder.decode(bytes, this.#isFatal);
      if (text === undefined) {
        this.#isStreaming = false;
        this.#kept = NOTHING;
        throw withCode(
          TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA',
          `The encoded data was not valid for encoding ${this.#encoding}`);
      }
      if (text.length === 0 || this.#hasStarted) {
        return text;
      }
      this.#hasStarted = true;
      return !this.#ignoresBOM && stringCharCodeAt(text, 0) === 0xfeff &&
        stringSlice(this.#encoding, 0, 3) === 'utf' ?
        stringSlice(text, 1) : text;
    }

    [customInspect](depth, options, inspect) {
      checkDecoder(this);
      return show(this, {
        encoding: this.#encoding,
        fatal: this.#isFatal,
        ignoreBOM: this.#ignoresBOM,
      }, depth, options, inspect);
    }

    static {
      checkDecoder = (value) => {
        if (typeof value !== 'object' || value === null ||
            !(#decoder in value)) {
          throw invalidThis('TextDecoder');
        }
      };
    }
  }

  defineInterface(TextEncoder, ['encoding', 'encode', 'encodeInto']);
  defineInterface(TextDecoder, ['encoding', 'fatal', 'ignoreBOM', 'decode']);

  const hidden = { __proto__: null, enumerable: false };
  ObjectDefineProperty(TextEncoder.prototype, customInspect, hidden);
  ObjectDefineProperty(TextDecoder.prototype, customInspect, hidden);

  exports.TextEncoder = TextEncoder;
  exports.TextDecoder = TextDecoder;
})
