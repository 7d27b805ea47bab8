/* SPDX-License-Identifier: MIT */
// The encodings of Buffer and how bytes become text in each.
//
// native.binding('bytes'), where @encoding is a number of ids:
//   byteLengthUtf8(string)
//   bytesWrite(view, string, offset, length, encoding)  -> bytes written
//   bytesSlice(view, start, end, encoding)              -> string
(function (native, require, exports, primordials) {
  'use strict';

  const { stringToLowerCase } = primordials;
  const { byteLengthUtf8, bytesSlice, bytesWrite } = native.binding('bytes');

  // As runtime/js_bytes.c numbers them.
  const ids = {
    __proto__: null,
    utf8: 0, utf16le: 1, latin1: 2, ascii: 3, base64: 4, base64url: 5, hex: 6,
  };

  // What each name means; all are in lower case.
  const names = {
    __proto__: null,
    'utf8': 'utf8', 'utf-8': 'utf8',
    'ucs2': 'utf16le', 'ucs-2': 'utf16le',
    'utf16le': 'utf16le', 'utf-16le': 'utf16le',
    'latin1': 'latin1', 'binary': 'latin1',
    'ascii': 'ascii', 'hex': 'hex',
    'base64': 'base64', 'base64url': 'base64url',
  };

  // The encoding that @name is a name of, or undefined.
  function find(name) {
    return names[name] || names[stringToLowerCase(`${name}`)];
  }

  // What encodes as few bytes as these digits, less padding.
  function base64Length(text) {
    let { length } = text;
    for (let n = 0; n < 2 && text[length - 1] === '='; n++) {
      length--;
    }
    return (length * 3) >>> 2;
  }

  // Bytes of @text in @encoding: exact, but of base64 and hex the most.
  function byteLength(text, encoding) {
    switch (encoding) {
      case 'utf8':
        return byteLengthUtf8(text);
      case 'utf16le':
        return text.length * 2;
      case 'hex':
        return text.length >>> 1;
      case 'base64':
      case 'base64url':
        return base64Length(text);
      default:
        return text.length;
    }
  }

  exports.ids = ids;
  exports.find = find;
  exports.byteLength = byteLength;

  // Writes what fits of @text into @view; the number of bytes written.
  exports.write = (view, text, offset, length, encoding) =>
    bytesWrite(view, text, offset, length, ids[encoding]);

  exports.slice = (view, start, end, encoding) =>
    bytesSlice(view, start, end, ids[encoding]);
})
