/* SPDX-License-Identifier: MIT */
// node:punycode. https://www.rfc-editor.org/rfc/rfc3492
// https://nodejs.org/api/punycode.html
(function (native, require, exports, primordials) {
  'use strict';

  const MAX = 0x7fffffff;
  const BASE = 36;
  const T_MIN = 1;
  const T_MAX = 26;
  const SKEW = 38;
  const DAMP = 700;
  const INITIAL_BIAS = 72;
  const INITIAL_N = 128;

  const messages = {
    overflow: 'Overflow: input needs wider integers to process',
    notBasic: 'Illegal input >= 0x80 (not a basic code point)',
    invalid: 'Invalid input',
  };

  const fail = (kind) => new RangeError(messages[kind]);

  const decodeUnits = (text) => Array.from(
    text, (character) => character.codePointAt(0));

  const encodeUnits = (points) => points.map(
    (point) => String.fromCodePoint(point)).join('');

  // RFC 3492, 6.1.
  function adapt(delta, count, isFirst) {
    let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
    rest += Math.floor(rest / count);
    let k = 0;
    for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) {
      rest = Math.floor(rest / (BASE - T_MIN));
    }
    return Math.floor(k + (BASE - T_MIN + 1) * rest / (rest + SKEW));
  }

  function threshold(k, bias) {
    if (k <= bias) {
      return T_MIN;
    }
    return k >= bias + T_MAX ? T_MAX : k - bias;
  }

  function digitOf(code) {
    if (code >= 0x30 && code < 0x3a) {
      return 26 + code - 0x30;
    }
    const lower = code | 0x20;
    return lower >= 0x61 && lower < 0x7b ? lower - 0x61 : BASE;
  }

  const letterOf = (digit) =>
    String.fromCharCode(digit < 26 ? digit + 0x61 : digit - 26 + 0x30);

  // RFC 3492, 6.2.
  function decode(input) {
    const out = [];
    const basic = Math.max(input.lastIndexOf('-'), 0);
    for (let n = 0; n < basic; n++) {
      if (input.charCodeAt(n) >= 0x80) {
        throw fail('notBasic');
      }
      out.push(input.charCodeAt(n));
    }
    let point = INITIAL_N;
    let bias = INITIAL_BIAS;
    let at = 0;
    for (let index = basic > 0 ? basic + 1 : 0; index < input.length;) {
      const before = at;
      let weight = 1;
      for (let k = BASE; ; k += BASE) {
        if (index >= input.length) {
          throw fail('invalid');
        }
        const digit = digitOf(input.charCodeAt(index++));
        if (digit >= BASE) {
          throw fail('invalid');
        }
        if (digit > Math.floor((MAX - at) / weight)) {
          throw fail('overflow');
        }
        at += digit * weight;
        const t = threshold(k, bias);
        if (digit < t) {
          break;
        }
        if (weight > Math.floor(MAX / (BASE - t))) {
          throw fail('overflow');
        }
        weight *= BASE - t;
      }
      const count = out.length + 1;
      bias = adapt(at - before, count, before === 0);
      if (Math.floor(at / count) > MAX - point) {
        throw fail('overflow');
      }
      point += Math.floor(at / count);
      at %= count;
      out.splice(at++, 0, point);
    }
    return String.fromCodePoint(...out);
  }

  function writeDelta(delta, bias) {
    let out = '';
    let rest = delta;
    for (let k = BASE; ; k += BASE) {
      const t = threshold(k, bias);
      if (rest < t) {
        return out + letterOf(rest);
      }
      out += letterOf(t + (rest - t) % (BASE - t));
      rest = Math.floor((rest - t) / (BASE - t));
    }
  }

  // RFC 3492, 6.3.
  function encode(text) {
    const input = decodeUnits(text);
    let out = encodeUnits(input.filter((point) => point < 0x80));
    const basic = out.length;
    let done = basic;
    if (basic > 0) {
      out += '-';
    }
    let point = INITIAL_N;
    let delta = 0;
    let bias = INITIAL_BIAS;
    while (done < input.length) {
      let next = MAX;
      for (const value of input) {
        if (value >= point && value < next) {
          next = value;
        }
      }
      if (next - point > Math.floor((MAX - delta) / (done + 1))) {
        throw fail('overflow');
      }
      delta += (next - point) * (done + 1);
      point = next;
      for (const value of input) {
        if (value < point && ++delta > MAX) {
          throw fail('overflow');
        }
        if (value === point) {
          out += writeDelta(delta, bias);
          bias = adapt(delta, done + 1, done === basic);
          delta = 0;
          done++;
        }
      }
      delta++;
      point++;
    }
    return out;
  }

  // Labels apart, and what is before an "@" as it is.
  function mapDomain(domain, change) {
    const at = domain.indexOf('@');
    const local = at === -1 ? '' : domain.slice(0, at + 1);
    const labels = domain.slice(at + 1).replace(/[\u3002\uff0e\uff61]/g, '.')
      .split('.');
    return local + labels.map(change).join('.');
  }

  const toUnicode = (input) => mapDomain(input, (label) =>
    (label.startsWith('xn--') ? decode(label.slice(4).toLowerCase()) : label));

  const toASCII = (input) => mapDomain(input, (label) =>
    (/[^\0-\x7f]/.test(label) ? `xn--${encode(label)}` : label));

  exports.module = {
    version: '2.1.0',
    ucs2: { decode: decodeUnits, encode: encodeUnits },
    decode,
    encode,
    toASCII,
    toUnicode,
  };
})
