/* SPDX-License-Identifier: MIT */
// node:querystring. https://nodejs.org/api/querystring.html
(function (native, require, exports, primordials) {
  'use strict';

  const { withCode } = require('internal/errors');

  const KEYS_MAX = 1000;
  // Numbers from here on are written with an exponent, whose sign is escaped.
  const PLAIN_MAX = 1e21;

  function hexDigit(code) {
    if (code >= 0x30 && code <= 0x39) {
      return code - 0x30;
    }
    const lower = code | 0x20;
    return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
  }

  // What decodeURIComponent() refuses is decoded all the same: a "%" that
  // nothing follows stays.
  function unescapeBuffer(text, isPlusBlank) {
    const out = globalThis.Buffer.allocUnsafe(text.length);
    let length = 0;
    for (let at = 0; at < text.length; at++) {
      let code = text.charCodeAt(at);
      if (code === 0x2b && isPlusBlank) {
        code = 0x20;
      } else if (code === 0x25 && at + 2 < text.length) {
        const high = hexDigit(text.charCodeAt(at + 1));
        const low = hexDigit(text.charCodeAt(at + 2));
        if (high >= 0 && low >= 0) {
          code = 16 * high + low;
          at += 2;
        }
      }
      out[length++] = code;
    }
    return length === out.length ? out : out.slice(0, length);
  }

  function unescape(text, isPlusBlank) {
    try {
      return decodeURIComponent(text);
    } catch {
      return module.unescapeBuffer(text, isPlusBlank).toString();
    }
  }

  function escape(value) {
    let text = value;
    if (typeof text !== 'string') {
      text = typeof text === 'object' ? String(text) : `${text}`;
    }
    try {
      return encodeURIComponent(text);
    } catch {
      return encodeURIComponent(pairUp(text));
    }
  }

  // Node takes whatever follows a surrogate for its other half.
  function pairUp(text) {
    let out = '';
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < 0xd800 || code > 0xdfff) {
        out += text[at];
      } else if (++at < text.length) {
        const low = text.charCodeAt(at) & 0x3ff;
        out += String.fromCodePoint(0x10000 + ((code & 0x3ff) << 10) + low);
      } else {
        throw withCode(URIError, 'ERR_INVALID_URI', 'URI malformed');
      }
    }
    return out;
  }

  function textOf(value) {
    switch (typeof value) {
      case 'string':
        return value;
      case 'number':
        return Number.isFinite(value) ? `${value}` : '';
      case 'bigint':
      case 'boolean':
        return `${value}`;
      default:
        return '';
    }
  }

  // Text of one key or value; what cannot hold anything to escape is not.
  function encodeValue(value, encode) {
    const text = textOf(value);
    const isPlain = typeof value === 'bigint' || typeof value === 'boolean' ||
      (typeof value === 'number' && Math.abs(value) < PLAIN_MAX);
    return isPlain || text === '' ? text : encode(text);
  }

  function stringify(object, separator, equals, options) {
    if (object === null || typeof object !== 'object') {
      return '';
    }
    const sep = separator || '&';
    const eq = equals || '=';
    const isOwn = typeof options?.encodeURIComponent === 'function';
    const encode = isOwn ? options.encodeURIComponent : module.escape;
    const write = isOwn ? (value) => encode(textOf(value)) :
      (value) => encodeValue(value, encode);
    const fields = [];
    for (const key of Object.keys(object)) {
      const name = write(key) + eq;
      const value = object[key];
      const list = Array.isArray(value) ? value : [value];
      for (let n = 0; n < list.length; n++) {
        fields.push(name + write(list[n]));
      }
    }
    return fields.join(sep);
  }

  function addTo(object, key, value) {
    const known = object[key];
    if (known === undefined) {
      object[key] = value;
    } else if (Array.isArray(known)) {
      known.push(value);
    } else {
      object[key] = [known, value];
    }
  }

  const escaped = /%[0-9a-f]{2}/i;

  function decodeText(text, decode) {
    try {
      return decode(text);
    } catch {
      return module.unescape(text, true);
    }
  }

  function parse(text, separator, equals, options) {
    const object = { __proto__: null };
    if (typeof text !== 'string' || text.length === 0) {
      return object;
    }
    const sep = separator ? `${separator}` : '&';
    const eq = equals ? `${equals}` : '=';
    const isOwn = typeof options?.decodeURIComponent === 'function';
    const decode = isOwn ? options.decodeURIComponent : module.unescape;
    const isLazy = !isOwn && decode === unescape;
    let bound = typeof options?.maxKeys === 'number' ? options.maxKeys :
      KEYS_MAX;
    bound = bound > 0 ? bound : Infinity;
    // Blanks are written as what the decoder turns into one.
    const blank = isLazy ? ' ' : '%20';
    const take = (part) => {
      const given = part.replaceAll('+', blank);
      return isLazy && !escaped.test(given) ? given :
        decodeText(given, decode);
    };

    const pairs = text.split(sep);
    for (let n = 0; n < pairs.length && n < bound; n++) {
      const pair = pairs[n];
      if (pair !== '') {
        const at = pair.indexOf(eq);
        if (at === -1) {
          addTo(object, take(pair), '');
        } else {
          addTo(object, take(pair.slice(0, at)),
                take(pair.slice(at + eq.length)));
        }
      }
    }
    return object;
  }

  const module = {
    unescapeBuffer,
    unescape,
    escape,
    stringify,
    encode: stringify,
    parse,
    decode: parse,
  };
  exports.module = module;
})
