/* SPDX-License-Identifier: MIT */
// What may be written to the response stream, as bytes. @sink: utf8 of
// native.lambda; the other encodings are Buffer's.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayBuffer,
    ArrayBufferIsView,
    JSONStringify,
    TypeError,
    Uint8Array,
    functionHasInstance,
    stringToLowerCase,
  } = primordials;

  // An error with a code of Node's.
  function coded(Base, code, message) {
    const error = new Base(message);
    error.code = code;
    return error;
  }

  function encode(text, encoding, sink) {
    const name = stringToLowerCase(`${encoding}`);
    if (name === 'utf8' || name === 'utf-8' || name === 'buffer') {
      return sink.utf8(text);
    }
    if (!globalThis.Buffer.isEncoding(name)) {
      throw coded(TypeError, 'ERR_UNKNOWN_ENCODING',
                  `Unknown encoding: ${encoding}`);
    }
    return globalThis.Buffer.from(text, name);
  }

  // Bytes and strings go out as they are, any other value as JSON.
  function toBytes(chunk, encoding, sink) {
    if (typeof chunk === 'string') {
      return encode(chunk, encoding, sink);
    }
    if (functionHasInstance(Uint8Array, chunk)) {
      return chunk;
    }
    if (ArrayBufferIsView(chunk)) {
      return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
    if (functionHasInstance(ArrayBuffer, chunk)) {
      return new Uint8Array(chunk);
    }
    const text = JSONStringify(chunk);
    if (text === undefined) {
      throw coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "chunk" argument ' +
        'must be of type string, an instance of Buffer or Uint8Array, or a ' +
        `value that JSON can express. Received ${typeof chunk}`);
    }
    return sink.utf8(text);
  }

  exports.coded = coded;
  exports.encode = encode;
  exports.toBytes = toBytes;
})
