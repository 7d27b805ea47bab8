/* SPDX-License-Identifier: MIT */
// Paths as file: URLs and back, as url.pathToFileURL() and fileURLToPath() do
// it, for modules: a start must not need all of node:url. And data: URLs.
(function (native, require, exports, primordials) {
  'use strict';

  const {
    arrayJoin,
    arrayPush,
    decodeURIComponent,
    encodeURIComponent,
    regExpExec,
    stringCharCodeAt,
    stringIndexOf,
    stringSlice,
    stringStartsWith,
    stringToLowerCase,
  } = primordials;

  // What a path may not have in a URL; everything else stays as it is.
  const special = /[^!$&-;=@-Z_a-z]/;
  const separators = /[?#]/;
  // Characters of a pair that encodeURIComponent() must see as one.
  const isHigh = (code) => code >= 0xd800 && code <= 0xdbff;
  const isLow = (code) => code >= 0xdc00 && code <= 0xdfff;

  // The end of the run of plain or of special characters that starts at @at.
  function runEnd(path, at, isSpecial) {
    let end = at;
    while (end < path.length &&
           (regExpExec(special, path[end]) !== null) === isSpecial) {
      end++;
    }
    return end;
  }

  // Lone surrogates become U+FFFD, as in any URL.
  function encode(text) {
    const parts = [];
    for (let n = 0; n < text.length; n++) {
      const code = stringCharCodeAt(text, n);
      if (isHigh(code) && isLow(stringCharCodeAt(text, n + 1))) {
        arrayPush(parts, encodeURIComponent(stringSlice(text, n, n + 2)));
        n++;
      } else if (isHigh(code) || isLow(code)) {
        arrayPush(parts, '%EF%BF%BD');
      } else if (text[n] === '~') {
        arrayPush(parts, '%7E');
      } else {
        arrayPush(parts, encodeURIComponent(text[n]));
      }
    }
    return arrayJoin(parts, '');
  }

  // The file: URL of the absolute @path.
  function toURL(path) {
    if (regExpExec(special, path) === null) {
      return `file://${path}`;
    }
    const parts = ['file://'];
    for (let at = 0; at < path.length;) {
      const plain = runEnd(path, at, false);
      arrayPush(parts, stringSlice(path, at, plain));
      const end = runEnd(path, plain, true);
      arrayPush(parts, encode(stringSlice(path, plain, end)));
      at = end;
    }
    return arrayJoin(parts, '');
  }

  // The path of a file: URL without its search and hash.
  function fromURL(url) {
    const start = stringIndexOf(url, '/', 7);
    const path = start === -1 ? '/' : stringSlice(url, start);
    const end = regExpExec(separators, path);
    const plain = end === null ? path : stringSlice(path, 0, end.index);
    return stringIndexOf(plain, '%') === -1 ? plain : decodeURIComponent(plain);
  }

  const dataPattern = /^data:([^,]*?)(;base64)?,(.*)$/is;
  const typePattern = /^\s*([^;\s]*)/;
  const blanks = /[\s=]/;
  const letters =
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

  // The percent-encoded bytes of base64 @text; undefined of what is none.
  function percentOfBase64(text) {
    const parts = [];
    let bits = 0;
    let count = 0;
    for (let n = 0; n < text.length; n++) {
      const value = stringIndexOf(letters, text[n]);
      if (value === -1) {
        if (regExpExec(blanks, text[n]) !== null) {
          continue;
        }
        return undefined;
      }
      bits = (bits << 6) | value;
      count += 6;
      if (count >= 8) {
        count -= 8;
        const byte = (bits >> count) & 0xff;
        arrayPush(parts, `%${letters16[byte >> 4]}${letters16[byte & 15]}`);
      }
    }
    return arrayJoin(parts, '');
  }
  const letters16 = '0123456789abcdef';

  // {type, text} of a data: URL, or undefined where it is malformed.
  function parseData(url) {
    const found = regExpExec(dataPattern, url);
    if (found === null) {
      return undefined;
    }
    const encoded = found[2] === undefined ? found[3] :
      percentOfBase64(decodeURIComponent(found[3]));
    if (encoded === undefined) {
      return undefined;
    }
    return {
      type: stringToLowerCase(regExpExec(typePattern, found[1])[1]),
      text: decodeURIComponent(encoded),
    };
  }

  exports.fromURL = fromURL;
  exports.isFile = (url) => stringStartsWith(url, 'file:');
  exports.parseData = parseData;
  exports.toURL = toURL;
})
