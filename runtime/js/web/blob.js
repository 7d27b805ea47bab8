/* SPDX-License-Identifier: MIT */
// Blob and File. https://w3c.github.io/FileAPI/
(function (native, require, exports, primordials) {
  'use strict';

  const {
    ArrayBufferIsView, Error, Map, SymbolIterator, Uint8Array, arrayJoin,
    arrayPush, dateNow, mapDelete, mapGet, mapSet, regExpExec, stringSlice,
    stringStartsWith, stringToLowerCase,
  } = primordials;
  const encodings = require('internal/encodings');
  const { invalidArgType, withCode } = require('internal/errors');
  const { defineInterface, invalidThis, missingArgs } =
    require('internal/web_errors');
  const { split } = require('internal/text');
  const { set } = Uint8Array.prototype;
  const { apply } = Reflect;

  // Latin letters and signs only; what else is in a type makes it ''.
  const typePattern = /^[\x20-\x7e]*$/;

  function typeOf(value) {
    const type = `${value}`;
    return regExpExec(typePattern, type) === null ? '' :
      stringToLowerCase(type);
  }

  // Every line ending becomes "\n".
  const unixLines = (text) =>
    arrayJoin(split(arrayJoin(split(text, '\r\n'), '\n'), '\r'), '\n');

  function bytesOfText(text) {
    const bytes = new Uint8Array(encodings.byteLength(text, 'utf8'));
    encodings.write(bytes, text, 0, bytes.length, 'utf8');
    return bytes;
  }

  // Set by the classes, which alone see inside.
  let isBlob;
  let blobBytes;
  let blobOver;
  let isFile;

  // A copy of the bytes of one part; of a Blob its bytes, which never change.
  function bytesOf(part, endings) {
    if (isBlob(part)) {
      return blobBytes(part);
    }
    if (ArrayBufferIsView(part)) {
      return new Uint8Array(new Uint8Array(part.buffer, part.byteOffset,
                                           part.byteLength));
    }
    const kind = native.classOf(part);
    if (kind === 'ArrayBuffer' || kind === 'SharedArrayBuffer') {
      return new Uint8Array(new Uint8Array(part));
    }
    const text = `${part}`;
    return bytesOfText(endings === 'native' ? unixLines(text) : text);
  }

  function join(parts, endings) {
    const list = [];
    let size = 0;
    for (const part of parts) {
      const bytes = bytesOf(part, endings);
      size += bytes.length;
      arrayPush(list, bytes);
    }
    if (list.length === 1) {
      return list[0];
    }
    const all = new Uint8Array(size);
    let at = 0;
    for (let n = 0; n < list.length; n++) {
      apply(set, all, [list[n], at]);
      at += list[n].length;
    }
    return all;
  }

  function position(value, size) {
    value = +value;
    if (value >= size) {
      return size;
    }
    if (value <= -size) {
      return 0;
    }
    // NaN is 0, and so is what lies between -1 and 0.
    const whole = value - value % 1 || 0;
    return whole < 0 ? size + whole : whole;
  }

  function checkOptions(options) {
    if (options !== undefined && options !== null &&
        typeof options !== 'object' && typeof options !== 'function') {
      throw invalidArgType('options', 'Object', options);
    }
  }

  function check(blob) {
    if (!isBlob(blob)) {
      throw invalidThis('Blob');
    }
  }

  class Blob {
    #bytes;
    #type;

    constructor(sources = [], options = undefined) {
      if (sources === null || typeof sources !== 'object' ||
          typeof sources[SymbolIterator] !== 'function') {
        throw invalidArgType('sources', 'a sequence', sources);
      }
      checkOptions(options);
      const { type = '', endings = 'transparent' } = options ?? {};
      if (`${endings}` !== 'transparent' && `${endings}` !== 'native') {
        throw require('internal/errors').invalidArgValue(
          'options.endings', endings);
      }
      this.#bytes = join(sources, `${endings}`);
      this.#type = typeOf(type);
    }

    static {
      isBlob = (value) => typeof value === 'object' && value !== null &&
        #bytes in value;
      blobBytes = (blob) => blob.#bytes;
      // A blob of @bytes, which nobody changes.
      blobOver = (bytes, type) => {
        const blob = new Blob();
        blob.#bytes = bytes;
        blob.#type = typeOf(type);
        return blob;
      };
    }

    get size() {
      check(this);
      return this.#bytes.length;
    }

    get type() {
      check(this);
      return this.#type;
    }

    slice(start = 0, end = this.size, contentType = '') {
      check(this);
      const { length } = this.#bytes;
      const first = position(start, length);
      const last = position(end, length);
      return blobOver(
        new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset + first,
                       last > first ? last - first : 0), contentType);
    }

    async arrayBuffer() {
      check(this);
      return new Uint8Array(this.#bytes).buffer;
    }

    async bytes() {
      check(this);
      return new Uint8Array(this.#bytes);
    }

    async text() {
      check(this);
      const { TextDecoder } = require('web/encoding');
      return new TextDecoder().decode(this.#bytes);
    }

    stream() {
      check(this);
      const { ReadableStream } = globalThis;
      if (typeof ReadableStream !== 'function') {
        throw withCode(Error, 'ERR_METHOD_NOT_IMPLEMENTED',
                       'The Blob.stream() method is not implemented');
      }
      const bytes = this.#bytes;
      return new ReadableStream({
        type: 'bytes',
        start(controller) {
          if (bytes.length > 0) {
            controller.enqueue(new Uint8Array(bytes));
          }
          controller.close();
        },
      });
    }

    [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
      if (depth < 0) {
        return this;
      }
      const { size, type, name, lastModified } = this;
      return `${this.constructor.name} ${inspect(
        name === undefined ? { size, type } :
          { size, type, name, lastModified },
        { ...options, depth: options.depth === null ? null :
          options.depth - 1 })}`;
    }
  }

  class File extends Blob {
    #name;
    #lastModified;

    constructor(fileBits, fileName, options = undefined) {
      if (arguments.length < 2) {
        throw missingArgs('fileBits', 'fileName');
      }
      super(fileBits, options);
      const { lastModified } = options ?? {};
      this.#name = `${fileName}`;
      this.#lastModified = lastModified === undefined ? dateNow() :
        +lastModified - +lastModified % 1 || 0;
    }

    get name() {
      if (!(#name in this)) {
        throw invalidThis('File');
      }
      return this.#name;
    }

    get lastModified() {
      if (!(#name in this)) {
        throw invalidThis('File');
      }
      return this.#lastModified;
    }

    static {
      isFile = (value) => #name in value;
    }
  }

  defineInterface(Blob, ['size', 'type', 'slice', 'arrayBuffer', 'bytes',
                         'text', 'stream']);
  defineInterface(File, ['name', 'lastModified']);

  exports.Blob = Blob;
  exports.File = File;
  exports.isBlob = isBlob;

  require('internal/clone_rules').add(isBlob, (blob) => {
    const { type, name, lastModified } = blob;
    const bytes = blobOver(blobBytes(blob), type);
    return isFile(blob) ? new File([bytes], name, { type, lastModified }) :
      bytes;
  });

  // ---- URLs of blobs ----

  const urls = new Map();

  exports.createObjectURL = (blob) => {
    if (!isBlob(blob)) {
      throw invalidArgType('obj', 'Blob', blob);
    }
    const id = native.binding('random').uuid();
    mapSet(urls, id, blob);
    return `blob:nodedata:${id}`;
  };

  const PREFIX = 'blob:nodedata:';
  const idOf = (url) => stringSlice(url, PREFIX.length);

  exports.revokeObjectURL = (url) => {
    if (stringStartsWith(url, PREFIX)) {
      mapDelete(urls, idOf(url));
    }
  };

  exports.resolveObjectURL = (url) => {
    const text = `${url}`;
    return stringStartsWith(text, PREFIX) ? mapGet(urls, idOf(text)) :
      undefined;
  };
})
